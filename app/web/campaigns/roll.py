"""The members of a warband as its page shows them: the card of each, what it did in which battle; and the graves."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from app.aside import aside
from app.campaigns.ledger.books import Line
from app.campaigns.model import VOID, Feat, Fixture, Warband
from app.campaigns.warbands.cards import Card, cards
from app.engine.campaigns import DEAD, GONE, RETIRED
from app.games import lobby
from app.games.results import GameInfo
from app.web.campaigns.battle import ways_of
from app.web.campaigns.shared import Room
from app.web.campaigns.words import advances_of, house, kind_of, measured, member_name, member_row, words_for
from app.web.page.words import Words, language
from app.web.table.board.inspecting import figure, says, written
from app.web.table.tried import note

log = logging.getLogger(__name__)
Row = dict[str, Any]
PRICE = "card.cost"
"""What a card says of its price, which stands at the head of a member."""
MOST = 256
"""Warbands whose cards are kept as they are worded."""
CARDS: OrderedDict[tuple[str, str, int, str], dict[str, Row]] = OrderedDict()


# -- cards ----------------------------------------------------------------------------


async def carded(at: Room, band: Warband) -> dict[str, Row]:
    """The cards of those who belong to a warband in words, made once for each state of it; none where they fail."""
    key = (str(at.now.id), band.id, band.version, language.get())
    if key not in CARDS:
        try:
            found = await aside(partial(cards, at.system, at.rules, band.band))
        except (LookupError, ValueError, TypeError):
            log.exception("No cards of warband %s", band.id)
            found = {}
        CARDS[key] = {id: worded(at, one) for id, one in found.items()}
        while len(CARDS) > MOST:
            CARDS.popitem(last=False)
    return CARDS[key]


def worded(at: Room, card: Card) -> Row:
    """A card in words: each ability with the text of its clause."""
    words, book = measured(at.words, card.unit), at.system.rulebook(language.get())
    return {
        "code": card.code, "arm": card.arm, "what": [note(words, one) for one in card.what if one.about != PRICE],
        "profile": profile(words, card), "arms": [named(note(words, one)) for one in card.arms],
        "abilities": [{**named(note(words, one)), "says": says(book, one)} for one in card.abilities],
    }  # fmt: skip


def named(told: Mapping[str, Any]) -> Row:
    """A line with what stands before its colon apart."""
    name, _, more = str(told["text"]).partition(": ")
    return {"name": name, "more": more, "clause": told["clause"]}


def profile(words: Words, card: Card) -> list[Row]:
    """Its figures; where one has become another, what it was is told too."""
    born = {one.key: one for one in card.born}
    rows = []
    for one in card.profile:
        told, was = figure(words, one), born.get(one.key)
        changed = was is not None and was.value != one.value and not told["printed"]
        rows.append({**told, "printed": written(words, was, was.value) if was and changed else told["printed"]})
    return rows


# -- members ---------------------------------------------------------------------------


async def roll(at: Room, band: Warband, lines: Sequence[Line]) -> tuple[list[Row], list[Row]]:
    """Those who belong to a warband, those first who have something to choose; and those who do not any more.

    Who was sent away before he had fought is not among these.
    """
    tables = await tables_of(at, band)
    known, steps = await carded(at, band), advances_of(at.rules)
    rows = [
        {
            **member_row(at.words, m, steps),
            "card": known.get(m.id),
            "word": m.word,
            "tale": tale(at, band, m.id, tables),
        }
        for m in band.band.members.values()
    ]
    here = sorted((row for row in rows if row["state"] not in GONE), key=lambda row: not row["due"])
    gone = [row for row in rows if row["state"] in GONE and (row["battles"] or row["state"] != RETIRED)]
    return here, [{**row, **end_of(at, band, row, lines)} for row in gone]


async def tables_of(at: Room, band: Warband) -> Mapping[str, GameInfo]:
    """The tables of the battles of a warband of which something is told."""
    return await lobby.heads(at.here.games, sorted(one.game for one in battles(at, band) if one.feats and one.game))


def battles(at: Room, band: Warband) -> list[Fixture]:
    """The battles it fought, the latest first."""
    mine = [one for one in at.now.fixtures.values() if band.id in one.sides]
    return [one for one in reversed(mine) if one.is_over and one.state != VOID]


def tale(at: Room, band: Warband, member: str, tables: Mapping[str, GameInfo]) -> list[Row]:
    """What a member did and suffered, the latest first."""
    return [
        told(at, one, feat, (feat.side, feat.who) == (band.id, member), tables)
        for one in battles(at, band) for feat in reversed(one.feats)
        if (band.id, member) in ((feat.side, feat.who), (feat.foe, feat.whom))
    ]  # fmt: skip


def told(at: Room, one: Fixture, feat: Feat, did: bool, tables: Mapping[str, GameInfo]) -> Row:
    """Somebody brought down, from the side of who did it or of who suffered it."""
    side, who = (feat.foe, feat.whom) if did else (feat.side, feat.who)
    return {
        "did": did, "name": name_of(at, side, who), "house": house(at.now, side) if side else None,
        "times": feat.times, "round": one.round, "turn": feat.turn, "battle": f"{at.path}/battle/{one.id}",
        "moment": seen_at(at, one, feat.version, tables)[0],
    }  # fmt: skip


def name_of(at: Room, side: str, who: str) -> str:
    """How somebody is called who was in a battle."""
    band = at.now.warbands.get(side)
    member = band.band.members.get(who) if band else None
    return member_name(at.words, member) if member else kind_of(at.words, who) if who else ""


def seen_at(at: Room, one: Fixture | None, version: int, tables: Mapping[str, GameInfo]) -> tuple[str, str]:
    """Where a moment of a battle is looked at, and its picture; nowhere if its table is shut to the reader."""
    info = tables.get(one.game) if one and version else None
    if one is None or info is None:
        return "", ""
    mine = any(led.id in one.sides for led in at.mine)
    path, _, key = ways_of(at, info, mine, mine or at.id in one.chairs)["replay"].partition("?")
    query = f"?at={version}{'&' if key else ''}{key}"
    return (f"{path}{query}", f"{path}/moment.svg{query}") if path else ("", "")


# -- graves ------------------------------------------------------------------------------


def end_of(at: Room, band: Warband, row: Row, lines: Sequence[Line]) -> Row:
    """When and how somebody was lost to a warband: the line of its ledger, and who brought him down in that battle."""
    line = next((one for one in reversed(lines) if any(is_end(delta, row) for delta in one.deltas)), None)
    battle = at.now.fixtures.get(line.fixture) if line else None
    by = next((one for one in row["tale"] if battle and not one["did"] and one["battle"].endswith(battle.id)), None)
    return {
        "dead": row["state"] == DEAD, "by": by, "at": line.at if line else 0, "round": battle.round if battle else 0,
        "battle": f"{at.path}/battle/{battle.id}" if battle else "",
        "end": words_for(at.words, at.now, band.id).says(line.about, line.facts).strip() if line else "",
        "faces": list(line.faces) if line else [], "sides": (line.sides if line else 0) or 6,
        "clause": line.clause if line else "",
    }  # fmt: skip


def is_end(delta: Any, row: Row) -> bool:
    """Whether by this change a member came into the state in which it is."""
    return bool(delta.who == row["id"] and delta.field == "state" and delta.put == row["state"])
