"""Whole battles drawn at random from a fixed seed, of the size that people play; kept so that a server takes them.

Every answer is a legal one, as likely as its question draws it; dice are those of the seed.  So they are the same in
every run, and a hosted game that begins with this seed goes the same way.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

from app.bots.uniform import pick
from app.engine.asks import Json
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.session import Checkpoint, Session
from app.engine.system import Setup, SideSetup
from app.games.vault import Vault
from app.systems import system_of
from bench.recorded import ID, Kept


def usual(scenario: str, points: int, terrain: str, red: str, blue: str) -> Setup:
    """A game of two ready bands."""
    sides = tuple(SideSetup(Seat(seat), {"sample": one}) for seat, one in (("red", red), ("blue", blue)))
    return Setup(scenario, sides, {"points": points, "terrain": terrain})


USUAL = {
    "ronin": usual("skirmish", 200, "rice-valley", "red-devils", "river-league"),
    "kensei": usual("pitched_battle", 2000, "two_woods", "buke_2000", "kuge_2000"),
    "celtos": usual("open-field", 400, "random", "black-pass", "cedar-bell"),
    "daimyo": usual("meeting", 600, "plain", "takeda", "oda"),
}
"""A game of each system as people play it, with ready bands that fill it."""


def drawn(key: str, seed: int = 1, id: str = ID, most: int = 10**6) -> Kept:
    """A battle to its end, or so many answers of it; its dice are those of a game of this id."""
    system, setup, rng = system_of(key), USUAL[key], Random(f"{key} {seed}")
    hidden, inputs = sha256(f"{key} {seed}".encode()).digest(), list[tuple[Seat, Json]]()
    vault = Vault(hidden, id, {str(side.seat): str(side.seat) for side in setup.sides})
    state, draws = system.begin(setup), iter(range(10**9))
    while (phase := system.next_phase(state)) is not None and len(inputs) < most:
        session = Session(system, Checkpoint(phase, state))
        while not session.over and len(inputs) < most:
            if isinstance(session.waiting, Roll):
                session.throw(vault.throw(next(draws), session.waiting.dice))
                continue
            question = session.questions()[0]
            inputs.append((question.seat, pick(question, rng)))
            if no := session.answer(*inputs[-1]):
                raise ValueError(f"{key}: an answer drawn at random is refused: {no.code}")
        state = session.state
    return Kept(system=key, setup=setup, seed=hidden.hex(), inputs=tuple(inputs))
