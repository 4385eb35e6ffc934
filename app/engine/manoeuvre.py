"""The answer that moves a formation: a list of steps, ``[["forward", 8000], ["slide", 500, 4500]]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from app.engine.asks import Json, Random
from app.engine.domains import FAR, READABLE, TRIES, Simple, nothing, unreadable
from app.engine.formations import ROUND, STEPS, Formation, Step
from app.engine.options import few
from app.engine.refusals import Refusal, refuse
from app.engine.views import Preview

Steps = tuple[Step, ...]
SHAPE = 'steps [["forward", 5000], ["wheel", -1500], ["slide", 5000, 9000], …]: 1/100 mm, 1/100 degree'
MOST = 40
TURNS = (9_000, -9_000, 18_000)
BOUNDS = {
    "forward": (0, FAR), "back": (0, FAR), "wheel": (-18_000, 18_000), "turn": (-9_000, 18_000), "files": (1, 100),
    "face": (0, ROUND - 1), "slide": (0, FAR),
}  # fmt: skip


def read_step(raw: Json) -> Step | None:
    """A step from ``[name, number]``, a slide from ``["slide", length, bearing]``, or ``None``."""
    if not (isinstance(raw, list | tuple) and raw and isinstance(raw[0], str) and raw[0] in STEPS):
        return None
    numbers = raw[1:]
    if len(numbers) != (2 if raw[0] == "slide" else 1) or any(type(number) is not int for number in numbers):
        return None
    step = Step(raw[0], *numbers)
    low, high = BOUNDS[step.do]
    fits = low <= step.by <= high and 0 <= step.way < ROUND and (step.do != "turn" or step.by in TURNS)
    return step if fits else None


def write_step(step: Step) -> list[Json]:
    """What ``read_step`` turns back into this step."""
    return [*step] if step.do == "slide" else [step.do, step.by]


@dataclass(frozen=True, slots=True)
class Manoeuvre(Simple):
    """Steps of a formation, in order; no step is staying.

    ``steps`` names those that are open, each with what a length or an angle may come to at most (0: no limit); of
    ``turn`` the one angle that is open (0: all), of ``face`` the furthest from how it looks before.
    ``test`` judges the whole, ``propose`` invents one that need not be legal, ``sure`` holds legal ones (at least
    one), ``look`` previews.  ``rates``: what a step costs, as (numerator, denominator) of 1/100 mm for each 1/100 mm
    or, for ``turn`` and ``files``, at once; only for drawing while a hand moves, the preview is the word.
    ``judged``: steps that are not open but read all the same, for ``test`` to say what stands against them.
    ``way``: the bearing in 1/100 degree that slides are drawn along; ``None``: any.
    """

    piece: str
    start: Formation
    allowance: int
    steps: dict[str, int]
    test: Callable[[Steps], Refusal | None]
    propose: Callable[[Random], Steps]
    sure: tuple[Steps, ...] | Callable[[], tuple[Steps, ...]]
    look: Callable[[Steps], Preview] = nothing
    rates: dict[str, tuple[int, int]] = field(default_factory=dict)
    offered: Steps | Callable[[], Steps] = ()
    judged: tuple[str, ...] = ()
    way: int | None = None

    def read(self, raw: Json) -> Steps | Refusal:
        """Steps of known names with whole numbers."""
        if not isinstance(raw, list | tuple):
            return unreadable(SHAPE, raw)
        if len(raw) > MOST:
            return refuse("path.too-many-points", READABLE, points=len(raw), most=MOST)
        found = [read_step(row) for row in raw]
        known = tuple(step for step in found if step is not None)
        if len(known) < len(found):
            return unreadable(SHAPE, raw)
        if shut := [step.do for step in known if step.do not in (*self.steps, *self.judged)]:
            return unreadable(f"steps among {', '.join(self.steps)}", shut)
        turn = self.steps.get("turn")
        if turn and (wrong := [step.by for step in known if step.do == "turn" and step.by != turn]):
            return unreadable(f"a turn by {turn}", wrong)
        return known

    def write(self, answer: Steps) -> Json:
        """Each step as its name and its number; of a slide its bearing too."""
        return [write_step(step) for step in answer]

    def refuse(self, answer: Steps) -> Refusal | None:
        """What the rules say against the whole."""
        return self.test(answer)

    def certain(self) -> tuple[Steps, ...]:
        """The legal answers that are known."""
        return self.sure() if callable(self.sure) else self.sure

    def proposed(self) -> Steps:
        """What is offered to be taken as it is."""
        return self.offered() if callable(self.offered) else self.offered

    def sample(self, rng: Random) -> Steps:
        """Proposed steps that are legal, else some that are sure."""
        for _ in range(TRIES):
            if self.test(steps := self.propose(rng)) is None:
                return steps
        return rng.choice(self.certain())

    def some(self, limit: int) -> Sequence[Steps]:
        """The sure answers and a few proposals, always the same ones."""
        rng = Random(0)
        return few(self.certain(), limit, lambda: self.propose(rng), self.test)

    def describe(self) -> Json:
        """The formation as it stands, the steps that are open, how far it may go, and what is proposed."""
        bound = {} if self.way is None else {"way": self.way}
        return {
            "kind": "manoeuvre", "piece": self.piece, "allowance": self.allowance, "steps": self.steps,
            "rates": self.rates, "offered": self.write(self.proposed()),
            "start": self.start._asdict(), **bound,
        }  # fmt: skip

    def preview(self, answer: Steps) -> Preview:
        """The refusal if any, and what the look found."""
        return msgspec.structs.replace(self.look(answer), no=self.test(answer))
