"""How well a bot plays: how much it thinks of, how far it looks, how often it errs."""

from __future__ import annotations

from msgspec import Struct


class Level(Struct, frozen=True):
    """How much a bot thinks.

    ``ideas`` and ``drawn``: how many answers that were thought of and how many that were drawn it looks at; ``times``:
    in how many worlds, each with dice of its own, where luck has a part; ``far``: how many more answers a line is
    played on where it comes to no rest; ``replies``: how many rests a line is played past; ``errs``: by how much it
    may misjudge a position.
    """

    key: str
    ideas: int
    drawn: int
    times: int
    far: int
    replies: int = 0
    errs: float = 0.0


NOVICE = Level("novice", ideas=12, drawn=2, times=2, far=10, errs=4.0)
VETERAN = Level("veteran", ideas=40, drawn=4, times=8, far=24)
MASTER = Level("master", ideas=60, drawn=8, times=20, far=24, replies=1)
LEVELS = {level.key: level for level in (NOVICE, VETERAN, MASTER)}
USUAL = VETERAN.key
