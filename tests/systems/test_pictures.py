"""Every event has its picture on the table, made from the event alone, or a reason why it has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.events import Event
from app.engine.formations import Formation, footprint
from app.engine.geometry import Point, distance, rectangle
from app.engine.pictures import GRAVES, KINDS, WHO, Sketch
from app.engine.refusals import Clause
from app.engine.session import Session
from app.engine.system import RuleSystem, Telling
from app.engine.thoughts import mean
from app.engine.ways import led
from app.games.look import grave_of
from app.games.parts import pictured
from app.judge.blocks import blocks
from app.judge.referee import Referee
from app.systems import system_of
from app.systems.daimyo.moving.events import UnitMoved
from app.systems.daimyo.pursuit.rout_events import RoutMoved
from app.systems.daimyo.state import UnitId
from app.systems.kensei.measure import formation
from app.systems.kensei.orders.events import OrderSettled
from app.systems.kensei.page.pictures import stations
from bench.odds import Reader

SYSTEMS = ("ronin", "celtos", "daimyo", "kensei")
CASES = {
    "ronin": "shooting/shooting", "celtos": "shooting/hits", "daimyo": "fire/mixed", "kensei": "shooting/volleys",
}  # fmt: skip
RULINGS = Path("tests/rulings")
CLAUSE = Clause("DAI-MOV-20")


def fields_of(sketch: Sketch) -> set[str]:
    """The fields whose names must be right, for nobody else looks whether they are there."""
    said = [one for one in (sketch.good, sketch.word, sketch.way) if isinstance(one, str)]
    return {name for one in (sketch.place, sketch.far, *said) for name in one.split()}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_kind_of_event_is_pictured_or_says_why_not(key: str) -> None:
    system: Any = system_of(key)
    kinds = {str(one.__struct_config__.tag) for one in system.event_types}
    assert set(system.pictures) | set(system.unpictured) == kinds
    assert set(system.pictures) & set(system.unpictured) == set()
    assert {one.kind for one in system.pictures.values()} <= set(KINDS)
    assert all(system.unpictured.values())


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_says_what_came_of_a_deed_is_an_event_of_one_rank(key: str) -> None:
    system: Any = system_of(key)
    named = [kind for kinds in system.upshots for kind in kinds]
    assert len(system.upshots) > 1
    assert Counter(named) == Counter(set(named))
    assert set(named) <= {str(one.__struct_config__.tag) for one in system.event_types}


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_is_grave_is_an_event_of_one_gravity_and_each_fall_is_grave(key: str) -> None:
    system: Any = system_of(key)
    named = [kind for kinds in system.graves.values() for kind in kinds]
    assert tuple(system.graves) == GRAVES
    assert Counter(named) == Counter(set(named))
    assert set(named) <= {str(one.__struct_config__.tag) for one in system.event_types}
    assert {kind for kind, sketch in system.pictures.items() if sketch.kind in ("fall", "rout")} <= set(named)


def test_how_grave_an_event_is_stands_beside_what_is_shown_of_it() -> None:
    ronin = system_of("ronin")
    kinds = ("ronin.killed", "ronin.left-table", "ronin.wounded", "ronin.morale-tested", "ronin.drifted",
             "ronin.morale-changed", "ronin.moved")  # fmt: skip
    assert [grave_of(ronin, kind) for kind in kinds] == [1, 2, 3, 4, 5, 5, 0]


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_is_grave_only_where_it_failed_says_whether_it_did(key: str) -> None:
    system: Any = system_of(key)
    assert [kind for kind in system.graves["nerve"] if not system.pictures[kind].good] == []


@pytest.mark.parametrize(("how", "weight"), [("done", "quiet"), ("given-up", "deed"), ("lapsed", "deed")])
def test_an_order_of_kensei_that_is_not_carried_out_is_told(how: str, weight: str) -> None:
    event = OrderSettled(clause=Clause("KEN-ORD-13"), unit="red-2", number=0, how=how)
    told = system_of("kensei").tell(event)
    assert told.picture
    assert (told.weight, told.picture.by) == (weight, ("red-2",))


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_picture_names_fields_that_its_event_has(key: str) -> None:
    system: Any = system_of(key)
    for one in system.event_types:
        sketch, fields = system.pictures.get(str(one.__struct_config__.tag)), set(one.__struct_fields__)
        if sketch is None:
            continue
        assert fields_of(sketch) <= fields, one
        assert not sketch.by or set(sketch.by.split()) & fields, one
        assert sketch.at in ("", "target") or set(sketch.at.split()) & fields, one
        assert sketch.by or sketch.at or sketch.kind == "banner", one
        assert sketch.by == WHO or sketch.kind != "banner" or sketch.by in ("", "seat", "clan"), one


def told(system: RuleSystem[Any]) -> Iterator[Telling]:
    """What is told of a random battle, and of a few rulings."""
    for session in phases(system, system.begin(draw_setup(system, Random(5)))):
        for _ in by_chance(session, Random(7)):
            pass
        yield from (system.tell(event) for event in session.events)
    for block in blocks(RULINGS / system.key / f"{CASES[system.key]}.case"):
        reader = Reader()
        reader.follow(block)
        if reader.session:
            yield from (system.tell(event) for event in reader.session.events)


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_battle_comes_out_in_pictures(key: str) -> None:
    system: Any = system_of(key)
    seen, words = Counter[str](), Counter[bool]()
    for telling in told(system):
        if (picture := telling.picture) is None:
            assert telling.weight in ("quiet", "die") or telling.about.rsplit(".", 1)[0] not in system.pictures
            continue
        seen[picture.kind] += 1
        words[not picture.word or f"word.{picture.word}" in system.sentences] += 1
        assert all(isinstance(id, str) and id for id in (*picture.by, *picture.at))
    assert words[True] > 30 * words[False]
    assert {"walk", "shot", "banner", "word"} <= set(seen)


NEAR, ENOUGH = 30, 9
"""1/100 mm that rounding may make; so many ways are enough."""


def way_of(system: RuleSystem[Any], event: Event) -> tuple[Point, ...]:
    """Along which way an event is shown."""
    picture = system.tell(event).picture
    return picture.way if picture else ()


def middle(system: RuleSystem[Any], state: Any, unit: str) -> Point:
    """The middle of a unit as everybody sees it: of its outline, in loose order of those who are in it."""
    view = system.view(state, None)
    (group,) = (one for band in view.sides for one in band.groups if one.id == unit)
    return mean(group.outline or [Point(one.x, one.y) for one in view.pieces if one.id in group.members])


@pytest.mark.parametrize("key", ["daimyo", "kensei"])
def test_a_formation_is_shown_on_its_way_from_where_it_stood_to_where_it_stands(key: str) -> None:
    system: Any = system_of(key)
    seen = 0
    for session in phases(system, system.begin(draw_setup(system, Random(5)))):
        state = session.state
        for _ in by_chance(session, Random(7)):
            pass
        for event in session.events:
            way, unit = way_of(system, event), str(getattr(event, "unit", ""))
            before, state = state, system.evolve(state, event)
            if event.kind in ("daimyo.unit-moved", "kensei.unit-moved", "kensei.charge-moved") and way:
                seen += 1
                assert distance(way[0], middle(system, before, unit)) < NEAR
                assert distance(way[-1], middle(system, state, unit)) < NEAR
        if seen >= ENOUGH:
            return
    raise AssertionError(f"only {seen} ways")


Moved = Callable[[Path], list[tuple[Any, Any, Any]]]
WHENCE = {
    "daimyo": (("melee/results", "moving/building"), {"daimyo.unit-moved", "daimyo.building-entered"}),
    "kensei": (
        ("flight/flight", "flight/chase", "duels/chasing", "magic/casting"),
        {"kensei.unit-fled", "kensei.chased", "kensei.bolted", "kensei.pursuer-moved"},
    ),
}
"""Cases in which somebody is moved by an event that does not say where he stood, and the kinds they must show."""


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> Moved:
    """What asks where somebody stood in the cases of a file, each with the state before and after it."""
    found: list[tuple[Any, Any, Any]] = []
    emit = Session.emit

    def watched(session: Session[Any], event: Event) -> None:
        before = session.state
        emit(session, event)
        sketch = session.system.pictures.get(event.kind)  # type: ignore[attr-defined]
        if sketch and sketch.whence(event):
            found.append((before, event, session.state))

    def follow(path: Path) -> list[tuple[Any, Any, Any]]:
        for block in blocks(path):
            Reader.follow(Referee(), block)  # type: ignore[arg-type]
        return found

    monkeypatch.setattr(Session, "emit", watched)
    return follow


@pytest.mark.parametrize("key", ["daimyo", "kensei"])
def test_who_is_moved_by_what_does_not_say_whence_is_shown_from_the_middle_of_his_ground_to_its_middle(
    key: str, moved: Moved
) -> None:
    system: Any = system_of(key)
    files, wanted = WHENCE[key]
    seen = Counter[str]()
    for file in files:
        found = moved(RULINGS / key / f"{file}.case")
    for before, event, state in found:
        way, unit = led(system, before, event, state), str(getattr(event, "unit", ""))
        if not way or not unit:
            continue
        seen[event.kind] += 1
        hidden = getattr(before.units[unit], "host", "")
        assert hidden or distance(way[0], middle(system, before, unit)) < NEAR, event
        assert getattr(state.units[unit], "host", "") or distance(way[-1], middle(system, state, unit)) < NEAR, event
    assert wanted <= set(seen), seen


def test_a_rank_that_runs_away_is_shown_to_its_middle_half_its_depth_behind_its_front(
    moved: Moved,
) -> None:
    system: Any = system_of("kensei")
    shown = 0
    for before, event, state in moved(RULINGS / "kensei/flight/flight.case"):
        unit = state.units[getattr(event, "unit", "")]
        if event.kind == "kensei.unit-fled" and unit.ranked and (way := led(system, before, event, state)):
            shown += 1
            depth = formation(state, unit).depth
            assert abs(distance(way[-1], unit.at) - depth // 2) < NEAR
            assert abs(distance(*way) - event.distance) < depth
    assert shown > 2


ASKED = {
    "ronin": ("moving/withdraw",),
    "celtos": ("reactions/mixed", "shooting/shooting"),
    "daimyo": ("fire/defence", "melee/flow", "disorder/mixed", "leaders/danger"),
    "kensei": ("flight/reaction", "flight/chase", "duels/leaving", "duels/rounds", "duels/challenges", "magic/casting",
               "shooting/volleys"),
}  # fmt: skip
"""Cases in which each question is asked that is about another."""


@pytest.mark.parametrize("key", SYSTEMS)
def test_what_a_question_is_about_is_drawn_from_whom_to_whom(key: str) -> None:
    system: Any = system_of(key)
    assert {sketch.kind for sketch in system.asked.values()} <= set(KINDS)
    assert all(about in system.sentences for about in system.asked)
    seen = set[str]()
    for block in (one for file in ASKED[key] for one in blocks(RULINGS / key / f"{file}.case")):
        reader = Reader()
        reader.follow(block)
        for session, question in reader.questions:
            if (picture := pictured(system, question)) is None:
                continue
            seen.add(question.about)
            view = system.view(session.state, question.seat)
            known = {p.id for p in view.pieces} | {g.id for band in view.sides for g in band.groups}
            assert {*picture.by, *picture.at} <= known, question.about
            assert picture.by, question.about
            assert picture.at, question.about
    assert seen == set(system.asked)


def test_a_charge_is_shown_beyond_its_last_station_to_where_it_ends() -> None:
    start = Formation(Point(20_000, 20_000), 0, 4, 8, 2_000, 2_000)
    wheeled, end = start._replace(facing=3_000), start._replace(at=Point(24_000, 13_072), facing=3_000)
    event = UnitMoved(
        clause=CLAUSE, unit=UnitId("a"), how="charge", at=end.at, facing=end.facing, files=4,
        stations=(footprint(start), footprint(wheeled)),
    )  # fmt: skip
    way = way_of(system_of("daimyo"), event)
    assert all(distance(a, b.centre) < NEAR for a, b in zip(way, (start, wheeled, end), strict=True))
    stays = UnitMoved(clause=CLAUSE, unit=UnitId("a"), how="face", at=end.at, facing=0, files=4)
    assert way_of(system_of("daimyo"), stays) == ()


def test_a_rout_is_shown_along_its_way_also_off_the_table() -> None:
    start = Formation(Point(20_000, 20_000), 0, 4, 8, 2_000, 2_000)
    end = start._replace(at=Point(20_000, 30_000))
    daimyo = system_of("daimyo")
    ran = RoutMoved(clause=CLAUSE, unit=UnitId("a"), start=footprint(start), end=footprint(end), heading=18_000)
    assert way_of(daimyo, ran) == (start.centre, end.centre)
    assert way_of(daimyo, replace(ran, end=(), distance=10_000)) == (start.centre, end.centre)


def test_who_forms_up_or_scatters_goes_from_the_middle_of_all_to_the_middle_of_all() -> None:
    rank = rectangle(Point(50_000, 50_000), 8_000, 2_000)
    bases = tuple(rectangle(Point(20_000 + n * 3_000, 20_000), 2_000, 2_000) for n in range(4))
    there = tuple(rectangle(Point(20_000 + n * 3_000, 29_000), 2_000, 2_000) for n in range(4))
    assert [len(one) for one in stations((*bases, rank), 0)] == [4, 1]
    assert [len(one) for one in stations((rank, *bases), 4)] == [1, 4]
    assert [len(one) for one in stations((*bases, *there), 4)] == [0, 4, 4]
    assert [len(one) for one in stations((rank, rank), 0)] == [0, 1, 1]
    assert list(stations((), 0)) == [()]


@pytest.mark.parametrize(("short", "good"), [(0, True), (2, False)])
def test_a_unit_whose_nerve_falls_short_is_not_shown_to_have_kept_it(short: int, good: bool) -> None:
    system: Any = system_of("daimyo")
    assert system.pictures["daimyo.morale-tested"].good(SimpleNamespace(margin=short)) is good
