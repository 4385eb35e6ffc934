"""A battle told again: how it stood, where it turned, what would have been better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.games.analysing import AGAIN, DECIDING, GOING, Analysis, Turned, refuse_seats
from app.games.analysis_worker import Way
from app.games.eyes import Eyes
from app.games.results import GameId
from app.games.seats import Guest
from app.web.page.deps import GuestDep, Site, SiteDep
from app.web.page.errors import Bad
from app.web.page.templates import page
from app.web.page.words import gettext
from app.web.replay import moments
from app.web.replay.curve import NARROW, WIDE, by_turn, curve
from app.web.replay.hindsight import both, chance, label, ranked, signed, sketch
from app.web.replay.moments import Back
from app.web.replay.outcome import losses, lucky, told_of
from app.web.replay.pages import query
from app.web.table import seen as tables
from app.web.table.board.acted import part_around, places
from app.web.table.entries import entries
from app.web.table.pages import game_head, linked
from app.web.table.refusing import against
from app.web.table.seen import Seen

router = APIRouter(include_in_schema=False)
LEFT = ("short", "broken")
"""States in which more may be found by whoever asks again."""
LINES = 3
"""Lines of the log that a moment is told in at most."""


@router.get("/replay/{game}/analysis")
async def show(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """What is known of a battle that is over, and what is being found out."""
    back = await over(request, game, who, seat)
    table = await tables.seen(here.games, back.info.id, Eyes(whole=True))
    assert table is not None
    found = await here.games.analysis(GameId(back.info.id))
    no = refuse_seats(len(back.info.seats))
    if no is None and (found is None or found.state in LEFT):
        no = await here.games.never_analysed(back.info.id)
    never = against(here.games.systems[back.info.system], no, back.info).text if no else ""
    return page(
        request, "replay/analysis.html", parts=["replay/_analysis.html"], rules=table.rules, query=query(request),
        game=game_head(here, request, table), preview=linked(request, here, table), budget=budget(found),
        never=never,
        **await told(here, back, table, found),
    )  # fmt: skip


@router.post("/replay/{game}/analysis")
async def ask(request: Request, game: str, here: SiteDep, who: GuestDep, seat: str = "") -> Response:
    """It is looked at from now on, unless it was."""
    back = await over(request, game, who, seat)
    if no := await here.games.analyse(GameId(back.info.id), who.id if who else ""):
        raise Bad(409, against(here.games.systems[back.info.system], no, back.info).text)
    more = request.url.query
    return RedirectResponse(f"/replay/{back.info.id}/analysis{more and '?' + more}", 303)


def budget(found: Analysis | None) -> int:
    """Seconds of a processor that it takes at most if it is asked for now."""
    asked = 1 if found is None else min(AGAIN, found.asked + bool(found.stands))
    return round((GOING + DECIDING) * asked)


async def over(request: Request, game: str, who: Guest | None, seat: str) -> Back:
    """The caller as one who looks back at a battle that is over, or why he may not."""
    back = await moments.look_back(request, game, who, seat)
    if not back.over:
        raise Bad(409, gettext("This battle is not over: it can be looked at again when it is."))
    return back


async def told(here: Site, back: Back, table: Seen, found: Analysis | None) -> dict[str, Any]:
    """All that the page says of what was found."""
    if found is None or table.view is None:
        return {"state": "", "found": None}
    view = await aside(partial(moments.board, table))
    sides = sorted(view["sides"], key=lambda side: side["seat"] != found.first)
    told = [await moment(here, back, one, n, found, sides) for n, one in enumerate(found.turned, 1)]
    curves = [curve(found, width) for width in (WIDE, NARROW)] if len(found.stands) > 1 else []
    decided = [one for one in told if one["kind"] == "decision" and one["ways"]]
    whole = found.stands[-1].stands - found.stands[0].stands if found.stands else 0.0
    made = await told_of(here, table)
    parts = {kind: sum(one.swing for one in found.turned if one.kind == kind) for kind in ("decision", "luck")}
    return {
        "state": found.state, "found": found, "sides": sides, "curves": curves, "moments": told,
        "losses": losses({"sides": sides}, made) if made else [],
        "luck": [lucky(one, {"sides": sides}) for one in made.luck if one.dice] if made else [],
        "dearest": max(decided, key=lambda one: one["weight"], default=None),
        "standing": lambda stands: both(stands, found),
        "turns": [(row.turn, row.v, *both(row.stands, found)) for row in by_turn(found.stands)],
        "sum": {**{kind: signed(part, found) for kind, part in parts.items()},
                "rest": signed(whole - sum(parts.values()), found)},
    }  # fmt: skip


async def moment(
    here: Site, back: Back, one: Turned, number: int, found: Analysis, sides: Sequence[dict[str, Any]]
) -> dict[str, Any]:  # fmt: skip
    """A moment: its picture, what was told, what would have been better."""
    table = await tables.seen(here.games, back.info.id, Eyes(whole=True, at=one.before))
    assert table is not None
    assert table.view is not None
    view = await aside(partial(moments.board, table))
    events = await here.games.events(GameId(back.info.id), Eyes(whole=True), one.before, one.after - one.before)
    rows = await aside(partial(entries, table.words, events, table.view))
    rows = [row for row in rows if row["text"] and not row["turn"] and row["weight"] != "phase"]
    side = next(side for side in sides if side["seat"] == one.seat)
    ways, title = ranked(table.words, one, found), label(table.words, one.verdict.about, one.verdict.ordered)
    if one.kind == "luck" and rows:
        title = rows[min(len(rows), LINES) - 1]["plain"]
    best = next((way for way in ways if not way["was"]), None)
    drawn = [one.verdict.ordered, *one.verdict.best[:1]] if one.kind == "decision" else []
    marks = [sketch(way.marks, "best" if n else "was") for n, way in enumerate(filter(None, drawn))]
    pieces = [id for event in events if event.telling for id in event.telling.pieces]
    return {
        "n": number, "kind": one.kind, "turn": one.turn, "v": one.before, "after": one.after, "side": side,
        "swing": signed(one.swing if side is sides[0] else -one.swing, found), "weight": abs(one.swing),
        "view": view, "key": f"a{number}", "box": box(table, drawn, pieces), "marks": marks,
        "lines": rows[:LINES][::-1],
        "title": title, "ways": ways if best else [],
        "best": best, "chance": chance(one, side is sides[0]),
        "worlds": one.verdict.judged.worlds if one.verdict.judged else 0,
    }  # fmt: skip


# -- pictures ---------------------------------------------------------------------------


def box(table: Seen, ways: Iterable[Way | None], pieces: Iterable[str]) -> tuple[int, int, int, int]:
    """The part of the table where it happened."""
    assert table.view is not None
    stood = places(table.view)
    spots = [(p[0], p[1], 0) for way in ways if way for mark in way.marks for p in mark.points]
    spots += [stood[id] for id in dict.fromkeys(pieces) if id in stood]
    return part_around(spots, (table.view.width, table.view.depth))
