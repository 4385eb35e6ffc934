"""All rounds of a campaign: what was fought, who met whom and how it went, and what is still to come."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from app.campaigns.battles.fixtures import is_bye
from app.campaigns.model import DONE, VOID, Campaign, Fixture
from app.campaigns.rounds.standings import standings
from app.web.campaigns.shared import Room
from app.web.campaigns.words import house, pair, result
from app.web.page.words import gettext


def rounds(at: Room) -> list[dict[str, Any]]:
    """Every round with its battles, the last first."""
    now = at.now
    return [
        {"number": of.number, "open": of.state != DONE, "begun": of.begun, "due": of.due,
         "pairs": [pair(at.words, now, one, n, at.id) for n, one in enumerate(now.fights(of.number), 1)]}
        for of in reversed(now.rounds)
    ]  # fmt: skip


def cross(at: Room) -> list[dict[str, Any]]:
    """The cross-table in the order of the standings: for each warband what came of its battles against each other."""
    now = at.now
    order = [line.warband for line in standings(now)] if now.warbands else []
    met: dict[tuple[str, str], list[Fixture]] = {}
    for one in now.fixtures.values():
        if all(one.sides) and one.state != VOID:
            for pairing in (one.sides, one.sides[::-1]):
                met.setdefault(pairing, []).append(one)
    return [
        {"house": house(now, mine), "mine": bool(at.id) and now.warbands[mine].guest == at.id,
         "cells": [None if mine == other else [cell(now, one, mine) for one in met.get((mine, other), ())]
                   for other in order]}
        for mine in order
    ]  # fmt: skip


def cell(now: Campaign, one: Fixture, mine: str) -> dict[str, str]:
    """A battle as one side has it in the cross-table: a sign, what it stands for, where it is read."""
    sign, said = "·", gettext("to be fought")
    if one.is_over:
        said = result(now, one)
        sign = "=" if not one.winner else "+" if one.winner == mine else "−"
    said = gettext("Round {n}: {what}").format(n=one.round, what=said)
    return {"sign": sign, "said": said, "href": f"/campaign/{now.id}/battle/{one.id}"}


def to_come(now: Campaign) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """In a round robin the battles that no round has brought yet; in which order they come, the dice will say.

    None where the host has said how many rounds there are: all may not meet, or meet more than once.
    """
    if now.settings.pairing != "round-robin" or now.settings.rounds or now.state == "ended":
        return []
    met = {frozenset(one.sides) for one in now.fixtures.values() if not is_bye(one) and one.state != VOID}
    active = [one.id for one in now.active()]
    return [(house(now, a), house(now, b)) for a, b in combinations(active, 2) if frozenset((a, b)) not in met]
