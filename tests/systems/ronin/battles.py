"""Two lines of plain models, and a phase played with given dice and answers."""

from __future__ import annotations

from typing import Any

from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.geometry import INCH, Point
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.engine.table import Table
from app.systems.ronin.state import Model, ModelId, Side, State
from app.systems.ronin.system import SYSTEM

RED, BLUE = Seat("red"), Seat("blue")


def model(seat: Seat, n: int, **more: Any) -> Model:
    made = {"rank": 1, "pool": 2, "initiative": 1, "fight": 1, "shoot": 1, "fate": "", "code": str(n), "title": "m"}
    y = 6 * INCH if seat == RED else 30 * INCH
    return Model(id=ModelId(f"{seat}-{n}"), seat=seat, **{**made, "at": Point(n * 2 * INCH, y), **more})


def battle(count: int = 4, phase: str = "priority", **red: Any) -> State:
    models: dict[str, Model] = {m.id: m for seat in (RED, BLUE) for m in (model(seat, n) for n in range(1, count + 1))}
    common: dict[str, Any] = {"name": "x", "faction": "bushi", "rating": 8, "start": count}
    sides = (Side(seat=RED, edge="north", **{**common, **red}), Side(seat=BLUE, edge="south", **common))
    setup = Setup("skirmish", tuple(SideSetup(s, {}) for s in (RED, BLUE)))
    return State(
        setup=setup, table=Table(36 * INCH, 36 * INCH), sides=sides, models=models, turn=3, phase=phase,
        priority=RED, stage="deploy",
    )  # fmt: skip


def play(
    state: State, *dice: tuple[int, ...], answers: tuple[str, ...] = (), phase: str = "priority"
) -> Session[State]:
    session = Session(SYSTEM, Checkpoint(PhaseId(phase), state))
    left, said = list(dice), list(answers)
    while not session.over:
        if isinstance(session.waiting, Roll):
            session.throw(left.pop(0))
        else:
            question = session.questions()[0]
            assert session.answer(question.seat, said.pop(0)) is None
    assert not left
    assert not said
    return session
