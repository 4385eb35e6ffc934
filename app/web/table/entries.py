"""Lines of the log as the templates take them, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec import json

from app.engine.pictures import Picture
from app.engine.system import Telling
from app.engine.views import Grid, View
from app.games.results import OpenQuestion, Shown
from app.web.page.marked import Marked, Side
from app.web.page.said import outcome
from app.web.page.words import Words, gettext, signed
from app.web.table.board.drawn import distinct

SIX = 6
"""Sides of a common die; what has more bears its number."""
TWO = 2
LOG = 80
"""Lines of the log that come at once."""
LEAD = ' lead">'
"""How the class of a name ends that leads its line: its emblem stands for all of it."""
FEW = 3
"""So many who strike together are named."""
Codes = Mapping[str, tuple[str, str, str]]
"""The code, the name and the side of everybody, by his id."""
Wounded = Callable[[Mapping[str, int]], Iterable[tuple[str, str, int]]]
"""Who took how many wounds, of those that each who was struck took: the name and the side of a unit, and the number."""
WORD = '{"kind":"word"'
"""How a picture begins that shows no more than that something is said."""
BANNER = "banner"
"""A picture that is of no piece."""
REACH = 3 * LOG
"""Versions that are looked through for them."""


def entries(words: Words, events: Sequence[Shown], view: View) -> list[dict[str, Any]]:
    """Events as lines of the log, newest first; those the viewer may not see leave no line."""
    sides = sides_of(view)
    marked = Marked(words, sides)
    codes = {one.id: (one.code, name(words, one.name), one.side) for band in view.sides for one in band.models}
    codes |= {one.id: (one.code, name(words, one.name), one.side) for band in view.sides for one in band.groups}
    units = {id: group.id for band in view.sides for group in band.groups for id in group.members}
    found: list[dict[str, Any]] = []
    for shown in events:
        if not shown.telling or shown.telling.weight == "quiet":
            continue
        row = entry(marked, shown) | {"story": story(words, shown, codes)}
        if shown.telling.weight == "die":
            throw(marked, found, shown, row)
        elif not (found and too(marked, found[-1], row)):
            found.append(row)
    for row in found:
        row["said"] = led(row)
        row["emblem"] *= row["said"].find(LEAD) < 0
        if row["strikes"] and (not row["text"] or not row["picture"] or row["picture"].startswith(WORD)):
            row["picture"] = staged(row["strikes"], codes, partial(wounds, marked, units))
    return found[::-1]


def too(marked: Marked, under: dict[str, Any], row: dict[str, Any]) -> bool:
    """Whether a line that a piece did nothing went into the one before it, which says the same of another."""
    alike = all(under[key] == row[key] for key in ("idle", "struck", "within"))
    if not row["idle"] or not alike:
        return False
    under["too"].append(str(marked.format_field(row["pieces"][0], "model")))
    under["pieces"].append(row["pieces"][0])
    under["plain"] += f" {row['plain']}"
    if row["side"] != under["side"]:
        under |= {"side": "", "emblem": 0}
    return True


def idle(telling: Telling) -> str:
    """What is told of one piece that did nothing, and may be told of others in its line; a picture has one alone."""
    is_alone = len(telling.pieces) == 1 and telling.picture is None
    return telling.about if telling.weight == "idle" and is_alone else ""


def version_of(key: str) -> int:
    """The version of the line of this name; nought of what is none."""
    number = key.partition("-")[0][:9]
    return int(number) if number.isdecimal() else 0


class Leaf(NamedTuple):
    """Lines that come at once, newest first; and the one before which more are asked for, where there are such."""

    rows: list[dict[str, Any]]
    older: str


def leaf(rows: list[dict[str, Any]], since: int, before: str = "") -> Leaf:
    """The lines that come at once, of those before this one if it is named.

    ``rows``: those told after version ``since``, newest first.  What is set beside a line that lies further back, such
    as dice, comes with it: where nothing else is left there is neither a line nor one before which more are asked for.
    """
    names = [row["key"] for row in rows]
    at = names.index(before) + 1 if before in names else 0
    found = rows[at:] if at or not before else [row for row in rows if row["seq"] < version_of(before)]
    if since and not found:
        return Leaf([], str(since + 1))
    if since and (found[-1]["idle"] or not found[-1]["text"]):
        found = found[:-1]
    come = found[: to_its_beginning(found, LOG)]
    return Leaf(come, come[-1]["key"] if come and (since or len(found) > LOG) else "")


def to_its_beginning(rows: list[dict[str, Any]], most: int) -> int:
    """So many lines, and those with which the story begins that the last of them stands in, if it is among them."""
    within = rows[most - 1]["within"] if most < len(rows) else ()
    return next((n for n, row in enumerate(rows, 1) if n > most and row["key"] in within[:1]), most)


def story(words: Words, shown: Shown, codes: Codes) -> dict[str, Any] | None:
    """What the story is called that a line begins, and which two it is about; nothing of another line."""
    telling = shown.telling
    if telling is None or shown.within[-1:] != (shown.key,):
        return None
    kind = telling.story.rstrip("+")
    return {"kind": kind, "name": words.says(f"story.{kind}"), "two": opposed(telling, codes)}


def opposed(telling: Telling, codes: Codes) -> list[list[tuple[str, str, str]]]:
    """Who of two sides a story is about, who does it first; nothing where it is of one side or of more."""
    shown = (*telling.picture.by, *telling.picture.at) if telling.picture else ()
    ids = (*telling.pieces, *shown, *(str(telling.facts.get(key, "")) for key in ("unit", "target")))
    known = [codes[id] for id in dict.fromkeys(ids) if id in codes]
    sides = list(dict.fromkeys(side for _, _, side in known))
    return [[one for one in known if one[2] == side] for side in sides] if len(sides) == TWO else []


def name(words: Words, given: str) -> str:
    """A name as its system words it, else as it is."""
    return words.says(given) if given in words.sentences else gettext(given)


def throw(marked: Marked, rows: list[dict[str, Any]], shown: Shown, row: dict[str, Any]) -> None:
    """A die set beside the others of its roll, under the entry before it; alone it begins a row of its own."""
    assert shown.telling is not None
    words = marked.words
    stem = shown.telling.about.rsplit(".", 1)[0]
    die = thrown(words, shown, shown.telling, row)
    if not rows or rows[-1]["turn"] or rows[-1]["weight"] in ("phase", "idle"):
        rows.append(row | {"text": "", "said": "", "dice": [], "notes": [], "out": ""})
    strike(marked, rows[-1]["strikes"], shown.telling, (stem, row["side"]), die)
    rolls = rows[-1]["rolls"]
    if not rolls or rolls[-1]["about"] != stem:
        rolls.append({"about": stem, "name": words.says(stem) if stem in words.sentences else "", "dice": []})
    roll, same = rolls[-1], [*rolls[-1]["dice"], die]
    common = die["lines"] if all(d["lines"] == die["lines"] for d in same) else []
    roll |= {"dice": same, "good": sum(d["good"] for d in same), "counts": die["counts"], "common": common}


def strike(
    marked: Marked, strikes: list[dict[str, Any]], telling: Telling, whose: tuple[str, str], die: dict[str, Any]
) -> None:
    """Who throws this die at whom: with those before it, as long as they are of the same side and roll."""
    picture = telling.picture
    if picture is None or picture.kind == BANNER or pictured(marked, picture) is None:
        return
    if not strikes or strikes[-1]["whose"] != whose:
        roll = marked.words.says(whose[0]) if whose[0] in marked.words.sentences else ""
        strikes.append(
            {"whose": whose, "roll": roll, "kind": picture.kind, "by": [], "at": [], "dice": 0, "thrown": [],
             "hurt": {}}
        )  # fmt: skip
    last = strikes[-1]
    for key, ids in (("by", picture.by), ("at", picture.at)):
        last[key] += [id for id in ids if id in marked.sides and id not in last[key]]
    last["dice"] += len(die["faces"])
    last["thrown"].append(die["good"] if die["counts"] else None)
    for id in picture.at if picture.hurt is not None else ():
        last["hurt"][id] = last["hurt"].get(id, 0) + picture.hurt


def staged(strikes: list[dict[str, Any]], codes: Codes, wounded: Wounded = lambda _: ()) -> str:
    """The picture of a roll in which several strike: one after the other, each with who strikes whom, its dice and what
    came of them; of several rolls which of them each is; and who was ``wounded``."""
    found, several = [], len({one["roll"] for one in strikes}) > 1
    for one in strikes:
        told = [good for good in one["thrown"] if good is not None]
        shown = {key: one[key] for key in ("kind", "by", "at", "dice")}
        who = " → ".join(filter(None, (coded(codes, one[key]) for key in ("by", "at"))))
        came = f"{sum(told)} / {len(told)}" if told else ""
        word = ": ".join(filter(None, (who, f"{one['roll']} {came}".strip() if several else came)))
        hurt = [*wounded(one["hurt"])]
        more = {"word": word} | ({"good": any(told)} if told else {}) | {"hurt": hurt}
        found.append(shown | {key: value for key, value in more.items() if value not in ("", [])})
    return escaped(found[0] | ({"then": found[1:]} if found[1:] else {}))


def wounds(marked: Marked, units: Mapping[str, str], hurt: Mapping[str, int]) -> Iterator[tuple[str, str, int]]:
    """The name and the side of each unit that could be wounded, or of whom where he is in none, and how many wounds."""
    known = [id for id in hurt if id in marked.sides]
    for whom in dict.fromkeys(units.get(id, id) for id in known):
        number = sum(hurt[id] for id in known if units.get(id, id) == whom)
        yield marked.called(whom), marked.sides[whom].letter, number


def coded(codes: Codes, ids: Sequence[str]) -> str:
    """The codes of some counters; of many the first, and how many more there are."""
    known = list(dict.fromkeys(codes[id][0] for id in ids if id in codes))
    more = len(known) - FEW
    return ", ".join(known[:FEW]) + (f" +{more}" if more > 0 else "")


def thrown(words: Words, shown: Shown, telling: Telling, row: dict[str, Any]) -> dict[str, Any]:
    """One die of many: its face, whether it did what it was thrown for, and how that was reckoned."""
    return {
        "key": shown.key, "faces": list(telling.faces[0]) if telling.faces else [0], "good": passed(telling),
        "counts": telling.needed is not None or "passed" in telling.facts, "text": row["plain"],
        "lines": [(signed(n.adds), words.word(n.id), n.clause) for n in telling.lines],
        "out": row["out"], "clause": shown.clause, "struck": shown.struck, "pieces": row["pieces"],
    }  # fmt: skip


def passed(telling: Telling) -> bool:
    """Whether a die did what it was thrown for: as the event says, else by its total."""
    if "passed" in telling.facts:
        return bool(telling.facts["passed"])
    if telling.total is None or telling.needed is None:
        return False
    return (telling.total >= telling.needed) is not telling.below


def sides_of(view: View) -> dict[str, Side]:
    """The side of every counter, group, force and seat."""
    found: dict[str, Side] = {}
    for band, emblem in zip(view.sides, distinct([band.emblem for band in view.sides]), strict=True):
        named = [band.seat, *(m.id for m in band.models), *(g.id for g in band.groups), *(f.id for f in band.forces)]
        found |= dict.fromkeys(named, Side(band.side, emblem))
    return found


def entry(marked: Marked, shown: Shown) -> dict[str, Any]:
    """One event as a line of the log."""
    words, telling = marked.words, shown.telling
    assert telling is not None
    facts = {"total": telling.total, "needed": telling.needed, **telling.facts}
    text = words.says(telling.about, facts)
    whose = doer(marked.sides, telling)
    return {
        "seq": shown.version, "key": shown.key, "within": shown.within, "upshot": shown.upshot, "grave": shown.grave,
        "weight": telling.weight,
        "text": text, "plain": text, "said": str(marked.says(telling.about, facts)),
        "clause": shown.clause, "struck": shown.struck,
        "side": whose.letter if whose else "", "emblem": whose.emblem if whose else 0,
        "turn": telling.facts.get("turn") if telling.weight == "turn" else None,
        "dice": dice(telling.faces[0], telling.good) if telling.faces else [], "rolls": [],
        "sides": sides_of_die(words), "strikes": [],
        "versus": dice(telling.faces[1]) if len(telling.faces) > 1 else [],
        "notes": [f"{signed(line.adds)} {words.word(line.id)}" for line in telling.lines],
        "out": counted(telling.good) or outcome(telling.total, telling.needed, told_to_pass(telling),
                                                below=telling.below),
        "good": verdict(telling),
        "pieces": list(telling.pieces), "idle": idle(telling), "too": [],
        "lines": [(signed(n.adds), words.word(n.id), n.clause) for n in telling.lines],
        "total": telling.total, "needed": telling.needed, "grid": grid(words, telling.grid),
        "picture": pictured(marked, telling.picture) if telling.picture else None,
    }  # fmt: skip


def doer(sides: Mapping[str, Side], telling: Telling) -> Side | None:
    """The side that does what a line tells: of who is shown doing it, else of who is told of first."""
    shown = telling.picture.by if telling.picture else ()
    named = (*shown, *telling.pieces[:1], str(telling.facts.get("seat", "")))
    return next((sides[id] for id in named if id in sides), None)


def led(row: dict[str, Any]) -> str:
    """The sentence of a line; where it begins with a name of the side that did it, that name leads the line."""
    said, lead = str(row["said"]), f'<b class="one {row["side"]}">'
    return said.replace(lead, lead[:-2] + LEAD, 1) if row["emblem"] and said.startswith(lead) else said


def pictured(marked: Marked, picture: Picture) -> str | None:
    """What of an event is shown on the table to who knows these pieces; nothing where he knows none of them.  What a
    side does that no piece of it does stands over the table.

    It is JSON, escaped for an attribute in single quotes.
    """
    by, at = ([id for id in ids if id in marked.sides] for ids in (picture.by, picture.at))
    if not by and not at and picture.place is None and picture.kind != BANNER:
        return None
    words = marked.words
    of_side = by and not at and picture.place is None and all(id in words.seats for id in by)
    far = " / ".join(words.length(n) for n in (picture.used, picture.allowed) if n or picture.allowed)
    word = words.word(picture.word) if f"word.{picture.word}" in words.sentences else ""
    shown = {
        "kind": BANNER if of_side else picture.kind, "by": by, "at": at,
        "way": [n for point in picture.way for n in point] if by else [],
        "place": list(picture.place or ()), "far": far, "word": word,
        "order": picture.order, "why": picture.why,
    }  # fmt: skip
    good = {} if picture.good is None else {"good": picture.good}
    return escaped({k: v for k, v in shown.items() if v} | good)


def asked_about(words: Words, view: View | None, question: OpenQuestion | None) -> str:
    """From whom to whom goes what is asked, as it is shown on the table; empty where nothing of it is."""
    picture = question.picture if question else None
    return pictured(Marked(words, sides_of(view)), picture) or "" if view and picture else ""


def escaped(shown: dict[str, Any]) -> str:
    """JSON for an attribute in single quotes."""
    text = json.encode(shown).decode()
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")


def told_to_pass(telling: Telling) -> bool | None:
    """Whether a roll passed, where its event says so."""
    return bool(telling.facts["passed"]) if "passed" in telling.facts else None


def verdict(telling: Telling) -> str:
    """Whether a roll that was read in a table was good or bad for who made it; empty where nobody says."""
    if telling.grid is None or "passed" not in telling.facts:
        return ""
    return "good" if telling.facts["passed"] else "bad"


def grid(words: Words, shown: Grid | None) -> dict[str, Any] | None:
    """A result table worded, its columns, rows and cells each with whether it decided; nothing without one."""
    if shown is None:
        return None
    at = (shown.column in shown.columns, shown.row in shown.rows)
    cell = shown.cells[shown.rows.index(shown.row)][shown.columns.index(shown.column)] if all(at) else ""
    decided = [words.word(key) for key in (shown.column, shown.row, cell) if key]
    return {
        "name": words.says(shown.about), "clause": shown.clause, "decided": " · ".join(decided) if any(at) else "",
        "columns": [(words.word(key), key == shown.column) for key in shown.columns],
        "rows": [(words.word(row), row == shown.row,
                  [(words.word(key), column == shown.column) for key, column in zip(cells, shown.columns, strict=True)])
                 for row, cells in zip(shown.rows, shown.cells, strict=True)],
    }  # fmt: skip


def sides_of_die(words: Words) -> int:
    """How many sides the dice of a game have: six unless its system words its die as another (D10)."""
    said = words.sentences.get("word.die", "")
    return int("".join(c for c in said if c.isdigit()) or SIX)


def dice(faces: Sequence[int], good: Sequence[bool] = ()) -> list[dict[str, Any]]:
    """Faces as the templates draw them, each a hit or a miss where that is told."""
    marks = ["hit" if fine else "miss" for fine in good] if len(good) == len(faces) else [""] * len(faces)
    return [{"face": face, "mark": mark} for face, mark in zip(faces, marks, strict=True)]


def counted(good: Sequence[bool]) -> str:
    """How many of many dice were good."""
    return f"{sum(good)} / {len(good)}" if good else ""
