"""Set-ups of Kensei, played with given dice and answers, else by chance and by proposal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from app.engine.asks import AnyAsk
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.systems.kensei.state import State
from app.systems.kensei.system import SYSTEM

RED, BLUE = Seat("red"), Seat("blue")
Answer = Callable[[AnyAsk], Any]
"""What to answer a question as JSON; ``None``: its default."""

KUGE: dict[str, Any] = {
    "name": "North", "caste": "kuge", "abilities": ["clandestine_practices", "second_thoughts"],
    "units": [
        {"id": "u1", "entry": "yari_ashigaru", "models": 10, "standard": True},
        {"id": "u2", "entry": "heishi", "models": 10},
        {"id": "u3", "entry": "ninja", "models": 5},
        {"id": "u4", "entry": "ishitsubute", "models": 10},
    ],
    "characters": [
        {"entry": "shirei_kan", "taisho": True, "unit": "u2"}, {"entry": "samurai_daisho", "unit": "u1"},
        {"entry": "spy", "unit": "u1"},
    ],
}  # fmt: skip
"""Ninja, slingers, a hidden Spy; a Taisho with Clandestine Practices and Second Thoughts."""
BUKE: dict[str, Any] = {
    "name": "South", "caste": "buke", "abilities": ["expert_strategist", "second_thoughts"],
    "units": [
        {"id": "u1", "entry": "yari_ashigaru", "models": 10, "standard": True},
        {"id": "u2", "entry": "katana_samurai", "models": 5},
        {"id": "u3", "entry": "yumi_kiba_musha", "models": 4},
    ],
    "characters": [
        {"entry": "shirei_kan", "taisho": True, "unit": ""}, {"entry": "samurai_daisho", "unit": "u1"},
        {"entry": "shinobi", "unit": "u2"},
    ],
}  # fmt: skip
"""Mounted archers, a hidden Shinobi; a Taisho by himself, with Expert Strategist."""


def agreed(scenario: str = "pitched_battle", red: Any = KUGE, blue: Any = BUKE, **options: Any) -> Setup:
    """A set-up at 1000 Koku; armies by roster, or by the name of a ready one."""
    rosters = ({"sample": one} if isinstance(one, str) else one for one in (red, blue))
    sides = tuple(SideSetup(seat, roster) for seat, roster in zip((RED, BLUE), rosters, strict=True))
    return Setup(scenario, sides, {"points": 1000, **options})


class Opening:
    """A game being played: dice from a list, then by chance; answers as told, else the default or a sample."""

    def __init__(
        self, chosen: Setup, dice: Sequence[int] = (), answer: Answer | None = None, seed: int = 0, sample: bool = False
    ) -> None:
        self.rng, self.dice, self.say, self.samples = Random(seed), list(dice), answer, sample
        self.state: State = SYSTEM.begin(chosen)
        self.events: list[Event] = []
        self.asked: list[AnyAsk] = []
        self.rolls: list[str] = []

    def run(self, until: str = "start", stage: str = "") -> State:
        """The game is played up to a phase, or until a stage of the set-up is done."""
        while (phase := SYSTEM.next_phase(self.state)) is not None and phase != until:
            if stage and self.state.stage == stage:
                break
            self.state = self.phase(phase)
        return self.state

    def phase(self, phase: str) -> State:
        """One phase is played; its tape leads to the same state again."""
        session = Session(SYSTEM, Checkpoint(PhaseId(phase), self.state))
        while not session.over:
            self.step(session)
        again = Session(SYSTEM, session.start, session.tape)
        assert again.state == session.state
        self.events += session.events
        self.state = session.state
        return self.state

    def step(self, session: Session[State]) -> None:
        """One roll or one answer."""
        waiting = session.waiting
        if isinstance(waiting, Roll):
            self.rolls.append(waiting.why)
            count, sides = waiting.dice.count, waiting.dice.sides
            faces = [self.dice.pop(0) if self.dice else self.rng.randint(1, sides) for _ in range(count)]
            session.throw(tuple(faces))
            return
        question = session.questions()[0]
        self.asked.append(question)
        assert question.about in SYSTEM.sentences
        assert question.domain.refuse(question.default) is None
        raw = self.say(question) if self.say else None
        if raw is None:
            other = question.domain.sample(self.rng) if self.samples else question.default
            raw = question.domain.write(other)
        assert session.answer(question.seat, raw) is None, (question.about, raw)

    def told(self, name: str) -> list[Any]:
        """Events of a name so far."""
        return [event for event in self.events if event.kind == f"kensei.{name}"]


def replies(**by_about: Any) -> Answer:
    """Answers by the question's key (dots as underscores), each taken from its list in order; else the default."""
    left = {about: list(rows) for about, rows in by_about.items()}

    def say(question: AnyAsk) -> Any:
        rows = left.get(question.about.replace(".", "_"))
        return rows.pop(0) if rows else None

    return say
