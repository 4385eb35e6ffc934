"""Who may do and see what in a campaign, as a table; a command that is not in it fails."""

from __future__ import annotations

import asyncio
import itertools
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns import events as e
from app.campaigns.absence import StandIn
from app.campaigns.aftermath import Choose
from app.campaigns.battles import Lay, Unlaid
from app.campaigns.challenges import AcceptChallenge, Challenge, DropChallenge
from app.campaigns.commands import COMMANDS
from app.campaigns.desk import Actor, Command, Desk, refuse_actor
from app.campaigns.evolve import fold
from app.campaigns.eyes import may_read, shown
from app.campaigns.maps import ready_maps, write_map
from app.campaigns.model import DAY_MS, Campaign, Trade
from app.campaigns.musters import Muster, Unmuster, best
from app.campaigns.people import (
    Announce,
    ChangeSettings,
    InviteGuest,
    Join,
    Leave,
    Remove,
    RenewKey,
    SetRoles,
    Watch,
)
from app.campaigns.results import Decide, Forfeit, Over, Void
from app.campaigns.rounds import CloseRound, EndCampaign, Extend, Start
from app.campaigns.rows import linked
from app.campaigns.rulings import Correct
from app.campaigns.schedule import Accept, Propose
from app.campaigns.seasons import March, SetMap, sheet_of
from app.campaigns.service import tag_of
from app.campaigns.stories import ChooseScenario, Split, dealt_out
from app.campaigns.systems import rules_of
from app.campaigns.trades import AcceptTrade, OfferTrade, Transfer, WithdrawTrade
from app.campaigns.warbands import (
    Buy,
    Dismiss,
    HandOver,
    NameMember,
    Raise,
    Reserve,
    RetireMember,
    RetireWarband,
    TakeBack,
    Write,
)
from app.engine.digest import canonical
from app.engine.refusals import Clause, Refusal
from app.games.hours import REAL, Time
from app.systems import SYSTEMS
from tests.campaigns.campaigning import SAMPLES, Begun, House, fresh, more

WHO = ("stranger", "account", "linked", "invited", "watcher", "player", "leader", "umpire", "host", "server")
"""``stranger``: without an account; ``linked``: came by the link; ``player``: leads another warband than ``leader``."""
MAY: dict[str, str] = {
    # y: done; n: refused because of who he is (CPN-PEO-01); -: another clause says no
    # stranger account linked invited watcher player leader umpire host server
    "accept":           "nnnnnnynny",
    "accept-challenge": "nnnnnnynny",
    "accept-trade":     "nnnnnnynny",
    "announce":         "nnnnnnnyyy",
    "buy":              "nnnnnnynny",
    "challenge":        "nnnnnnynny",
    "change-settings":  "nnnnnnnnyy",
    "choose":           "nnnnnn-nn-",
    "choose-scenario":  "nnnnnn-nn-",
    "close-round":      "nnnnnnnyyy",
    "correct":          "nnnnnnnyyy",
    "decide":           "nnnnnnnyyy",
    "dismiss":          "nnnnnnynny",
    "drop-challenge":   "nnnnnnynny",
    "end-campaign":     "nnnnnnnnyy",
    "extend":           "nnnnnnnyyy",
    "forfeit":          "nnnnnnynny",
    "hand-over":        "nnnnnnnnyy",
    "invite":           "nnnnnnnnyy",
    "join":             "--yy-yyyy-",
    "lay":              "nnnnnnnnny",
    "leave":            "yyyyyyyy-y",
    "march":            "nnnnnnynny",
    "muster":           "nnnnnnynny",
    "name-member":      "nnnnnnynny",
    "offer-trade":      "nnnnnnynny",
    "over":             "nnnnnnnnny",
    "propose":          "nnnnnnynny",
    "raise":            "nnnnn--nny",
    "remove":           "nnnnnnnnyy",
    "renew-key":        "nnnnnnnnyy",
    "reserve":          "nnnnnnyyyy",
    "retire-member":    "nnnnnnynny",
    "retire-warband":   "nnnnnnynyy",
    "set-map":          "nnnnnnnnyy",
    "set-roles":        "nnnnnnnnyy",
    "split":            "nnnnnnynny",
    "stand-in":         "nnnnnnyyyy",
    "start":            "nnnnnnnnyy",
    "take-back":        "nnnnnnynny",
    "transfer":         "nnnnnnnyyy",
    "unlaid":           "nnnnnnnnny",
    "unmuster":         "nnnnnnynny",
    "void":             "nnnnnnnyyy",
    "watch":            "--yyyyyyy-",
    "withdraw-trade":   "nnnnnnynny",
    "write":            "nnnnnnynny",
}  # fmt: skip
CLOCK = 1_800_000_000_000
FROZEN = Time(REAL.now, REAL.sleep, lambda: CLOCK)
RULE = Clause("CPN-PEO-01")
SETTINGS: dict[str, dict[str, Any]] = {
    "running": {"system": "ronin"},
    "challenge": {"system": "ronin", "pairing": "challenge"},
    "map": {"system": "daimyo", "pairing": "map", "map": "heron-bay"},
    "story": {"system": "ronin", "pairing": "story", "story": "three-groups", "points": 300},
}


# -- the stage ----------------------------------------------------------------------


@cache
def stage(kind: str) -> tuple[Path, Begun]:
    """A private campaign that runs, in a file, with somebody of every sort."""
    file = fresh(Path(mkdtemp(prefix="gunbai-stage-")))

    async def set_up() -> Begun:
        house = House(file, time=FROZEN)
        await house.start()
        made = await house.begun(public=False, **SETTINGS[kind])
        for name in ("watcher", "umpire", "invited"):
            guest = await house.guest(name, invited=True)
            OTHERS[kind, name] = guest.id
            if name == "invited":
                await house.does(made.id, made.host, InviteGuest(guest=guest.id, name=name))
                continue
            await house.does(made.id, guest, Watch())
            await house.does(made.id, made.host, SetRoles(guest=guest.id, roles=(name,)))
        seen = await house.now(made.id)
        row = await house.campaigns.row(made.id)
        assert row is not None
        STATES[kind] = (seen, row["seeds"])
        await house.close()
        return made

    return file, asyncio.run(set_up())


OTHERS: dict[tuple[str, str], str] = {}
STATES: dict[str, tuple[Campaign, dict[str, str]]] = {}


def actor(kind: str, who: str) -> Actor:
    """One of those who might ask."""
    made = stage(kind)[1]
    ids = {"host": made.host.id, "leader": made.leaders[0].id, "player": made.leaders[1].id, "server": ""}
    id = ids.get(who, OTHERS.get((kind, who), who))
    return Actor(id=id, name=who if id else "", account=bool(id) and who != "stranger", invited=who == "linked")


def desk_of(kind: str, who: str, *entries: e.Entry) -> Desk:
    """The desk before which he stands; ``entries``: what happened besides."""
    stage(kind)
    now, seeds = STATES[kind]
    rules = rules_of(next(one for one in SYSTEMS if one.key == now.system))
    return Desk(fold(now, entries), rules, actor(kind, who), CLOCK, dict(seeds))


Given = tuple[str, Command, tuple[e.Entry, ...]]


def given() -> dict[str, Given]:
    """For every command the campaign it is given in, arguments that are right, and what must have happened before."""
    desk = desk_of("running", "host")
    now, clock = desk.now, CLOCK
    mine, yours = stage("running")[1].warbands
    one = next(iter(now.fixtures.values()))
    band = now.warbands[mine].band
    member, other = list(band.members)[:2]
    members = best(desk, one, now.warbands[mine])
    watcher = OTHERS["running", "watcher"]
    rich = e.Posted(clause=RULE, warband=mine, step=_step(500))
    cheap = min(desk.rules.market(band), key=lambda offer: offer.cost).key
    trade = e.Offered(clause=RULE, trade=Trade(id="t", by=yours, to=mine, gives=(), takes=(other,)))
    sent = e.Mustered(clause=RULE, fixture=one.id, warband=mine, members=members, version=0)
    dates = e.Proposed(clause=RULE, fixture=one.id, warband=yours, times=(clock + DAY_MS,))
    laid = e.Laid(clause=RULE, fixture=one.id, game="g")
    duel, me, you = desk_of("challenge", "host"), *stage("challenge")[1].warbands
    made = duel.rules and Challenge(warband=you, other=me)
    dared = COMMANDS["challenge"].decide(duel, made)
    assert not isinstance(dared, Refusal)
    assert isinstance(dared[0], e.FixtureAdded)
    dare, army = dared[0].fixture.id, stage("map")[1].warbands[0]
    story, divided = desk_of("story", "host").now, stage("story")[1].warbands[0]
    begun = replace(STATES_AT("map"), state="recruiting", rounds=(), fixtures={}, land=None)
    RECRUITING["map"] = begun
    found: list[Given] = [
        ("running", Accept(warband=mine, fixture=one.id, time=clock + DAY_MS), (dates,)),
        ("challenge", AcceptChallenge(warband=me, fixture=dare), tuple(dared)),
        ("running", AcceptTrade(warband=mine, trade="t"), (trade,)),
        ("running", Announce(title="Rain", text="Mud."), ()),
        ("running", Buy(warband=mine, key=cheap), (rich,)),
        ("challenge", Challenge(warband=me, other=you), ()),
        ("running", ChangeSettings(name="Other", settings=now.settings), ()),
        ("running", Choose(warband=mine, member=member, option="x"), ()),
        ("running", ChooseScenario(warband=mine, fixture=one.id, scenario="duel"), ()),
        ("running", CloseRound(reason="Enough."), ()),
        ("running", Correct(warband=mine, deltas=(more(1),), reason="Forgotten."), ()),
        ("running", Decide(fixture=one.id, result="draw", reason="Fought at home."), ()),
        ("running", Dismiss(warband=mine, member=member), ()),
        ("challenge", DropChallenge(warband=me, fixture=dare), tuple(dared)),
        ("running", EndCampaign(reason="Enough."), ()),
        ("running", Extend(due=clock + 20 * DAY_MS, reason="Holidays."), ()),
        ("running", Forfeit(warband=mine, fixture=one.id), ()),
        ("running", HandOver(warband=mine, guest=watcher), ()),
        ("running", InviteGuest(guest="somebody", name="Somebody"), ()),
        ("running", Join(name="Me"), ()),
        ("running", Lay(fixture=one.id, game="g"), ()),
        ("running", Leave(), ()),
        ("map", March(warband=army), ()),
        ("running", Muster(warband=mine, fixture=one.id, members=members), ()),
        ("running", NameMember(warband=mine, member=member, name="Jiro"), ()),
        ("running", OfferTrade(warband=mine, to=yours, gives=(other,)), ()),
        ("running", Over(fixture=one.id, winner=mine), (laid,)),
        ("running", Propose(warband=mine, fixture=one.id, times=(clock + DAY_MS,)), ()),
        ("running", Raise(name="New", emblem=5, hue=5, roster={"sample": SAMPLES["ronin"]}), ()),
        ("running", Remove(guest=watcher, reason="Was rude."), ()),
        ("running", RenewKey(), ()),
        ("running", Reserve(warband=mine), ()),
        ("running", RetireMember(warband=mine, member=member), ()),
        ("running", RetireWarband(warband=mine, reason="Gone home."), ()),
        ("recruiting", SetMap(map=write_map(ready_maps()["heron-bay"])), ()),
        ("running", SetRoles(guest=watcher, roles=("umpire",)), ()),
        ("story", Split(warband=divided, groups=_dealt(story, divided)), ()),
        ("running", StandIn(warband=mine, fixture=one.id), ()),
        ("recruiting", Start(), ()),
        ("running", TakeBack(warband=mine), ()),
        ("running", Transfer(warband=mine, to=yours, reason="A debt.", members=(other,)), ()),
        ("running", Unlaid(fixture=one.id, why="x"), ()),
        ("running", Unmuster(warband=mine, fixture=one.id), (sent,)),
        ("running", Void(fixture=one.id, reason="Lost."), ()),
        ("running", Watch(), ()),
        ("running", WithdrawTrade(warband=mine, trade="t"), (trade,)),
        ("running", Write(warband=mine, title="One", text="Two"), ()),
    ]
    return {tag_of(one[1]): one for one in found}


RECRUITING: dict[str, Campaign] = {}


def STATES_AT(kind: str) -> Campaign:  # noqa: N802
    """The campaign of this stage."""
    stage(kind)
    return STATES[kind][0]


def _step(points: int) -> Any:
    from app.engine.campaigns import Step

    return Step("income", RULE, "x", deltas=(more(points),))


def _dealt(now: Campaign, warband: str) -> dict[str, tuple[str, ...]]:
    from app.campaigns.stories import tale

    story = tale(now)
    assert story is not None
    return dealt_out(now.warbands[warband], story.groups)


def verdict(which: Given, who: str) -> str:
    """y, n or - : what came of it."""
    kind, command, before = which
    if kind == "recruiting":
        desk = desk_of("map", who)
        desk.now = RECRUITING["map"]
    else:
        desk = desk_of(kind, who, *before)
    rule = COMMANDS[tag_of(command)]
    said = refuse_actor(desk, rule, command)
    if said is not None:
        assert said.clause == "CPN-PEO-01"
        return "n"
    return "-" if isinstance(rule.decide(desk, command), Refusal) else "y"


# -- doing ----------------------------------------------------------------------------


def test_every_command_is_in_the_table() -> None:
    assert sorted(MAY) == sorted(COMMANDS) == sorted(given())


@pytest.mark.parametrize("tag", sorted(MAY))
def test_who_may_give_a_command(tag: str) -> None:
    assert "".join(verdict(given()[tag], who) for who in WHO) == MAY[tag]


def test_a_player_without_a_warband_may_raise_one() -> None:
    kind, command, _ = given()["raise"]
    joined = e.Joined(clause=RULE, guest="linked", name="Linked")
    assert verdict((kind, command, (joined,)), "linked") == "y"


def test_who_was_removed_does_not_come_back_as_a_watcher_who_joins() -> None:
    desk = desk_of("running", "watcher", e.Left(clause=RULE, guest=OTHERS["running", "watcher"]))
    desk.now = replace(desk.now, settings=replace(desk.now.settings, public=True, open=True))
    for given_ in (Watch(), Join(name="Me")):
        said = COMMANDS[tag_of(given_)].decide(desk, given_)
        if not isinstance(said, Refusal):
            desk.now = fold(desk.now, said)
    assert not desk.now.has(desk.by.id, "player")


# -- reading ------------------------------------------------------------------------------


READS = {"private": "nnyyyyyyy", "public": "yyyyyyyyy"}


@pytest.mark.parametrize("sort", sorted(READS))
def test_who_may_read_a_campaign(sort: str) -> None:
    now = STATES_AT("running")
    now = replace(now, settings=replace(now.settings, public=sort == "public"))
    answers = [may_read(now, (by := actor("running", who)).id, by.invited) for who in WHO[:-1]]
    assert "".join("ny"[one] for one in answers) == READS[sort]


def test_who_has_left_reads_a_private_campaign_no_more() -> None:
    desk = desk_of("running", "watcher", e.Left(clause=RULE, guest=OTHERS["running", "watcher"]))
    assert not may_read(desk.now, desk.by.id)


# -- secrets --------------------------------------------------------------------------------


def sealed(kind: str) -> tuple[Command, Command]:
    """Two answers of the leader that nobody else may tell apart."""
    desk, mine = desk_of(kind, "leader"), stage(kind)[1].warbands[0]
    now = desk.now
    if kind == "map":
        assert now.land is not None
        at = now.land.armies[mine]
        return March(warband=mine), March(warband=mine, way=(sheet_of(now.land).neighbours(at)[0],))
    if kind == "story":
        groups = _dealt(now, mine)
        first, second, *_ = groups
        swapped = {
            **groups,
            first: (groups[second][0], *groups[first][1:]),
            second: (groups[first][0], *groups[second][1:]),
        }
        return Split(warband=mine, groups=groups), Split(warband=mine, groups=swapped)
    one = next(iter(now.fixtures.values()))
    every = list(now.warbands[mine].band.members)
    sent = [m for size in (len(every), len(every) - 1) for m in itertools.combinations(every, size)]
    good = [m for m in sent if not desk.rules.refuse_muster(now.warbands[mine].band, m)][:2]
    one_, two = (Muster(warband=mine, fixture=one.id, members=m) for m in good)
    return one_, two


def parted(kind: str, tmp_path: Path, read: Callable[[House, str, Actor], Any]) -> list[dict[str, Any]]:
    """What everybody reads in two copies of a campaign that differ by one sealed answer."""
    file, made = stage(kind)

    async def one(number: int, secret: Command) -> dict[str, Any]:
        copy = tmp_path / f"{number}.sqlite3"
        shutil.copy(file, copy)
        house = House(copy, time=FROZEN)
        await house.start()
        await house.does(made.id, actor(kind, "leader"), secret, "secret")
        found = {who: await read(house, made.id, actor(kind, who)) for who in WHO[:-1]}
        await house.close()
        return found

    return [asyncio.run(one(n, secret)) for n, secret in enumerate(sealed(kind))]


KINDS = ("running", "map", "story")


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_else_sees_what_is_sealed(kind: str, tmp_path: Path) -> None:
    async def read(house: House, id: str, by: Actor) -> bytes:
        return canonical(shown(await house.now(id), by.id))

    one, two = parted(kind, tmp_path, read)
    assert {who for who in one if one[who] != two[who]} == {"leader"}


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_else_reads_what_is_sealed_in_the_ledger(kind: str, tmp_path: Path) -> None:
    async def read(house: House, id: str, by: Actor) -> bytes:
        rows = await house.campaigns.entries(id, by.id)
        return canonical([{key: row[key] for key in row if key != "chain"} for row in rows])

    one, two = parted(kind, tmp_path, read)
    assert {who for who in one if one[who] != two[who]} == {"leader"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_sealed_cannot_be_guessed_from_the_chain(kind: str, tmp_path: Path) -> None:
    """All may see the chain; who tries what might have been said does not find the link."""
    file, made = stage(kind)
    secret = sealed(kind)[0]

    async def tried() -> None:
        copy = tmp_path / "copy.sqlite3"
        shutil.copy(file, copy)
        house = House(copy, time=FROZEN)
        await house.start()
        before = (await house.now(made.id)).seq
        done = await house.does(made.id, actor(kind, "leader"), secret, "secret")
        rows = await house.campaigns.entries(made.id, made.leaders[0].id, before - 1)
        await house.close()
        assert done.entries[0] == before + 1
        last, row = rows[0], rows[1]
        known = {key: value for key, value in row["body"].items() if key != "salt"}
        assert linked(last["chain"], row) == row["chain"]
        assert linked(last["chain"], {**row, "body": known}) != row["chain"]

    asyncio.run(tried())
