"""What a host sets: its bounds, what may still be changed, and what is kept of it (CPN-PEO-02, CPN-PEO-03)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.campaigns.book import c
from app.campaigns.desk import HOST, Command, Decided, Desk, command
from app.campaigns.ledger.events import Changed
from app.campaigns.map.rules import map_rules
from app.campaigns.model import EARLY, PAIRINGS, Campaign, Settings
from app.campaigns.people.members import (
    ENDED,
    FIGURES,
    RECRUITING,
    RUNNING,
    clean,
    refuse_reason,
    refuse_text,
)
from app.campaigns.rounds import scenarios as own_scenarios
from app.campaigns.rounds.grounds import refuse_grounds
from app.campaigns.rounds.opening import zone_of
from app.campaigns.rounds.standings import POINTS
from app.campaigns.stories.book import story_of
from app.engine.campaigns import CampaignRules
from app.engine.digest import canonical
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem
from app.games.clock_rules import refuse_clock
from app.games.table_rules import refuse_table

CHANGES, BOUNDS = c("CPN-PEO-02"), c("CPN-PEO-03")
CHANGEABLE = {
    RUNNING: (
        "days",
        "hours",
        "pause",
        "weekday",
        "hour",
        "zone",
        "counsel",
        "rounds",
        "table",
        "underdog",
        "public",
        "open",
        "late",
        "settlers",
        "veterans",
        "disputes",
        "grace",
        "absence",
        "resign",
        "early",
        "house",
        "cover",
    ),
    ENDED: ("public", "cover"),
}
"""The settings that may be changed once a campaign runs, and once it is over (CPN-PEO-02)."""
COUNTED = (
    "points", "growth", "rounds", "days", "hours", "pause", "weekday", "hour", "years", "disputes", "grace",
    "absence", "resign",
)  # fmt: skip
"""The settings that are whole numbers with bounds (CPN-PEO-03)."""


def refuse_settings(
    settings: Settings, key: str, rules: CampaignRules[Any], system: RuleSystem[Any] | None = None,
    was: Settings | None = None,
) -> Refusal | None:  # fmt: skip
    """Why a campaign of the system of this key cannot have these settings (CPN-PEO-03); ``system``: that which judges
    scenarios and grounds of its own, unless they are those it has (``was``)."""
    for field in COUNTED:
        least, most = FIGURES["settings"][field]
        if not least <= getattr(settings, field) <= most:
            return refuse(
                "people.figure", BOUNDS, field=f"setting.{field}", least=least, most=most, got=getattr(settings, field)
            )
    least, most = FIGURES["settings"]["score"]
    for ended, score in settings.scoring.items():
        if ended not in POINTS or not least <= score <= most:
            return refuse("people.figure", BOUNDS, field="setting.scoring", least=least, most=most, got=score)
    if settings.pairing not in PAIRINGS or (settings.pairing == "map" and map_rules(rules) is None):
        return refuse("people.pairing", BOUNDS, got=settings.pairing[:40])
    if no := refuse_text("text", settings.house, least=0):
        return no
    if zone_of(settings.zone) is None:
        return refuse("people.zone", BOUNDS, got=settings.zone[:40])
    if settings.early not in EARLY:
        return refuse("people.early", BOUNDS, got=settings.early[:40])
    own = None if was and played(was) == played(settings) else refuse_own(settings, rules, system)
    return own or refuse_scenarios(settings, rules) or refuse_frame(settings, key)


def played(settings: Settings) -> tuple[Any, ...]:
    """What battles are fought in, and on."""
    return settings.scenarios, settings.worlds, settings.grounds


def refuse_own(settings: Settings, rules: CampaignRules[Any], system: RuleSystem[Any] | None) -> Refusal | None:
    """Why a campaign cannot have these scenarios and drawn tables of its own (CPN-PAI-11, CPN-PAI-12)."""
    return own_scenarios.refuse_worlds(settings, rules.scenarios, system) or refuse_grounds(settings, system)


def refuse_scenarios(settings: Settings, rules: CampaignRules[Any]) -> Refusal | None:
    """Why battles cannot be drawn from these scenarios (CPN-PEO-03)."""
    known = {*rules.scenarios, *settings.worlds}
    unknown = next((one for one in settings.scenarios if one not in known), None)
    if unknown is not None:
        return refuse("people.scenario", BOUNDS, got=unknown[:40])
    twice = len({*settings.scenarios}) != len(settings.scenarios)
    return refuse("people.scenario-twice", BOUNDS) if twice else None


def refuse_frame(settings: Settings, system: str) -> Refusal | None:
    """Why the story, the map or the table of the games does not fit (CPN-PEO-03)."""
    if settings.pairing == "story" and story_of(system, settings.story) is None:
        code = "people.story" if settings.story else "people.no-story"
        return refuse(code, BOUNDS, **({"got": settings.story[:40]} if settings.story else {}))
    if settings.pairing == "map" and not settings.map:
        return refuse("people.map", BOUNDS)
    size, most = len(canonical(settings.table)), int(FIGURES["settings"]["table"])
    if size > most:
        return refuse("people.table", BOUNDS, most=most, got=size)
    return next(iter((*refuse_table(settings.table), *refuse_clock(settings.table))), None)


def tidy(settings: Settings) -> Settings:
    """The settings as they are kept: house rules cleaned as every text is, and of what battles are worth what is not
    the usual, so that the same settings are alike however they were given."""
    scoring = {ended: score for ended, score in settings.scoring.items() if score != POINTS.get(ended)}
    return replace(own_scenarios.tidy(settings), house=clean(settings.house), scoring=scoring)


class ChangeSettings(Command, frozen=True, tag="change-settings"):
    """The host sets the campaign otherwise."""

    name: str
    settings: Settings
    reason: str = ""


@command(HOST)
def change_settings(desk: Desk, given: ChangeSettings) -> Decided:
    """The campaign has this name and these settings, where they may still be changed (CPN-PEO-02)."""
    now, name, was, wanted = desk.now, clean(given.name), tidy(desk.now.settings), tidy(given.settings)
    if no := refuse_text("name", name) or refuse_settings(wanted, now.system, desk.rules, desk.system, was):
        return no
    if given.reason and (no := refuse_reason(given.reason)):
        return no
    if no := refuse_change(now, name, was, wanted):
        return no
    if (name, wanted) == (now.name, was):
        return []
    return [Changed(clause=CHANGES, name=name, settings=wanted, reason=clean(given.reason))]


def refuse_change(now: Campaign, name: str, was: Settings, wanted: Settings) -> Refusal | None:
    """Why these settings may not be changed any more (CPN-PEO-02)."""
    both = {field: (in_order(getattr(was, field)), in_order(getattr(wanted, field))) for field in was.__struct_fields__}
    fixed = [field for field, (old, new) in both.items() if old != new]
    if now.state == RECRUITING:
        return refuse("people.points-fixed", CHANGES) if "points" in fixed and now.warbands else None
    late = [field for field in fixed if field not in CHANGEABLE[now.state]]
    if late or (now.state == ENDED and name != now.name):
        return refuse("people.fixed", CHANGES, field=f"setting.{(late or ['name'])[0]}")
    if "rounds" in fixed and 0 < wanted.rounds < len(now.rounds):
        return refuse("people.rounds", CHANGES, opened=len(now.rounds), got=wanted.rounds)
    return None


def in_order(value: Any) -> Any:
    """A setting as it is compared: of named things their order counts too, as battles take them in turn."""
    return [*value.items()] if isinstance(value, dict) else value
