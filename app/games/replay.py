"""Looking back at a game: through whose eyes, and at which moments something happened that they may see."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.aside import aside
from app.games.access import borrowed
from app.games.eyes import Eyes
from app.games.results import GameId, GameInfo, Shown
from app.games.service import Games
from app.store import past

LOUDNESS = ("", "quiet", "deed", "roll", "phase", "turn")
"""What a step is, by what it tells; the loudest of its events names it."""
LIKE = {"die": "roll", "idle": "quiet"}
EVERYTHING = 1 << 40
"""More events than any game has."""


class Step(Struct, frozen=True, kw_only=True):
    """A moment at which something changed: ``v`` is the version it ends at, ``told`` the event that names it.

    ``kind``: turn, phase, roll, deed or quiet.  ``turn``: the turn it lies in, 0 before the first.
    """

    v: int
    turn: int
    kind: str
    told: Shown


def eyes_after(info: GameInfo, view_as: str = "") -> Eyes:
    """The eyes of all once a game is over: all-seeing, or those of the side (or of ``watch``) that they ask for."""
    return borrowed(info, view_as)._replace(delay=0, borrowed=False)


async def begins(games: Games, game: GameId) -> int:
    """The first version at which there is a table to see; beyond all others while there is none."""
    found = await games.store.look(past.begins, game)
    return EVERYTHING if found is None else max(1, found)


async def timeline(games: Games, game: GameId, eyes: Eyes) -> tuple[Step, ...]:
    """The steps of a battle up to the version these eyes have come to, without what has been taken back."""
    events = await games.events(game, eyes, 0, EVERYTHING)
    first = await begins(games, game)
    heads = sorted(await games.past.moments(game))
    return await aside(lambda: tuple(step for step in steps(events, heads) if step.v >= first))


def steps(events: Sequence[Shown], heads: Sequence[int]) -> tuple[Step, ...]:
    """The steps of a game's events; ``heads`` are the versions at which inputs ended.

    Only from what is told: what a viewer may not see leads to no step and parts none.
    """
    head, turn, found = events[-1].version if events else 0, 0, list[Step]()
    heads = [*(v for v in heads if v < head), head]
    groups = list(grouped([e for e in events if e.telling and not e.struck], heads))
    for number, group in enumerate(groups):
        named = max(group, key=lambda e: LOUDNESS.index(kind_of(e)))
        turn = next((n for e in group if (n := turn_of(e))), turn)
        following = groups[number + 1][0].version - 1 if number + 1 < len(groups) else head
        end = min(following, heads[bisect_left(heads, group[-1].version)])
        found.append(Step(v=end, turn=turn, kind=kind_of(named), told=named))
    return tuple(found)


def grouped(events: Sequence[Shown], heads: Sequence[int]) -> Iterator[list[Shown]]:
    """Events that are one step: of one input, with one kind that is more than quiet."""
    group, loud, end = list[Shown](), "", -1
    for event in events:
        kind, mine = event.kind if is_loud(event) else "", bisect_left(heads, event.version)
        if group and (mine != end or (kind and loud and kind != loud)):
            yield group
            group, loud = [], ""
        group.append(event)
        loud, end = kind or loud, mine
    if group:
        yield group


def is_loud(event: Shown) -> bool:
    """Whether an event is a step of its own: not quiet, nor one of the many dice of a roll."""
    return event.telling is not None and event.telling.is_deed


def kind_of(event: Shown) -> str:
    """What an event makes its step: a turn only where it says which."""
    weight = event.telling.weight if event.telling else ""
    if weight == "turn" and not turn_of(event):
        return "deed"
    return LIKE.get(weight) or (weight if weight in LOUDNESS else "deed")


def turn_of(event: Shown) -> int:
    """The turn that begins with an event, or 0."""
    told = event.telling
    found = told.facts.get("turn", 0) if told and told.weight == "turn" else 0
    return found if isinstance(found, int) else 0
