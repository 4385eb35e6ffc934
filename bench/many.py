"""Many games in one database, each in the middle of a battle, with guests of its own and what will be answered in it.

They are copies of one game at the beginning of a phase; from there each goes its own way, for its dice are its own.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from app.bots.uniform import pick
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session, Thrown
from app.games.vault import Vault
from app.store.tables import game as games
from app.systems import system_of
from bench.drawn import drawn
from bench.hosting import FILE, multiply, opened
from bench.recorded import Kept, Phase, host, phases
from bench.serving import Laid, taken, written

SYSTEM = "ronin"
SHARE = 3
"""The battle is taken up after one part in so many."""
CHUNK = 20


class Begun(NamedTuple):
    """Where all of them stand: the battle, the phase that begins, and how many inputs and throws it is in."""

    game: Kept
    phase: Phase
    inputs: int
    throws: int


@lru_cache
def begun() -> Begun:
    """The first phase that begins when a part of the battle is over."""
    game = drawn(SYSTEM)
    inputs = throws = 0
    for phase in phases(game):
        if inputs >= len(game.inputs) // SHARE:
            return Begun(game, phase, inputs, throws)
        inputs, throws = phase.until, throws + sum(isinstance(entry, Thrown) for entry in phase.tape)
    raise ValueError("no phase begins so late")


def ahead(id: str, count: int) -> tuple[tuple[Seat, Json], ...]:
    """The next answers of a game of this id, drawn at random; fewer where it ends before."""
    here, system, rng, found = begun(), system_of(SYSTEM), Random(id), list[tuple[Seat, Json]]()
    vault = Vault(bytes.fromhex(here.game.seed), id, {str(s.seat): str(s.seat) for s in here.game.setup.sides})
    session, throws = Session(system, here.phase.start), here.throws
    while len(found) < count:
        if session.over:
            if (phase := system.next_phase(session.state)) is None:
                break
            session = Session(system, Checkpoint(phase, session.state))
        elif isinstance(session.waiting, Roll):
            session.throw(vault.throw(throws, session.waiting.dice))
            throws += 1
        else:
            question = session.questions()[0]
            found.append((question.seat, pick(question, rng)))
            session.answer(*found[-1])
    return tuple(found)


async def many(folder: Path, count: int, answers: int) -> list[Laid]:
    """So many games in a database of this folder, open to whoever wants to look on."""
    store, here = opened(folder), begun()
    host(store, here.game, here.inputs)
    await store.run(written, games.update().values(options={"listed": True}))
    store.close()
    ids = multiply(folder / FILE, count)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        drawing = pool.map(ahead, ids, [answers] * count, chunksize=CHUNK)
        store = opened(folder)
        seats = [str(side.seat) for side in here.game.setup.sides]
        cookies = [await taken(store, id, seats) for id in ids]
        store.close()
        inputs = await asyncio.to_thread(list, drawing)
    return [Laid(*one) for one in zip(ids, inputs, cookies, strict=True)]
