"""Who sees more of a table than its players do, in words: for whoever sits there or thinks of sitting down."""

from __future__ import annotations

from app.games.results import GameInfo
from app.web.page.words import gettext


def open_to(info: GameInfo) -> list[str]:
    """A sentence for each: umpires, commentators, watchers who see all or are late."""
    return [line for line in (umpires(info), commentators(info), watchers(info)) if line]


def umpires(info: GameInfo) -> str:
    """Who rules on it and sees everything."""
    names = info.options.umpires
    return gettext("Umpire: {who}, who sees all that is hidden.").format(who=", ".join(names)) if names else ""


def commentators(info: GameInfo) -> str:
    """Who talks of it to those who watch."""
    names = info.options.commentators
    return gettext("Commentators: {who}.").format(who=", ".join(names)) if names else ""


def watchers(info: GameInfo) -> str:
    """What those see who watch."""
    said = info.watching
    late = said.delay
    if said.who == "none":
        return gettext("Nobody may watch.")
    if said.view == "all":
        return gettext("Watchers see all that is hidden, {n} minutes late.").format(n=late)
    if late:
        return gettext("Watchers see the table {n} minutes late.").format(n=late)
    return gettext("Watchers see what all sides may see, at once.")


def absence(info: GameInfo) -> str:
    """What happens while a player is away."""
    match info.options.clock.kind:
        case "none":
            return gettext("Nothing is decided without them; a bot may play for them (menu).")
        case "letter":
            return gettext("Nobody need be here: their days run.")
    return gettext("Their clock runs on.")
