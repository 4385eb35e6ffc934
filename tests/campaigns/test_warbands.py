"""Warbands between two battles."""

from __future__ import annotations

from typing import Any

from app.campaigns.desk import Command
from app.campaigns.ledger.events import Joined, Mustered
from app.campaigns.ledger.rulings import Correct
from app.campaigns.rounds.course import Start
from app.campaigns.warbands.deeds import (
    Buy,
    Dismiss,
    HandOver,
    Raise,
    Reserve,
    RetireMember,
    RetireWarband,
    TakeBack,
)
from app.campaigns.warbands.telling import NameMember, Write
from app.engine.campaigns import Delta
from tests.campaigns.people_table import shop
from tests.campaigns.rounds_table import HOST, Table


def code(table: Table, guest: str, given: Command) -> str:
    """The code of the refusal, or nothing; a refusal changes nothing."""
    before = table.now
    no = table.give(guest, given)
    assert no is None or table.now == before
    return no.code if no else ""


def newcomer(table: Table, guest: str) -> None:
    table.put(Joined(guest=guest, name=guest))


def raised(**values: Any) -> Raise:
    return Raise(**{"name": "Cranes", "emblem": 2, "hue": 2, "roster": 5, **values})


def test_a_warband_is_made_of_a_roster_and_keeps_what_was_not_spent() -> None:
    table = shop(0)
    newcomer(table, "eva")
    assert code(table, "eva", raised(roster="no")) == "small.roster"
    assert code(table, "eva", raised(roster=0)) == "warband.empty"
    assert code(table, "eva", raised(roster="x" * 60_001)) == "warband.roster"
    assert code(table, "eva", raised()) == ""
    (one,) = table.now.warbands.values()
    assert (one.guest, one.band.purse, len(one.band.members)) == ("eva", 50, 5)
    assert code(table, "eva", raised(name="Two")) == "warband.second"


def test_names_and_marks_differ_while_they_can() -> None:
    table = shop(1)
    newcomer(table, "eva")
    assert code(table, "eva", raised(name="w0")) == "warband.name-taken"
    assert code(table, "eva", raised(emblem=1)) == "warband.emblem-taken"
    assert code(table, "eva", raised(hue=1)) == "warband.hue-taken"
    assert code(table, "eva", raised(emblem=7)) == "warband.emblem"
    assert code(table, "eva", raised(hue=0)) == "warband.hue"


def test_the_seventh_shares_an_emblem_but_no_pair() -> None:
    table = shop(0)
    for n in range(1, 9):
        newcomer(table, f"g{n}")
    for n in range(1, 7):
        assert code(table, f"g{n}", raised(name=f"W{n}", emblem=n, hue=n)) == ""
    assert code(table, "g7", raised(name="W7", emblem=1, hue=1)) == "warband.marks-taken"
    assert code(table, "g7", raised(name="W7", emblem=1, hue=2)) == ""


def test_buying_costs_what_it_costs_and_ids_never_come_twice() -> None:
    table = shop(1)
    assert code(table, "p0", Buy(warband="w0", key="moon")) == "warband.no-offer"
    assert code(table, "p0", Buy(warband="w0", key="ogre")) == "small.purse"
    assert code(table, "p1", Buy(warband="w0", key="man")) == "campaign.not-yours"
    for _ in range(3):
        assert code(table, "p0", Buy(warband="w0", key="man", name="Goro")) == ""
    band = table.now.warbands["w0"].band
    assert band.purse == 20
    assert len(band.members) == 8


def test_a_recruit_that_has_not_fought_gives_its_cost_back_a_veteran_does_not() -> None:
    table = shop(1)
    assert code(table, "p0", Dismiss(warband="w0", member="m0")) == ""
    assert table.now.warbands["w0"].band.purse == 60
    assert code(table, "p0", Dismiss(warband="w0", member="m0")) == "warband.member-gone"
    correction = Correct(warband="w0", deltas=(Delta("battles", who="m1", add=1),), reason="forgotten")
    assert code(table, HOST, correction) == ""
    assert code(table, "p0", Dismiss(warband="w0", member="m1")) == "warband.fought"
    assert code(table, "p0", RetireMember(warband="w0", member="m1")) == ""
    assert table.now.warbands["w0"].band.purse == 60
    for member in ("m2", "m3"):
        assert code(table, "p0", RetireMember(warband="w0", member=member)) == ""
    assert code(table, "p0", RetireMember(warband="w0", member="m4")) == "warband.last"


def test_a_locked_roster_is_neither_bought_for_nor_retired() -> None:
    table = shop(2)
    assert table.give(HOST, Start()) is None
    battle = table.battles()[0].id
    table.put(Mustered(fixture=battle, warband="w0", members=("m0",), version=0))
    assert code(table, "p0", Buy(warband="w0", key="man")) == "warband.locked"
    assert code(table, "p0", RetireWarband(warband="w0")) == "warband.locked"
    assert code(table, "p0", NameMember(warband="w0", member="m0", name="Saru")) == ""


def test_naming_again_is_nothing_new() -> None:
    table = shop(1)
    assert code(table, "p0", NameMember(warband="w0", member="m9", name="Saru")) == "warband.no-member"
    assert code(table, "p0", NameMember(warband="w0", member="m0", name=" Saru ")) == ""
    size = len(table.entries)
    assert code(table, "p0", NameMember(warband="w0", member="m0", name="Saru")) == ""
    assert len(table.entries) == size
    assert table.now.warbands["w0"].band.members["m0"].name == "Saru"


def test_reserve_and_back_and_into_other_hands() -> None:
    table = shop(2)
    newcomer(table, "eva")
    assert code(table, "p0", Reserve(warband="w0")) == ""
    assert table.now.warbands["w0"].status == "reserve"
    assert code(table, "p0", TakeBack(warband="w0")) == ""
    assert table.now.warbands["w0"].status == "active"
    assert code(table, HOST, HandOver(warband="w0", guest="p1")) == "warband.second"
    assert code(table, HOST, HandOver(warband="w0", guest="nobody")) == "people.not-in"
    assert code(table, HOST, HandOver(warband="w0", guest="eva")) == ""
    assert table.now.warbands["w0"].guest == "eva"
    assert code(table, "p0", Buy(warband="w0", key="man")) == "campaign.not-yours"


def test_a_host_gives_a_reason_for_retiring_a_warband() -> None:
    table = shop(1)
    assert code(table, HOST, RetireWarband(warband="w0")) == "people.reason"
    assert code(table, HOST, RetireWarband(warband="w0", reason="asked for it")) == ""
    assert code(table, "p0", Buy(warband="w0", key="man")) == "warband.retired"


def test_pages_are_of_own_battles() -> None:
    table = shop(3)
    assert table.give(HOST, Start()) is None
    other = next(one.id for one in table.now.fixtures.values() if "w0" not in one.sides)
    assert code(table, "p0", Write(warband="w0", title="T", text="x", fixture=other)) == "warband.no-battle"
    assert code(table, "p0", Write(warband="w0", title="T", text="x", version=3)) == "warband.no-moment"
    assert code(table, "p0", Write(warband="w0", title="T", text="")) == "people.text"
    assert code(table, "p0", Write(warband="w0", title="T", text="It rained.\nWe lost.")) == ""
    assert table.now.warbands["w0"].chapters[0].by == "p0"


def test_corrections_are_lines_of_their_own() -> None:
    table = shop(1)
    for deltas, wanted in (
        ((), "ruling.changes"),
        ((Delta("purse", add=-51),), "warband.unfit"),
        ((Delta("cost", who="m0", add=5),), "ruling.field"),
        ((Delta("purse", who="m0", add=5),), "ruling.field"),
        ((Delta("notes.x", add=5),), "ruling.field"),
        ((Delta("member", put={"id": "z"}),), "ruling.field"),
        ((Delta("state", who="m0", put="king"),), "ruling.state"),
        ((Delta("state", who="m0", put=7),), "ruling.state"),
        ((Delta("models", who="m0", add=1),), "ruling.models"),
        ((Delta("injuries", who="m0", less="eye"),), "warband.unfit"),
        ((Delta("kills", who="m9", add=1),), "warband.unfit"),
    ):
        assert code(table, HOST, Correct(warband="w0", deltas=deltas, reason="counted anew")) == wanted
    good = (Delta("purse", add=5), Delta("honour", add=-2), Delta("gained", who="m0", more="brave"))
    assert code(table, "p0", Correct(warband="w0", deltas=good, reason="counted anew")) == "campaign.not-yours"
    assert code(table, HOST, Correct(warband="w0", deltas=good, reason="no")) == "people.reason"
    size = len(table.entries)
    assert code(table, HOST, Correct(warband="w0", deltas=good, reason="counted anew")) == ""
    assert len(table.entries) == size + 1
    band = table.now.warbands["w0"].band
    assert (band.purse, band.honour, band.members["m0"].gained) == (55, -2, ("brave",))
