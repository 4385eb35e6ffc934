"""The answer that moves a formation: a list of steps, ``[["forward", 8000], ["slide", 500, 4500]]``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from app.engine.asks import Json, Random
from app.engine.domains import FAR, READABLE, Drawn, nothing, unreadable
from app.engine.formations import ROUND, STEPS, STRAIGHT, Formation, Step, course, footprint
from app.engine.geometry import distance
from app.engine.refusals import Refusal, refuse
from app.engine.remedies import Trial, nearest
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
class Manoeuvre(Drawn[Steps]):
    """Steps of a formation, in order; no step is staying.

    ``steps`` names those that are open, each with what a length or an angle may come to at most (0: no limit); of
    ``turn`` the one angle that is open (0: all), of ``face`` the furthest from how it looks before.
    ``test`` judges the whole.  ``rates``: what a step costs, as (numerator, denominator) of 1/100 mm for each 1/100 mm
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

    def proposed(self) -> Steps:
        """What is offered to be taken as it is."""
        return self.offered() if callable(self.offered) else self.offered

    def describe(self) -> Json:
        """The formation as it stands, the steps that are open, how far it may go, and what is proposed."""
        bound = {} if self.way is None else {"way": self.way}
        return {
            "kind": "manoeuvre", "piece": self.piece, "allowance": self.allowance, "steps": self.steps,
            "rates": self.rates, "offered": self.write(self.proposed()),
            "start": self.start._asdict(), **bound,
        }  # fmt: skip

    def mend(self, answer: Steps) -> Steps | None:
        """The nearest legal steps: one of them shortened or turned less, else those up to where it stops."""
        return mend_steps(self, answer)


# -- what a hand meant that slipped ---------------------------------------------------------------


def mend_steps(asked: Manoeuvre, steps: Steps) -> Steps | None:
    """The nearest legal steps: within their bounds, the one that stops the rest mended, else those up to it."""
    trial, drawn = Trial(asked.test), bounded(asked, steps)
    if not drawn or trial(drawn):
        return drawn or None
    legal = next((n for n in range(len(drawn) - 1, 0, -1) if trial(drawn[:n])), 0)
    other = len(drawn) - 1 if legal < len(drawn) - 1 else max(0, legal - 1)
    tries = (mend_step(asked, drawn, n, trial) for n in dict.fromkeys((legal, other)))
    if found := [steps for steps in tries if steps]:
        return min(found, key=lambda steps: off(asked, drawn, steps))
    return mend_step(asked, drawn[: legal + 1], legal, trial) or drawn[:legal] or None


def off(asked: Manoeuvre, a: Steps, b: Steps) -> int:
    """How far apart the corners of the front end after these steps and after those."""
    ends = (footprint(course(asked.start, steps)[-1])[:2] for steps in (a, b))
    return max(distance(p, q) for p, q in zip(*ends, strict=True))


def bounded(asked: Manoeuvre, steps: Steps) -> Steps:
    """The steps within what each may come to, slides along the one way there is; of a wheel alone, one that is none."""
    if not steps and list(asked.steps) == ["wheel"]:
        return (Step("wheel", 0),)
    found: list[Step] = []
    for step in steps:
        most = asked.steps.get(step.do, 0)
        by = max(-most, min(most, step.by)) if most and step.do not in ("turn", "face") else step.by
        way = step.way if step.do != "slide" or asked.way is None else asked.way
        found.append(Step(step.do, by, way))
    return tuple(found)


def mend_step(asked: Manoeuvre, steps: Steps, n: int, legal: Trial[Steps]) -> Steps | None:
    """The steps with one of them as near to what was drawn as is legal."""
    step = steps[n]

    def put(by: int) -> Steps:
        return (*steps[:n], step._replace(by=by % ROUND if step.do == "face" else by), *steps[n + 1 :])

    for tried in afforded(step, legal.no(steps)):
        if legal(put(tried)) and not legal(put(tried + 2)):
            return put(tried)
    low, high, first = span(asked, step)
    by = nearest(step.by, low, high, lambda by: legal(put(by)), first, first // 10 or 1)
    for tried in quarters(asked, step):
        if (by is None or abs(tried - step.by) < abs(by - step.by)) and legal(put(tried)):
            by = tried
    return None if by is None else put(by)


def afforded(step: Step, no: Refusal | None) -> list[int]:
    """How long a straight step may well be, by what its refusal says is used and what is allowed."""
    used, allowed = (no.facts.get(name) if no else None for name in ("used", "allowed"))
    if step.do not in STRAIGHT or not isinstance(used, int) or not isinstance(allowed, int) or allowed >= used:
        return []
    return [by for by in (step.by - used + allowed, step.by * allowed // used) if by > 0]


def quarters(asked: Manoeuvre, step: Step) -> list[int]:
    """The quarter turn from how the formation looks now that a facing misses by less than 30 degrees."""
    turned = (step.by - asked.start.facing + 4_500) // 9_000 * 9_000 + asked.start.facing
    return [turned] if step.do == "face" and 0 < abs(turned - step.by) <= 3_000 else []


def span(asked: Manoeuvre, step: Step) -> tuple[int, int, int]:
    """From where to where the number of a step is sought, and how far off the first one is."""
    most = asked.steps.get(step.do, 0) or 18_000
    if step.do == "wheel":
        return -most, most, 100
    if step.do == "face":
        return step.by - 18_000, step.by + 18_000, 100
    return (step.by, step.by, 1) if step.do == "turn" else (min(1, step.by), step.by, 1 if step.do == "files" else 25)
