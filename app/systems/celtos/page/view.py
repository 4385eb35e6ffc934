"""A battle as one seat may see it: built up from what it knows, never cut down from the whole."""

from __future__ import annotations

from app.engine.again import of_the_same
from app.engine.events import Seat
from app.engine.geometry import CM
from app.engine.refusals import Fact
from app.engine.table import Terrain
from app.engine.views import Band, Ground, Group, Loss, Note, Piece, View, Zone, steps
from app.systems.celtos.activation.phase import whose_go
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.measure import in_combat, now_and_start, touched_by
from app.systems.celtos.page.arms import arm_of
from app.systems.celtos.scenarios.figures import sight_limit, zones
from app.systems.celtos.scenarios.victory import points
from app.systems.celtos.state import Model, Side, State, Token, Unit

PHASES = ("marker", "initiative", "activation", "end")
MARKERS = ("activated", "moved", "reaction", "responded", "charged")
LETTERS = ("a", "b", "c", "d")
FIRST, SCORES, ROLE, LIMIT, EDGE, RITE, HELD = (
    c("CEL-INI-02"), c("CEL-VIC-01"), c("CEL-SET-10"), c("CEL-SCN-06"), c("CEL-SET-06"), c("CEL-SCN-05"),
    c("CEL-SCN-02"),
)  # fmt: skip
RINGS = tuple(cm(row["to"]) for row in table("shots")["band"])
TOKEN = cm("1")
"""How large a token is drawn."""
EMBLEMS = {"kurogane": 1, "sohei": 2, "hayate": 3, "kawa-ikki": 4, "tuatha": 5, "fomoire": 6, "fianna": 2, "annwn": 3}


def view(state: State) -> View:
    """All that anybody may see: a model that is not placed yet is off the table for everybody.

    It is the same for all who look, and made once.
    """
    found: View | None = state.kept.get("view")
    if found is None:
        found = state.kept["view"] = drawn(state)
    return found


def drawn(state: State) -> View:
    """The view of a state, made anew of parts that are kept."""
    letters = {side.seat: LETTERS[i] for i, side in enumerate(state.sides)}
    go = on_go(state)
    models: dict[str, Piece] = {}
    for unit in state.units.values():
        may, side, first = may_act(state, unit, go), letters[unit.seat], next(iter(state.living(unit)), None)
        fights = in_combat(state, unit)
        for m in map(state.model, unit.models):
            models[m.id] = piece(m, unit, side, may, m is first,
                                 fights and m.on_table and bool(touched_by(state, m)))  # fmt: skip
    return View(
        width=state.table.width, depth=state.table.depth, unit="cm", unit_length=CM, ticks=(1, 5, 10),
        rings=RINGS, turn=state.turn, turns=state.turns,
        phases=steps(PHASES, state.phase), go=go, terrain=tuple(ground(p) for p in state.table.pieces),
        zones=shown_zones(state, letters),
        pieces=(*(token(t, letters) for t in state.tokens), *(models[m.id] for m in state.standing())),
        sides=tuple(band(state, side, letters[side.seat], models, go) for side in state.sides),
        notes=notes(state),
    )  # fmt: skip


# -- pieces and units ---------------------------------------------------------------


@of_the_same
def piece(m: Model, unit: Unit, side: str, may: bool, is_first: bool, is_touched: bool) -> Piece:
    """A model as its counter and its line in the roster show it."""
    return Piece(
        id=m.id, side=side, code=m.code, name=unit.name, x=m.at.x, y=m.at.y, radius=m.radius,
        badges=badges(m, unit, is_first, is_touched), used=unit.activated, may=may, gone=m.fate,
        traits=(*m.weapons, *m.abilities), arm=arm_of(m),
    )  # fmt: skip


def badges(m: Model, unit: Unit, is_first: bool, is_touched: bool) -> tuple[str, ...]:
    """What stands beside a counter: its role, wounds lost, contact; the unit's state at its first living model."""
    lost = ("wound",) * (m.start_wounds - m.wounds) if m.on_table else ()
    mounted = ("mounted",) if m.has("mounted") else ()
    touches = ("engaged",) if is_touched else ()
    return (*((m.role,) if m.role else ()), *mounted, *touches, *lost, *(unit_badges(unit) if is_first else ()))


def unit_badges(unit: Unit) -> tuple[str, ...]:
    """The markers of a unit and its Panic (CEL-MRK-02, CEL-MRK-03)."""
    markers = tuple(key for key in MARKERS[1:] if getattr(unit, key))
    return (*(("panic",) if unit.panic else ()), *markers)


@of_the_same
def group(unit: Unit, first: Model, side: str, may: bool, now: int, start: int) -> Group:
    """A unit as one thing; ``first`` is the first of its list, ``now`` of ``start`` are left."""
    figures = (
        f"mv-{first.movement // CM}", f"in-{first.initiative}", f"ds-{first.shooting}", f"as-{first.assault}",
        f"fu-{first.strength}", f"rs-{first.resistance}", f"hr-{first.start_wounds}", f"mn-{first.command}",
        f"tm-{first.size}",
    )  # fmt: skip
    badges = (f"left-{now}-{start}", *(("individual",) if unit.individual else ()), *unit_badges(unit))
    return Group(
        id=unit.id, side=side, code=unit.code, name=unit.name, members=unit.models, badges=badges,
        traits=(*figures, *first.weapons, *first.abilities, *unit.traits), weapons=first.weapons, used=unit.activated,
        may=may, gone=unit.fate or ("waiting" if unit.waiting else ""),
    )  # fmt: skip


def left_of(state: State, unit: Unit) -> tuple[int, int]:
    """What is left of a unit and what it began with, models that have still to come included."""
    models = [state.models[id] for id in unit.models]
    if not any(m.fate == "reserve" for m in models):
        return now_and_start(state, unit)
    start = sum(m.start_wounds for m in models) if unit.individual else len(models)
    return start, start


def may_act(state: State, unit: Unit, go: Seat | None) -> bool:
    """Whether a unit may be the next one its player activates (CEL-ACT-03)."""
    if state.phase != "activation" or unit.activated or unit.fate:
        return False
    return state.active == unit.id if state.active else unit.seat == go


def token(shown: Token, letters: dict[Seat, str]) -> Piece:
    """A token of the scenario, in the colour of who holds it."""
    return Piece(
        id=shown.id, side=letters.get(Seat(shown.held_by), ""), code=str(shown.mark or ""), name=f"word.{shown.kind}",
        x=shown.at.x, y=shown.at.y, radius=TOKEN, kind="object", badges=("alight",) if shown.alight else (),
    )  # fmt: skip


# -- sides and the table --------------------------------------------------------------


def band(state: State, side: Side, letter: str, models: dict[str, Piece], go: Seat | None) -> Band:
    """A side with its units, those gone included, and how it stands."""
    units = [u for u in state.units.values() if u.seat == side.seat]
    mine = tuple(models[id] for u in units for id in u.models)
    groups = (group(u, state.models[u.models[0]], letter, may_act(state, u, go), *left_of(state, u)) for u in units)
    return Band(
        seat=side.seat, side=letter, name=side.name, emblem=EMBLEMS.get(side.list, 0), models=mine,
        facts=facts(state, side), groups=tuple(groups), losses=(loss(state, units),),
        score=Note("score.points", {"points": points(state, side.seat)}, SCORES),
    )  # fmt: skip


def loss(state: State, units: list[Unit]) -> Loss:
    """What a side has lost of its models; of those who stand alone the wounds count (CEL-VIC-01)."""
    left = [left_of(state, unit) for unit in units]
    whole = sum(start for _, start in left)
    lost = whole - sum(now for now, _ in left)
    return Loss(lost=lost, whole=whole, note=Note("loss.models", {"lost": lost, "whole": whole}, SCORES))


def facts(state: State, side: Side) -> tuple[Note, ...]:
    """Battle points as they would stand now, role and edge."""
    found = [Note("band.points", {"points": points(state, side.seat)}, SCORES)]
    if side.role:
        found.append(Note("band.role", {"role": side.role}, ROLE))
    if side.edge:
        found.append(Note("band.edge", {"edge": side.edge}, EDGE))
    return tuple(found)


@of_the_same
def ground(piece: Terrain) -> Ground:
    """A piece of terrain as it lies."""
    return Ground(
        id=piece.id, kind=piece.kind, outline=piece.outline, closed=piece.closed, doors=piece.doors, label=piece.kind
    )


def shown_zones(state: State, letters: dict[Seat, str]) -> tuple[Zone, ...]:
    """Where sides set up, while they do, and what the scenario marks on the ground."""
    return tuple(Zone(id=z.id, kind=z.kind, outline=z.outline, side=letters.get(Seat(z.seat), ""),
                      label=f"zone.{z.kind}") for z in zones(state))  # fmt: skip


def on_go(state: State) -> Seat | None:
    """Whose go it is, where players alternate."""
    if state.outcome is not None or state.phase not in ("setup", "activation"):
        return None
    if state.phase == "setup":
        return state.go
    return state.unit(state.active).seat if state.active else whose_go(state)


def notes(state: State) -> tuple[Note, ...]:
    """What else is worth saying: who goes first, how far one sees, rites."""
    found: list[Note] = []
    if state.first and state.turn:
        found.append(Note("note.first", {"seat": state.first}, FIRST))
    if (limit := sight_limit(state)) is not None:
        found.append(Note("note.sight", {"limit": limit}, LIMIT))
    if state.marks:
        found.append(Note("note.rites", _rites(state), RITE))
    return tuple(found)


def _rites(state: State) -> dict[str, Fact]:
    return {"marks": state.marks}
