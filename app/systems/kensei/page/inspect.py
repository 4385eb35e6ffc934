"""What a player sees who asks about a unit: its card, its stats line by line, its zones and who may still attack them.

No distance is told: zones and the arc are drawn to a fixed size, rings only of effects in play (KEN-STA-39).
"""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.events import Seat
from app.engine.formations import spot
from app.engine.geometry import Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.views import Inspection, Mark, Note
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.way.zones import Taken, has_room, held
from app.systems.kensei.measure import bases, centre, footprint, formation
from app.systems.kensei.page.view import knows, seen_inside
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines
from app.systems.kensei.warnings.rules import JOINS

STATS = ("attack", "defence", "ki", "honour", "initiative", "armour")
AP, MODELS, ZONES, FREE, ARC, ORDER, WARNED, SEALED, COMMAND, INSIDE, FOES = (
    c("KEN-STA-07"), c("KEN-STA-14"), c("KEN-CHG-20"), c("KEN-CHG-28"), c("KEN-LOS-04"), c("KEN-ORD-16"),
    c("KEN-WRN-19"), c("KEN-WRN-08"), c("KEN-ARM-11"), c("KEN-TYP-40"), c("KEN-CBT-01"),
)  # fmt: skip
DRAWN = cm(4)
"""How far zones are drawn."""
REACH = table("special")["commandment"]
KEPT = c("KEN-SPI-19")
AGAINST = "attack.against"
FOUR = ("front", "left", "right", "rear")


def inspect(state: State, viewer: Seat | None, id: str) -> Inspection:
    """The card of a unit, a character or one of their counters; empty for what the viewer does not know of."""
    unit = state.units.get(id) or state.units.get(id.rpartition("-")[0])
    if unit is None or not unit.on_table or not knows(state, viewer, unit):
        return Inspection()
    tables = {f"inspect.{stat}": lines(state, unit, stat) for stat in STATS}
    return Inspection(notes=tuple(notes(state, viewer, unit)), tables=without_nothing(tables),
                      marks=tuple(marks(state, viewer, unit)))  # fmt: skip


def without_nothing(tables: dict[str, tuple[Line, ...]]) -> dict[str, tuple[Line, ...]]:
    """The tables, lines that add nothing left out."""
    return {key: tuple(line for line in rows if line.adds or line.id == "printed") for key, rows in tables.items()}


# -- the card ---------------------------------------------------------------------------


def notes(state: State, viewer: Seat | None, unit: Unit) -> Iterator[Note]:
    """The lines of a card."""
    hidden = len(state.inside(unit.id)) - len(seen_inside(state, unit, viewer))
    wounds = unit.wounds_left + hidden * unit.wounds
    yield Note("card.models", {"models": len(unit.models) + hidden, "wounds": wounds}, MODELS)
    yield Note("card.ap", {"ap": unit.ap}, AP)
    yield from (Note("card.with", {"unit": one.id}, INSIDE) for one in seen_inside(state, unit, viewer))
    yield from (Note("card.fights", {"foe": foe.id}, FOES) for foe in state.foes_of(unit.id))
    for spell in unit.kept:
        about: dict[str, Fact] = {"spell": spell.spell, "target": spell.target, "turns": spell.turns}
        yield Note(f"card.kept{'.at' if spell.target else ''}", about, KEPT)
    for one in unit.timed:
        yield Note(f"card.effect.{kind_of(one.stat)}", {"key": one.key, "add": one.add}, one.clause)
    if viewer == unit.seat or state.closed or unit.seat != state.go:
        yield from (ordered(one.do, one.mode, one.target, one.key) for one in unit.orders if not one.state)
    if unit.warning is not None:
        yield Note(f"card.warned.{unit.warning.response}", {}, WARNED)
        if viewer == unit.seat:
            yield from condition(unit.warning.trigger)
    if unit.ranked and not unit.host and not unit.building:
        yield from rooms(state, unit)


def kind_of(stat: str) -> str:
    """The stat or rule of an effect, without the enemy against whom it counts."""
    return AGAINST if stat.startswith(f"{AGAINST}.") else stat


def ordered(do: str, mode: str, target: str, key: str) -> Note:
    """A declared action that is still to be carried out."""
    facts: dict[str, Fact] = {"target": target, "key": key}
    kind = f"{do}.{mode}" if mode else do
    return Note(f"card.order.{kind}{'.at' if target else ''}", facts, ORDER)


def condition(trigger: dict[str, object]) -> Iterator[Note]:
    """The sealed condition of one's own Warning Order."""
    kind = str(trigger["type"])
    rows = trigger["list"] if kind in JOINS else [trigger]
    assert isinstance(rows, list)
    for row in rows:
        facts: dict[str, Fact] = {k: v for k, v in row.items() if isinstance(v, int | str)}
        yield Note(f"card.when.{row['type']}", facts, SEALED)


def rooms(state: State, unit: Unit) -> Iterator[Note]:
    """For each zone how many enemies stand on it, and whether one more may attack it (KEN-CHG-28)."""
    for zone in FOUR:
        free = has_room(state, unit.id, Taken(zone))
        facts: dict[str, Fact] = {"zone": f"side.{zone}", "foes": len(held(state, unit.id, zone))}
        yield Note("card.zone.free" if free else "card.zone.full", facts, FREE)


# -- what is drawn ------------------------------------------------------------------------


def marks(state: State, viewer: Seat | None, unit: Unit) -> Iterator[Mark]:
    """Its zones, its enemies in contact, the reach of Commandment, and where its orders aim."""
    if unit.ranked and not unit.host and not unit.building:
        yield from zones(state, unit)
    yield from (Mark(kind="touch", points=footprint(state, foe)) for foe in state.foes_of(unit.id))
    if unit.has("commandment"):
        reach = cm(REACH["mounted" if unit.mounted else "foot"])
        yield Mark(kind="halo", points=bases(state, unit)[0], radius=reach,
                   note=Note("mark.command", {"reach": reach}, COMMAND))  # fmt: skip
    if viewer == unit.seat or state.closed or unit.seat != state.go:
        yield from aims(state, unit)


def aims(state: State, unit: Unit) -> Iterator[Mark]:
    """Whom its declared actions are directed at, and which way it is to go."""
    here = centre(state, unit)
    for order in unit.orders:
        target = state.units.get(order.target)
        if order.state:
            continue
        if target is not None and target.on_table:
            yield Mark(kind="link", points=(here, centre(state, target)))
        elif order.do == "move":
            yield Mark(kind="ray", points=(here, spot(here, order.bearing, 0, DRAWN)))


def zones(state: State, unit: Unit) -> Iterator[Mark]:
    """Front, Flanks, Rearguard and the four Obliques, as far as they are drawn (KEN-CHG-20)."""
    body = formation(state, unit)
    half, deep = body.width // 2, body.depth
    across = {"left": (-half - DRAWN, -half), "": (-half, half), "right": (half, half + DRAWN)}
    along = {"front": (0, DRAWN), "": (-deep, 0), "rear": (-deep - DRAWN, -deep)}
    for row, (back, ahead) in along.items():
        for column, (left, right) in across.items():
            if row or column:
                yield zone_mark(
                    unit, row, column, (left, right, back, ahead), has_room(state, unit.id, taken(row, column))
                )


def taken(row: str, column: str) -> Taken:
    """The zone that is asked for room."""
    return Taken(row or column, bool(row and column))


def zone_mark(unit: Unit, row: str, column: str, sides: tuple[int, int, int, int], free: bool) -> Mark:
    """One zone: Front and Rearguard, a Flank, or an Oblique, and whether it can still be attacked."""
    left, right, back, ahead = sides
    kind = "lane" if row and column else row or "flank"
    name = "oblique" if row and column else row or "flank"
    note = Note(f"mark.{name}.{'free' if free else 'full'}", {}, ZONES)
    return Mark(kind=kind if free else "lane-no", points=box(unit, left, right, back, ahead), note=note)


def box(unit: Unit, left: int, right: int, back: int, ahead: int) -> Polygon:
    """A rectangle about the middle of a unit's front edge."""
    corners = ((left, ahead), (right, ahead), (right, back), (left, back))
    return tuple(spot(unit.at, unit.facing, x, y) for x, y in corners)
