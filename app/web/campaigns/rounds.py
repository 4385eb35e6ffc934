"""All rounds of a campaign: what was fought, who met whom and how it went, and what is still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from app.campaigns.battles.fixtures import is_bye
from app.campaigns.model import DONE, VOID, Campaign, Fixture
from app.web.campaigns.shared import Room
from app.web.campaigns.words import house, pair, result
from app.web.page.words import gettext

RECENT, MET = 2, 4
"""So many of the last rounds are told with their battles; so many battles of two stand singly in the cross-table."""


def rounds(at: Room, asked: int = 0) -> list[dict[str, Any]]:
    """The last rounds and the one that is asked for with their battles, the last first."""
    now, first = at.now, len(at.now.rounds) - RECENT
    return [
        {"number": of.number, "open": of.state != DONE, "begun": of.begun, "due": of.due, "asked": of.number == asked,
         "pairs": [pair(at.words, now, one, n, at.id) for n, one in enumerate(now.fights(of.number), 1)]}
        for of in reversed(now.rounds) if of.number > first or of.number == asked
    ]  # fmt: skip


def earlier(at: Room, asked: int = 0) -> list[int]:
    """The numbers of the rounds that are not told, the first first."""
    return [n for n in range(1, len(at.now.rounds) - RECENT + 1) if n != asked]


def cross(at: Room, order: Sequence[str]) -> list[dict[str, Any]]:
    """The cross-table of these warbands, in their order: for each what came of its battles against each other."""
    now = at.now
    met: dict[tuple[str, str], list[Fixture]] = {}
    for one in now.fixtures.values():
        if all(one.sides) and one.state != VOID:
            for pairing in (one.sides, one.sides[::-1]):
                met.setdefault(pairing, []).append(one)
    return [
        {"house": house(now, mine), "mine": bool(at.id) and now.warbands[mine].guest == at.id,
         "cells": [None if mine == other else cells(now, met.get((mine, other), ()), mine) for other in order]}
        for mine in order
    ]  # fmt: skip


def cells(now: Campaign, met: Sequence[Fixture], mine: str) -> list[dict[str, str]]:
    """The battles of two as one side has them; many of them as one sum, which leads to the last."""
    if len(met) <= MET:
        return [cell(now, one, mine) for one in met]
    counts = Counter(sign(one, mine) for one in met)
    told = " ".join(f"{mark}{counts[mark]}" for mark in "+=−·" if counts[mark])
    said = gettext("{n} battles: {won} won, {drawn} level, {lost} lost").format(
        n=len(met), won=counts["+"], drawn=counts["="], lost=counts["−"]
    )
    return [{"sign": told, "said": said, "href": f"/campaign/{now.id}/battle/{met[-1].id}"}]


def sign(one: Fixture, mine: str) -> str:
    """How a battle went for one side, as a sign."""
    if not one.is_over:
        return "·"
    return "=" if not one.winner else "+" if one.winner == mine else "−"


def cell(now: Campaign, one: Fixture, mine: str) -> dict[str, str]:
    """A battle as one side has it in the cross-table: a sign, what it stands for, where it is read."""
    what = result(now, one) if one.is_over else gettext("to be fought")
    said = gettext("Round {n}: {what}").format(n=one.round, what=what)
    return {"sign": sign(one, mine), "said": said, "href": f"/campaign/{now.id}/battle/{one.id}"}


def to_come(now: Campaign) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """In a round robin the battles that no round has brought yet; in which order they come, the dice will say.

    None where the host has said how many rounds there are: all may not meet, or meet more than once.
    """
    if now.settings.pairing != "round-robin" or now.settings.rounds or now.state == "ended":
        return []
    met = {frozenset(one.sides) for one in now.fixtures.values() if not is_bye(one) and one.state != VOID}
    active = [one.id for one in now.active()]
    return [(house(now, a), house(now, b)) for a, b in combinations(active, 2) if frozenset((a, b)) not in met]
