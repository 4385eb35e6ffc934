"""Drawn tables in words and pictures: what a page and a program are told of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypedDict

import msgspec

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.engine.views import Ground
from app.engine.words import N_
from app.games import surveying
from app.games.grounds import MOST, MOST_OF_ACCOUNT, Body, Kept, Length, parsed, plain
from app.games.seats import Guest
from app.games.surveying import Kind, Survey, survey
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.templates import ENV
from app.web.page.words import Words, gettext, language
from app.web.table import seen as tables
from app.web.table.board.drawing import art
from app.web.table.board.drawn import DRAWINGS

DOORED = ("building", "closed-building", "shrine", "palisade", "castle-wall")
"""Drawings that show doors."""
BUILT = DOORED[:3]
RARE = ("open", "road", "river", "bridge", "ford", "cliff", "deep-water", "water", "shrine", "castle-wall", "torii")
"""Drawings that chance lays only where it is told to."""


def chosen(here: Site, key: str) -> RuleSystem[Any]:
    """The system of this key, the first that takes drawn tables where none is named; a 422 if it takes none."""
    every = here.games.systems.values()
    system = here.games.system(key) if key else next((s for s in every if survey(s).frames), None)
    if system is None:
        raise Bad(422, gettext("There are no rules of that name."))
    if not survey(system).frames:
        raise Bad(422, gettext("No battle of these rules is fought on a table that players have drawn."))
    return system


def body_of(raw: Json) -> Body:
    """A drawn table; a 422 says what its form lacks, and where."""
    try:
        return parsed(raw)
    except msgspec.ValidationError as error:
        raise Bad(422, gettext("The table cannot be read: {why}").format(why=str(error))) from None


def most(who: Guest) -> int:
    """How many tables somebody may keep."""
    return MOST_OF_ACCOUNT if who.account else MOST


async def found(here: Site, who: Guest | None, id: str, key: str = "") -> Kept:
    """A table of the caller's own, or one whose link the caller has; else a 404."""
    kept = await here.grounds.read(id) if len(id) <= 32 else None
    if kept is None or not ((who and who.id == kept.guest) or here.is_signed(key, "ground", id)):
        raise Bad(404, gettext("There is no such table of yours."))
    return kept


def share(here: Site, id: str) -> str:
    """The path by which anybody may look at a drawn table and take a copy."""
    return f"/terrain/{id}?key={here.sign('ground', id)}"


def play(system: RuleSystem[Any], body: Body, id: str) -> str:
    """The path by which a kept table is set up for play, in the first scenario that takes it; empty if none does."""
    frame = next(iter(surveying.playable(system, survey(system), body)), None)
    if frame is None or not id:
        return ""
    points = frame.setup.options.get("points", "")
    return f"/new?system={system.key}&scenario={frame.scenario}&points={points}&layout=ground:{id}"


# -- in words ----------------------------------------------------------------------


def kinds(of: Survey) -> list[dict[str, Any]]:
    """The kinds of terrain that may be drawn, by name."""
    rows = [
        {
            "id": k.id, "name": called(k), "clause": k.clause, "line": k.line, "usual": k.drawn not in RARE,
            "doors": k.doors and DRAWINGS.get(k.drawn, k.drawn) in DOORED, "built": k.doors and k.drawn in BUILT,
        }
        for k in of.kinds
    ]  # fmt: skip
    return sorted(rows, key=lambda row: str(row["name"]))


def called(named: Kind | surveying.Ready) -> str:
    """A name in the reader's language."""
    return named.name_es if language.get() == "es" else named.name


def scenarios(system: RuleSystem[Any], of: Survey, body: Body) -> list[Named]:
    """The scenarios that take this drawn table, by name."""
    words = tables.words_of(system, None, None)
    ids = dict.fromkeys(frame.scenario for frame in surveying.playable(system, of, body))
    return [{"id": id, "name": words.says(f"scenario.{id}")} for id in ids]


class Fault(TypedDict):
    """What stands against a drawn table; ``piece`` is empty where it is about the whole."""

    piece: str
    text: str
    clause: str


class Named(TypedDict):
    """A scenario by its name."""

    id: str
    name: str


class Report(TypedDict):
    """A drawn table: its pieces drawn as SVG, what stands against it, the scenarios that take it."""

    land: str
    faults: list[Fault]
    scenarios: list[Named]


class GroundTold(TypedDict):
    """A kept table as programs read it."""

    id: str
    system: str
    name: str
    changed: str
    link: str
    body: Body


def wrong(system: RuleSystem[Any], of: Survey, body: Body) -> list[Fault]:
    """What stands against a drawn table: the piece, in words, the clause."""
    words = tables.words_of(system, None, None)
    words = Words(words.sentences, of.unit_length, of.unit)
    return [worded(words, body, no) for no in surveying.faults(system, of, body)]


def worded(words: Words, body: Body, no: Refusal) -> Fault:
    """A refusal in words; of a piece, its name before it."""
    if no.code == surveying.NO_TABLE:
        text = gettext("No battle is fought on a table of {table}. There are tables of {known}.").format(**no.facts)
        return {"piece": "", "text": text, "clause": ""}
    why = str(no.facts.get("why", ""))
    piece, _, reason = why.partition(": ")
    if piece not in {p.id for p in body.pieces}:
        return {"piece": str(no.facts.get("piece", "")), "text": words.says(no.code, no.facts), "clause": no.clause}
    return {"piece": piece, "text": f"{piece}: {fault(words, reason)}", "clause": no.clause}


def fault(words: Words, said: str) -> str:
    """What is wrong with a piece, in the reader's language and the unit of the table."""
    for pattern, text in FAULTS.items():
        if match := re.fullmatch(pattern, said):
            facts = {
                name: n if name in ("least", "has") else words.length(int(n)) for name, n in match.groupdict().items()
            }
            return gettext(text).format(**facts)
    return said


FAULTS = {
    r"two pieces have this id": N_("two pieces have this name."),
    r"needs (?P<least>\d+) points or more, has (?P<has>\d+)": N_("it needs {least} corners or more and has {has}."),
    r"its outline crosses or touches itself": N_("its outline crosses or touches itself."),
    r"two points in a row are the same": N_("two corners in a row are the same."),
    r"the point (?P<x>-?\d+), (?P<y>-?\d+) is off the table": N_("the corner at {x}, {y} is off the table."),
    r"the door at (?P<x>-?\d+), (?P<y>-?\d+) is not on its outline": N_("the door at {x}, {y} is not on its outline."),
}


# -- in pictures -------------------------------------------------------------------


def land(of: Survey, body: Body) -> str:
    """The pieces of a drawn table as the game draws them, the lowest first."""
    return laid_out(surveying.shown(of, body))


def laid_out(shown: Iterable[Ground]) -> str:
    """Pieces of terrain as the game draws them, the lowest first."""
    strata = getattr(ENV.get_template("page/_art.html").make_module({"lang": language.get()}), "strata")  # noqa: B009
    order = {kind: n for n, kinds in enumerate(strata) for kind in kinds}
    pieces = [msgspec.structs.replace(g, kind=DRAWINGS.get(g.kind, g.kind)) for g in shown]
    pieces.sort(key=lambda g: order.get(g.kind, len(strata)))
    return "\n".join(drawn(g) for g in pieces if g.outline)


@lru_cache(maxsize=2048)
def drawn(piece: Ground) -> str:
    """A piece of terrain, drawn."""
    return art("ground", {name: getattr(piece, name) for name in ("id", "kind", "outline", "closed", "doors")})


def report(system: RuleSystem[Any], body: Body) -> Report:
    """A drawn table as it looks, what stands against it, and the scenarios that take it."""
    of = survey(system)
    return {"land": land(of, body), "faults": wrong(system, of, body), "scenarios": scenarios(system, of, body)}


def told(here: Site, kept: Kept) -> GroundTold:
    """A kept table as programs read it."""
    return {
        "id": kept.id, "system": kept.system, "name": kept.name, "changed": kept.changed, "link": share(here, kept.id),
        "body": plain(kept.body),
    }  # fmt: skip


def from_north(of: Survey, depth: int, y: Length) -> Length:
    """A place's distance from the north edge, given as lists write it."""
    return y if not of.from_south else surveying.length(of, depth * of.unit_length - surveying.hundredths(of, y))


def rows(of: Survey, body: Body) -> Sequence[dict[str, Any]]:
    """The pieces in words: kind, how many corners, and the first of them."""
    found = []
    for piece in body.pieces:
        kind, spots = of.kind(piece.kind), piece.outline if piece.line is None else piece.line
        first = spots[0] if spots else (0, 0)
        place = {"x": first[0], "y": from_north(of, body.table[1], first[1])}
        found.append({"id": piece.id, "name": called(kind) if kind else piece.kind, "n": len(spots or ()), **place})
    return found
