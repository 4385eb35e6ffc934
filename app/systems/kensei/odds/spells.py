"""What a spell and its Block may bring, given that it reaches its target."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.kensei.armies.lists import SPELLS
from app.systems.kensei.army import Order
from app.systems.kensei.book import c
from app.systems.kensei.magic.casting import NEEDS, blocked, rolled
from app.systems.kensei.magic.events import BlockTried, SpellRolled
from app.systems.kensei.magic.rules import casting_lines
from app.systems.kensei.odds.alone import alone, unveiled
from app.systems.kensei.state import State

RANGE = c("KEN-SPI-37")
CASTS = (
    Outcome("odds.spell-fails", 0), Outcome("odds.spell-blocked", 1), Outcome("odds.spell-cast", 3, wanted=True),
)  # fmt: skip
BLOCKS = tuple(Outcome(row.key, row.rank, not row.wanted) for row in CASTS)
"""The same for who would Block it."""


def came(events: Sequence[Event]) -> str:
    """What became of a spell."""
    if not any(isinstance(e, SpellRolled) and e.passed for e in events):
        return "odds.spell-fails"
    return "odds.spell-blocked" if any(isinstance(e, BlockTried) and e.blocked for e in events) else "odds.spell-cast"


def spell(state: State, asked: Asked, caster: str, order: Order, blocker: str = "") -> Deed[State] | None:
    """The casting roll, and the Block if one was announced."""
    named = filter(None, (caster, order.target, blocker))
    bare = alone(state, asked.seat, *named) if order.block else unveiled(state, asked.seat)
    if caster not in bare.units or order.key not in SPELLS:
        return None
    known = SPELLS[order.key]
    added = casting_lines(bare, bare.units[caster], known, order)

    async def play(game: Game[State]) -> None:
        if await rolled(game, caster, known, order) and order.block:
            await blocked(game, caster, known, order)

    return Deed(
        play=play, tell=came, outcomes=BLOCKS if blocker else CASTS, lines=added,
        needs=Note("odds.over", {"dice": min(11, max(1, known.difficulty + 1 - total(added)))}, NEEDS),
        notes=(Note("odds.spell-reaches", {}, RANGE),), worlds=((Fraction(1), bare),), later=True,
    )  # fmt: skip


def of_book(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A spell that would be declared, cast plainly."""
    return spell(state, asked, asked.at[0], Order(do="cast", key=raw))


def of_declared(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A spell that was declared, and would be cast now."""
    unit = state.units.get(raw)
    order = next((one for one in unit.orders if one.do == "cast" and not one.state), None) if unit else None
    return spell(state, asked, raw, order) if order is not None else None


def of_block(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A spell of the enemy, with a Block announced or without (KEN-SPI-02)."""
    caster = str(asked.facts["caster"])
    found = (one for one in state.units[caster].orders if one.key == asked.facts["key"] and not one.state)
    order = next(found, None)
    if order is None:
        return None
    said = Order(do="cast", key=order.key, target=order.target, concentrate=order.concentrate, block=raw == "yes")
    return spell(state, asked, caster, said, str(asked.facts["unit"]))


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("orders.declare", ("*", "cast"), of_book), Prospect("act.spirits", (), of_declared),
    Prospect("orders.block", (), of_block),
)  # fmt: skip
