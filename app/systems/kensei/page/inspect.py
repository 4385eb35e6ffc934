"""What a player sees who asks about a unit: its card, its stats line by line, its zones and who may still attack them.

No distance on the table is told: zones and the arc have a fixed size, rings are of effects in play (KEN-STA-39).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.formations import spot
from app.engine.geometry import Polygon
from app.engine.modifiers import Line, total
from app.engine.refusals import Fact
from app.engine.views import Figure, Inspection, Mark, Note, Rung
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.way.zones import Taken, has_room, held
from app.systems.kensei.measure import bases, centre, footprint, formation
from app.systems.kensei.page.view import knows, seen_inside
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import PRINTED, at_least, lines
from app.systems.kensei.warnings.rules import JOINS

FIGURES = ("attack", "defence", "wounds", "ki", "honour", "initiative", "armour", "movement")
"""A profile in the order it is written in."""
STATS = ("attack", "defence", "ki", "honour", "initiative", "armour")
AP, MODELS, ZONES, FREE, ARC, ORDER, WARNED, SEALED, COMMAND, INSIDE, FOES = (
    c("KEN-STA-07"), c("KEN-STA-14"), c("KEN-CHG-20"), c("KEN-CHG-28"), c("KEN-LOS-04"), c("KEN-ORD-16"),
    c("KEN-WRN-19"), c("KEN-WRN-08"), c("KEN-ARM-11"), c("KEN-TYP-40"), c("KEN-CBT-01"),
)  # fmt: skip
DRAWN = cm(4)
"""How far zones are drawn."""
REACH = table("special")["commandment"]
KEPT, KINDS, LOOSE, COST = c("KEN-SPI-19"), c("KEN-TYP-01"), c("KEN-TYP-26"), c("KEN-ARM-07")
MOVED = {"march": "marched", "run": "ran", "back": "went-back"}
ONCE, LAST = c("KEN-MOV-01"), c("KEN-CHG-05")
AGAINST = "attack.against"
FLIGHT = {"fleeing": c("KEN-RUN-25"), "locked": c("KEN-RUN-23")}
"""The states of a unit that runs away, and why each holds."""
GONE = c("KEN-DEF-06")
FOUR = ("front", "left", "right", "rear")


def inspect(state: State, viewer: Seat | None, id: str) -> Inspection:
    """The card of a unit, a character or one of their counters; empty for what the viewer does not know of."""
    unit = state.units.get(id) or state.units.get(id.rpartition("-")[0])
    if unit is None or not knows(state, viewer, unit):
        return Inspection()
    tables = {f"inspect.{stat}": lines(state, unit, stat) for stat in STATS} if unit.on_table else {}
    found = Inspection(
        what=tuple(what(unit)), profile=profile(unit, tables), ladder=ladder(state, unit), arms=tuple(arms(unit)),
        abilities=tuple(abilities(unit)),
    )  # fmt: skip
    return replace(
        found, notes=tuple(notes(state, viewer, unit)), tables=changed(tables), marks=tuple(marks(state, viewer, unit))
    ) if unit.on_table else found  # fmt: skip


def what(unit: Unit) -> Iterator[Note]:
    """Its kind or rank, whether it stands in loose order, how large it is, and what it costs."""
    yield Note("card.is", {"what": unit.rank or unit.role or unit.troop}, KINDS)
    if unit.loose and not unit.is_character:
        yield Note("card.is", {"what": "loose"}, LOOSE)
    if unit.size:
        yield Note("card.is", {"what": f"size-{unit.size}"}, KINDS)
    if unit.own:
        yield Note("card.own", {"profile": unit.own}, COST)
    if unit.cost:
        yield Note("card.cost", {"koku": unit.cost}, COST)


def profile(unit: Unit, tables: dict[str, tuple[Line, ...]]) -> tuple[Figure, ...]:
    """Its figures as they are written, with what officers and effects have made of them."""
    now = {stat: at_least(stat, total(tables[f"inspect.{stat}"])) for stat in STATS if tables}
    return tuple(
        Figure(stat, getattr(unit, stat), PRINTED.get(stat, MODELS), "len" if stat == "movement" else "", now.get(stat))
        for stat in FIGURES
    )


def ladder(state: State, unit: Unit) -> tuple[Rung, ...]:
    """From unhurt to destroyed, or how else it was lost, with the Wounds it has lost; who is in a unit flees with that,
    and none for what has still to come."""
    if unit.fate == "reserve":
        return ()
    body = state.units[unit.host] if unit.host else unit
    lost = 0 if unit.fate else unit.start_models * unit.wounds - unit.wounds_left
    flight = {"fleeing": body.fleeing and not unit.fate, "locked": body.locked and not unit.fate}
    whole = not (unit.fate or lost or any(flight.values()))
    return (
        Rung(Note("word.unhurt", {}, MODELS), number=int(whole)),
        Rung(Note("word.wounds-taken", {}, MODELS), number=lost),
        *(Rung(Note(f"badge.{key}", {}, FLIGHT[key]), key, int(holds)) for key, holds in flight.items()),
        Rung(Note(f"word.{unit.fate or 'destroyed'}", {}, GONE), number=int(bool(unit.fate))),
    )


def arms(unit: Unit) -> Iterator[Note]:
    """What it fights and shoots with; how far that reaches is not told before an order needs it (KEN-STA-39)."""
    for key in (*unit.melee, *((unit.ranged,) if unit.ranged else ())):
        yield Note("card.arm", {"arm": key, "kind": table("weapons")[key]["kind"]}, table("weapons")[key]["clause"])


def abilities(unit: Unit) -> Iterator[Note]:
    """Its traits, its abilities, its spells."""
    for file, keys in {"traits": unit.traits, "abilities": unit.abilities, "spells": unit.spells}.items():
        for key in keys:
            yield Note("card.ability", {"ability": key}, table(file).get(key, {}).get("clause", ""))


def changed(tables: dict[str, tuple[Line, ...]]) -> dict[str, tuple[Line, ...]]:
    """The tables of what is not as printed, lines that add nothing left out."""
    told = {key: tuple(line for line in rows if line.adds or line.id == "printed") for key, rows in tables.items()}
    return {key: rows for key, rows in told.items() if len(rows) > 1}


# -- the card ---------------------------------------------------------------------------


def notes(state: State, viewer: Seat | None, unit: Unit) -> Iterator[Note]:
    """The lines of a card."""
    hidden = len(state.inside(unit.id)) - len(seen_inside(state, unit, viewer))
    wounds = unit.wounds_left + hidden * unit.wounds
    yield Note("card.models", {"models": len(unit.models) + hidden, "wounds": wounds}, MODELS)
    yield Note("card.ap", {"ap": unit.ap}, AP)
    yield from done(unit)
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


def done(unit: Unit) -> Iterator[Note]:
    """What it has done this turn: all of it was seen on the table."""
    if unit.moved:
        yield Note(f"card.{MOVED[unit.moved]}", {}, ONCE)
    if unit.shots:
        yield Note("card.shots", {"number": unit.shots}, AP)
    if unit.charged:
        yield Note("card.charged", {}, LAST)
    if unit.acted_last:
        yield Note("card.last", {}, LAST)


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
