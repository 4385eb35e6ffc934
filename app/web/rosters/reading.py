"""A roster's text read back: each line finds its unit in the draft, or is told with its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from app.engine.drafts import BuildsRosters, Choice, Draft, Unit
from app.engine.profiles import ADD
from app.web.page.words import Words, gettext
from app.web.rosters.text import (
    Head,
    Line,
    Row,
    called,
    can_be_off,
    fold,
    is_called,
    is_inside,
    is_off,
    is_switch,
    line,
    on,
    option,
    pair,
    split,
)

MOST_UNITS, ROUNDS = 100, 6


class Trouble(NamedTuple):
    """A row that cannot be read, and the nearest that could be."""

    number: int
    text: str
    near: str = ""

    def __str__(self) -> str:
        said = gettext("Line {n}: “{text}” cannot be read.").format(n=self.number, text=self.text[:80])
        near = gettext("Did you mean “{near}”?").format(near=self.near) if self.near else ""
        return f"{said} {near}".strip()


class Reading:
    """One text on its way to a draft."""

    def __init__(self, builder: BuildsRosters, words: Words, head: Head, limit: int) -> None:
        self.builder, self.words, self.limit = builder, words, limit
        self.draft = builder.draft(None, limit, {"name": head.name})
        self.troubles: list[Trouble] = []
        self.whole: list[Row] = []
        self.lines: list[Line] = []
        self.units: list[tuple[str, Line]] = []
        self._makes: dict[str, str] = {}
        self._tried: list[str] = []
        self.sort(head)

    def change(self, changes: Mapping[str, str]) -> bool:
        """Whether these changes made a difference to the draft."""
        before, self.draft = self.draft, self.builder.draft(self.draft.roster, self.limit, changes)
        return bool(before.roster != self.draft.roster)

    # -- rows ------------------------------------------------------------------------

    def sort(self, head: Head) -> None:
        """Every row is a choice of the whole, a unit, part of the unit above, or a trouble."""
        for n, row in enumerate(head.rows):
            if self.is_of_whole(row):
                self.whole.append(row)
            elif self.lines and is_inside(row):
                self.lines[-1].parts = [*(self.lines[-1].parts or []), *split(row.number, row.text.strip(" \t.·-*•"))]
            elif (found := line(row)) is None:
                self.troubles.append(Trouble(row.number, row.text.strip()))
            elif n == 0 and not head.system and found.parts is None and self.is_name(found):
                self.change({"name": row.text.strip()})
            else:
                self.lines.append(found)

    def is_of_whole(self, row: Row) -> bool:
        """Whether a row chooses something about the whole roster."""
        before, equals, _ = row.text.partition("=")
        known = any(is_called(self.words, c.about, pair(row.text)[0]) for c in self.draft.choices)
        return known or bool(equals and ":" not in before and not is_inside(row))

    def is_name(self, found: Line) -> bool:
        """Whether the first row is what the roster is called: no unit is called so."""
        return found.count == 1 and not found.row.text.lstrip()[0].isdigit() and not self.maker(found.title)

    # -- units -----------------------------------------------------------------------

    def read(self) -> Draft:
        """The draft with all that could be read; what could not is in ``troubles``."""
        self.settle(self.whole_changes)
        self.clear()
        for found in self.lines:
            self.enlist(found)
        self.settle(self.unit_changes)
        self.settle(self.whole_changes)
        self.settle(self.unit_changes)
        self.check()
        return self.draft

    def settle(self, changes: Callable[[], dict[str, str]]) -> None:
        """What is wanted is changed until nothing more follows from it."""
        for _ in range(ROUNDS):
            wanted = changes()
            if not wanted or not self.change(wanted):
                return

    def clear(self) -> None:
        """Units a new roster begins with are taken out where no line tells of them."""
        titles = [fold(found.title) for found in self.lines]
        for unit in reversed(self.draft.units):
            if not any(is_called(self.words, unit.about, title) for title in titles):
                self.change({"remove": unit.id})

    def enlist(self, found: Line) -> None:
        """The units of a line are in the draft."""
        title = fold(found.title)
        for _ in range(found.count):
            if len(self.units) >= MOST_UNITS or not self.taken(found, title):
                self.troubles.append(Trouble(found.row.number, found.row.text.strip(), self.nearest(title)))
                return

    def taken(self, found: Line, title: str) -> bool:
        """Whether a unit of this title is the line's now: one not yet spoken for, or a new one."""
        free = self.free(title)
        if free is None and (offer := self.maker(title)):
            self.change({"add": offer})
            free = self.free(title)
        if free is not None:
            self.units.append((free.id, found))
        return free is not None

    def free(self, title: str) -> Unit | None:
        """A unit of this title of which no line has told yet."""
        used = [id for id, _ in self.units]
        fit = (u for u in self.draft.units if u.id not in used and is_called(self.words, u.about, title))
        return next(fit, None)

    def maker(self, title: str) -> str:
        """The offer that brings a unit of this title: by its own name, else by what it would bring."""
        title = fold(title)
        named = next((o.id for o in self.draft.offers if is_called(self.words, o.about, title)), "")
        return named or self._makes.get(title) or self.tried(title)

    def tried(self, title: str) -> str:
        """The offer that brings a unit of another name than its own; each is tried but once.

        Profiles of a host's own bring what is called like them.
        """
        before = [u.id for u in self.draft.units]
        for offer in self.draft.offers:
            if title not in self._makes and offer.id not in self._tried and not offer.id.startswith(ADD):
                self._tried.append(offer.id)
                after = self.builder.draft(self.draft.roster, self.limit, {"add": offer.id})
                new = [u.about for u in after.units if u.id not in before]
                for name in called(self.words, new[0]) if len(new) == 1 else ():
                    self._makes.setdefault(name, offer.id)
        return self._makes.get(title, "")

    # -- choices -----------------------------------------------------------------------

    def whole_changes(self) -> dict[str, str]:
        """What must change about the whole."""
        picks, _ = self.picks(self.draft.choices, self.whole)
        return differing(self.draft.choices, picks)

    def unit_changes(self) -> dict[str, str]:
        """What must change about the units, by unit and choice."""
        found: dict[str, str] = {}
        for unit, told in self.paired():
            picks, _ = self.picks(unit.choices, self.parts(unit, told))
            named = {"name": told.name} if told.name and told.name != unit.name else {}
            off = {c.name: none(c) for c in unit.choices if told.parts is not None and can_be_off(c)}
            changes = named | differing(unit.choices, off | picks)
            found |= {f"{unit.id}.{key}": value for key, value in changes.items()}
        return found

    def paired(self) -> list[tuple[Unit, Line]]:
        """Units with their lines."""
        units = {u.id: u for u in self.draft.units}
        return [(units[id], told) for id, told in self.units if id in units]

    def parts(self, unit: Unit, told: Line) -> list[Row]:
        """What a line says of a unit, lists with commas taken apart where they mean nothing as they stand."""
        found: list[Row] = []
        for part in told.parts or []:
            _, left = self.picks(unit.choices, [part])
            commas = [Row(part.number, one.strip()) for one in part.text.split(",")]
            found += [part] if not left or self.has(unit, part) else commas
        return found

    def picks(self, choices: Sequence[Choice], parts: Iterable[Row]) -> tuple[dict[str, str], list[Row]]:
        """The value of each choice a part speaks of, and the parts that speak of none."""
        found, left = dict[str, str](), list[Row]()
        for part in parts:
            hit = next((hit for c in choices if c.name not in found and (hit := self.meant(c, part))), None)
            if hit is None:
                left.append(part)
            else:
                found[hit[0]] = hit[1]
        return found, left

    def meant(self, choice: Choice, part: Row) -> tuple[str, str] | None:
        """The choice and the value that a part means, if it is this choice."""
        label, value = pair(part.text)
        is_mine = is_called(self.words, choice.about, label)
        if is_mine and not value:
            return (choice.name, "yes") if is_switch(choice) else None
        if (value and not is_mine) or (not value and is_switch(choice)):
            return None
        wanted = value or label
        fit = (o.value for o in choice.options if is_called(self.words, o.about, wanted) and (value or o.about))
        return next(((choice.name, found) for found in fit), None)

    def has(self, unit: Unit, part: Row) -> bool:
        """Whether a part tells what the unit carries anyway."""
        return any(is_called(self.words, key, fold(part.text)) for key in unit.gear)

    # -- what is wrong -----------------------------------------------------------------

    def check(self) -> None:
        """Every part that is not so in the draft is a trouble."""
        picks, left = self.picks(self.draft.choices, self.whole)
        self.refuse(self.draft.choices, left, bool(differing(self.draft.choices, picks)), self.whole)
        for unit, told in self.paired():
            parts = self.parts(unit, told)
            picks, left = self.picks(unit.choices, parts)
            left = [part for part in left if not self.has(unit, part)]
            self.refuse(unit.choices, left, bool(differing(unit.choices, picks)), [told.row])
        self.troubles = sorted(set(self.troubles))

    def refuse(self, choices: Sequence[Choice], left: list[Row], unmet: bool, rows: Sequence[Row]) -> None:
        """The parts left over are troubles; where all were read and not all hold, the rows are."""
        near = [name for c in choices for name in self.names(c)]
        for part in left or (rows if unmet else []):
            self.troubles.append(Trouble(part.number, part.text.strip(), closest(part.text, near)))

    def names(self, choice: Choice) -> list[str]:
        """How each value of a choice is written, in the reader's language."""
        label, values = self.words.says(choice.about), [option(self.words, o) for o in choice.options]
        return [label] if is_switch(choice) else [f"{label} = {value}" for value in values] + values

    def nearest(self, title: str) -> str:
        """The title that is most like this one."""
        known = self.titles([o.about for o in self.draft.offers] + [u.about for u in self.draft.units])
        return "" if title in map(fold, known) else closest(title, known)

    def titles(self, abouts: Iterable[str]) -> list[str]:
        """What units are called, in English and in the reader's language."""
        return [name for key in abouts for name in (self.words.says(key), self.words.sentences.get(key, key))]


def none(choice: Choice) -> str:
    """The value that means doing without."""
    return next(o.value for o in choice.options if is_off(choice, o))


def differing(choices: Sequence[Choice], wanted: Mapping[str, str]) -> dict[str, str]:
    """The values wanted that are not chosen."""
    now = {c.name: on(c).value for c in choices}
    return {name: value for name, value in wanted.items() if now.get(name) != value}


def closest(text: str, names: Iterable[str]) -> str:
    """The name most like a text, or nothing."""
    by_fold = {fold(name): name for name in names}
    found = get_close_matches(fold(text), list(by_fold), 1, 0.5)
    return by_fold[found[0]] if found else ""
