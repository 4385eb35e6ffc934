"""A battle as one seat may see it: built up from what it knows, never cut down from the whole."""

from __future__ import annotations

from app.engine.again import of_the_same
from app.engine.events import Seat
from app.engine.geometry import INCH, Polygon
from app.engine.refusals import Fact
from app.engine.table import Terrain
from app.engine.views import Band, Ground, Loss, Note, Piece, View, Zone, steps
from app.systems.ronin.actions import phase as action
from app.systems.ronin.book import CONTACT, c
from app.systems.ronin.measure import is_encumbered, is_lost, is_to_come, strength
from app.systems.ronin.moving import phase as move
from app.systems.ronin.page.arms import arm_of
from app.systems.ronin.scenarios.figures import OPPOSITE, scenario
from app.systems.ronin.setup.deploy import next_seat, outlines, square, strip
from app.systems.ronin.state import Model, Side, State
from app.systems.ronin.turn.activation import whose_go

PHASES = ("priority", "move", "combat", "action", "end")
ROUNDS = {"move": move.ROUND, "action": action.ROUND}
MORALE, RATING, START, SCORES, GOAL, WEATHER, TIME, FLOW, COUNTERS, HELD, LOADED, HALF = (
    c("RON-MOR-04"), c("RON-MOR-22"), c("RON-MOR-18"), c("RON-SCN-11"), c("RON-SCN-05"), c("RON-TER-09"),
    c("RON-TER-10"), c("RON-SCN-59"), c("RON-CBT-29"), c("RON-SCN-80"), c("RON-SHO-36"), c("RON-MOR-19"),
)  # fmt: skip
LETTERS = ("a", "b")
RINGS = (6 * INCH, 12 * INCH, 18 * INCH, 24 * INCH)
EMBLEMS = {"bushi": 1, "sohei": 2, "koryu": 3, "bandits": 4, "ikko-ikki": 5}


def view(state: State, viewer: Seat | None) -> View:
    """All that this seat (``None``: a spectator) may see."""
    letters = {side.seat: LETTERS[i] for i, side in enumerate(state.sides)}
    go, models = counters(state, letters)
    return View(
        width=state.table.width, depth=state.table.depth, unit="in", unit_length=INCH, rings=RINGS,
        turn=state.turn, turns=state.turns, phases=steps(PHASES, state.phase), go=go,
        terrain=tuple(ground(p) for p in state.table.pieces), zones=zones(state, letters),
        pieces=(*markers(state, letters), *(models[m.id] for m in state.standing())),
        sides=tuple(band(state, side, letters[side.seat], models, viewer) for side in state.sides),
        notes=notes(state, viewer),
    )  # fmt: skip


# -- pieces ----------------------------------------------------------------------


def counters(state: State, letters: dict[Seat, str]) -> tuple[Seat | None, dict[str, Piece]]:
    """Whose go it is, and every model as anybody sees it; found once for all who look at a state."""
    if not state.shown:
        touched, go = engaged(state), on_go(state)
        models = {
            str(m.id): piece(m, letters[m.seat], m.id in touched, is_used(state, m), may_act(state, m, go))
            for m in state.models.values()
        }
        state.shown.append((go, models))
    return state.shown[0]


def engaged(state: State) -> frozenset[str]:
    """The models in base contact with an enemy (RON-MOV-14)."""
    first, second = ([(m.id, m.at.x, m.at.y, m.radius) for m in state.standing(s.seat)] for s in state.sides)
    found: list[str] = []
    for a, ax, ay, ar in first:
        for b, bx, by, br in second:
            reach = ar + br + CONTACT
            dx = ax - bx
            if -reach <= dx <= reach and dx * dx + (ay - by) * (ay - by) <= reach * reach:
                found += [a, b]
    return frozenset(found)


@of_the_same
def piece(m: Model, side: str, is_touched: bool, is_done: bool, may: bool) -> Piece:
    """A model as its counter and its line in the roster show it."""
    return Piece(
        id=m.id, side=side, code=m.code, name=m.title, x=m.at.x, y=m.at.y, radius=m.radius,
        badges=badges(m, is_touched),
        used=is_done, may=may, gone=m.fate,
        traits=(f"rank-{m.rank}", m.armour, *m.weapons, *m.attributes), arm=arm_of(m), weapons=m.weapons,
    )  # fmt: skip


def badges(m: Model, is_touched: bool) -> tuple[str, ...]:
    """What stands beside a counter: keys worded elsewhere, one for each wound, head and token."""
    empty = not m.loaded and "teppo" in m.weapons
    flags = (
        ("leader", m.leader), ("banner", m.banner), ("civilian", m.civilian), ("mounted", m.mounted),
        ("engaged", is_touched), ("empty", empty), ("encumbered", is_encumbered(m)), ("object", bool(m.objects)),
        ("rested", m.rested),
    )  # fmt: skip
    counts = (
        ("stunned", m.stunned),
        ("light", m.light),
        ("grievous", m.grievous),
        ("head", len(m.heads)),
        ("loot", m.loot),
    )
    return (*(key for key, holds in flags if holds), *(key for key, n in counts for _ in range(n)))


def is_used(state: State, m: Model) -> bool:
    """Whether a model has been activated in the phase at hand."""
    return m.activated if state.phase == "move" else m.acted if state.phase == "action" else False


def may_act(state: State, m: Model, go: Seat | None) -> bool:
    """Whether a model may be the next one its player activates, when it is the go of this seat."""
    ready = m.fate == "" or (is_to_come(state, m) and state.phase == "move" and state.stage != "")
    return ready and state.phase in ("move", "action") and m.seat == go and not is_used(state, m)


def markers(state: State, letters: dict[Seat, str]) -> tuple[Piece, ...]:
    """Bodies, objects that lie on the table, riderless horses."""
    found = []
    for body in state.bodies:
        owner = state.models.get(body.model)
        left = tuple(key for key, is_left in (("head", body.head), ("loot", body.loot)) if is_left)
        side, code, name = (letters[owner.seat], owner.code, owner.title) if owner else ("", "", body.id)
        found.append(
            Piece(
                id=body.id,
                side=side,
                code=code,
                name=name,
                x=body.at.x,
                y=body.at.y,
                radius=body.radius,
                kind="body",
                badges=left,
            )
        )
    for item in state.items:
        if not item.carrier:
            found.append(
                Piece(
                    id=item.id,
                    side="",
                    code="",
                    name=item.kind,
                    x=item.at.x,
                    y=item.at.y,
                    radius=item.base.radius,
                    kind="object",
                )
            )
    for horse in state.horses:
        rider = state.models[horse.rider]
        found.append(
            Piece(
                id=f"horse-{rider.id}",
                side=letters[rider.seat],
                code=rider.code,
                name=rider.title,
                x=horse.at.x,
                y=horse.at.y,
                radius=horse.base.radius,
                kind="horse",
            )
        )
    return tuple(found)


# -- sides -----------------------------------------------------------------------


def band(state: State, side: Side, letter: str, models: dict[str, Piece], viewer: Seat | None) -> Band:
    """A side with its roster, those gone included, and how it stands."""
    mine = tuple(models[m.id] for m in state.models.values() if m.seat == side.seat)
    emblem = EMBLEMS.get(side.faction, 0)
    return Band(
        seat=side.seat, side=letter, name=side.name, emblem=emblem, models=mine, facts=facts(state, side, viewer),
        losses=(loss(state, side),), score=Note("band.score", {"score": side.score}, scored(state)),
    )  # fmt: skip


def scored(state: State) -> str:
    """The clause by which this scenario counts points."""
    told = scenario(state).clauses
    return c(told["vp"]) if "vp" in told else SCORES


def loss(state: State, side: Side) -> Loss:
    """The models a side has lost; below half its strength its morale tests are harder (RON-MOR-19)."""
    lost, bears = side.start - strength(state, side.seat), side.start // 2
    now: dict[str, Fact] = {"lost": lost, "whole": side.start, "bears": bears}
    return Loss(lost=lost, whole=side.start, bears=bears, note=Note("loss.models", now, HALF))


def facts(state: State, side: Side, viewer: Seat | None) -> tuple[Note, ...]:
    """Morale, strength, points; the minor goal to its owner alone until it is scored (RON-SET-13)."""
    now: dict[str, Fact] = {"now": strength(state, side.seat), "start": side.start}
    found = [
        Note("band.morale", {"morale": side.morale}, MORALE), Note("band.rating", {"rating": side.rating}, RATING),
        Note("band.strength", now, START), Note("band.score", {"score": side.score}, SCORES),
    ]  # fmt: skip
    if side.role:
        found.append(Note("band.role", {"role": side.role}, c(scenario(state).clause)))
    if side.edge:
        found.append(Note("band.edge", {"edge": side.edge}, c("RON-MOR-30")))
    if side.goal and (side.goal_scored or viewer == side.seat):
        found.append(Note("band.goal-scored" if side.goal_scored else "band.goal", {"goal": side.goal}, GOAL))
    if lost := sum(m.seat == side.seat and m.fate == "reserve" and is_lost(state, m) for m in state.models.values()):
        found.append(Note("band.lost", {"number": lost}, c("RON-SCN-10")))
    if side.arriving:
        found.append(Note("band.arriving", {"number": side.arriving}, c("RON-SCN-72")))
    return tuple(found)


# -- the table -------------------------------------------------------------------


@of_the_same
def ground(piece: Terrain) -> Ground:
    """A piece of terrain as it lies."""
    return Ground(
        id=piece.id, kind=piece.kind, outline=piece.outline, closed=piece.closed, doors=piece.doors, label=piece.kind
    )


def zones(state: State, letters: dict[Seat, str]) -> tuple[Zone, ...]:
    """Where sides set up, what an objective covers, where models may leave."""
    found: list[Zone] = []
    said = scenario(state)
    if state.phase in ("", "setup"):
        for side in state.sides:
            if side.edge or side.role == "defender":
                found += [
                    zone(f"deploy-{side.seat}", "deploy", o, letters[side.seat]) for o in safe_outlines(state, side)
                ]
    if said.holds_within:
        found.append(zone("objective", "objective", square(state, said.holds_within * INCH), ""))
    for side in state.sides:
        edge = side.edge if said.exits == "own" else OPPOSITE.get(side.edge, "") if side.role == "escort" else ""
        if edge:
            found.append(zone(f"exit-{side.seat}", "exit", strip(state, edge, INCH), letters[side.seat]))
    return tuple(found)


def safe_outlines(state: State, side: Side) -> tuple[Polygon, ...]:
    """The area of a side, once its edge is known where that matters."""
    return outlines(state, side.seat) if side.edge or scenario(state).key == "defence" else ()


def zone(id: str, kind: str, outline: Polygon, side: str) -> Zone:
    """A zone as it is drawn."""
    return Zone(id=id, kind=kind, outline=outline, side=side, label=f"zone.{kind}")


def on_go(state: State) -> Seat | None:
    """Whose go it is, where players alternate."""
    if state.outcome is not None:
        return None
    if state.phase == "setup":
        placing = state.go is not None and all(side.edge for side in state.sides)
        return (next_seat(state) if placing else None) or state.go
    if state.phase == "combat":
        return None if any(x.begun and not x.fought for x in state.combats) else state.go or state.priority
    return whose_go(state, ROUNDS[state.phase]) if state.phase in ROUNDS else None


def notes(state: State, viewer: Seat | None) -> tuple[Note, ...]:
    """What else is worth saying: weather, light, river, who is held back, counters of the fight at hand."""
    found: list[Note] = []
    if state.weather:
        found.append(Note("note.weather", {"weather": state.weather}, WEATHER))
    if state.time_of_day:
        found.append(Note("note.time", {"time": state.time_of_day}, TIME))
    if state.flow:
        found.append(Note("note.flow", {"edge": state.flow}, FLOW))
    if state.bound:
        found.append(Note("note.bound", {}, HELD))
    for fight in state.combats:
        if fight.begun and not fight.fought:
            for seat, n in fight.counters.items():
                if fight.shown or seat == viewer:
                    found.append(
                        Note("note.counters", {"seat": seat, "attack": n.attack, "defence": n.defence}, COUNTERS)
                    )
    return tuple(found)
