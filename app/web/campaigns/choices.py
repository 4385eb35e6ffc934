"""What a player has still to choose after a battle, in words."""

from __future__ import annotations

from typing import Any

from app.campaigns.model import Warband
from app.web.campaigns.shared import Room, clause_href
from app.web.campaigns.words import member_words


def choices(at: Room, mine: Warband | None) -> list[dict[str, Any]]:
    """The choices that are open for the reader's warband, each with its options and what silence means."""
    open_ = at.rules.choices(mine.band) if mine is not None else ()
    words = member_words(at.words, mine) if mine is not None else at.words
    return [
        {
            "member": one.member, "title": words.says(one.about, one.facts), "clause": one.clause,
            "href": clause_href(at.now, one.clause), "warband": mine.id if mine else "",
            "options": [
                {"id": option, "name": words.says(said, one.facts), "default": option == one.default}
                for option, said in zip(one.options, one.say, strict=True)
            ],
        }
        for one in open_
    ]  # fmt: skip
