"""Every command of campaigns: importing this module has registered them all."""

from __future__ import annotations

from app.campaigns.battles import chairs, disputes, musters, overturning, results, schedule
from app.campaigns.battles import tables as battles
from app.campaigns.desk import COMMANDS
from app.campaigns.ledger import rulings
from app.campaigns.map import seasons
from app.campaigns.people import comments, settings
from app.campaigns.people import members as people
from app.campaigns.rounds import absence, challenges, reminders
from app.campaigns.rounds import course as rounds
from app.campaigns.stories import course as stories
from app.campaigns.warbands import deeds as warbands
from app.campaigns.warbands import entering, telling, trades, undoing

PARTS = (
    absence, battles, chairs, challenges, comments, disputes, entering, musters, overturning, people, reminders,
    results, rounds, rulings, schedule, seasons, settings, stories, telling, trades, undoing, warbands,
)  # fmt: skip

__all__ = ["COMMANDS", "PARTS"]
