"""Every English sentence of Daimyo by key: those written by topic, and the names that stand in the data."""

from __future__ import annotations

from app.systems.daimyo.lists import names
from app.systems.daimyo.words import (
    book,
    build,
    campaign,
    charge,
    ending,
    fire,
    losses,
    melee,
    morale,
    move,
    pursuit,
    rosters,
    rout,
    setup,
    turn,
    view,
)

TOPICS = (
    book, view, setup, rosters, build, campaign, turn, move, charge, fire, losses, morale, rout, melee, pursuit, ending,
)  # fmt: skip
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
}
