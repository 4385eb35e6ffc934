"""What a player has still to choose after a battle, in words: what is, and what each option would make of it."""

from __future__ import annotations

import logging
from collections import OrderedDict
from functools import partial
from typing import Any

from app.aside import aside
from app.campaigns.model import Warband
from app.campaigns.warbands.cards import Gain, gains
from app.engine.campaigns import Choice
from app.web.campaigns.shared import Room, clause_href
from app.web.campaigns.words import measured, member_words
from app.web.page.words import Words, gettext, language
from app.web.table.board.inspecting import figure, says
from app.web.table.tried import note

log = logging.getLogger(__name__)
Row = dict[str, Any]
MOST = 64
KEPT: OrderedDict[tuple[str, str, int, str, str], dict[str, Gain]] = OrderedDict()
"""What the options of a choice would bring, for each state of a warband."""


async def choices(at: Room, mine: Warband | None) -> list[Row]:
    """The choices that are open for the reader's warband, each with its options and what silence means."""
    if mine is None:
        return []
    words = member_words(at.words, mine)
    return [await chosen(at, mine, words, one) for one in at.rules.choices(mine.band)]


async def chosen(at: Room, mine: Warband, words: Words, one: Choice) -> Row:
    """A choice in words."""
    known = await gained(at, mine, one)
    return {
        "member": one.member, "title": words.says(one.about, one.facts), "clause": one.clause,
        "href": clause_href(at.now, one.clause), "warband": mine.id,
        "options": [
            {"id": option, "name": words.says(said, one.facts), "default": option == one.default,
             **explained(at, words, known.get(option, Gain()))}
            for option, said in zip(one.options, one.say, strict=True)
        ],
    }  # fmt: skip


async def gained(at: Room, mine: Warband, one: Choice) -> dict[str, Gain]:
    """What each option would bring, reckoned once for each state of the warband; nothing where that fails."""
    key = (str(at.now.id), mine.id, mine.version, one.member, one.about)
    if key not in KEPT:
        try:
            KEPT[key] = await aside(partial(gains, at.system, at.rules, mine.band, one.member, one.options))
        except (LookupError, ValueError, TypeError):
            log.exception("Nothing can be said of the choices of %s in warband %s", one.member, mine.id)
            KEPT[key] = {}
        while len(KEPT) > MOST:
            KEPT.popitem(last=False)
    return KEPT[key]


def explained(at: Room, words: Words, gain: Gain) -> Row:
    """What an option would change: figures as they are and would be, the text of what it gives, what it costs."""
    words, book = measured(words, gain.unit), at.system.rulebook(language.get())
    told = [(figure(words, was), figure(words, then)) for was, then in gain.figures]
    return {
        "figures": [{"name": then["name"], "was": was["value"], "then": then["value"]} for was, then in told],
        "abilities": [{**note(words, one), "says": says(book, one)} for one in gain.abilities],
        "price": gettext("{n} points").format(n=-gain.purse) if gain.purse < 0 else "",
    }
