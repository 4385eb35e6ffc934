"""A battle as one viewer may see it: built up from what he knows, never cut down from the whole.

Sealed are the enemy's lists and cards until they are turned (KEN-DEP-19), written spots (KEN-DEP-24), Hidden models
(KEN-ARM-23), orders until the declaration is closed (KEN-ORD-16), and conditions of Warning Orders (KEN-WRN-19).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from msgspec import UNSET

from app.engine.again import of_the_same
from app.engine.events import Seat
from app.engine.formations import block
from app.engine.geometry import CM, Point, Polygon, point_segment_within
from app.engine.modifiers import total
from app.engine.table import Terrain
from app.engine.views import Band, Clash, Ground, Group, Loss, Note, Piece, View, Zone, steps
from app.systems.kensei.army import Side, Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.terrain import kind_of
from app.systems.kensei.measure import bases, footprint, middle
from app.systems.kensei.orders.rules import STEP, STEPS
from app.systems.kensei.scenarios.figures import shown_zones, victory_of
from app.systems.kensei.scenarios.victory import KOKU, PITCHED, tally
from app.systems.kensei.state import Card, State

PHASES = ("start", "special", "orders", *STEPS, "combat", "resolution")
LETTERS = ("a", "b")
FIRST, POOL, FALLEN = c("KEN-TRN-03"), c("KEN-STA-06"), c("KEN-SCN-02")
EMBLEMS = {"kuge": 1, "buke": 2, "sohei": 3, "otokodate": 4}
RUBBLE = "rubble"
LOOKS = {"temple": "temple", "castle": "keep", "clan_castle": "keep"}
"""Pieces whose roofs tell what stands under them."""
UNKNOWN = "?"
OPEN = ("head_hunt", "building_control")
"""Conditions that count what all have seen: who was slain, who holds which building."""
BOTH = 2
TOUCH = CM // 5
"""How near a corner lies to an edge that it is drawn to touch."""


def view(state: State, viewer: Seat | None) -> View:
    """All that this seat (``None``: a spectator) may see; remembered with the state."""
    key = ("view", viewer)
    if key not in state.memo:
        state.memo[key] = _view(state, viewer)
    found: View = state.memo[key]
    return found


def _view(state: State, viewer: Seat | None) -> View:
    letters = {side.seat: LETTERS[i] for i, side in enumerate(state.sides)}
    units = [unit for unit in state.fielded() if knows(state, viewer, unit)]
    counters = {side.seat: tuple(p for unit in units if unit.seat == side.seat
                                 for p in pieces(state, unit, viewer, letters[unit.seat]))
                for side in state.sides}  # fmt: skip
    return View(
        width=state.table.width, depth=state.table.depth, unit="cm", unit_length=CM, ticks=(1, 5, 10),
        turn=state.turn, turns=state.turns, phases=steps(PHASES, state.phase), go=on_go(state),
        terrain=tuple(ground(state, piece) for piece in state.table.pieces),
        zones=tuple(Zone(id=z.id, kind=z.kind, outline=z.outline, side=letters.get(Seat(z.seat), ""), label=z.label)
                    for z in shown_zones(state)),
        pieces=(*chain.from_iterable(counters.values()),
                *(card(state, one, viewer, letters[one.seat]) for one in state.cards)),
        sides=tuple(band(state, side, viewer, letters[side.seat], counters[side.seat]) for side in state.sides),
        notes=notes(state), measures=False, clashes=tuple(clashes(state, {unit.id for unit in units})),
    )  # fmt: skip


def knows(state: State, viewer: Seat | None, unit: Unit) -> bool:
    """Whether a viewer knows of a unit: his own; the enemy's once the cards are turned and it is not hidden still."""
    if viewer == unit.seat:
        return True
    return (unit.on_table or (state.revealed and unit.written is None)) and not unit.concealed


def seen_inside(state: State, unit: Unit, viewer: Seat | None) -> tuple[Unit, ...]:
    """The characters in a unit whom a viewer knows to be there."""
    return tuple(one for one in state.inside(unit.id) if knows(state, viewer, one))


# -- counters ---------------------------------------------------------------------


def pieces(state: State, unit: Unit, viewer: Seat | None, side: str) -> tuple[Piece, ...]:
    """The models of a unit as counters, by their places; a garrison is the one counter of its Construction.

    A character a viewer does not know of is a model as any other: places bear numbers, not names.
    """
    if unit.building:
        return (counter(unit, unit, 1, footprint(state, unit), side),)
    inside = state.inside(unit.id)
    known = {one.id for one in seen_inside(state, unit, viewer)}
    return tuple(
        counter(inside[n] if n < len(inside) and inside[n].id in known else unit, unit, n + 1, base, side)
        for n, base in enumerate(bases(state, unit))
    )  # fmt: skip


@of_the_same
def counter(who: Unit, body: Unit, place: int, outline: Polygon, side: str) -> Piece:
    """One model of a unit, or the character who has its place."""
    at = middle(outline)
    return Piece(
        id=f"{body.id}-{place}", side=side, code=who.code, name=who.name, x=at.x, y=at.y,
        radius=min(body.base_width, body.base_depth) // 2, kind="leader" if who.is_character else "stand",
        badges=("taisho",) if who.taisho else (), outline=outline, used=body.acted_last,
        traits=("mounted" if who.mounted else "on-foot", *((who.rank or who.entry,) if who.is_character else ())),
        arm="" if not who.is_character else "caster" if who.spells else "leader",
    )  # fmt: skip


def card(state: State, shown: Card, viewer: Seat | None, side: str) -> Piece:
    """A Deployment Card: only its owner reads what it says (KEN-DEP-19)."""
    unit = state.units.get(shown.unit)
    mine = unit if viewer == shown.seat else None
    outline = card_outline(shown)
    at = middle(outline)
    return Piece(
        id=shown.id, side=side, code=mine.code if mine else UNKNOWN, name=mine.name if mine else "card", x=at.x, y=at.y,
        radius=min(shown.width, shown.depth) // 2, kind="card", outline=outline,
        traits=(mine.troop,) if mine else (),
    )  # fmt: skip


def card_outline(shown: Card) -> Polygon:
    """The rectangle of a card, front left corner first."""
    return block(shown.at, shown.facing, shown.width, shown.depth)


def group(state: State, unit: Unit, viewer: Seat | None, side: str) -> Group:
    """A unit or a character as one thing, with its frame and its front."""
    on = unit.on_table
    framed = on and not unit.host
    return Group(
        id=unit.id, side=side, code=unit.code, name=unit.name, members=members(state, unit), force=unit.host,
        outline=footprint(state, unit) if framed and (unit.ranked or unit.building) else (), facing=unit.facing,
        badges=badges(state, unit, viewer), traits=traits(unit), used=unit.acted_last, may=may_act(state, unit),
        weapons=(*unit.melee, *((unit.ranged,) if unit.ranged else ())), gone=unit.fate,
    )  # fmt: skip


def members(state: State, unit: Unit) -> tuple[str, ...]:
    """The counters of a unit; of a character in a unit the place he has in it."""
    if not unit.on_table:
        return ()
    if unit.host:
        ids = [one.id for one in state.inside(unit.host)]
        return (f"{unit.host}-{ids.index(unit.id) + 1}",) if not state.units[unit.host].building else ()
    number = 1 if unit.building else len(bases(state, unit))
    return tuple(f"{unit.id}-{n}" for n in range(1, number + 1))


def badges(state: State, unit: Unit, viewer: Seat | None) -> tuple[str, ...]:
    """What stands beside a unit: models left, Wounds, AP, orders, and every state that a rule asks for."""
    hidden = len(state.inside(unit.id)) - len(seen_inside(state, unit, viewer))
    left = f"left-{len(unit.models) + hidden}-{unit.start_models + hidden}"
    known = viewer == unit.seat or state.closed or unit.seat != state.go
    waiting = sum(not order.state for order in unit.orders) if known else 0
    flags = {
        "fleeing": unit.fleeing, "locked": unit.locked, "fighting": state.fighting(unit.id),
        "charged": unit.charge_bonus,
        "failed-charge": 0 < state.turn <= unit.failed_charge, "warned": unit.warning is not None,
        "unloaded": bool(unit.ranged) and any(not m.loaded for m in unit.models),
        "wet": any(m.wet for m in unit.models), "standard": unit.standard, "taisho": unit.taisho,
        "defensive": unit.defensive, "climbing": bool(unit.climbing), "garrison": bool(unit.building),
        "concealed": unit.concealed, "written": unit.written is not None and not unit.on_table,
        "lost-face": unit.role == "bushi" and not unit.gives, unit.moved: bool(unit.moved),
    }  # fmt: skip
    counts = {"ap": unit.ap if unit.on_table else 0, "orders": waiting, "hurt": hurt(unit)}
    return (left, *(f"{key}-{n}" for key, n in counts.items() if n), *(key for key, holds in flags.items() if holds))


def hurt(unit: Unit) -> int:
    """Wounds that its living models have lost."""
    return sum(max(0, unit.wounds - model.wounds) for model in unit.models)


def traits(unit: Unit) -> tuple[str, ...]:
    """What a unit is: its entry, its kind, its traits, its arms."""
    kind = ("loose",) if unit.loose and not unit.is_character else ()
    size = (f"size-{unit.size}",) if unit.size else ()
    return (unit.rank or unit.role or unit.troop, *kind, *size, *unit.traits, *unit.melee,
            *((unit.ranged,) if unit.ranged else ()))  # fmt: skip


def may_act(state: State, unit: Unit) -> bool:
    """Whether a unit still has something to carry out in the step at hand."""
    if state.go is None or unit.seat != state.go or unit.fate or state.phase not in STEPS:
        return False
    return any(not order.state and STEP[order.do] == state.phase for order in unit.orders)


def clashes(state: State, known: Collection[str]) -> Iterator[Clash]:
    """The Contacts of units a viewer knows of, each drawn where their outlines touch (KEN-CBT-01)."""
    for contact in state.contacts:
        pair = [state.units[id] for id in (contact.by, contact.on) if id in known]
        if len(pair) == BOTH:
            one, other = (footprint(state, unit) for unit in pair)
            yield Clash(at=meeting(one, other), ids=(contact.by, contact.on))


def meeting(one: Polygon, other: Polygon) -> Point:
    """The middle of the corners of either that lie at the other's edge; of both outlines, if none does."""
    near = [p for a, b in ((one, other), (other, one)) for p in a
            if any(point_segment_within(p, b[i - 1], b[i], TOUCH) for i in range(len(b)))]  # fmt: skip
    return middle(near or (middle(one), middle(other)))


# -- sides and the table ------------------------------------------------------------


def band(state: State, side: Side, viewer: Seat | None, letter: str, shown: tuple[Piece, ...]) -> Band:
    """A side with the units a viewer knows of, those gone included, and how it stands; ``shown``: its counters."""
    units = [u for u in state.units.values() if u.seat == side.seat and knows(state, viewer, u)]
    mine = tuple(card(state, one, viewer, letter) for one in state.cards if one.seat == side.seat)
    return Band(
        seat=side.seat, side=letter, name=army_name(state, side, viewer), emblem=EMBLEMS.get(side.caste, 0),
        models=(*shown, *mine), facts=facts(state, side), groups=tuple(group(state, u, viewer, letter) for u in units),
        losses=(loss(side),), score=score(state, side),
    )  # fmt: skip


def loss(side: Side) -> Loss:
    """The Koku of its models that are gone, of what its level allows: what its list costs may betray who is hidden."""
    whole = next(row["koku"] for row in table("levels")["levels"] if row["level"] == side.level)
    note = Note("loss.koku", {"lost": side.fallen, "whole": whole}, FALLEN)
    return Loss(lost=side.fallen, whole=whole, note=note)


def score(state: State, side: Side) -> Note | None:
    """What a side has towards its condition, where that is counted of what everybody has seen.

    Koku by place are not told: Hidden models are among them.
    """
    won, foe = victory_of(state, side.seat), state.side(state.other(side.seat))
    if won.key == PITCHED.key:
        taken = foe.fallen + PITCHED.koku["standard"] * foe.standards_lost
        return Note("band.taken", {"koku": taken}, KOKU)
    if won.key not in OPEN:
        return None
    return Note("band.score", {"score": total(tally(state, side.seat))}, c(won.clause))


def army_name(state: State, side: Side, viewer: Seat | None) -> str:
    """The name of an army; for others only its caste until the cards are turned: a name may betray a list."""
    return side.name if state.revealed or viewer == side.seat else f"word.caste-{side.caste}"


def facts(state: State, side: Side) -> tuple[Note, ...]:
    """Its caste, Command Points left, and the Koku of its models that are gone."""
    found = [Note("band.caste", {"caste": f"caste-{side.caste}"}, c("KEN-ARM-05"))]
    if state.turn:
        found.append(Note("band.command", {"pool": side.pool}, POOL))
    if side.fallen:
        found.append(Note("band.fallen", {"koku": side.fallen}, FALLEN))
    return tuple(found)


def ground(state: State, piece: Terrain) -> Ground:
    """A piece of terrain as it lies; a destroyed Construction is rubble, or what it falls to."""
    drawn, look, label = kind_of(piece).drawn, LOOKS.get(piece.kind, UNSET), piece.kind
    if state.works.get(piece.id, 1) == 0:
        drawn, look, label = RUBBLE, UNSET, kind_of(piece).falls_to or RUBBLE
    return Ground(id=piece.id, kind=drawn, outline=piece.outline, closed=piece.closed, doors=piece.doors,
                  label=label, look=look)  # fmt: skip


def on_go(state: State) -> Seat | None:
    """Whose Orders or Actions it is, if anybody's."""
    return None if state.outcome is not None or state.phase in ("combat", "resolution", "start") else state.go


def notes(state: State) -> tuple[Note, ...]:
    """Who has the Initiative this turn."""
    return (Note("note.initiative", {"seat": state.first}, FIRST),) if state.first and state.turn else ()
