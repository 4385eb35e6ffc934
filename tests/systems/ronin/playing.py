"""Positions set by rows, and steps through them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from app.engine.events import Event, Seat
from app.engine.geometry import INCH
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.systems.ronin import SYSTEM
from app.systems.ronin.cases.staging import RoninStaging
from app.systems.ronin.state import State
from tests.systems.boards import rows


def stage(text: str) -> Session[State]:
    """A session at the beginning of the phase these rows describe."""
    phase, state = RoninStaging().position(rows(text))
    return Session[State](SYSTEM, Checkpoint(PhaseId(phase), state))


def asked(session: Session[State]) -> Any:
    """The one open question."""
    (question,) = session.questions()
    return question


def long(figure: str) -> int:
    """Inches to the nearest 1/100 mm."""
    return round(Fraction(figure) * INCH)


def way(*spots: tuple[str, str]) -> list[list[int]]:
    """Points of a path from inches."""
    return [[long(x), long(y)] for x, y in spots]


def order(model: str, key: str, then: Any = None) -> Mapping[str, Any]:
    """An activation as it comes over the wire."""
    return {"pick": model, "then": key if then is None else {"pick": key, "then": then}}


def answer(session: Session[State], raw: Any) -> None:
    """The asked seat's answer is taken."""
    no = session.answer(asked(session).seat, raw)
    assert no is None, no


def refused(session: Session[State], raw: Any) -> Refusal:
    """The answer is not taken, and nothing has changed."""
    before = session.state
    no = session.answer(asked(session).seat, raw)
    assert no is not None
    assert session.state is before
    return no


def closed(session: Session[State], model: str) -> dict[str, str]:
    """The closed orders of a model, each with the clause that closes it."""
    options = asked(session).domain.at(model).options
    return {key: str(option.no.clause) for key, option in options.items() if option.no}


def told(session: Session[State], kind: type[Event]) -> list[Any]:
    """Events of a class so far."""
    return [event for event in session.events if isinstance(event, kind)]


def throw(session: Session[State], *faces: int) -> None:
    """These dice fall."""
    session.throw(faces)


RED, BLUE = Seat("red"), Seat("blue")
