"""Exports: read back byte for byte, secrets kept, and every fault found."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.campaigns.battles.musters import Muster
from app.campaigns.battles.results import Over
from app.campaigns.battles.tables import Lay
from app.campaigns.ledger.events import Mapped, Ordered, RoundOpened, Shown, SplitSet
from app.campaigns.ledger.exporting import LIMITS, Import, depth, export, read, rows_of
from app.campaigns.ledger.verifying import verify
from app.campaigns.model import Round
from app.campaigns.rounds.course import EndCampaign, Start
from app.engine.campaigns import Deed
from app.engine.digest import canonical, digest
from app.engine.refusals import Refusal
from app.store.db import Row
from app.systems import SYSTEMS
from tests.campaigns.people_table import of_system, rows, shop
from tests.campaigns.rounds_table import HOST, Table


def fought(count: int = 2, *, ended: bool = True) -> Table:
    """A campaign in which one battle was fought, with dice in its aftermath, and the round is closed."""
    table = shop(count)
    assert table.give(HOST, Start()) is None
    one = table.battles()[0]
    for side in one.sides:
        assert table.give(table.guest(side), Muster(warband=side, fixture=one.id, members=table.fit(side))) is None
    assert table.give("", Lay(fixture=one.id, game="game")) is None
    deeds = {side: tuple(Deed(id=f"m{n}", fate="fallen") for n in range(4)) for side in one.sides}
    points = dict.fromkeys(one.sides, 1)
    assert table.give("", Over(fixture=one.id, winner=one.sides[0], points=points, deeds=deeds)) is None
    table.wait(days=9)
    if ended and table.now.state != "ended":
        assert table.give(HOST, EndCampaign(reason="enough")) is None
    return table


def row_of(found: list[Row]) -> Row:
    return {"id": "c", "chain": found[-1]["chain"]}


def file_of(table: Table, records: dict[str, Any] | None = None) -> bytes:
    found = rows(table)
    return export(row_of(found), found, records or {})


def changed(raw: bytes, change: Any) -> bytes:
    """The file with something in it changed by hand."""
    built = msgspec.json.decode(raw)
    change(built)
    return canonical(built)


def test_an_export_is_sound_and_comes_back_byte_for_byte() -> None:
    table = fought()
    raw = file_of(table)
    assert verify(raw, SYSTEMS) == []
    made = read(raw)
    assert isinstance(made, Import)
    assert made.now == table.now
    assert made.sealed == 0
    again = rows_of(made, "other")
    assert export({"id": "other", "origin": "c", "chain": made.export.chain}, again, {}) == raw


def test_throws_are_in_it_and_one_that_was_bent_is_found() -> None:
    table = fought()
    raw = file_of(table)
    at = next(n for n, one in enumerate(msgspec.json.decode(raw)["entries"]) if one["body"].get("throw", -1) >= 0)

    def bend(built: Any) -> None:
        faces = built["entries"][at]["body"]["step"]["faces"]
        faces[0] = faces[0] % 6 + 1

    faults = verify(changed(raw, bend), SYSTEMS)
    assert any("chain breaks" in fault for fault in faults)
    assert any("thrown again" in fault for fault in faults)


def test_a_throw_left_out_of_an_otherwise_sound_ledger_is_found() -> None:
    table = fought()
    thrown = [n for n, one in enumerate(table.entries) if getattr(one, "throw", -1) >= 0]
    assert len(thrown) > 2
    del table.entries[thrown[0]]
    found = rows(table)
    faults = verify(export(row_of(found), found, {}), SYSTEMS)
    assert len(faults) == 1
    assert "throw 0 of round 1 is missing" in faults[0]


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    table = fought()

    def swap(built: Any) -> None:
        for one in built["entries"]:
            if one["kind"] == "round-closed":
                one["body"]["seed"] = "00" * 32

    assert any("did not commit" in fault for fault in verify(changed(file_of(table), swap), SYSTEMS))


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        (lambda b: b["warbands"].update(w0=digest("x")), "warband w0 is not"),
        (lambda b: b.update(chain="0" * 64), "does not end where"),
        (lambda b: b["entries"][1].update(at_ms=1), "chain breaks at entry 2"),
        (lambda b: b.update(system="celtos"), "not of celtos"),
        (lambda b: b["records"].update(f9={"game": "x"}), "battle f9"),
        (lambda b: b["entries"].pop(3), "export.fold"),
        (lambda b: b["entries"][0]["body"]["settings"].update(worlds={"skirmish~x": 7}), "export.fold"),
        (lambda b: b["entries"][0]["body"]["settings"].update(grounds={"g": 7}), "export.fold"),
        (lambda b: b["entries"][2]["body"].update(crown=1), "export.fold"),
        (lambda b: b["entries"][2].update(kind="left"), "export.fold"),
        (lambda b: b.update(crown=1), "export.unreadable"),
        (lambda b: b.update(format=9), "export.format"),
    ],
)
def test_every_change_by_hand_is_found(change: Any, wanted: str) -> None:
    assert any(wanted in fault for fault in verify(changed(file_of(fought()), change), SYSTEMS))


def test_a_record_of_a_battle_must_be_sound() -> None:
    table = fought()
    battle = next(one.id for one in table.now.fixtures.values() if one.game)
    raw = file_of(table, {battle: {"game": "game"}})
    assert any("not a record" in fault for fault in verify(raw, SYSTEMS))


def test_what_is_sealed_is_there_as_its_digest_only() -> None:
    table = shop(2)
    assert table.give(HOST, Start()) is None
    one = table.battles()[0]
    assert table.give("p0", Muster(warband="w0", fixture=one.id, members=("m0", "m3"))) is None
    table.put(SplitSet(warband="w0", groups={"a": ("m4",)}, seen_by=("p0",)))
    raw = file_of(table)
    made = read(raw)
    assert isinstance(made, Import)
    assert made.sealed == 2
    assert b'"groups"' not in raw
    assert b'"members":["m0","m3"]' not in raw
    assert verify(raw, SYSTEMS) == []
    assert table.give("p1", Muster(warband="w1", fixture=one.id, members=("m0",))) is None
    assert table.give("", Lay(fixture=one.id, game="game")) is None
    assert b'"members":["m0","m3"]' in file_of(table)


def test_march_orders_are_in_full_once_they_were_opened() -> None:
    table = shop(1)
    table.put(Mapped(map={}), RoundOpened(round=Round(number=1, commit="")))
    table.put(Ordered(warband="w0", way=("kai", "shinano"), seen_by=("p0",)))
    assert b"shinano" not in file_of(table)
    table.put(Shown(orders={"w0": ("kai",)}))
    assert b"shinano" in file_of(table)


def nested(depth: int) -> Any:
    """A list in a list, so many times over."""
    return [nested(depth - 1)] if depth else []


def test_files_are_bounded() -> None:
    for raw, wanted in (
        (b"x" * (LIMITS["bytes"] + 1), "export.large"),
        (file_of(fought(), {"battle": nested(LIMITS["depth"])}), "export.deep"),
        (b"[" * 100_000, "export.unreadable"),
        (b"not json", "export.unreadable"),
        (b"", "export.unreadable"),
        (b'{"format":1,"campaign":"c","system":"s","chain":"","entries":[]}', "export.unreadable"),
    ):
        found = read(raw)
        assert isinstance(found, Refusal)
        assert found.code == wanted


def test_brackets_in_strings_are_not_nesting() -> None:
    assert depth(b'{"a": "[[[\\"[[", "b": [1, [2]]}') == 3


def paired_by_lot() -> Table:
    """Four warbands whose scenarios are drawn, with two rounds behind them."""
    table = of_system(4, "celtos", scenarios=("ford", "ambush", "granaries"), days=3)
    assert table.give(HOST, Start()) is None
    table.wait(days=4)
    table.wait(days=4)
    assert sum(one.state == "done" for one in table.now.rounds) >= 2
    return table


def test_pairs_and_scenarios_of_closed_rounds_are_drawn_again() -> None:
    assert verify(file_of(paired_by_lot()), SYSTEMS) == []


def test_a_pairing_that_its_lots_do_not_give_is_found_in_an_otherwise_sound_ledger() -> None:
    table = paired_by_lot()
    at = next(n for n, one in enumerate(table.entries) if isinstance(one, RoundOpened))
    opened = table.entries[at]
    assert isinstance(opened, RoundOpened)
    other = next(key for key in ("ford", "ambush") if key != opened.fixtures[0].scenario)
    bent = (replace(opened.fixtures[0], scenario=other), *opened.fixtures[1:])
    table.entries[at] = replace(opened, fixtures=bent)
    faults = verify(file_of(table), SYSTEMS)
    assert any("round 1 are not those that its lots give" in fault for fault in faults)
