"""What warbands give each other: nothing is lost, nothing made, nobody falls below nothing."""

from __future__ import annotations

from app.campaigns.desk import Command
from app.campaigns.ledger.events import Mustered, Traded
from app.campaigns.ledger.rulings import Correct
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.deeds import Buy, RetireMember, RetireWarband
from app.campaigns.warbands.trades import AcceptTrade, OfferTrade, Transfer, WithdrawTrade
from app.engine.campaigns import Delta
from tests.campaigns.people_table import shop
from tests.campaigns.rounds_table import HOST, Table


def code(table: Table, guest: str, given: Command) -> str:
    """The code of the refusal, or nothing; a refusal changes nothing."""
    before = table.now
    no = table.give(guest, given)
    assert no is None or table.now == before
    return no.code if no else ""


def purses(table: Table) -> int:
    return sum(one.band.purse for one in table.now.warbands.values())


def living(table: Table) -> int:
    return sum(len(one.band.living()) for one in table.now.warbands.values())


def offered(table: Table) -> str:
    return next(iter(table.now.trades))


def test_a_trade_moves_points_and_members_both_ways_in_one_line() -> None:
    table = shop(2)
    assert code(table, "p0", Buy(warband="w0", key="man", name="Goro")) == ""
    before = purses(table), living(table)
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", gives=("n6",), gets=20)) == ""
    assert code(table, "p0", AcceptTrade(warband="w0", trade=offered(table))) == "trade.unknown"
    assert code(table, "p1", AcceptTrade(warband="w1", trade=offered(table))) == ""
    assert (purses(table), living(table)) == before
    assert not table.now.trades
    assert isinstance(table.entries[-1], Traded)
    one, other = (table.now.warbands[id].band for id in ("w0", "w1"))
    assert (one.purse, other.purse) == (60, 30)
    assert one.members["n6"].state == "retired"
    assert other.members["n6"].name == "Goro"


def test_ids_and_marks_stay_unique_where_they_meet() -> None:
    table = shop(2)
    for guest, id in (("p0", "w0"), ("p1", "w1")):
        assert code(table, guest, Buy(warband=id, key="man")) == ""
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", gives=("m0", "m1", "n6"))) == ""
    assert code(table, "p1", AcceptTrade(warband="w1", trade=offered(table))) == ""
    members = table.now.warbands["w1"].band.members
    assert len(members) == 9
    assert all(id == one.id for id, one in members.items())
    codes = [one.line["code"] for one in members.values() if one.line]
    assert len(codes) == len({*codes}) == 2


def test_nobody_gives_what_he_has_not() -> None:
    table = shop(2)
    give = OfferTrade
    for made, wanted in (
        (give(warband="w0", to="w1", pays=51), "trade.purse"),
        (give(warband="w0", to="w1", pays=-5), "trade.purse"),
        (give(warband="w0", to="w1", gets=51), "trade.purse"),
        (give(warband="w0", to="w1"), "trade.nothing"),
        (give(warband="w0", to="w0", pays=5), "trade.itself"),
        (give(warband="w0", to="w9", pays=5), "warband.unknown"),
        (give(warband="w0", to="w1", gives=("m9",)), "warband.no-member"),
        (give(warband="w0", to="w1", gives=("m0", "m0")), "trade.members"),
        (give(warband="w0", to="w1", gives=("m0", "m1", "m2", "m3", "m4")), "trade.last"),
    ):
        assert code(table, "p0", made) == wanted


def test_what_was_offered_is_looked_at_again_when_it_is_taken_up() -> None:
    table = shop(2)
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", gives=("m0",), gets=50)) == ""
    assert code(table, "p1", Buy(warband="w1", key="man")) == ""
    assert code(table, "p1", AcceptTrade(warband="w1", trade=offered(table))) == "trade.purse"
    assert code(table, "p0", RetireMember(warband="w0", member="m0")) == ""
    assert code(table, "p1", AcceptTrade(warband="w1", trade=offered(table))) == "warband.member-gone"
    assert code(table, "p1", WithdrawTrade(warband="w1", trade=offered(table))) == ""
    assert not table.now.trades


def test_a_member_comes_only_where_it_can_fight() -> None:
    table = shop(2)
    made = {"id": "o", "kind": "ogre", "line": {}, "cost": 1}
    one = table.now.warbands["w0"]
    table.put(Traded(one="w0", other="w1", deltas=(Delta("member", put=made),), others=()))
    assert one.band != table.now.warbands["w0"].band
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", gives=("o",))) == "small.ogre"


def test_locked_rosters_do_not_trade_and_retired_ones_leave_no_offers() -> None:
    table = shop(2)
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", pays=5)) == ""
    size = len(table.now.trades)
    assert code(table, "p0", OfferTrade(warband="w0", to="w1", pays=5)) == ""
    assert len(table.now.trades) == size
    assert table.give(HOST, Start()) is None
    table.put(Mustered(fixture=table.battles()[0].id, warband="w1", members=("m0",), version=0))
    assert code(table, "p1", AcceptTrade(warband="w1", trade=offered(table))) == "warband.locked"
    assert code(table, "p0", RetireWarband(warband="w0")) == ""
    assert not table.now.trades


def test_an_umpire_transfers_with_a_reason() -> None:
    table = shop(2)
    total = purses(table)
    assert code(table, "p0", Transfer(warband="w0", to="w1", points=5, reason="ransom")) == "campaign.not-yours"
    assert code(table, HOST, Transfer(warband="w0", to="w1", points=5, reason="x")) == "people.reason"
    assert code(table, HOST, Transfer(warband="w0", to="w1", points=-5, reason="ransom")) == "trade.purse"
    assert code(table, HOST, Transfer(warband="w0", to="w1", points=5, members=("m0",), reason="ransom")) == ""
    assert purses(table) == total
    assert len(table.now.warbands["w1"].band.living()) == 6


def test_offers_are_bounded() -> None:
    table = shop(2)
    codes = [code(table, "p0", OfferTrade(warband="w0", to="w1", pays=n)) for n in range(1, 12)]
    assert codes == [""] * 10 + ["trade.offers"]


def test_trading_the_same_member_back_and_forth_never_runs_out_of_ids() -> None:
    table = shop(2)
    assert code(table, HOST, Correct(warband="w0", deltas=(Delta("name", who="m0", put="Ball"),), reason="name")) == ""
    id, of, to = "m0", "w0", "w1"
    for _ in range(6):
        assert code(table, HOST, Transfer(warband=of, to=to, members=(id,), reason="again")) == ""
        id = list(table.now.warbands[to].band.members)[-1]
        assert table.now.warbands[to].band.members[id].name == "Ball"
        of, to = to, of
    assert living(table) == 10
