"""The heaviest answers of Celtos, through its ``Session``: from the answer given to the next question.

Positions are written as cases; dice fall so that the most follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from app.engine.asks import Json
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.staging import Row
from app.systems import system_of


def block(west: int, north: int) -> str:
    """Places of twenty models in two ranks of ten, a hand apart."""
    return "+".join(f"{west + 2.7 * (n % 10):.1f},{north + 2.7 * (n // 10):.1f}" for n in range(20))


VOLLEY = f"""
unit R red weapons=yumi at={block(40, 80)}
unit E red weapons=yari at={block(110, 90)}
unit B blue weapons=yari at={block(45, 52)}
unit C blue weapons=yari at={block(100, 20)}
unit D blue weapons=yari at={block(10, 10)}
unit G blue weapons=yari at={block(55, 20)}
terrain fence f 30,58 80,58
terrain woods w 60,62 75,62 75,70 60,70
terrain hill h 20,20 40,20 40,40 20,40
terrain palisade p 50,35 70,35
"""
"""Twenty shooters, a unit of twenty behind a fence, four more units of twenty, terrain between them."""
FACES = {"hit": 9, "save": 2, "damage": 9}


def rows(text: str) -> list[Row]:
    """The rows of a position."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return [Row(n, words[0], tuple(words[1:])) for n, words in enumerate(lines, 1)]


def session_of(key: str, text: str) -> Session[Any]:
    """A phase begun in this position."""
    system = system_of(key)
    phase, state = system.staging.position(rows(text))
    return Session(system, Checkpoint(phase, state))


def answered(session: Session[Any], seat: Any, raw: Json) -> float:
    """Milliseconds from an answer to the next question, its dice included."""
    began = process_time()
    assert session.answer(seat, raw) is None
    while isinstance(session.waiting, Roll):
        dice = session.waiting.dice
        session.throw((FACES.get(session.waiting.why, 5),) * dice.count)
    return (process_time() - began) * 1000


def volley() -> Iterator[tuple[str, float]]:
    """A volley in its two answers: the order with its dice to hit, and the hits shared out with all that follows."""
    session = session_of("celtos", VOLLEY)
    red, blue = (side.seat for side in session.state.sides)
    yield "order and dice to hit", answered(session, red, {"pick": "R", "then": {"pick": "shoot", "then": "B"}})
    question = session.question(blue)
    assert question is not None
    yield "hits shared, saves, damage", answered(session, blue, question.domain.write(question.default))
