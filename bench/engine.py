"""The rules alone: the kept games of every system run again, one input, and the heaviest answers there are.

Time is that of the processor, so that what else the machine does counts as little as it can; beside each figure
stands a fixed loop of plain Python of the same run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter, process_time
from typing import Any, NamedTuple

from app.engine.flow import Roll
from app.engine.session import Session, Thrown
from app.engine.system import RuleSystem
from app.systems import SYSTEMS, system_of
from bench import army, heaviest
from bench.recorded import Phase, kept, phases
from bench.report import Figure, Report, arguments, figure, judged, loops_per_second, machine, show, sig

KEYS = tuple(system.key for system in SYSTEMS)
RATE, TYPICAL, HEAVIEST = 5_000.0, 1.0, 20.0
PASSES = 3
"""So often at least are the games of a system run again."""
VOLLEYS = 7


class Took(NamedTuple):
    """How long one input took in milliseconds of the processor, and what it was."""

    ms: float
    what: str


def played(system: RuleSystem[Any]) -> list[Phase]:
    """The phases of all kept games of a system."""
    return [phase for game in kept(system.key) for phase in phases(game)]


def run_again(system: RuleSystem[Any], games: Sequence[Phase]) -> int:
    """Every tape has been run through the rules; how many inputs that was."""
    return sum(len(Session(system, phase.start, phase.tape).tape) for phase in games)


def one_by_one(system: RuleSystem[Any], games: Sequence[Phase]) -> Iterator[Took]:
    """How long each input of the games takes."""
    for phase in games:
        session = Session(system, phase.start)
        for entry in phase.tape:
            waiting = session.waiting
            began = process_time()
            if isinstance(entry, Thrown):
                session.throw(entry.faces)
            elif no := session.answer(entry.seat, entry.answer):
                raise RuntimeError(f"{entry.answer}: {no.code}")
            spent = (process_time() - began) * 1000
            asked = waiting.why if isinstance(waiting, Roll) else session.questions()[:1]
            yield Took(spent, asked if isinstance(asked, str) else asked[0].about if asked else "the end of a phase")


def rate_figure(system: RuleSystem[Any], games: Sequence[Phase], rates: Sequence[float], loops: float) -> Figure:
    """Inputs in a second beside rounds of the reference loop in a second; the median over the passes."""
    middle = sorted(rates)[len(rates) // 2]
    inputs = sum(len(phase.tape) for phase in games)
    what = f"{inputs} inputs in {len(games)} phases of kept games, {len(rates)} times over"
    found = Figure(f"{system.key}: run again", "inputs/s", sig(middle), len(rates), floor=sig(loops),
                   ratio=sig(middle / loops), what=what)  # fmt: skip
    return judged(found, f">= {RATE:,.0f}", middle >= RATE)


def input_figure(system: RuleSystem[Any], took: Sequence[Took], loops: float) -> Figure:
    """Milliseconds of one input; the floor is a thousand rounds of the reference loop."""
    slowest = max(took, key=lambda t: t.ms)
    what = f"slowest of them: before {slowest.what}"
    found = figure(f"{system.key}: one input", "ms", [t.ms for t in took], [1e6 / loops], what)
    return judged(found, f"median <= {TYPICAL:g} ms", found.median <= TYPICAL)


def measure_system(report: Report, system: RuleSystem[Any], seconds: float) -> None:
    """Both figures of a system stand in the report; what is found out on the first pass is not counted.

    The reference loop is run between the passes, so that both feel the same of what else the machine does.
    """
    games, rates, goes = played(system), list[float](), list[float]()
    run_again(system, games)
    until = perf_counter() + seconds
    while len(rates) < PASSES or perf_counter() < until:
        goes.append(loops_per_second(1))
        began = process_time()
        inputs = run_again(system, games)
        rates.append(inputs / (process_time() - began))
    loops = sorted(goes)[len(goes) // 2]
    report.add(rate_figure(system, games, rates, loops))
    report.add(input_figure(system, list(one_by_one(system, games)), loops))


def measure_heaviest(report: Report, rounds: int) -> None:
    """The heaviest answers: a volley of Celtos, whole battles of armies in Kensei and Daimyo."""
    volleys = [dict(heaviest.volley()) for _ in range(max(3, VOLLEYS))]
    found = {f"celtos: 20 at 20, {name}": tuple(row[name] for row in volleys) for name in volleys[0]}
    for name, values in {**found, **army.heaviest(rounds)}.items():
        row = figure(name, "ms", values)
        report.add(judged(row, f"<= {HEAVIEST:g} ms", row.median <= HEAVIEST))


def measure(seconds: float = 60, systems: Sequence[str] = KEYS) -> Report:
    """All figures of the rules alone; the heaviest answers only where all systems are measured."""
    report = Report("The rules alone", facts=machine())
    report.facts["reference_loops_per_second"] = round(loops_per_second())
    for key in systems:
        measure_system(report, system_of(key), seconds * 0.6 / len(systems))
    if len(systems) == len(SYSTEMS):
        measure_heaviest(report, max(3, int(seconds / 12)))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("engine", "The rules alone, beside a bare floor.", 60)
    parser.add_argument("--system", choices=KEYS, help="this one only, without armies")
    given = parser.parse_args(argv)
    systems = [given.system] if given.system else KEYS
    return show(measure(given.seconds, systems), given)
