"""What a table agrees apart from the rulebook: who finds it, who may watch it, who rules on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.bots.levels import LEVELS, USUAL
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.words import N_
from app.games.agreed import CAMPAIGN, COUNSEL, LESSON, STOPPED, UMPIRES

AGREED = Clause("ENG-TAB-01")
VISIBILITY = ("private", "listed")
VIEWS, WATCHERS = ("public", "all"), ("link", "anyone", "none")
LONGEST, LEAST_FOR_ALL = 1440, 5
"""Minutes that a table is behind for its watchers: at most, and at least where they see everything."""
COMMENTATORS, NAME = 8, 40
LATER = (COUNSEL, UMPIRES, STOPPED)
"""What is agreed in a game, and so by no table that is laid."""
POINTS = 100_000
"""The largest limit of points: lists are narrowed by it, whatever the rules make of it."""

REFUSALS = {
    "table.visibility": N_("A table is private or listed, not {got}."),
    "table.watch": N_("Of watching a table says its view, its delay and who may, not {got}."),
    "table.watch-view": N_("Watchers see what is public or all, not {got}."),
    "table.watch-who": N_("A table is watched by whoever has the link, by anyone or by none, not {got}."),
    "table.watch-delay": N_("Watchers are {least} to {most} whole minutes behind, not {got}."),
    "table.watch-all": N_("Who sees everything watches at least {least} minutes late; {got} is too soon."),
    "table.points": N_("A size is 0 to {most} whole points, not {got}."),
    "table.offered": N_("Both armies are set up as offered, true or false, not {got}."),
    "table.campaign": N_("Only a campaign lays its battles."),
    "table.lesson": N_("Only a lesson lays its table."),
    "table.later": N_("{got} is not agreed before a game, but in it."),
    "table.odds": N_("Odds are shown at a table or not: yes or no, not {got}."),
    "table.bots": N_("Bots play as novice, veteran or master, not as {got}."),
    "table.odds-off": N_("At this table no odds are shown: that was agreed."),
    "table.umpire": N_("An umpire is named by the name of an account."),
    "table.commentators": N_("Commentators are at most {most} names of accounts."),
    "lobby.not-open": N_("This seat is not open to you."),
    "challenge.closed": N_("They do not take challenges."),
    "challenge.gone": N_("This challenge is no longer open."),
    "rematch.not-yet": N_("There is a rematch once the game is over."),
    "rematch.not-yours": N_("Only those who sat at the table play the rematch."),
}


def refuse_table(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """All that stands against these options of a table, those of its clocks apart (ENG-TAB-01)."""
    visibility = options.get("visibility", VISIBILITY[0])
    hidden = () if visibility in VISIBILITY else (refuse("table.visibility", AGREED, got=brief(visibility)),)
    offered = options.get("offered", False)
    hidden = (*hidden, *([] if type(offered) is bool else [refuse("table.offered", AGREED, got=brief(offered))]))
    hidden = (*hidden, *([refuse("table.campaign", AGREED)] if CAMPAIGN in options else ()))
    hidden = (*hidden, *([refuse("table.lesson", AGREED)] if LESSON in options else ()))
    hidden = (*hidden, *(refuse("table.later", AGREED, got=key) for key in LATER if key in options))
    return (
        *hidden,
        *refuse_odds(options),
        *refuse_bots(options),
        *refuse_watch(options.get("watch")),
        *refuse_names(options),
    )


def refuse_odds(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against whether odds are shown; none said is yes."""
    said = options.get("odds", True)
    return () if isinstance(said, bool) else (refuse("table.odds", AGREED, got=brief(said)),)


def refuse_bots(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against how well bots play; none said is as usual."""
    said = options.get("bots", USUAL)
    return () if said in tuple(LEVELS) else (refuse("table.bots", AGREED, got=brief(said)),)


def refuse_points(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against the limit of points of a set-up; none said is lawful."""
    if CAMPAIGN in options:
        return (refuse("table.campaign", AGREED),)
    given = options.get("points")
    if given is None or (type(given) is int and 0 <= given <= POINTS):
        return ()
    return (refuse("table.points", AGREED, most=POINTS, got=brief(given)),)


def refuse_watch(watch: Any) -> tuple[Refusal, ...]:
    """What stands against how a table may be watched; none said is lawful."""
    if watch is None:
        return ()
    if not isinstance(watch, Mapping) or (unknown := sorted(set(watch) - {"view", "delay", "who"})):
        return (refuse("table.watch", AGREED, got=brief(unknown[0] if isinstance(watch, Mapping) else watch)),)
    found = [
        refuse(f"table.watch-{key}", AGREED, got=brief(watch[key]))
        for key, known in (("view", VIEWS), ("who", WATCHERS)) if key in watch and watch[key] not in known
    ]  # fmt: skip
    late = refuse_delay(watch.get("delay", 0), watch.get("view") == "all")
    return (*found, *([late] if late else []))


def refuse_delay(delay: Any, sees_all: bool) -> Refusal | None:
    """Why watchers may not be this many minutes behind, or ``None``."""
    if type(delay) is not int or not 0 <= delay <= LONGEST:
        return refuse("table.watch-delay", AGREED, least=0, most=LONGEST, got=brief(delay))
    if sees_all and delay < LEAST_FOR_ALL:
        return refuse("table.watch-all", AGREED, least=LEAST_FOR_ALL, got=delay)
    return None


def refuse_names(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against those who are named to rule and to comment; whether there are such accounts is not asked."""
    umpire, others = options.get("umpire", ""), options.get("commentators", [])
    found = [] if is_name(umpire) else [refuse("table.umpire", AGREED)]
    if not isinstance(others, list) or len(others) > COMMENTATORS or not all(map(is_name, others)):
        found.append(refuse("table.commentators", AGREED, most=COMMENTATORS))
    return tuple(found)


def is_name(given: Any) -> bool:
    """Whether this can be a name."""
    return isinstance(given, str) and len(given) <= NAME


def brief(given: Any) -> str:
    """What was given, short enough for a sentence."""
    return str(given)[:40]


def stored(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a game keeps them: ``listed`` instead of ``visibility``, nothing that says nothing."""
    kept = {
        key: value
        for key, value in options.items()
        if value not in ("", None, []) and (key, value) != ("offered", False)
    }
    visibility = kept.pop("visibility", None)
    return {**kept, "listed": visibility == "listed" if visibility else kept.get("listed") is True}
