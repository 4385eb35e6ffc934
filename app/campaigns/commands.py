"""Every command of campaigns: importing this module has registered them all."""

from __future__ import annotations

from app.campaigns import (
    absence,
    battles,
    challenges,
    musters,
    people,
    results,
    rounds,
    rulings,
    schedule,
    seasons,
    stories,
    trades,
    warbands,
)
from app.campaigns.desk import COMMANDS

PARTS = (
    absence, battles, challenges, musters, people, results, rounds, rulings, schedule, seasons, stories, trades,
    warbands,
)  # fmt: skip

__all__ = ["COMMANDS", "PARTS"]
