"""Who rules on a campaign's battles: its umpires alone, and none on his own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.campaigns.battles.chairs import Chair
from app.campaigns.battles.disputes import Dispute, Uphold
from app.campaigns.battles.overturning import Overturn
from app.campaigns.battles.results import Decide, Void
from app.campaigns.desk import Command
from app.campaigns.ledger.events import Joined
from app.campaigns.ledger.rulings import Correct
from app.campaigns.model import PLAYING
from app.campaigns.people.members import SetRoles
from app.campaigns.rounds.absence import StandIn
from app.campaigns.rounds.course import Extend, Start
from app.campaigns.rounds.standings import standings
from app.campaigns.service import Refused as Denied
from app.campaigns.warbands.trades import Transfer
from app.engine.campaigns import Delta
from app.games.replacing import Replacing
from app.games.results import Accepted, GameId, Refused
from app.games.seats import Guest
from app.games.umpire import Umpire
from tests.campaigns.dropping import Camp, play
from tests.campaigns.rounds_table import DAY, HOST, T0, Table

ONE = "r001b001"
WHY = "as I saw it"
RULINGS: dict[str, Callable[[], Command]] = {
    "decide": lambda: Decide(fixture=ONE, result="won", winner="w0", reason=WHY),
    "void": lambda: Void(fixture=ONE, reason=WHY),
    "extend": lambda: Extend(fixture=ONE, due=T0 + 20 * DAY, reason=WHY),
    "stand-in": lambda: StandIn(warband="w1", fixture=ONE),
    "correct": lambda: Correct(warband="w0", deltas=(Delta("purse", add=50),), reason=WHY),
    "transfer": lambda: Transfer(warband="w1", to="w0", points=1, reason=WHY),
}


def league() -> Table:
    """Two players, of whom the first is an umpire too, and an umpire who does not play."""
    table = Table(2, pairing="swiss", rounds=3, absence=0)
    table.put(Joined(guest="judge", name="Judge", roles=("watcher",)))
    assert table.give(HOST, SetRoles(guest="judge", roles=("umpire",))) is None
    assert table.give(HOST, SetRoles(guest="p0", roles=("player", "umpire"))) is None
    assert table.give(HOST, Start()) is None
    return table


@pytest.mark.parametrize("what", RULINGS)
def test_nobody_rules_on_his_own(what: str) -> None:
    table = league()
    no = table.give("p0", RULINGS[what]())
    assert no is not None
    assert (no.code, str(no.clause)) == ("ruling.own", "CPN-RUL-05")
    assert table.give("judge", RULINGS[what]()) is None


def test_a_battle_that_is_over_is_not_overturned_by_who_fought_it() -> None:
    table = league()
    table.won(ONE, "w1")
    said = Overturn(fixture=ONE, result="won", winner="w0", reason=WHY)
    no = table.give("p0", said)
    assert no is not None
    assert no.code == "ruling.own"
    assert table.give("judge", said) is None


def test_an_umpire_who_plays_calls_a_stand_in_for_himself() -> None:
    assert league().give("p0", StandIn(warband="w0", fixture=ONE)) is None


def test_a_disputed_result_is_provisional_until_an_umpire_who_did_not_fight_answers() -> None:
    table = league()
    table.won(ONE, "w0")
    assert table.give("p1", Dispute(warband="w1", fixture=ONE, reason="misread")) is None
    assert [line.provisional for line in standings(table.now)] == [True, True]
    no = table.give("p0", Uphold(fixture=ONE, reason=WHY))
    assert no is not None
    assert no.code == "ruling.own"
    assert table.give("judge", Uphold(fixture=ONE, reason=WHY)) is None
    assert [line.provisional for line in standings(table.now)] == [False, False]
    assert table.give("p1", Dispute(warband="w1", fixture=ONE, reason="again")) is None
    assert table.give("judge", Overturn(fixture=ONE, result="won", winner="w1", reason=WHY)) is None
    assert not table.now.fixtures[ONE].disputed


def test_a_result_is_disputed_as_long_as_the_campaign_says() -> None:
    table = league()
    table.won(ONE, "w0")
    table.clock += 3 * DAY + 1
    no = table.give("p1", Dispute(warband="w1", fixture=ONE, reason="misread"))
    assert no is not None
    assert (no.code, no.facts) == ("campaign.dispute.late", {"days": 3})
    table.judged = table.clock
    assert table.give("p1", Dispute(warband="w1", fixture=ONE, reason="misread")) is None


def test_the_table_belongs_to_the_campaign_and_its_umpires_take_the_chair(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "river-league", names="AB", pairing="swiss", rounds=3)
        await camp.start()
        one = await camp.laid()
        info = await camp.table(one)
        umpire = Umpire(camp.games.mailbox, camp.store)
        owner, host = (Guest(camp.actors[name].id, name) for name in "AH")
        named = await umpire.name(GameId(info.id), owner, host.id, host.name)
        assert isinstance(named, Refused)
        assert named.refusal.code == "umpire.not-owner"
        assert not await umpire.may(GameId(info.id), host)
        await camp.do("H", Chair(fixture=one.id))
        assert (await camp.now()).fixtures[one.id].state == PLAYING
        assert await umpire.may(GameId(info.id), host)
        bot = await Replacing(camp.games.mailbox, camp.store, umpire).by_bot(info.id, host, info.seats[0].seat, WHY)
        assert isinstance(bot, Refused)
        assert bot.refusal.code == "umpire.bot-campaign", "a stand-in is called by the campaign, in its time"
        assert isinstance(await umpire.pause(GameId(info.id), host, "a dispute"), Accepted)
        await camp.do("H", SetRoles(guest=camp.actors["A"].id, roles=("host", "player")))
        await camp.do("A", SetRoles(guest=host.id, roles=("watcher",)))
        assert not await umpire.may(GameId(info.id), host)

    play(tmp_path, test)


def test_nobody_puts_a_bot_in_the_place_of_his_living_opponent(tmp_path: Path) -> None:
    async def test(camp: Camp) -> None:
        await camp.open("ronin", "river-league", names="AB", pairing="swiss", rounds=3, absence=0)
        await camp.start()
        one = await camp.laid()
        game, theirs = await camp.table(one), await camp.band("B")
        seat = game.seats[one.sides.index(theirs)]
        no = await camp.games.stand_in(GameId(game.id), seat.seat, True)
        assert isinstance(no, Refused)
        assert no.refusal.code == "table.stand-in-campaign"
        act = await camp.act("A", StandIn(warband=theirs, fixture=one.id))
        assert isinstance(act, Denied)
        assert act.refusal.code == "campaign.not-yours"
        await camp.do("H", StandIn(warband=theirs, fixture=one.id))
        assert (await camp.table(one)).seats[one.sides.index(theirs)].stand_in
        assert isinstance(await camp.games.stand_in(GameId(game.id), seat.seat, False, seat.guest), Accepted)
        assert not (await camp.table(one)).seats[one.sides.index(theirs)].stand_in

    play(tmp_path, test)
