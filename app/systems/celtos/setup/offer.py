"""What is offered to whoever does not set up himself: units in line, shooters on the wings, Individuals behind."""

from __future__ import annotations

from app.engine.asks import AnyAsk, Json
from app.engine.battle_lines import Body, Front, around, front_of, row, winged
from app.engine.domains import Choice
from app.engine.events import Seat
from app.engine.geometry import CM, Base, Point, box, disc_touches_line, disc_touches_polygon
from app.engine.groups import Spots
from app.systems.celtos.setup.deploy import to_place
from app.systems.celtos.setup.places import ground_of, refuse_layout
from app.systems.celtos.shooting.rules import usable
from app.systems.celtos.state import Model, State, Unit

GAP, SPACE, DEPTH, STEP, NEAR, FAR = 4 * CM, CM // 2, 8 * CM, 2 * CM, 16 * CM, 60 * CM
BROAD = 6
"""As many stand in one rank; more in two."""


def offered(state: State, question: AnyAsk) -> Json | None:
    """The answer that is offered to a question of the set-up; nothing once it is over."""
    if state.phase != "setup":
        return None
    placed = next_unit(state, question.seat) if question.about == "deploy.unit" else None
    return question.domain.write(placed or question.default)


def next_unit(state: State, seat: Seat) -> Choice | None:
    """The next unit and its places in the line; nothing for infiltrators, or where it finds no room."""
    unit = next(iter(to_place(state, seat, late=False)), None)
    if unit is None or not ground_of(state, unit, hidden=False).zones:
        return None
    spots = places(state, unit)
    return Choice(unit.id, spots) if spots else None


def places(state: State, unit: Unit) -> Spots | None:
    """Where the models of a unit stand, as near as can be to its place in the line: in the open if there is room."""
    ground = ground_of(state, unit, hidden=False)
    front = front_of(state.table, box(ground.zones[0]))
    wanted, models = line(state, unit.seat, front)[unit.id], models_of(state, unit)
    clear = (spots for at in around(wanted, STEP, NEAR) if is_open(state, models, spots := ranks(models, front, at)))
    every = (ranks(models, front, at) for at in around(wanted, STEP, FAR))
    return next((spots for spots in (*clear, *every) if refuse_layout(state, unit, spots, ground) is None), None)


def line(state: State, seat: Seat, front: Front) -> dict[str, Point]:
    """Where the middle of each unit of a side is meant to be."""
    mine = [u for u in state.units.values() if u.seat == seat]
    units = [u for u in mine if not u.individual]
    fighters = [body(state, u) for u in units if not shoots(state, u)]
    shooters = [body(state, u) for u in units if shoots(state, u)]
    deep = max(m.radius for u in mine for m in models_of(state, u)) * 3 + SPACE
    alone = [body(state, u) for u in mine if u.individual]
    return {**row(front, winged(fighters, shooters), GAP, deep), **row(front, alone, GAP, deep + DEPTH)}


def shoots(state: State, unit: Unit) -> bool:
    """Whether a unit has something to shoot with."""
    return any(usable(unit, m, "order") for m in models_of(state, unit))


def models_of(state: State, unit: Unit) -> list[Model]:
    """The models of a unit, on the table or not."""
    return [state.models[id] for id in unit.models]


def body(state: State, unit: Unit) -> Body:
    """What a unit takes of the front."""
    models = models_of(state, unit)
    return Body(unit.id, files(models) * pitch(models))


def files(models: list[Model]) -> int:
    """How many stand side by side."""
    return len(models) if len(models) <= BROAD else -(-len(models) // 2)


def pitch(models: list[Model]) -> int:
    """From the middle of one model to that of the next."""
    return 2 * max(m.radius for m in models) + SPACE


def ranks(models: list[Model], front: Front, middle: Point) -> dict[str, Point]:
    """The models in ranks about a place, the first rank towards the enemy."""
    wide, step = files(models), pitch(models)
    deep = -(-len(models) // wide)
    here = front.at(0, 0)
    found: dict[str, Point] = {}
    for n, m in enumerate(models):
        rank, file = divmod(n, wide)
        in_rank = min(wide, len(models) - rank * wide)
        by = front.at((2 * file - in_rank + 1) * step // 2, (2 * rank - deep + 1) * step // 2)
        found[m.id] = Point(middle.x + by.x - here.x, middle.y + by.y - here.y)
    return found


def is_open(state: State, models: list[Model], spots: Spots) -> bool:
    """Whether no piece of ground is under any of these models."""
    bases = [Base(spots[m.id], m.radius) for m in models]
    touches = {True: disc_touches_polygon, False: disc_touches_line}
    return not any(touches[piece.closed](base, piece.outline) for base in bases for piece in state.table.pieces)
