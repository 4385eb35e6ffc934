"""What is offered to whoever does not set up himself: a line of battle, the Leader behind it, shooters on its wings."""

from __future__ import annotations

from app.engine.asks import AnyAsk, Json
from app.engine.battle_lines import Body, around, front_of, row, winged
from app.engine.domains import Choice, Spot
from app.engine.events import Seat
from app.engine.geometry import INCH, Base, Point, box, disc_touches_line, disc_touches_polygon
from app.systems.ronin.setup.deploy import is_free, outlines, waiting
from app.systems.ronin.shooting.rules import missiles_of
from app.systems.ronin.state import Model, ModelId, State

GAP, DEPTH, STEP, NEAR, FAR = INCH, 5 * INCH // 2, INCH // 2, 5 * INCH, 16 * INCH


def offered(state: State, question: AnyAsk) -> Json | None:
    """The answer that is offered to a question of the set-up; nothing once it is over."""
    if state.phase != "setup":
        return None
    placed = next_model(state, question.seat) if question.about == "setup.deploy" else None
    return question.domain.write(placed or question.default)


def next_model(state: State, seat: Seat) -> Choice | None:
    """The next model and its place in the line; nothing where there is none about it."""
    model = waiting(state, seat)[0]
    at = stand(state, model, line(state, seat)[model.id])
    return Choice(str(model.id), Spot(at)) if at else None


def line(state: State, seat: Seat) -> dict[ModelId, Point]:
    """Where each model of a side is meant to stand."""
    mine = [m for m in state.models.values() if m.seat == seat]
    front = front_of(state.table, box(outlines(state, seat)[0]))
    behind, before = [m for m in mine if m.leader or m.civilian], [m for m in mine if not (m.leader or m.civilian)]
    fighters = [body(m) for m in before if not missiles_of(m)]
    shooters = [body(m) for m in before if missiles_of(m)]
    radius = max(m.radius for m in mine)
    first = row(front, winged(fighters, shooters), GAP, radius)
    second = row(front, [body(m) for m in behind], GAP, radius + DEPTH)
    return {ModelId(key): at for key, at in {**first, **second}.items()}


def body(model: Model) -> Body:
    """What a model takes of the front."""
    return Body(model.id, 2 * model.radius)


def stand(state: State, model: Model, wanted: Point) -> Point | None:
    """The place nearest to the one meant where it may stand: in the open if there is one near."""
    near = (at for at in around(wanted, STEP, NEAR) if is_open(state, model, at) and is_free(state, model, at))
    return next(near, None) or next((at for at in around(wanted, STEP, FAR) if is_free(state, model, at)), None)


def is_open(state: State, model: Model, at: Point) -> bool:
    """Whether no piece of ground is under a model there."""
    base = Base(at, model.radius)
    touches = {True: disc_touches_polygon, False: disc_touches_line}
    return not any(touches[piece.closed](base, piece.outline) for piece in state.table.pieces)
