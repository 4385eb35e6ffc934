"""What a player sees who asks about a unit, a leader or a clan: card, rolls as they stand, zones, radii."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from app.engine.formations import arc, spot
from app.engine.geometry import Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.views import Figure, Inspection, Mark, Note, Rung
from app.systems.daimyo.activation.rules import household, is_household, lines, owner
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.command.rules import NEEDED, commander, in_command, obedience_rating, radius
from app.systems.daimyo.fire.rules import refuse_from_here
from app.systems.daimyo.leaders.flow import rating
from app.systems.daimyo.measure import contacts, ground_of, has_sides, leader_distance, leader_ground
from app.systems.daimyo.melee.eligible import weapon_of
from app.systems.daimyo.melee.striking import WEAPONS
from app.systems.daimyo.morale.rules import lines as morale_lines
from app.systems.daimyo.morale.rules import look_about, needed
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.page.view import is_idle, may_act, on_go
from app.systems.daimyo.state import Leader, State, Unit

QUALITY, STANDS, HITS, ORDER, NORMAL, CHARGE, RANGE, VOLLEY, COMMAND, OBEDIENCE, RATING, NEED, ZONES, ARC, RADII = (
    c("DAI-MOR-03"), c("DAI-ORG-20"), c("DAI-ORG-20"), c("DAI-DIS-17"), c("DAI-MOV-01"), c("DAI-CHG-01"),
    c("DAI-FIR-01"), c("DAI-FIR-19"), c("DAI-OBE-01"), c("DAI-OBE-02"), c("DAI-ORG-14"), c("DAI-ACT-02"),
    c("DAI-ORG-31"), c("DAI-FIR-06"), c("DAI-MOR-05"),
)  # fmt: skip
LEADERS, CLASS, GRADES, ROWS, ARMS, COST, ACTED = (
    c("DAI-ORG-13"), c("DAI-ORG-10"), c("DAI-ORG-09"), c("DAI-ORG-07"), c("DAI-ORG-12"), c("DAI-ARM-01"),
    c("DAI-ACT-08"),
)  # fmt: skip
DRAWN = cm(15)
"""How far flanks and rear are drawn."""
OFF = ("reserve", "saved")
"""Where a unit is that is not on the table and not lost."""
RANGES = {row["id"]: row for row in table("fire")["range"]}
STAND_LOSS = 1
"""The reason for which the card reckons a morale test."""


def inspect(state: State, id: str) -> Inspection:
    """The card of a unit, a stand, a leader or a clan; of a unit off the table what it is and bears."""
    unit = state.units.get(id) or state.units.get(id.rpartition("-")[0])
    leader = state.leaders.get(id)
    if leader is not None:
        return of_leader(state, leader) if leader.on_table else off_table(leader)
    if unit is not None:
        return of_unit(state, unit)
    return of_clan(state, id) if id in state.clans or is_household(id) else Inspection()


# -- a unit -----------------------------------------------------------------------------


def of_unit(state: State, unit: Unit) -> Inspection:
    """A unit: quality, stands, order, arms, command, and the morale test it would take now for a lost stand."""
    found = Inspection(
        what=tuple(unit_what(unit)), profile=tuple(unit_profile(state, unit)), ladder=ladder(unit),
        arms=tuple(unit_arms(unit)),
    )  # fmt: skip
    if not unit.on_table:
        return found
    tested: dict[str, tuple[Line, ...]] = {}
    if unit.troops and not unit.frenzied:
        tested["inspect.morale"] = morale_lines(state, unit, STAND_LOSS, None)
    return structs.replace(
        found, notes=tuple(unit_notes(state, unit)), tables=tested, marks=tuple(unit_marks(state, unit))
    )


def ladder(unit: Unit) -> tuple[Rung, ...]:
    """From good order to destroyed, or how else it was lost, and where it stands (DAI-DIS-17); none for one that is off
    the table and not lost."""
    if unit.fate in OFF:
        return ()
    now = unit.fate or order(unit)
    rungs = (("card.good-order", ""), ("card.disordered", "disordered"), ("card.routing", "routing"))
    return (
        *(Rung(Note(said, {}, ORDER), badge, int(said == f"card.{now}")) for said, badge in rungs),
        Rung(Note(f"word.{unit.fate or 'destroyed'}", {}, ORDER), number=int(bool(unit.fate))),
    )


def unit_what(unit: Unit) -> Iterator[Note]:
    """Its class, its mount, its armour, its quality, and what it costs."""
    kinds = {unit.troop_class: CLASS, "cavalry" if unit.mounted else "infantry": CLASS,
             f"armour-{unit.armour}": ROWS}  # fmt: skip
    yield from (Note("card.is", {"what": key}, clause) for key, clause in kinds.items())
    yield Note(f"badge.{unit.quality}", {}, GRADES)
    if unit.own:
        yield Note("card.own", {"profile": unit.own}, ROWS)
    if unit.cost:
        yield Note("card.cost", {"points": unit.cost}, COST)


def unit_profile(state: State, unit: Unit) -> Iterator[Figure]:
    """What is left of it, what it needs to pass morale, how far it goes, how it fights."""
    if unit.kind != "hq":
        yield Figure("stands", unit.start_stands, STANDS, now=unit.stands)
        yield Figure("hits", unit.hits, HITS)
    yield Figure("pass", needed(unit), QUALITY, "score")
    if unit.kind != "hq":
        yield Figure("move", allowance(state, unit, "normal"), NORMAL, "len")
    if unit.troops:
        yield Figure("charge", allowance(state, unit, "charge"), CHARGE, "len")
    if unit.arm:
        row = WEAPONS[weapon_of(unit)]
        yield from (Figure(foe, row[foe], row["clause"], "sign") for foe in ("foot", "mounted"))


def unit_arms(unit: Unit) -> Iterator[Note]:
    """What it fights with, and what it shoots with."""
    if unit.arm:
        yield Note("card.arm", {"arm": unit.arm}, ARMS)
    if row := RANGES.get(unit.missile):
        yield Note("card.range", {"missile": unit.missile, "effective": cm(row["effective"]), "long": cm(row["long"])},
                   RANGE)  # fmt: skip


def unit_notes(state: State, unit: Unit) -> Iterator[Note]:
    """In which order it is, what it has done this turn, and who commands it."""
    yield Note(f"card.{order(unit)}", {}, ORDER)
    yield from done(state, unit)
    if unit.missile in ("bow", "arquebus") and not unit.first_volley_spent:
        yield Note("card.first-volley", {}, VOLLEY)
    if unit.missile and (no := refuse_from_here(state, unit)):
        yield Note("card.no-fire", {}, no.clause)
        yield Note(no.code, no.facts, no.clause)
    yield from commanded(state, unit)


def done(state: State, unit: Unit) -> Iterator[Note]:
    """What it has done this turn, and whether it may still act."""
    did = {"moved": unit.moved, "charged": unit.charged, "fired": bool(unit.fired), "fought": unit.melee_this_turn}
    yield from (Note(f"card.{key}", {}, ACTED) for key, holds in did.items() if holds)
    if may_act(state, unit, on_go(state)):
        yield Note("card.open", {}, ACTED)
    elif unit.activated:
        yield Note("card.had", {}, ACTED)


def order(unit: Unit) -> str:
    """In which order it is."""
    if unit.routing:
        return "routing"
    return "disordered" if unit.disordered else "good-order"


def commanded(state: State, unit: Unit) -> Iterator[Note]:
    """Who commands it, from how far, and what it must roll if he is too far (DAI-OBE-01, DAI-OBE-02)."""
    leader = commander(state, unit)
    if leader is None or unit.kind == "hq":
        return
    facts: dict[str, Fact] = {"leader": leader.id, "distance": leader_distance(state, leader, unit)}
    inside = in_command(state, unit)
    yield Note("card.in-command" if inside else "card.out-of-command", facts, COMMAND)
    if not inside:
        yield Note("card.obedience", {"needed": NEEDED - obedience_rating(state, unit)}, OBEDIENCE)


def unit_marks(state: State, unit: Unit) -> Iterator[Mark]:
    """Its zones, its arc of fire, and the radius within which others touch its morale."""
    ground = ground_of(state, unit)
    yield Mark(kind="halo", points=ground, radius=look_about(state, unit),
               note=Note("mark.morale", {"reach": look_about(state, unit)}, RADII))  # fmt: skip
    if has_sides(unit):
        yield from zones(unit)
        row = RANGES.get(unit.missile)
        if row and not unit.mounted:
            yield Mark(kind="arc", points=arc(unit.formation, cm(row["long"])), note=Note("mark.arc", {}, ARC))
    leader = commander(state, unit)
    if leader is not None:
        yield Mark(kind="halo", points=leader_ground(state, leader), radius=radius(state),
                   note=Note("mark.command", {"leader": leader.id}, COMMAND))  # fmt: skip
    yield from (Mark(kind="touch", points=ground_of(state, foe)) for foe in contacts(state, unit))


def zones(unit: Unit) -> Iterator[Mark]:
    """Its flanks and its rear, as far as they are drawn (DAI-ORG-31)."""
    body = unit.formation
    half = body.width // 2
    for left, right in ((-half - DRAWN, -half), (half, half + DRAWN)):
        yield Mark(kind="flank", points=_box(unit, left, right, 0, -body.depth), note=Note("mark.flank", {}, ZONES))
    behind = _box(unit, -half - DRAWN, half + DRAWN, -body.depth, -body.depth - DRAWN)
    yield Mark(kind="rear", points=behind, note=Note("mark.rear", {}, ZONES))


def _box(unit: Unit, left: int, right: int, front: int, back: int) -> Polygon:
    corners = ((left, front), (right, front), (right, back), (left, back))
    return tuple(spot(unit.at, unit.facing, x, y) for x, y in corners)


# -- a leader, a clan ---------------------------------------------------------------------


def of_leader(state: State, leader: Leader) -> Inspection:
    """A leader: his rating, what his clan needs to act, his command radius."""
    card = household(leader.seat) if leader.general else leader.clan
    notes = [Note("card.general", {}, c("DAI-ACT-06"))] if leader.general else []
    figures = (Figure("rating", leader.rating, RATING, now=rating(state, leader)),
               Figure("radius", radius(state), COMMAND, "len"))  # fmt: skip
    idle = [Note("badge.idle", {}, NEED)] if is_idle(state, leader) else []
    done = [*idle, *([Note("card.moved", {}, ACTED)] if leader.moved else [])]
    ground = leader_ground(state, leader)
    halo = Mark(kind="halo", points=ground if leader.attached else (leader.at,), radius=radius(state),
                note=Note("mark.command", {"leader": leader.id}, COMMAND))  # fmt: skip
    return Inspection(what=leader_what(leader), profile=figures, notes=(*notes, *needs(state, card), *done),
                      tables=activation(state, card), marks=(halo,))  # fmt: skip


def off_table(leader: Leader) -> Inspection:
    """A leader who does not stand on the table: what he is, and his rating."""
    return Inspection(what=leader_what(leader), profile=(Figure("rating", leader.rating, RATING),))


def leader_what(leader: Leader) -> tuple[Note, ...]:
    """His rank, and whether he sits on a horse."""
    return (
        Note(f"badge.{'general' if leader.general else 'daimyo'}", {}, LEADERS),
        Note("card.is", {"what": "mounted" if leader.mounted else "on-foot"}, LEADERS),
    )


def needs(state: State, card: str) -> tuple[Note, ...]:
    """What the clan must roll to become active, and its units to obey from afar (DAI-ACT-02, DAI-OBE-02)."""
    if is_household(card):
        return ()
    wanted = table("activation")["activation"]["needed"] - sum(line.adds for line in lines(state, card))
    return (Note("card.activation", {"needed": wanted}, NEED),)


def activation(state: State, card: str) -> dict[str, tuple[Line, ...]]:
    """What would be added to the activation roll."""
    return {} if is_household(card) else {"inspect.activation": lines(state, card)}


def of_clan(state: State, card: str) -> Inspection:
    """A clan or a household: what its leader shows, and all its units."""
    led = state.general_of(owner(state, card)) if is_household(card) else state.leaders.get(state.clans[card].daimyo)
    found = of_leader(state, led) if led is not None and led.on_table else Inspection(tables=activation(state, card))
    mine = state.units_of("" if is_household(card) else card, owner(state, card))
    outlines = tuple(Mark(kind="zone", points=ground_of(state, unit)) for unit in mine)
    return structs.replace(found, marks=(*found.marks, *outlines))
