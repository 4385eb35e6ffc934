"""Clocks and standing orders as pages, messages and the API show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.engine.events import Seat
from app.games.results import ClockShown, GameId
from app.games.service import Games
from app.web.page.words import Words, gettext
from app.web.table.seen import Seen
from app.web.table.told import OrderTold

MINUTE, HOUR, DAY = 60, 3600, 86_400
LOW = {"live": MINUTE, "letter": 3 * HOUR}
"""Seconds below which a clock is marked."""
FACT = re.compile(r"\{[^{}]*\}")


def clocks_json(clocks: Iterable[ClockShown], sides: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Every clock with its side as the board draws it: milliseconds left now, whether it runs, whether it is low."""
    known = {side["seat"]: side for side in sides}
    return [clock_json(clock, known.get(clock.seat, {})) for clock in clocks]


def clock_json(clock: ClockShown, side: Mapping[str, Any]) -> dict[str, Any]:
    """One clock."""
    return {
        "seat": clock.seat, "side": side.get("side", ""), "emblem": side.get("emblem", 0),
        "player": side.get("player", clock.seat), "kind": clock.kind, "left": clock.left_ms,
        "running": clock.running, "low": clock.left_ms < 1000 * LOW[clock.kind], "text": written(clock),
    }  # fmt: skip


def clocks_of(table: Seen, sides: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The clocks of a table; none to eyes that lag behind."""
    return clocks_json(table.clocks, sides)


def written(clock: ClockShown) -> str:
    """What is left, as short as it can be read."""
    seconds = -(-clock.left_ms // 1000)
    return spread(seconds) if clock.kind == "letter" else ticking(seconds)


def ticking(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def spread(seconds: int) -> str:
    """The two largest of days, hours and minutes."""
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


# -- standing orders -----------------------------------------------------------


async def orders_of(games: Games, table: Seen, seat: Seat) -> list[OrderTold]:
    """The kinds of question the seat was asked out of turn, each in words and whether it lets them pass."""
    found = await games.orders(GameId(table.info.id), seat)
    return [{"about": key, "label": general(table.words, key), "pass": found[key] == "pass"} for key in sorted(found)]


def general(words: Words, about: str) -> str:
    """The sentence of a question without what it is about this time."""
    text = words.sentences.get(about)
    return FACT.sub("…", gettext(text)) if text else about
