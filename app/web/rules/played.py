"""A clause seen played: the steps of lessons that rest on it, each from its position to what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from app.engine.clauses import ID
from app.engine.refusals import Refusal
from app.engine.staging import BadRow
from app.engine.views import View
from app.games import coaching
from app.games.coach import Pointer
from app.games.eyes import Eyes
from app.games.look import info_of_drive, told
from app.games.teaching import begin, do, laid, read_on
from app.judge.blocks import Block
from app.lessons import wall
from app.lessons.coach import Script
from app.lessons.reading import Step
from app.web.page.prompts import reason
from app.web.page.words import gettext, language
from app.web.table.board.acted import Place, in_units, moved, part_around, places
from app.web.table.board.drawn import drawn
from app.web.table.entries import entries
from app.web.table.lesson import pointers
from app.web.table.seen import words_of

OF_THE_TABLE = ("engine.committed", "engine.begun")
"""What happens at any table before the first of what a ruling shows."""
MOST = 160
"""Steps that are kept as they were played."""


class Part(NamedTuple):
    """The beats of a lesson from a step up to another, both counted from 1."""

    script: Script
    first: int
    last: int


def part_of(script: Script, step: int) -> Part:
    """What shows a step: itself where something is done in it, else with what was done before or is done next."""
    steps = script.lesson.steps
    done = [n for n, one in enumerate(steps, start=1) if one.wants]
    before = max((n for n in done if n <= step), default=0)
    return Part(script, before or step, step if before else min((n for n in done if n > step), default=step))


@lru_cache(MOST)
def played(part: Part, _language: str) -> dict[str, Any]:
    """This part of a lesson: what it says, the table before it, what is done, and what is told of it in order."""
    script, system, seat = part.script, part.script.rules, part.script.seats[0]
    drive = laid(system, script, "", "")
    begin(drive, script.begins(part.first))
    if script.lesson.is_case and not script.lesson.steps[0].wants:
        start = script.begin().state
    else:
        start, _ = drive.live.state, drive.take()
    before, tried = system.view(start, seat), list[Refusal]()
    while (step := script.step(at := coaching.at_of(drive))) and script.script[at].step < part.last:
        tried += script.tried(drive.live, at)
        if no := read_on(drive) if script.reads(at) else do(drive):
            raise RuntimeError(f"{script.key}, step {step.says!r}: {no}")
    after = system.view(drive.live.state, seat)
    info, shows = info_of_drive(drive), script.taught(script.begins(part.first)).shows
    words, view = words_of(system, info, before), drawn(words_of(system, info, before), before, info, ())
    events = [row for row in drive.take().events if row["body"]["kind"] not in OF_THE_TABLE]
    rows = entries(words, told(system, events, Eyes(seat)), after)[::-1]
    stood, stands = places(before), places(after)
    went = [in_units(one, stood) for one in moved(stood, stands) if one[0] in stood]
    gone = [id for id in stood if id not in stands]
    said = [row["plain"] for row in rows if row["text"]]
    beats = [{"turn": before.turn, "moved": went, "gone": gone, "says": said[0] if said else ""}]
    return {
        "key": script.key, "step": part.first, "title": gettext(script.lesson.title),
        "says": [] if script.lesson.is_case else says(part), "lines": rows, "is_case": script.lesson.is_case,
        "tries": bool(tried or any(one.wants for one in script.lesson.steps)),
        "tried": list({no.text: no for no in (reason(words, one) for one in tried) if no}.values()),
        "pointers": pointers(shows, view), "film": {
            "label": gettext("The table before it"), "view": view, "box": box((before, after), shows), "large": 1,
            "key": f"{script.lesson.name}-{part.first}",
            "beats": beats + [{"turn": before.turn, "moved": [], "gone": [], "says": one} for one in said[1:]],
            "title": "", "auto": False, "says": gettext("as it stands before"),
        },
    }  # fmt: skip


def says(part: Part) -> list[str]:
    """The sentences of a part; of a ruling the clause itself would be its sentence."""
    return [gettext(one.says) for one in part.script.lesson.steps[part.first - 1 : part.last]]


def box(views: Sequence[View], shows: Iterable[Pointer]) -> tuple[int, int, int, int]:
    """The part of the table where everything happens: as x, y, width and depth."""
    spots: list[Place] = [place for view in views for place in places(view).values()]
    spots += [(one.at.x, one.at.y, 0) for one in shows if one.at]
    return part_around(spots, (views[0].width, views[0].depth))


@lru_cache
def under(scripts: tuple[Script, ...]) -> dict[str, list[Part]]:
    """By clause what shows it, in the order of the lessons; what shows it twice is named once."""
    found: dict[str, list[Part]] = {}
    for script in scripts:
        for number, step in enumerate(script.lesson.steps, start=1):
            part = part_of(script, number)
            for clause in [step.clause] if script.lesson.is_case else clauses_of(step):
                if script.lesson.is_case and clause in found:
                    continue
                if part not in found.setdefault(clause, []):
                    found[clause].append(part)
    return found


def clauses_of(step: Step) -> list[str]:
    """What a step rests on: its own clause, and those that what happens in it names."""
    named = [word for row in step.rows for word in row.words if ID.fullmatch(word)]
    return list(dict.fromkeys(filter(None, [step.clause, *named])))


def sentence(ruling: Block) -> str:
    """What a ruling says that was picked for a clause, in English, without the clauses it names."""
    return wall.sentence(ruling.title.partition(": ")[2])


def written(ruling: Block, english: str) -> dict[str, str]:
    """A ruling that can only be read: what it says, and its rows as the judge reads them."""
    long, says = max(len(row.verb) for row in ruling.rows) + 1, gettext(english)
    return {
        "says": says,
        "lang": "en" if says == english else "",
        "rows": "\n".join(f"{row.verb:{long}}{' '.join(row.words)}" for row in ruling.rows),
    }


def case(block: Block, script: Script | None) -> dict[str, Any]:
    """A case of the wall: played, if it goes as a lesson and anything is seen of it; otherwise to be read."""
    says, one = wall.sentence(block.title), goes(script) if script else None
    return {
        "says": says,
        "plays": [{**one, "name": says}] if one else [],
        "ruling": None if one else written(block, ""),
    }


def goes(script: Script) -> dict[str, Any] | None:
    """What a ruling shows; ``None`` if it does not go as a lesson, or nothing is seen of it."""
    try:
        one = played(Part(script, 1, 1), language.get())
    except (BadRow, RuntimeError):
        return None
    view = one["film"]["view"]
    acts = one["lines"] or one["tried"] or one["film"]["beats"][0]["moved"]
    return one if acts and (view["pieces"] or view["formations"]) else None


def shown(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """These parts in the reader's language."""
    return [played(part, language.get()) for part in parts]
