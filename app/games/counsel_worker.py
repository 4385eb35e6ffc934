"""Counsel is thought of where bots think: what comes in is a phase and its tape, what goes out the best orders."""

from __future__ import annotations

from random import Random
from time import monotonic, process_time
from typing import Any

import msgspec
from msgspec import Struct

from app.bots.counsel import Advice, Order, advise, picks
from app.bots.levels import LEVELS
from app.engine.asks import Json
from app.engine.prospects import Asked, Chance, lately, prospects_of
from app.engine.session import Session
from app.games.minds_worker import Position, taken_up
from app.games.odds_worker import one
from app.games.thinking_times import until

LOOKING, RECKONING = 0.6, 0.8
"""The part of the time after which no more answers are looked at, and after which no more is reckoned of how often they
win: in the rest of it what hangs on dice is weighed."""


class Told(Struct, frozen=True):
    """An order as the options it goes by (``at``) and what is drawn or shared out below them (``leaf``), and what may
    come of it where it hangs on dice."""

    order: Order
    at: tuple[str, ...] = ()
    leaf: Json = None
    chance: Chance | None = None


class Counselled(Struct, frozen=True):
    """The best orders, how many were looked at, what the army is about, and what it took of the processor."""

    orders: tuple[Told, ...]
    looked: int = 0
    plan: str = ""
    spent: float = 0.0


def work(packed: bytes) -> bytes:
    """The counsel for a position, both as bytes."""
    position = msgspec.msgpack.decode(packed, type=Position)
    begun, session = process_time(), taken_up(position)
    more, spare = (until(part * position.seconds) for part in (LOOKING, RECKONING))
    advice = advise(session, position.seat, LEVELS[position.level], position.seed, more, spare) or Advice(())
    told = list[Told]()
    for n, order in enumerate(advice.orders):
        left = begun + position.seconds - process_time()
        told.append(order_of(position, session, order, left / (len(advice.orders) - n)))
    return msgspec.msgpack.encode(Counselled(tuple(told), advice.looked, advice.plan, process_time() - begun))


def order_of(position: Position, session: Session[Any], order: Order, seconds: float) -> Told:
    """An order with all that is told of it, weighed for so many seconds."""
    at, leaf = picks(order.answer), order.answer
    while isinstance(leaf, dict) and "pick" in leaf:
        leaf = leaf.get("then")
    leaf = None if isinstance(leaf, str) else leaf
    return Told(order, at, leaf, None if leaf is not None else weighed(position, session, order.answer, seconds))


def weighed(position: Position, session: Session[Any], raw: Json, seconds: float) -> Chance | None:
    """What may come of an order as its seat may know it; ``None`` where no dice fall, it is drawn, or
    there is no time left."""
    system, seat, keys = session.system, position.seat, picks(raw)
    question, above = session.question(seat), keys[:-1]
    if question is None or not keys or not position.odds or seconds <= 0:
        return None
    if not any(prospect.is_of(question.about, above) for prospect in prospects_of(system, question.about)):
        return None
    state = system.imagine(session.state, seat, Random(0))
    known = Asked(seat, question.about, dict(question.facts), above, lately(session.events, seat))
    return one(system, state, known, keys[-1], monotonic() + seconds)
