"""Battles of each system from zones drawn by hand: everybody is set up in them, and whole random games end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.conformance import RandomGame, by_chance, phases
from app.engine.geometry import box
from app.engine.system import RuleSystem, Setup
from app.games import worlds
from app.games.worlds import World
from app.systems import SYSTEMS, system_of

DRAWN: dict[str, tuple[str, dict[str, list[list[int]]]]] = {
    "ronin": ("skirmish", {"north": [[0, 2, 12, 8], [20, 0, 30, 6]], "south": [[3, 28, 33, 36]],
                           "west": [[0, 0, 7, 30]], "east": [[28, 4, 36, 30]]}),
    "celtos": ("open-field", {"north": [[0, 90, 80, 120], [100, 80, 180, 110]], "south": [[30, 10, 150, 40]]}),
    "daimyo": ("meeting", {"south": [[0, 0, 80, 35], [100, 0, 180, 35]]}),
    "kensei": ("pitched_battle", {"south": [[10, 5, 110, 40]], "north": [[0, 95, 120, 120]]}),
}  # fmt: skip
ROLES: dict[str, tuple[str, dict[str, list[list[int]]]]] = {
    "celtos": ("envoy", {"escort": [[0, 20, 40, 110]]}),
    "daimyo": ("nagashino", {"allies": [[0, 0, 50, 50], [0, 60, 50, 120]]}),
}


def laid(key: str, base: str, changes: dict[str, Any]) -> Setup:
    """A lawful table of such a scenario."""
    found = worlds.trial(system_of(key), World(key, base, "Own", changes=changes))
    assert isinstance(found, Setup), [(no.code, no.facts) for no in found]
    return found


@pytest.mark.parametrize("key", DRAWN)
def test_a_random_battle_from_drawn_zones_ends(key: str) -> None:
    base, zones = DRAWN[key]
    RandomGame(system_of(key), 5, laid(key, base, {"zones": zones})).play()


@pytest.mark.parametrize("key", ROLES)
def test_a_random_battle_of_roles_from_drawn_zones_ends(key: str) -> None:
    base, zones = ROLES[key]
    RandomGame(system_of(key), 7, laid(key, base, {"zones": zones})).play()


@pytest.mark.parametrize("key", DRAWN)
def test_the_board_shows_the_zones_that_were_drawn(key: str) -> None:
    """While armies are set up each side is shown those of its edge or part, and no other."""
    base, zones = DRAWN[key]
    system = system_of(key)
    setup = laid(key, base, {"zones": zones})
    zoning = system.zoning(setup)  # type: ignore[attr-defined]  # systems may have none
    wanted = {tuple(box(zoning.outline(one))) for boxes in zoning.homes.values() for one in boxes}
    shown = set[tuple[int, ...]]()
    for session in phases(system, system.begin(setup)):
        for _ in by_chance(session, Random(3)):
            view = system.view(session.state, None)
            shown |= {tuple(box(zone.outline)) for zone in view.zones if zone.kind == "deploy"}
        if session.state.phase not in ("", "setup"):
            break
    assert shown
    assert shown <= wanted


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_zone_that_may_be_drawn_is_printed_on_the_table(system: RuleSystem[Any]) -> None:
    """What is printed lies on its table and keeps the distances that drawn ones have to keep."""
    for row in worlds.bases(system):
        of = worlds.zoning(system, World(system.key, row["id"], "Own"))
        if of is None:
            assert not any(part["form"] == "zones" for part in row["own"])
            continue
        width, depth = of.table
        for boxes in of.printed.values():
            assert all(0 <= b[0] < b[2] <= width and 0 <= b[1] < b[3] <= depth for b in boxes), row["id"]
        free = {who: [[*b] for b in boxes] for who, boxes in of.printed.items() if who not in of.fixed}
        assert worlds.faults(system, World(system.key, row["id"], "Own", changes={"zones": free})) == (), row["id"]


@pytest.mark.parametrize(
    ("base", "zones", "wanted"),
    [
        ("nagashino", {"allies": [[130, 10, 175, 110]], "takeda": [[5, 5, 50, 115]]}, ["0"]),
        ("nagashino", {"takeda": [[60, 10, 175, 110]]}, ["3000"]),
        ("kawanakajima", {"takeda": [[105, 0, 175, 110]], "uesugi": [[30, 75, 72, 118]]}, []),
        ("kawanakajima", {"takeda": [[66, 0, 140, 30]], "uesugi": [[30, 75, 72, 118]]}, ["5000"]),
        ("okehazama", {"oda": [[90, 0, 117, 28]]}, []),
        ("okehazama", {"oda": [[80, 0, 117, 28]]}, ["7000"]),
    ],
)
def test_drawn_zones_keep_apart_from_all_ground_of_the_enemy(
    base: str, zones: dict[str, list[list[int]]], wanted: list[str]
) -> None:
    """From that of single clans and of an HQ too, and from a circle as it is round (DAI-SCN-15)."""
    found = worlds.trial(system_of("daimyo"), World("daimyo", base, "Own", changes={"zones": zones}))
    told = [] if isinstance(found, Setup) else [no for no in found if no.code.startswith("zone.")]
    assert [str(int(no.facts["gap"]) // 100 * 100) for no in told if no.code == "zone.near"] == wanted, told
    assert len(told) == len(wanted), told
