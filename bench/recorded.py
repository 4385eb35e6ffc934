"""Games kept as files, taken up for measurement: their phases with what was answered and thrown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from app.engine.asks import Json
from app.engine.digest import START
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import PhaseId, RuleSystem, Setup
from app.games import sentences as say
from app.games.drive import Drive
from app.games.seats import now
from app.games.vault import Vault, commitment
from app.store import Store, games
from app.systems import system_of

FILES = Path(__file__).resolve().parent.parent / "tests" / "games"
ID = "recorded"
"""The id that the dice of every kept game depend on."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A kept game.  An input of ``None`` is a seat giving up."""

    system: str
    setup: Setup
    seed: str
    inputs: tuple[tuple[Seat, Json], ...]


@dataclass(frozen=True)
class Phase:
    """A phase as it was played; ``until`` is how many inputs of seats the game had when it ended."""

    start: Checkpoint[Any]
    tape: list[Entry]
    until: int


def kept(key: str) -> list[Kept]:
    """The kept games of a system, in the order of their names; ``FileNotFoundError`` if there are none."""
    files = sorted((FILES / key).glob("*.game"))
    if not files:
        raise FileNotFoundError(f"no game is kept in {FILES / key}")
    return [msgspec.json.decode(path.read_bytes(), type=Kept) for path in files]


def phases(game: Kept) -> list[Phase]:
    """The whole game played once through the rules, phase by phase; it gives up where the file says so."""
    system, found, given = system_of(game.system), list[Phase](), 0
    state, draws = system.begin(game.setup), iter(range(10**9))
    vault = Vault(bytes.fromhex(game.seed), ID, {str(side.seat): str(side.seat) for side in game.setup.sides})
    while (phase := system.next_phase(state)) is not None:
        session = Session(system, Checkpoint(phase, state))
        while not session.over:
            if isinstance(session.waiting, Roll):
                session.throw(vault.throw(next(draws), session.waiting.dice))
                continue
            seat, raw = game.inputs[given]
            given += 1
            if raw is None:
                session.emit(system.concede(session.state, seat))
                break
            if no := session.answer(seat, raw):
                raise ValueError(f"input {given} of a kept game is refused: {no.code}")
        found.append(Phase(session.start, session.tape, given))
        state = session.state
    return found


def longest(game: Kept) -> int:
    """How many inputs lead to the end of the longest phase of a game, without the last."""
    return max(phases(game), key=lambda phase: len(phase.tape)).until - 1


# -- as a hosted game ------------------------------------------------------------------


def laid(system: RuleSystem[Any], game: Kept, id: str = ID) -> Drive:
    """The game laid but not begun, its seats taken, its dice those of its seed and of this id."""
    row = {
        "id": id, "system": system.key, "rules_version": system.version, "setup": msgspec.to_builtins(game.setup),
        "options": {}, "owner": None, "status": "open", "reason": "", "head": 0, "tape_len": 0, "chain": START,
        "seed": game.seed, "draws": 0, "tray": None, "motions": None, "outcome": None, "created": now(),
    }  # fmt: skip
    seats = [
        {"game_id": id, "seat": side.seat, "position": n, "kind": "person", "guest_id": None, "name": side.seat,
         "entropy": side.seat, "stand_in": False}
        for n, side in enumerate(game.setup.sides)
    ]  # fmt: skip
    drive = Drive(system, row, seats)
    drive.tell("engine.committed", say.COMMITTED, commit=commitment(bytes.fromhex(game.seed)))
    return drive


def host(
    store: Store, game: Kept, inputs: int, position: tuple[PhaseId, Any] | None = None, id: str = ID
) -> int:  # fmt: skip
    """The store holds the game after so many inputs, or as it stands in a position; the number of its last event."""
    drive = laid(system_of(game.system), game, id)
    row, seats = dict(drive.row), [dict(seat) for seat in drive.seats.values()]
    drive.begin()
    for seat, raw in game.inputs[:inputs]:
        if no := drive.answer(seat, raw, "person"):
            raise ValueError(f"an input of a kept game is refused: {no.code}")
    if position:
        drive._open(*position)
    store.run_now(games.create, row, seats, drive.take())
    return drive.head


def following(game: Kept, inputs: int) -> Iterator[tuple[Seat, Json]]:
    """What was answered after so many inputs, until somebody gave up."""
    for seat, raw in game.inputs[inputs:]:
        if raw is None:
            return
        yield seat, raw
