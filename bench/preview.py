"""How long a hand waits for the word of the server on what it draws: previews over HTTP, while nothing else goes on.

The stretches are those of ``answer``.  Before each drawn answer is given two previews of it are asked for: as it is,
and with its end up to a centimetre astray, as a hand slips; what is refused is mended too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from time import monotonic, perf_counter
from typing import Any

from app.engine.asks import Json
from app.systems import SYSTEMS
from bench.answer import WARM, Player, laid_out, pages
from bench.drawn import USUAL
from bench.hosting import opened
from bench.report import Figure, Report, arguments, at, judged, machine, show, sig
from bench.serving import Laid, Server, served
from bench.spectators import run

GOOD = 200
MOST = 60.0
"""Milliseconds that 95 of 100 may take at most."""
ASTRAY = 1_000
SHARE = 0.95
PLAYED = 0.75
"""The part of the time that is left for playing."""


def below(raw: Json) -> tuple[list[str], Json]:
    """The picks of an answer, and what lies below them."""
    keys: list[str] = []
    while isinstance(raw, dict) and "pick" in raw:
        keys, raw = [*keys, raw["pick"]], raw.get("then")
    return keys, raw


def nested(keys: Sequence[str], raw: Json) -> Json:
    """The same put together again."""
    for key in reversed(keys):
        raw = {"pick": key, "then": raw}
    return raw


def slipped(raw: Json, luck: Random) -> Json | None:
    """What a hand drew instead; nothing of what no hand draws."""
    if isinstance(raw, dict) and raw and all(isinstance(part, list) for part in raw.values()):
        return {id: slipped(part, luck) or part for id, part in raw.items()}
    if not isinstance(raw, list) or not raw:
        return None
    if isinstance(raw[0], list):
        return [*raw[:-1], slipped(raw[-1], luck) or raw[-1]]
    if isinstance(raw[0], str) and isinstance(raw[1], int):
        return [raw[0], raw[1] * 11 // 10, *raw[2:]] if raw[0] not in ("turn", "files", "face") else None
    if len(raw) in (2, 3) and all(isinstance(n, int) for n in raw):
        return [raw[0] + luck.randint(-ASTRAY, ASTRAY), raw[1] + luck.randint(-ASTRAY, ASTRAY), *raw[2:]]
    return None


class Hand:
    """Asks for previews, and how long each took, in milliseconds; the floor is a page's sign of life."""

    def __init__(self) -> None:
        self.took, self.floor, self.mended = list[float](), list[float](), 0

    async def ask(self, player: Player, seat: str, raw: Json) -> None:
        """One more preview was asked for."""
        body = {"ask": player.page.ask, "answer": raw, "seat": seat}
        begun = perf_counter()
        status, said = await player.http.call("POST", f"{player.path}/preview", body)
        if status != GOOD:  # the page had not been told of the question yet
            return
        self.took.append(1000 * (perf_counter() - begun))
        self.mended += isinstance(said, dict) and said.get("instead") is not None
        begun = perf_counter()
        await player.http.call("GET", "/healthz")
        self.floor.append(1000 * (perf_counter() - begun))

    def row(self, key: str) -> Figure:
        """The row of a system."""
        found, low = at(SHARE, self.took), at(SHARE, self.floor)
        options: Any = USUAL[key].options
        what = (f"drawn answers of random battles at {options['points']} points and the same astray, {self.mended} of "
                f"them mended; the one in the middle {sig(at(0.5, self.took)):g}")  # fmt: skip
        figure = Figure(f"{key}: preview of what is drawn, 95 of 100", "ms", sig(found), len(self.took),
                        sig(at(0.99, self.took)), sig(max(self.took)), sig(low), sig(at(0.99, self.floor)),
                        sig(found / low), sig(at(0.99, self.took) / at(0.99, self.floor)), what)  # fmt: skip
        return judged(figure, f"<= {MOST:g} ms", found <= MOST)


async def played(hand: Hand, server: Server, laid: Laid, until: float, luck: Random) -> None:
    """A stretch is played until the time is up, each drawn answer shown before it is given."""
    async with pages(server.port, laid) as players:
        for n, (seat, raw) in enumerate(laid.inputs):
            if monotonic() > until:
                break
            if n >= WARM:
                await shown(hand, players, str(seat), raw, luck)
            await players[seat].answer(str(seat), raw)


async def shown(hand: Hand, players: Mapping[str, Player], seat: str, raw: Json, luck: Random) -> None:
    """What is drawn is previewed as it is, and astray."""
    keys, drawn = below(raw)
    amiss = slipped(drawn, luck)
    for one in (drawn, amiss) if amiss is not None else ():
        await hand.ask(players[seat], seat, nested(keys, one))


async def measured(folder: Path, seconds: float, report: Report) -> None:
    """A row for each system."""
    store = opened(folder)
    laid = {system.key: await laid_out(store, system.key) for system in SYSTEMS}
    store.close()
    async with served(folder) as server:
        for key, stretches in laid.items():
            hand, luck = Hand(), Random(key)
            for one in stretches:
                until = monotonic() + seconds / len(laid) / len(stretches)
                await played(hand, server, one, until, luck)
            report.add(hand.row(key))


def measure(seconds: float = 60) -> Report:
    """How long a preview takes, in each system."""
    report = Report("How long a hand waits for a preview of what it draws", facts=machine())
    with tempfile.TemporaryDirectory(prefix="gunbai-bench-") as name:
        run(measured(Path(name), seconds * PLAYED, report))
    return report


def main(argv: list[str]) -> int:
    """0 once the figures stand on standard output."""
    given = arguments("preview", "How long a preview of what is drawn takes, by system.", 60).parse_args(argv)
    return show(measure(given.seconds), given)
