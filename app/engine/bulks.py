"""What one press answers: a question and those of its kind that follow in the same part of a turn, for one seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.asks import AnyAsk, Json
from app.engine.domains import Menu
from app.engine.manoeuvre import Manoeuvre, Steps


def always(_: AnyAsk) -> bool:
    """Beside every question that it covers."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Bulk:
    """What a seat may wish at questions of these kinds (``covers``), until they are over for this turn.

    ``answer``: what a question is given, as JSON; ``None``: it is asked.  ``beside``: whether it stands beside a
    question of these kinds.  Without ``answer`` what the seat answered to such questions in the turn before is given
    again as far as it is legal now, but silence to those that ``wait``; if ``same``, what it had answered last to such
    a question in this turn when it wished so.  Its button says ``bulk.`` and its key.
    """

    key: str
    covers: frozenset[str]
    answer: Callable[[AnyAsk], Json | None] | None = None
    beside: Callable[[AnyAsk], bool] = always
    wait: frozenset[str] = frozenset()
    same: bool = False

    @property
    def repeats(self) -> bool:
        """Whether it gives what the seat has given before."""
        return self.answer is None


def silence(asked: AnyAsk) -> Json:
    """What is done if nothing is said."""
    return asked.domain.write(asked.default)


def as_offered(asked: AnyAsk) -> Json | None:
    """Of the ways that are offered to the formations of a menu the longest; ``None``: none is offered one."""
    found = [(key, below, steps) for key, below in ways(asked) if (steps := below.proposed())]
    if not found:
        return None
    key, below, steps = max(found, key=lambda one: length(one[2]))
    return {"pick": key, "then": below.write(steps)}


def second(key: str) -> Callable[[AnyAsk], Json | None]:
    """What takes this option of a menu, and the first that is open below it; ``None``: where it is not open."""

    def answer(asked: AnyAsk) -> Json | None:
        option = asked.domain.options.get(key) if isinstance(asked.domain, Menu) else None
        if option is None or option.no is not None or option.then is None:
            return None
        below = option.then()
        return next(({"pick": key, "then": below.write(one)} for one in below.some(1)), None)

    return answer


def has_offer(asked: AnyAsk) -> bool:
    """Whether a formation is offered a way."""
    return any(way.proposed() for _, way in ways(asked))


def ways(asked: AnyAsk) -> list[tuple[str, Manoeuvre]]:
    """The open options of a menu below which the way of a formation is asked at once."""
    if not isinstance(asked.domain, Menu):
        return []
    below = [(key, one.then()) for key, one in asked.domain.options.items() if one.no is None and one.then]
    return [(key, way) for key, way in below if isinstance(way, Manoeuvre)]


def length(steps: Steps) -> int:
    """How far steps lead."""
    return sum(step.by for step in steps if step.do in ("forward", "back", "slide"))
