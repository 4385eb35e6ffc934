"""A game in a list: as a picture, as one of one's own, as a line that needs no game to be loaded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.games import lobby
from app.games.agreed import Clock
from app.games.eyes import MINUTE as MINUTE_MS
from app.games.eyes import watching
from app.games.losing import CALLED_OFF
from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.words import gettext, ngettext
from app.web.table import seen as tables
from app.web.table.battles import between, campaign_line, houses
from app.web.table.board.drawn import drawn
from app.web.table.openness import open_to
from app.web.table.own import scenario_of
from app.web.table.pages import title
from app.web.table.refusing import worded
from app.web.table.seen import Seen

MINE_LOADED = 24
"""Of one's games in play, how many are asked whose go it is."""
LAST = 12
"""How many events are looked back for what was done last."""
EMPTY = {
    "width": 91440, "depth": 91440, "turn": 0, "terrain": [], "zones": [], "pieces": [], "sides": [], "go": None,
    "asked": [],
}  # fmt: skip
MINUTE, HOUR, DAY = 60, 3600, 86400


# -- words ---------------------------------------------------------------------


def pace(clock: Clock) -> str:
    """How fast a table plays, in words."""
    if clock.kind == "live":
        return live_pace(clock.minutes, clock.increment)
    if clock.kind == "letter":
        return letter_pace(clock.hours)
    return gettext("No clock")


def live_pace(minutes: int, seconds: int) -> str:
    """Minutes for the game and seconds for each answer."""
    if not seconds:
        return gettext("{minutes} min").format(minutes=minutes)
    return gettext("{minutes} min + {seconds} s").format(minutes=minutes, seconds=seconds)


def letter_pace(hours: int) -> str:
    """The time for a move by letter."""
    if hours % 24:
        return ngettext("{n} hour a move", "{n} hours a move", hours).format(n=hours)
    return ngettext("{n} day a move", "{n} days a move", hours // 24).format(n=hours // 24)


def short(seconds: int) -> str:
    """A time that is left, as short as can be: ``2 d``, ``9 h``, ``12:05``."""
    if seconds >= 2 * DAY:
        return gettext("{n} d").format(n=seconds // DAY)
    if seconds >= HOUR:
        return gettext("{n} h").format(n=seconds // HOUR)
    return f"{seconds // MINUTE}:{seconds % MINUTE:02d}"


def state(status: str) -> str:
    """What is said of a game that asks nobody; nothing while it is played."""
    said = {
        "open": gettext("waiting"), "over": gettext("over"), "paused": gettext("paused"), "held": gettext("held"),
    }  # fmt: skip
    return said.get(status, "")


# -- a line --------------------------------------------------------------------


def line(here: Site, info: GameInfo, who: Guest | None = None) -> dict[str, Any]:
    """A game in a list without a picture."""
    system = systems.chosen(here, info.system)
    words, names = worded(system), [s.name for s in info.seats if s.taken]
    points = info.options.points
    mine = bool(who) and any(who and s.is_of(who.id) for s in info.seats)
    return {
        "id": info.id, "name": between(info) or scenario_of(words, info), "houses": houses(info),
        "system": " · ".join(filter(None, (systems.name(system), campaign_line(info)))),
        "who": " · ".join(names), "size": size(system, points), "pace": pace(info.options.clock), "mine": mine,
        "free": [str(s.seat) for s in info.seats if not s.taken and s.kind == "open"], "state": state(info.status),
        "open_to": " ".join(open_to(info)),
        "href": address(here, info, mine), "created": info.created[:10], "result": result(info, who),
    }  # fmt: skip


def size(system: RuleSystem[Any], points: object) -> str:
    """A limit of points in words; in what the system counts, where it has a name for it."""
    if not points:
        return ""
    unit = systems.said(system, "points")
    return f"{points} {unit}" if unit else gettext("{n} pts").format(n=points)


def result(info: GameInfo, who: Guest | None) -> str:
    """How a finished game ended for whoever looks."""
    if info.status != "over" or info.outcome is None:
        return ""
    if info.outcome.reason == CALLED_OFF:
        return gettext("decided by its campaign")
    winner = next((s for s in info.seats if s.seat == info.outcome.winner), None)
    if winner is None:
        return gettext("a draw")
    return gettext("won") if who and winner.is_of(who.id) else gettext("{name} wins").format(name=winner.name)


def address(here: Site, info: GameInfo, mine: bool) -> str:
    """Where a game is looked at."""
    if mine:
        return f"/{'wait' if info.status == 'open' else 'play'}/{info.id}"
    return f"/lobby/{info.id}" if info.status == "open" else f"/watch/{info.id}/{here.watch_key(info.id)}"


# -- a picture -----------------------------------------------------------------


async def live(here: Site, infos: Sequence[GameInfo]) -> list[dict[str, Any]]:
    """Games in play as their watchers see them."""
    shown = [(info, await tables.seen(here.games, info.id, watching(info))) for info in infos]
    return [live_card(here, info, table) for info, table in shown if table]


def live_card(here: Site, info: GameInfo, table: Seen) -> dict[str, Any]:
    """A game as a picture with its sides."""
    return {
        **pictured(here, table), "href": address(here, info, False), "watchers": here.rooms.watchers(info.id),
        "pace": pace(info.options.clock),
    }  # fmt: skip


def pictured(here: Site, table: Seen) -> dict[str, Any]:
    """What every picture of a game has: the table, its names, its turn."""
    info = table.info
    view: dict[str, Any] = drawn(table.words, table.view, info, table.asked) if table.view else EMPTY
    scenario, rules = scenario_of(table.words, info), systems.name(systems.chosen(here, info.system))
    parts = [
        rules,
        campaign_line(info),
        scenario,
        gettext("turn {turn}").format(turn=view["turn"]) if view["turn"] else "",
    ]
    return {
        "name": title(table), "line": " · ".join(filter(None, parts)), "view": view,
        "late": table.full.delay // MINUTE_MS,
        "rules": " · ".join(filter(None, (rules, campaign_line(info)))),
        "sides": [{**s, "fact": s["facts"][0] if s["facts"] else ""} for s in view["sides"]],
    }  # fmt: skip


# -- one's own -----------------------------------------------------------------


async def asked(here: Site, infos: Sequence[GameInfo], who: Guest) -> list[GameInfo]:
    """Of somebody's games in play those that wait for them, whose time is the shortest first."""
    now = []
    for info in infos[:MINE_LOADED]:
        own = {s.seat for s in info.seats if s.is_of(who.id) and not s.bot}
        if info.status == "playing" and (waiting := own & await asking(here, info.id)):
            led = await here.games.hands_asked(info)
            now += [info] if any(who.id in led.get(seat, (who.id,)) for seat in waiting) else []
    left = await lobby.time_left(here.games, [i.id for i in now])
    return sorted(now, key=lambda i: min((ms for (game, _), ms in left.items() if game == i.id), default=1 << 62))


async def asking(here: Site, game: str) -> set[Seat]:
    """The seats whose answer a game awaits."""
    return {q.seat for q in await here.games.open_questions(GameId(game), None) if not q.sealed}


async def turn(here: Site, info: GameInfo, who: Guest) -> dict[str, Any] | None:
    """A game that waits for somebody: what was done last, how long they have."""
    seats = [s.seat for s in info.seats if s.is_of(who.id)]
    table = await tables.seen(here.games, info.id, seats[0], len(seats) > 1)
    if table is None:
        return None
    left = await lobby.time_left(here.games, [info.id])
    mine = [ms // 1000 for (_, seat), ms in left.items() if seat in seats]
    others = any(here.rooms.is_here(info.id, s.seat) for s in info.seats if not s.is_of(who.id))
    note = gettext("at the table") if others else gettext("to answer") if mine else ""
    due = short(min(mine)) if mine else gettext("your go")
    last = await done_last(here, table)
    card = pictured(here, table)
    at = gettext("turn {turn}").format(turn=card["view"]["turn"]) if card["view"]["turn"] else ""
    which = " · ".join(filter(None, (card["rules"], at, begun(info.created))))
    return {
        **card,
        "href": f"/play/{info.id}",
        "which": which,
        "line": last or card["line"],
        "due": due,
        "due_note": note,
    }


def begun(created: str) -> str:
    """How long ago a table was laid, which tells it from another of the same armies; nothing where nobody knows."""
    if not created:
        return ""
    seconds = int((datetime.now(UTC) - datetime.fromisoformat(created)).total_seconds())
    ago = short(seconds) if seconds >= HOUR else gettext("{n} min").format(n=max(1, seconds // MINUTE))
    return gettext("begun {time} ago").format(time=ago)


async def done_last(here: Site, table: Seen) -> str:
    """What happened last that the log tells in a line."""
    since = max(0, table.info.version - LAST)
    events = await here.games.events(GameId(table.info.id), table.eyes, since)
    told = [e.telling for e in events if e.telling and not e.struck]
    said = [t for t in told if t.is_deed and not t.about.startswith("engine.")]
    return table.words.says(said[-1].about, said[-1].facts) if said else ""
