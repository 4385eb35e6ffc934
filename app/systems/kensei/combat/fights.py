"""Combats: which units make up one, which are left this turn, what they come to (topics CBT, DEF, RES)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.engine.events import Seat
from app.engine.modifiers import Line, total
from app.systems.kensei.armies.lists import command_points_of
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.arms import arm_of, weapon_lines
from app.systems.kensei.combat.blows.dice import Lines, charge_lines, cover, pairs_of, when
from app.systems.kensei.measure import all_wounds, strength
from app.systems.kensei.state import Contact, Fought, State
from app.systems.kensei.stats.lines import lines

PER_CHARACTER: int = table("resolution")["difference"]["character"]
WITHOUT: int = table("stats")["commandment"]["without"]
COMMANDS = c("KEN-STA-26")


class Fight(Struct, frozen=True, kw_only=True):
    """One Combat as it was when it began: its units, the characters in each, how many models each had."""

    units: tuple[UnitId, ...]
    characters: dict[str, tuple[UnitId, ...]]
    strengths: dict[str, int]


# -- which -----------------------------------------------------------------------------------


def fights_left(state: State) -> tuple[tuple[Unit, ...], ...]:
    """The Combats of this turn that are still to be fought, each with its units in list order (KEN-CBT-02)."""
    done = {id for one in state.fought for id in one.units}
    return tuple(units for units in all_fights(state) if not any(unit.id in done for unit in units))


def all_fights(state: State) -> Iterator[tuple[Unit, ...]]:
    """Units that fight each other, or fight the same enemy, together; each Combat once."""
    seen: dict[str, None] = {}
    for unit in state.fielded():
        if unit.id in seen or not pairs_of(state, unit):
            continue
        found = _linked(state, unit)
        seen.update(dict.fromkeys(found))
        yield tuple(u for u in state.fielded() if u.id in found)


def _linked(state: State, first: Unit) -> dict[str, None]:
    found: dict[str, None] = {first.id: None}
    ahead = [first]
    while ahead:
        for foe in pairs_of(state, ahead.pop()):
            if foe.id not in found:
                found[foe.id] = None
                ahead.append(foe)
    return found


def pinched(state: State, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Units with an enemy on the Front and one on the Rearguard that each came by a Charge of its own (KEN-DEF-02)."""
    return tuple(unit for unit in units if {"front", "rear"} <= {con.zone for con in _came_upon(state, unit)})


def _came_upon(state: State, unit: Unit) -> Iterator[Contact]:
    fighting = {foe.id for foe in pairs_of(state, unit)}
    return (con for con in state.contacts_of(unit.id) if con.on == unit.id and con.own and con.by in fighting)


def fight_of(state: State, units: tuple[Unit, ...]) -> Fight:
    """A Combat as it stands (KEN-CBT-20)."""
    return Fight(
        units=tuple(unit.id for unit in units),
        characters={unit.id: tuple(one.id for one in state.inside(unit.id)) for unit in units},
        strengths={unit.id: strength(state, unit) for unit in units},
    )


# -- who is in it ----------------------------------------------------------------------------


def bodies_of(state: State, fight: Fight, seat: Seat | None = None) -> tuple[Unit, ...]:
    """Its units that are left, of one seat or of all, and characters of it left alone (KEN-CNF-02)."""
    ids = (*fight.units, *(id for group in fight.characters.values() for id in group))
    found = (state.units[id] for id in ids)
    return tuple(unit for unit in found if unit.on_table and not unit.host and seat in (None, unit.seat))


def characters_of(state: State, fight: Fight, seat: Seat | None = None) -> tuple[Unit, ...]:
    """Living characters in it, in its units or alone, of one seat or of all."""
    ids = dict.fromkeys(id for unit in fight.units for id in (unit, *fight.characters[unit]))
    found = (state.units[id] for id in ids)
    return tuple(one for one in found if one.is_character and one.on_table and seat in (None, one.seat))


def seats_of(state: State) -> tuple[Seat, Seat]:
    """The player with the turn's Initiative, then the other (KEN-CBT-38)."""
    first = state.first or state.seats[0]
    return first, state.other(first)


# -- Initiative ------------------------------------------------------------------------------


def initiative_lines(state: State, unit: Unit) -> Lines:
    """What is added to the Initiative die of a unit or Special Character in its Combat (KEN-CBT-11)."""
    foes = pairs_of(state, state.body(unit))
    covers = [cover(state, state.body(unit), foe, "initiative") for foe in foes]
    return (
        *lines(state, unit, "initiative"), *weapon_lines(state, unit, "initiative", foes[0] if foes else None),
        *charge_lines(state, unit, "initiative"), *when(state, unit, "initiative", False),
        *max(covers, key=total, default=()), *hampered(state, unit, foes),
    )  # fmt: skip


def hampered(state: State, unit: Unit, foes: tuple[Unit, ...]) -> Lines:
    """What the weapons of its enemies take from its Initiative: the worst of them once."""
    found = [weapon_lines(state, foe, "target_initiative", unit) for foe in foes if arm_of(foe).target_initiative]
    return min(found, key=total, default=())


def duel_initiative(state: State, one: Unit) -> Lines:
    """What is added to the Initiative die of a challenge, or of an attempt to hide (KEN-CNF-15)."""
    return (*lines(state, one, "initiative"), *weapon_lines(state, one, "initiative", duel=True),
            *when(state, one, "initiative", True))  # fmt: skip


def duel_ki(state: State, one: Unit) -> Lines:
    """What is added to the Ki die that settles who attacks first in a round of a duel (KEN-CNF-25)."""
    return (*lines(state, one, "ki"), *weapon_lines(state, one, "ki", duel=True), *when(state, one, "ki", True))


def commandment_lines(state: State, seat: Seat) -> Lines:
    """What a side adds to a Commandment roll: the printed Command Points of its living Taisho (KEN-STA-26)."""
    taisho = state.taisho_of(seat)
    return (Line("taisho", command_points_of(taisho.rank) if taisho else WITHOUT, COMMANDS),)


# -- what it comes to --------------------------------------------------------------------------


def result_of(state: State, fight: Fight, dealt: dict[Seat, int], killed: dict[Seat, int]) -> Fought:
    """Winner, Damage Difference, Confrontation Value, and the units to be checked (KEN-RES-07 to KEN-RES-12)."""
    one, other = state.seats
    points = {seat: dealt[seat] + PER_CHARACTER * killed[seat] for seat in (one, other)}
    if points[one] == points[other]:
        return Fought(units=fight.units)
    winner, loser = (one, other) if points[one] > points[other] else (other, one)
    left = {seat: wounds_left(state, fight, seat) for seat in (one, other)}
    return Fought(
        units=fight.units, winner=winner, difference=points[winner] - points[loser],
        value=max(0, left[loser] - left[winner]), losers=tuple(u.id for u in bodies_of(state, fight, loser)),
    )  # fmt: skip


def wounds_left(state: State, fight: Fight, seat: Seat) -> int:
    """Wounds left of all units and characters of a side in a Combat (KEN-RES-12)."""
    return sum(all_wounds(state, unit) for unit in bodies_of(state, fight, seat))
