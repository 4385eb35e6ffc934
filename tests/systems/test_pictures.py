"""Every event has its picture on the table, made from the event alone, or a reason why it has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app.conformance import by_chance, draw_setup, phases
from app.engine.pictures import KINDS, WHO, Sketch
from app.engine.system import RuleSystem, Telling
from app.judge.blocks import blocks
from app.systems import system_of
from bench.odds import Reader

SYSTEMS = ("ronin", "celtos", "daimyo", "kensei")
CASES = {
    "ronin": "shooting/shooting", "celtos": "shooting/hits", "daimyo": "fire/mixed", "kensei": "shooting/volleys",
}  # fmt: skip
RULINGS = Path("tests/rulings")


def fields_of(sketch: Sketch) -> set[str]:
    """The fields whose names must be right, for nobody else looks whether they are there."""
    said = [one for one in (sketch.good, sketch.word) if isinstance(one, str)]
    return {name for one in (sketch.way, sketch.place, sketch.far, *said) for name in one.split()}


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


@pytest.mark.parametrize(("short", "good"), [(0, True), (2, False)])
def test_a_unit_whose_nerve_falls_short_is_not_shown_to_have_kept_it(short: int, good: bool) -> None:
    system: Any = system_of("daimyo")
    assert system.pictures["daimyo.morale-tested"].good(SimpleNamespace(margin=short)) is good
