"""How long an answer takes to be seen by the last of many spectators; see ``bench.latency`` for how it is measured."""

from __future__ import annotations

from collections.abc import Sequence

from bench.latency import PACE
from bench.pairs import Pair, share, side_by_side
from bench.report import Figure, Report, arguments, figure, judged, machine, positive, show

COUNTS = (100, 1000)
MEDIAN = 1.5


def last(count: int, pair: Pair) -> Figure:
    """How soon the last spectator saw it."""
    row = figure(f"last of {count} watching", "ms", pair.real.spectators(), pair.bare.spectators())
    return judged(row, "median <= 1.5 x floor", (row.ratio or 0) <= MEDIAN)


def size(count: int, name: str, times_bytes: int, messages: int) -> Figure:
    """How much each spectator was sent for an answer."""
    each = round(times_bytes / max(1, messages * count))
    return Figure(f"sent to each of {count}, {name}", "bytes", each, messages, what="the first, whole one among them")


def measure(counts: Sequence[int] = COUNTS, seconds: float = 55) -> Report:
    """The figures of the server beside those of the floor."""
    report = Report("An answer, until the last spectator sees it: Ronin", facts={**machine(), "pace_ms": PACE * 1000})
    for count in counts:
        pair = side_by_side(count, seconds * share(count, counts))
        report.add(last(count, pair))
        report.add(size(count, "server", pair.real.bytes, len(pair.real.last)))
        report.add(size(count, "floor", pair.bare.bytes, len(pair.bare.last)))
        report.facts[f"games with {count} watching"] = pair.games
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    parser = arguments("fanout", "How soon the last of many spectators sees an answer, beside a bare floor.", 55)
    parser.add_argument("--spectators", type=positive, nargs="+", default=COUNTS, help="how many watch (100 1000)")
    given = parser.parse_args(argv)
    return show(measure(given.spectators, given.seconds), given)
