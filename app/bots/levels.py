"""How well a bot plays: how much it thinks of, how far it looks, how often it errs."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Level(Struct, frozen=True):
    """How much a bot thinks.

    ``ideas`` and ``drawn``: how many answers that were thought of and how many that were drawn it looks at; ``times``:
    in how many worlds, each with dice of its own, where luck has a part; ``hurried``: how many ideas and worlds where
    lines of play take long; ``far``: how many more answers a line is
    played on where it comes to no rest; ``replies``: how many rests a line is played past; ``errs``: by how much it
    may misjudge an answer.
    """

    key: str
    ideas: int
    drawn: int
    times: int
    far: int
    replies: int = 0
    errs: float = 0.0
    hurried: tuple[int, int] | None = None

    def where(self, lines_are_long: bool) -> Level:
        """This level in a system whose lines of play take long, or not."""
        if self.hurried is None or not lines_are_long:
            return self
        ideas, times = self.hurried
        return replace(self, ideas=ideas, times=times)


NOVICE = Level("novice", ideas=20, drawn=2, times=4, far=10, errs=0.3, hurried=(12, 2))
VETERAN = Level("veteran", ideas=40, drawn=4, times=8, far=24)
MASTER = Level("master", ideas=60, drawn=8, times=20, far=24, replies=1)
LEVELS = {level.key: level for level in (NOVICE, VETERAN, MASTER)}
USUAL = VETERAN.key
