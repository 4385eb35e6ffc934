"""Whole games kept as files, and the text of one of them.  ``python -m tests.record`` records them anew.

A game file holds the set-up, the seed of the dice and every answer; the
chain and the outcome are what playing it must lead to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.conformance import draw_setup
from app.engine.asks import Json
from app.engine.digest import START
from app.engine.events import Seat
from app.engine.session import Session
from app.engine.system import RuleSystem, Setup
from app.games import sentences as say
from app.games.drive import Drive
from app.games.look import tell_of
from app.games.vault import commitment
from app.systems import SYSTEMS

HERE = Path(__file__).parent
GAMES, PLAYTHROUGHS = HERE / "games", HERE / "playthroughs"
CONCEDES_AT = {"ronin": 120, "celtos": 60, "daimyo": 110, "kensei": 130}
"""The input at which a game to be conceded is."""


def is_empty(state: Any) -> bool:
    """Whether a side has no model left, on the table or in reserve."""
    return any(
        not any(m.seat == side.seat and m.fate in ("", "reserve") for m in state.models.values())
        for side in state.sides
    )


def both_lost(state: Any) -> bool:
    """Whether both sides have lost models."""
    return all(side.fallen for side in state.sides)


Ending = Callable[[Any], bool]
"""Whether a state ends the game in the way that is looked for."""
ENDINGS: Mapping[str, Mapping[str, Ending]] = {
    "ronin": {
        "points": lambda s: s.outcome.reason == "outcome.points" and s.turn == s.turns and not is_empty(s),
        "wiped-out": lambda s: s.outcome.reason != "outcome.conceded" and is_empty(s) and s.turn < s.turns,
        "conceded": lambda s: s.outcome.reason == "outcome.conceded",
    },
    "celtos": {
        "points": lambda s: s.outcome.reason == "outcome.points" and s.turn == s.turns and not is_empty(s),
        "wiped-out": lambda s: s.outcome.reason == "outcome.last",
        "conceded": lambda s: s.outcome.reason == "outcome.conceded",
    },
    "daimyo": {
        "broken": lambda s: s.outcome.reason == "outcome.broken" and s.turn < s.turns,
        "limit": lambda s: s.turn == s.turns and s.outcome.reason in ("outcome.marginal", "outcome.level"),
        "conceded": lambda s: s.outcome.reason == "outcome.conceded",
    },
    "kensei": {
        "limit": lambda s: s.turn == s.turns and s.outcome.reason.startswith("outcome.limit.") and both_lost(s),
        "at-once": lambda s: s.outcome.reason.startswith("outcome.at-once.") and 1 < s.turn < s.turns,
        "conceded": lambda s: s.outcome.reason == "outcome.conceded",
    },
}
"""For each system the games to keep."""
TOLD_IN_FULL = {"ronin": "wiped-out", "celtos": "wiped-out", "daimyo": "conceded", "kensei": "conceded"}
"""Of which game everything is told that happens and every view of every state."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game.  An input of ``None`` is a seat giving up."""

    system: str
    setup: Setup
    seed: str
    inputs: tuple[tuple[Seat, Any], ...]
    events: int = 0
    chain: str = ""
    outcome: Any = None


def drive_of(system: RuleSystem[Any], game: Recorded) -> Drive:
    """A game laid but not begun, whose dice are those of its seed."""
    row = {
        "id": "recorded", "system": system.key, "rules_version": system.version,
        "setup": msgspec.to_builtins(game.setup), "status": "open", "reason": "", "head": 0, "tape_len": 0,
        "chain": START, "seed": game.seed, "draws": 0, "tray": None, "motions": None, "outcome": None,
    }  # fmt: skip
    seats = [{"seat": side.seat, "kind": "open", "name": side.seat, "entropy": side.seat} for side in game.setup.sides]
    drive = Drive(system, row, seats)
    drive.tell("engine.committed", say.COMMITTED, commit=commitment(bytes.fromhex(game.seed)))
    return drive


def give(drive: Drive, seat: Seat, raw: Json) -> None:
    """The input has been taken; ``ValueError`` if the rules refuse it."""
    if raw is None:
        drive.resign(seat)
    elif no := drive.answer(seat, raw, "person"):
        raise ValueError(f"{seat}: {no.code}")


def play(system: RuleSystem[Any], game: Recorded, after: Callable[[Drive], None] = lambda _: None) -> Recorded:
    """The game played again: the same file, if the rules are the same.  ``after`` sees it after every input."""
    drive = drive_of(system, game)
    drive.begin()
    after(drive)
    for seat, raw in game.inputs:
        give(drive, seat, raw)
        after(drive)
    outcome = msgspec.json.decode(msgspec.json.encode(drive.outcome))
    return msgspec.structs.replace(game, events=drive.head, chain=drive.chain, outcome=outcome)


def drawn(
    system: RuleSystem[Any], seed: int, most: int | None = None, setup: Setup | None = None
) -> tuple[Recorded, Any]:
    """A game of two uniform bots and its last state; after ``most`` inputs the seat that is asked gives up.

    ``setup``: of this set-up, drawn too where none is given.
    """
    rng = Random(seed)
    setup, secret = setup or draw_setup(system, rng), sha256(str(seed).encode()).hexdigest()
    game = Recorded(system=system.key, setup=setup, seed=secret, inputs=())
    drive, inputs = drive_of(system, game), list[tuple[Seat, Any]]()
    drive.begin()
    while drive.status != "over":
        question = rng.choice(drive.live.questions())
        raw = None if len(inputs) == most else question.domain.write(question.domain.sample(rng))
        give(drive, question.seat, raw)
        inputs.append((question.seat, raw))
    outcome = msgspec.json.decode(msgspec.json.encode(drive.outcome))
    game = msgspec.structs.replace(game, inputs=tuple(inputs), events=drive.head, chain=drive.chain, outcome=outcome)
    return game, drive.live.state


def text_of(game: Recorded) -> str:
    """A game as its file: JSON, one input a line."""
    head = msgspec.to_builtins(game)
    inputs = head.pop("inputs")
    rows = ",\n".join("  " + msgspec.json.encode(row).decode() for row in inputs)
    fields = [f' "{key}": {msgspec.json.encode(value).decode()}' for key, value in head.items()]
    return "{\n" + ",\n".join([*fields, f' "inputs": [\n{rows}\n ]']) + "\n}\n"


def load(path: Path) -> Recorded:
    """A game file."""
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


# -- the playthrough -------------------------------------------------------------------


def flat(value: Json, at: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a view with their places; what has an id is placed by it."""
    if isinstance(value, dict):
        for key, below in value.items():
            yield from flat(below, f"{at}.{key}" if at else key)
    elif isinstance(value, list | tuple) and any(isinstance(row, dict) for row in value):
        for number, row in enumerate(value):
            yield from flat(row, f"{at}[{row.get('id') or row.get('seat') or number}]")
    else:
        yield at, msgspec.json.encode(value).decode()


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """What another view shows, line by line."""
    yield from (f"{at} = {value}" for at, value in new.items() if old.get(at) != value)
    yield from (f"{at} is gone" for at in old if at not in new)


class Teller:
    """Writes a game down: every input, what is told of it, and what changes in the view of each viewer."""

    def __init__(self, system: RuleSystem[Any], game: Recorded) -> None:
        self.system = system
        self.viewers = (*(side.seat for side in game.setup.sides), None)
        self.seen: dict[Seat | None, dict[str, str]] = {viewer: {} for viewer in self.viewers}
        self.inputs = iter(game.inputs)
        self.lines = [f"{game.system}, {game.setup.scenario}", ""]
        self.told = 0

    def after(self, drive: Drive) -> None:
        """The lines of one input have been added."""
        for row in drive.take().events:
            telling = tell_of(self.system, row["body"])
            who = "" if row["seen_by"] is None else f" (only {', '.join(row['seen_by'])})"
            words = " ".join(f"{k}={v}" for k, v in telling.facts.items() if v != "")
            self.lines.append(f"  {row['kind']} {row['clause']}{who} {words}".rstrip())
        self.views(drive.live)
        over = drive.status == "over"
        self.lines += [f"  asks {q.seat} {q.about} {q.clause}" for q in drive.live.questions() if not over]
        if (given := next(self.inputs, None)) is not None:
            answer = "gives up" if given[1] is None else msgspec.json.encode(given[1]).decode()
            self.lines += ["", f"{given[0]}: {answer}"]

    def views(self, session: Session[Any]) -> None:
        """What is new in a view: ``all``, or for whom."""
        new = {v: dict(flat(msgspec.to_builtins(self.system.view(session.state, v)))) for v in self.viewers}
        by_line: dict[str, list[str]] = {}
        for viewer in self.viewers:
            for line in changes(self.seen[viewer], new[viewer]):
                by_line.setdefault(line, []).append(viewer or "watcher")
        for line, names in by_line.items():
            self.lines.append(f"    {'all' if len(names) == len(self.viewers) else ', '.join(names)}: {line}")
        self.seen = new


def playthrough(system: RuleSystem[Any], game: Recorded) -> str:
    """Everything that happens in a game and every view of every state, as text."""
    teller = Teller(system, game)
    play(system, game, teller.after)
    return "\n".join(teller.lines) + "\n"


# -- recording -------------------------------------------------------------------------


def found(system: RuleSystem[Any], name: str, ends: Ending) -> Recorded:
    """The first random game that ends in this way."""
    most = CONCEDES_AT[system.key] if name == "conceded" else None
    games = (drawn(system, seed, most) for seed in count(1))
    return next(game for game, state in games if ends(state))


def record(system: RuleSystem[Any]) -> None:
    """The files of a system are written anew."""
    for name, ends in ENDINGS[system.key].items():
        game = found(system, name, ends)
        path = GAMES / system.key / f"{name}.game"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(game))
        sys.stdout.write(f"{path.name}: {len(game.inputs)} inputs, {game.events} events, {game.outcome['reason']}\n")
        if name == TOLD_IN_FULL[system.key]:
            PLAYTHROUGHS.mkdir(exist_ok=True)
            (PLAYTHROUGHS / f"{system.key}.txt").write_text(playthrough(system, game))


if __name__ == "__main__":
    for one in SYSTEMS:
        record(one)
