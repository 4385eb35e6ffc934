"""In which story each line of a log stands, and that in which other: from the events alone, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.system import Telling
from app.games.results import Shown

ALL = "-"
"""The part of a story that ends all there are."""


class Story(NamedTuple):
    """A story that is open: the line it begins with, of which kind it is, whom it is about."""

    key: str
    kind: str
    about: str


class Stories:
    """Those that are open, the outermost first."""

    def __init__(self, begun: Iterable[Story] = ()) -> None:
        self.open = list(begun)

    def take(self, key: str, told: Telling) -> tuple[str, ...]:
        """The stories in which the line of this name stands, the outermost first, with its own if it begins one."""
        kind, about = told.story.rstrip("+-"), told.pieces[0] if told.pieces else ""
        if ends_all(told):
            self.open.clear()
        elif told.story.endswith("+"):
            self._begin(Story(key, kind, about))
        elif kind:
            self._go_on(kind, about)
        within = tuple(one.key for one in self.open)
        if told.story.endswith("-") and self.open and self.open[-1].kind == kind:
            self.open.pop()
        return within

    def _begin(self, story: Story) -> None:
        """The next of its kind ends the one before it."""
        if self.open and self.open[-1].kind == story.kind:
            self.open.pop()
        self.open.append(story)

    def _go_on(self, kind: str, about: str) -> None:
        """It goes on with the one about the same, else with the innermost of its kind: those in it are over."""
        alike = [n for n, one in enumerate(self.open) if one.kind == kind]
        same = [n for n in alike if self.open[n].about == about]
        if found := same or alike:
            del self.open[found[-1] + 1 :]


def ends_all(told: Telling) -> bool:
    """Whether no story goes on over it: a turn, a phase that is no story itself, or what says so."""
    is_turn = told.weight == "turn" and "turn" in told.facts
    return told.story == ALL or is_turn or (told.weight == "phase" and not told.story)


def filed(events: Iterable[Shown]) -> list[Shown]:
    """Events in their order, each with the stories it stands in; what was taken back is told apart from what counts."""
    stories, astray, found = Stories(), None, []
    for shown in events:
        astray = (astray or Stories(stories.open)) if shown.struck else None
        found.append(replace(shown, within=(astray or stories).take(shown.key, shown.telling or Telling(about=""))))
    return found
