"""A combat set from rows and played from a script of answers and dice."""

from __future__ import annotations

from typing import Any, TypeVar

from app.engine.asks import Json
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.systems.ronin import SYSTEM
from app.systems.ronin.state import Model, State
from tests.systems.boards import rows

E = TypeVar("E", bound=Event)
RED = "model a red at=10,10"
BLUE = "model x blue at=11,10"


def stage(text: str) -> tuple[Any, State]:
    """The phase and position of these lines."""
    return SYSTEM.staging.position(rows(text))


class Bout:
    """A session that a test feeds, and what came of it."""

    def __init__(self, text: str) -> None:
        phase, state = stage(text)
        self.session: Session[State] = Session(SYSTEM, Checkpoint(phase, state))

    def dice(self, *throws: str) -> Bout:
        """Supply these throws, each ``why:faces`` as in ``attack:63``."""
        for throw in throws:
            why, faces = throw.split(":")
            waiting = self.session.waiting
            assert isinstance(waiting, Roll), (throw, self.asked())
            assert waiting.why == why
            self.session.throw(tuple(int(face) for face in faces))
        return self

    def say(self, seat: str, raw: Json, about: str = "") -> Bout:
        """Give an answer that must be taken."""
        question = self.session.question(Seat(seat))
        assert question is not None, (seat, self.session.waiting)
        assert not about or question.about == about
        no = self.session.answer(Seat(seat), raw)
        assert no is None, no
        return self

    def no(self, seat: str, raw: Json) -> str:
        """The clause under which an answer is refused."""
        before = len(self.session.tape)
        no = self.session.answer(Seat(seat), raw)
        assert no is not None
        assert len(self.session.tape) == before
        return str(no.clause)

    def asked(self) -> list[tuple[str, str]]:
        """Who is asked what."""
        return [(q.seat, q.about) for q in self.session.questions()]

    def model(self, id: str) -> Model:
        """A model as it stands now."""
        return self.session.state.model(id)

    def all(self, kind: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for event in self.session.events if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The latest event of a kind."""
        return self.all(kind)[-1]


def duel(red: str = "", blue: str = "", *, rows: str = "", split: tuple[int, int] = (1, 1)) -> Bout:
    """One against one, weapons named, pools split (each side's Attack counters given), Initiative not committed."""
    bout = Bout(f"phase combat\n{rows}\n{RED} {red}\n{BLUE} {blue}".replace("\n\n", "\n"))
    arm(bout, "katana")
    for seat, id, attack in (("red", "a", split[0]), ("blue", "x", split[1])):
        if (seat, "combat.split") in bout.asked():
            bout.say(seat, {"attack": attack, "defence": bout.model(id).pool - attack})
    for seat in ("red", "blue"):
        if (seat, "combat.commit") in bout.asked():
            bout.say(seat, {})
    return bout


def arm(bout: Bout, weapon: str) -> None:
    """Everybody who is asked names this weapon, or the first that he has."""
    while bout.asked() and bout.asked()[0][1] == "combat.weapon":
        seat = bout.asked()[0][0]
        domain = bout.session.questions()[0].domain
        bout.say(seat, weapon if not domain.refuse(weapon) else domain.some(1)[0])
