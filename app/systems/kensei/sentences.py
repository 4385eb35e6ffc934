"""Every English sentence of Kensei by key: those written by topic, and the names that stand in the data."""

from __future__ import annotations

from app.systems.kensei.lists import names
from app.systems.kensei.words import (
    abilities,
    book,
    build,
    campaign,
    charge,
    combat,
    common,
    ending,
    fire,
    flight,
    magic,
    moving,
    orders,
    orders_told,
    rosters,
    scenarios,
    setup,
    start,
    turn,
    view,
    warning_form,
    warnings,
)

TOPICS = (
    common, abilities, book, build, campaign, charge, combat, ending, fire, flight, magic, moving, orders,
    orders_told, rosters, scenarios, setup, start, turn, view, warning_form, warnings,
)  # fmt: skip
"""What all share first: a topic may word its own otherwise."""
SENTENCES: dict[str, str] = {
    **dict(names()),
    **{key: text for topic in TOPICS for key, text in topic.SENTENCES.items()},
}
