"""What may be seen of a hosted game, and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from app.engine import own as own_scenarios
from app.engine.asks import AnyAsk, Json
from app.engine.domains import Walk
from app.engine.events import Seat
from app.engine.geometry import Polygon
from app.engine.pictures import GRAVES
from app.engine.reach import area
from app.engine.refusals import Refusal
from app.engine.returning import ways_of
from app.engine.system import Outcome, RuleSystem, Telling
from app.games import agreed, coaching, consent, counsel_rules, hands, in_bulk
from app.games.by_itself import rest_of
from app.games.checks import closed, too_deep
from app.games.drive import Drive
from app.games.eyes import Eyes, Viewer, eyes_of, seen
from app.games.odds import are_on, levels_of
from app.games.parts import pictured
from app.games.results import GameId, GameInfo, Glimpse, Look, OpenQuestion, Shown
from app.games.rows import decode, is_played, motions_of
from app.games.seats import seat_infos
from app.games.stories import ends_all, filed
from app.games.whence import Way
from app.store.db import Row

MOST = 2
"""So many sentences at most say what came of a deed."""
QUIET = ("engine.committed", "engine.revealed")
BACK, SEEN = "engine.taken-back", ("throws", "secrets")
"""What is told of a move that is taken back: only what was seen."""
TOLD: Mapping[int, Way] = {}
"""No ways but those that events tell."""
SEALED = (("engine.begun", "setup"),)
"""Fields that only the record shows: whoever has the digest of the setup can try lists until one fits."""


class Later(NamedTuple):
    """Rows of events after version ``since``, and those before that tell in which story they stand; ``tape``: the tape
    entry after which nothing is struck; ``ways``: those that events do not tell, by their numbers."""

    rows: Sequence[Row] = ()
    tape: int | None = None
    since: int = 0
    ways: Mapping[int, Way] = TOLD


def info_of(row: Row, seats: Sequence[Row]) -> GameInfo:
    """The head of a game's page."""
    return GameInfo(
        id=GameId(row["id"]), system=row["system"], scenario=row["setup"]["scenario"], status=row["status"],
        version=row["version"], seats=seat_infos(seats), options=agreed.read(row["options"]), owner=row["owner"],
        outcome=msgspec.convert(row["outcome"], Outcome | None),
        hold_reason=row["reason"] if row["status"] == "held" else "",
        pause_reason=row["reason"] if row["status"] == "paused" else "",
        motions=motions_of(row), awaited=row.get("awaited") or {}, created=row["created"],
        bare=tuple(s["seat"] for s in row["setup"]["sides"] if s.get("roster") is None),
        own=own_scenarios.told(row["setup"]),
    )  # fmt: skip


def info_of_drive(drive: Drive) -> GameInfo:
    """The same of a live game."""
    now = {
        "version": drive.version, "status": drive.status, "reason": drive.reason,
        "outcome": msgspec.to_builtins(drive.outcome), "motions": msgspec.to_builtins(drive.motions),
        "awaited": {motion.kind: tuple(consent.missing(drive, motion)) for motion in drive.motions},
    }  # fmt: skip
    return replace(info_of({**drive.row, **now}, list(drive.seats.values())), counsel=counsel_rules.standing(drive))


def infos(rows: Sequence[Row], seats: Sequence[Row]) -> tuple[GameInfo, ...]:
    """Games as lists show them."""
    return tuple(info_of(row, [seat for seat in seats if seat["game_id"] == row["id"]]) for row in rows)


def tell_of(system: RuleSystem[Any], body: Row) -> Telling:
    """An event as the log tells it; one that the rules can no longer read by its name alone."""
    if is_played(body):
        try:
            return system.tell(decode(system, body))
        except msgspec.ValidationError:
            return Telling(about=body["kind"])
    facts = {k: v for k, v in body.items() if k not in ("kind", "clause", "seen_by") and isinstance(v, int | str)}
    about = ".".join([body["kind"], *(key for key in SEEN if body["kind"] == BACK and body.get(key))])
    return Telling(about=about, facts=facts, weight="quiet" if body["kind"] in QUIET else "turn")


def told(
    system: RuleSystem[Any], rows: Sequence[Row], viewer: Viewer, tape: int | None = None, since: int = 0,
    ways: Mapping[int, Way] = TOLD,
) -> tuple[Shown, ...]:  # fmt: skip
    """Those events after a version that this viewer may see; not a trace of others.  In which story they stand is known
    from those before it among the rows."""
    before, after = list[Shown](), list[Shown]()
    for row, part in reversed(numbered(rows, eyes_of(viewer))):
        one = shown(system, row, part, tape, ways.get(row["seq"], ()))
        if row["version"] > since:
            after.append(one)
            continue
        before.append(one)
        if is_end(before[-1]):
            break
    return tuple(filed([*before[::-1], *after[::-1]])[len(before) :])


def numbered(rows: Sequence[Row], eyes: Eyes) -> list[tuple[Row, int]]:
    """The rows that these eyes may see, each with its part of its version."""
    part, found = 0, list[tuple[Row, int]]()
    for row in rows:
        seen_by = row["body"]["seen_by"]
        if seen_by is None or eyes.whole or eyes.seat in seen_by:
            part = 0 if seen_by is None else part + 1
            found.append((row, part))
    return found


def is_end(shown: Shown) -> bool:
    """Whether no story goes on from before it."""
    return not shown.struck and shown.telling is not None and ends_all(shown.telling)


def is_known(system: RuleSystem[Any], rows: Sequence[Row], eyes: Eyes, since: int, tape: int | None) -> bool:
    """Whether these rows tell in which stories those after a version stand: they go back to where none was open."""
    if not rows or rows[0]["seq"] == 1:
        return True
    before = ((row, part) for row, part in reversed(numbered(rows, eyes)) if row["version"] <= since)
    return any(is_end(shown(system, row, part, tape)) for row, part in before)


def shown(system: RuleSystem[Any], row: Row, part: int, tape: int | None, way: Way = ()) -> Shown:
    """An event that this viewer may see; ``tape``: nothing struck after it counts; ``way``: what it does not tell."""
    body = {key: value for key, value in row["body"].items() if (row["kind"], key) not in SEALED}
    telling = tell_of(system, body)
    if way and telling.picture:
        telling = replace(telling, picture=replace(telling.picture, way=way))
    struck_by = row["struck_by"]
    return Shown(
        version=row["version"], part=part, kind=row["kind"], clause=row["clause"],
        struck=struck_by is not None and (tape is None or struck_by <= tape),
        telling=telling, body=body, upshot=upshot_of(system, row["kind"]),
        grave=grave_of(system, row["kind"]),
    )  # fmt: skip


def open_questions(drive: Drive, viewer: Seat | None) -> tuple[OpenQuestion, ...]:
    """Who is being asked, who has answered in secret; what is asked only to the viewer's own seat."""
    if drive.session is None or drive.status == "over":
        return ()
    asked = [
        own(drive, q) if q.seat == viewer else OpenQuestion(seat=q.seat, mine=False) for q in drive.live.questions()
    ]
    sealed = [OpenQuestion(seat=seat, mine=seat == viewer, sealed=True) for seat in drive.live.sealed()]
    return tuple(sorted([*asked, *sealed], key=lambda q: list(drive.seats).index(q.seat)))


def glimpse(drive: Drive, info: GameInfo, state: Any | None, eyes: Eyes, shared: bool, events: Later) -> Glimpse:
    """What these eyes see of a game in this state, without what time takes away, and these events.  ``shared``: others
    sit at the screen, so that it shows what a watcher sees."""
    table, (rows, tape, since, ways), is_live = Eyes() if shared else eyes, events, state is not None and eyes.is_live
    viewer = None if eyes.borrowed else eyes.seat
    return Glimpse(
        info=info, view=None if state is None else seen(drive.system, state, table),
        own=seen(drive.system, state, eyes) if shared and eyes.seat and state is not None else None,
        questions=open_questions(drive, viewer) if is_live else (),
        events=told(drive.system, rows, table, tape, since, ways),
        undo=(closed(drive) or drive.refuse_undo(viewer)) if viewer else None,
        lesson=drive.coach.taught(coaching.at_of(drive)) if drive.coach and viewer else None,
        came=came_of(drive, viewer, shared) if is_live and viewer and drive.question(viewer) else (),
        answered=drive.own.last(viewer) if is_live and viewer and drive.session else None,
    )  # fmt: skip


def came_of(drive: Drive, seat: Seat, shared: bool) -> tuple[Telling, ...]:
    """What came of the last deed since the last answer of a seat, after the latest of what matters most of all before
    it; else its last roll, as far as it may see them; on a shared screen as far as all may."""
    roll, most, found, rank = None, list[Telling](), list[Telling](), 0
    for event in drive.live.came_of(seat):
        if event.seen_by is not None and (seat not in event.seen_by or shared):
            continue
        told, upshot = drive.system.tell(event), upshot_of(drive.system, event.kind)
        roll = told if told.faces and told.weight == "roll" else roll
        if told.story.endswith("+"):
            most, rank = found[-1:] if rank == 1 else most, 0
        if upshot and told.weight != "quiet" and (not rank or upshot <= rank):
            found, rank = [*(found if upshot == rank else ()), told], upshot
    before = [one for one in most if rank != 1 and one not in found]
    came = (*before, *found[len(before) - MOST :])
    return came or ((roll,) if roll else ())


def upshot_of(system: RuleSystem[Any], kind: str) -> int:
    """How much events of this kind say of what came of a deed: 1 most of all, 0 nothing."""
    return next((n for n, kinds in enumerate(getattr(system, "upshots", ()), 1) if kind in kinds), 0)


def grave_of(system: RuleSystem[Any], kind: str) -> int:
    """How grave events of this kind are: 1 most of all, 0 not at all."""
    graves = getattr(system, "graves", {})
    return next((n for n, name in enumerate(GRAVES, 1) if kind in graves.get(name, ())), 0)


def own(drive: Drive, question: AnyAsk) -> OpenQuestion:
    """A question in full, for its seat alone."""
    domain, no = question.domain.describe(), counsel_rules.refuse_question(drive, question)
    return OpenQuestion(
        seat=question.seat, mine=True, id=drive.ask_id(question.seat), about=question.about, clause=question.clause,
        facts=dict(question.facts), secret=question.secret, domain=domain,
        default=question.domain.write(question.default),
        rest=rest_of(drive, question), bulks=in_bulk.beside(drive, question),
        again=in_bulk.named_again(drive, question),
        passes=question.about in getattr(drive.system, "passes_over", ()),
        returning=ways_of(drive.system, question.about, domain),
        counsel=no is None, unmeasured=no is not None and no.code == "counsel.unmeasured",
        odds=levels_of(drive.system, question.about) if are_on(drive.row.get("options")) else (),
        picture=pictured(drive.system, question), led=hands.led_by(drive, question.seat),
    )  # fmt: skip


def look(question: AnyAsk, raw: Json) -> Look:
    """What a half-given or whole answer would do."""
    if deep := too_deep(raw):
        return Look(whole=False, no=deep)
    domain = question.domain.at(raw)
    below = None if isinstance(domain, Refusal) else domain.describe()
    answer = None if raw is None else question.domain.read(raw)
    if answer is None or isinstance(answer, Refusal):
        leads_nowhere = domain if isinstance(domain, Refusal) else answer
        return Look(whole=False, no=leads_nowhere, domain=below)
    no = question.domain.refuse(answer)
    return Look(whole=True, no=no, preview=question.domain.preview(answer), domain=below)


def reach(question: AnyAsk, raw: Json) -> tuple[Polygon, ...]:
    """Where the body may end whose way is asked for at this level, once it is known where the way begins."""
    domain = None if too_deep(raw) else question.domain.at(raw)
    if not isinstance(domain, Walk) or domain.starts:
        return ()
    return area(domain.start, domain.allowance, domain.test)
