"""The settings of a campaign as a form has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from babel.dates import get_day_names
from msgspec.structs import replace
from starlette.datastructures import FormData

from app.campaigns.map.maps import ready_maps
from app.campaigns.map.rules import map_rules
from app.campaigns.model import PAIRINGS, Ground, Settings
from app.campaigns.rounds.scenarios import MARK, key_of
from app.campaigns.rounds.standings import POINTS
from app.campaigns.stories.book import stories
from app.campaigns.warbands.general import General
from app.engine.campaigns import Helps
from app.engine.system import RuleSystem
from app.games import offers
from app.games.worlds import World
from app.notices.quiet import zones
from app.web.campaigns import words as campaign_words
from app.web.lobby.new import clock_of, paces, watch_of
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.forms import number, text, texts, typed
from app.web.page.words import gettext, language

SWITCHES = ("underdog", "public", "open", "late", "settlers", "veterans", "counsel")
CAMPAIGN = "CAM"
"""The chapter of a rulebook that is about campaigns."""
DAYS = (3, 7, 10, 14, 21, 30)
KEPT = ("watch_who", "watch_view", "watch_delay")


def settings_of(form: FormData, before: Settings | None = None) -> Settings:
    """The settings that a form gives; what is no number stands as it was, and what is none of the formats is a 422."""
    was = before or Settings()
    pairing = text(form, "pairing", 20) or was.pairing
    if pairing not in PAIRINGS:
        raise Bad(422, gettext("There is no such format."))

    def count(name: str, usual: int) -> int:
        found = number(form, name)
        return usual if found is None else found

    given = {ended: count(f"score_{ended}", was.scoring.get(ended, usual)) for ended, usual in POINTS.items()}
    scoring = {ended: score for ended, score in given.items() if score != POINTS[ended]}
    scenarios = tuple(texts(form, "scenarios")[:60])
    chosen: dict[str, Any] = dict.fromkeys(texts(form, "grounds")[:60])
    switches: dict[str, Any] = {name: name in form for name in SWITCHES}
    return Settings(
        pairing=pairing, points=count("points", was.points), growth=count("growth", was.growth),
        rounds=count("rounds", was.rounds),
        days=count("days", was.days), hours=count("hours", was.hours), pause=count("pause", was.pause),
        weekday=count("weekday", was.weekday), hour=count("hour", was.hour), zone=text(form, "zone", 60) or was.zone,
        years=count("years", was.years), disputes=count("disputes", was.disputes),
        grace=count("grace", was.grace), resign=count("resign", was.resign), absence=count("absence", was.absence),
        early=text(form, "early", 20) or was.early,
        map=map_of(form, pairing),
        story=text(form, "story", 40), grounds=chosen, scenarios=scenarios,
        scoring=scoring,
        cover=was.cover,
        house=typed(form, "house") if "house" in form else was.house,
        table=table_of(form),
        **switches,
    )  # fmt: skip


async def with_own(here: Site, guest: str, system: str, given: Settings, was: Settings) -> Settings:
    """The settings with the own scenarios that they name: as the campaign has them, else as its host keeps them."""
    found = dict[str, World]()
    for key in given.scenarios:
        base, _, id = key.partition(MARK)
        world = await here.worlds.mine(guest, id, system) if id and key not in was.worlds else None
        kept = was.worlds.get(key) or (world if world and world.base == base else None)
        found |= {key: kept} if kept else {}
    return replace(given, worlds=found, grounds=await with_grounds(here, guest, system, given, was))


async def with_grounds(here: Site, guest: str, system: str, given: Settings, was: Settings) -> dict[str, Ground]:
    """The drawn tables that settings name: as the campaign has them, else as its host keeps them now; a 422 for one
    that is nobody's of these."""
    known = {one.id: Ground(name=one.name, body=one.body) for one in await here.grounds.of(guest, system)}
    known |= was.grounds
    if any(id not in known for id in given.grounds):
        raise Bad(422, gettext("There is no such drawn table of yours."))
    return {id: known[id] for id in given.grounds}


def map_of(form: FormData, pairing: str) -> str:
    """The map that was chosen; a war on one begins with the first where none was."""
    return text(form, "map", 40) or (next(iter(ready_maps())) if pairing == "map" else "")


def table_of(form: FormData) -> dict[str, Any]:
    """What its tables agree: the clock, who may watch, whether odds are shown."""
    watch = watch_of(form)
    odds = {"odds": False} if text(form, "odds") == "no" else {}
    return {**clock_of(form), **({"watch": watch} if watch else {}), **odds}


def fields_of(settings: Settings) -> dict[str, Any]:
    """The settings as the fields of the form."""
    table, clock = settings.table, settings.table.get("clock") or {}
    watch = table.get("watch") or {}
    pace = next((row["id"] for row in paces({}) if row["id"] != "custom" and clock == clock_named(row["id"])), "custom")
    return {
        "pairing": settings.pairing, "points": settings.points, "rounds": settings.rounds, "days": settings.days,
        "growth": settings.growth, "grounds": tuple(settings.grounds),
        "hours": settings.hours, "pause": settings.pause, "weekday": settings.weekday, "hour": settings.hour,
        "zone": settings.zone,
        "years": settings.years, "disputes": settings.disputes,
        "grace": settings.grace, "absence": settings.absence, "resign": settings.resign, "early": settings.early,
        "map": settings.map, "story": settings.story, "scenarios": settings.scenarios,
        **{name: getattr(settings, name) for name in SWITCHES},
        "pace": pace if clock else "none", "clock_kind": clock.get("kind", "live"),
        "clock_hours": clock.get("hours", 48), "clock_minutes": clock.get("minutes", 30),
        "clock_increment": clock.get("increment", 30), "zero": table.get("zero", ""),
        "house": settings.house, "odds": "no" if table.get("odds") is False else "",
        **{f"score_{ended}": settings.scoring.get(ended, usual) for ended, usual in POINTS.items()},
        **{name: watch.get(name.removeprefix("watch_"), "") for name in KEPT},
    }  # fmt: skip


def clock_named(id: str) -> dict[str, Any]:
    """The clock of a preset."""
    return dict(clock_of({"pace": id}).get("clock", {}))


async def own_of(here: Site, guest: str, system: RuleSystem[Any], settings: Settings) -> dict[str, Any]:
    """The own scenarios and drawn tables that a form offers: those the campaign has, and what ``guest`` keeps."""
    bases = here.campaigns.rules(system.key).scenarios
    mine = [one for one in await here.worlds.of(guest, system.key) if one.world.base in bases] if guest else []
    drawn = await here.grounds.of(guest, system.key) if guest else ()
    worlds = {key_of(one.world.base, one.id): one.world.name for one in mine}
    grounds = {one.id: one.name for one in drawn}
    return {
        "own_scenarios": rows({**worlds, **{key: one.name for key, one in settings.worlds.items()}}),
        "own_grounds": rows({**grounds, **{key: one.name for key, one in settings.grounds.items()}}),
    }


def rows(names: Mapping[str, Any]) -> list[dict[str, str]]:
    """What may be ticked, by id and name."""
    return [{"id": id, "name": str(name)} for id, name in names.items()]


def offered(here: Site, system: RuleSystem[Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What the form of settings offers for a system."""
    words, rules = campaign_words.words_of(system, None), here.campaigns.rules(system.key)
    points = offers.points(system.catalogue())
    return {
        "pairings": [one for one in campaign_words.pairings() if one["id"] != "map" or map_rules(rules)],
        "all_days": DAYS,
        "weekdays": [(0, gettext("as soon as the one before is closed")), (8, gettext("any day")), *days_of_week()],
        "zones": ("UTC", *zones()), "all_paces": paces({"pace": chosen.get("pace", "none")}),
        "all_scenarios": [{"id": key, "name": words.says(f"scenario.{key}")} for key in rules.scenarios],
        "maps": [{"id": id, "name": map_name(one), "n": len(one.provinces)} for id, one in ready_maps().items()],
        "stories": story_names(system.key), "points_least": points.get("min", 1),
        "points_most": points.get("max", 10_000),
        "points_usual": points.get("default") or points.get("max") or 1,
        "points_counted": systems.said(system, "points"),
        "own_rules": [one for one in system.rulebook(language.get()) if one.topic == CAMPAIGN],
        "own_book": systems.rules(system.key), "own_help": isinstance(rules, Helps),
        "own_aftermath": not isinstance(rules, General),
    }  # fmt: skip


def days_of_week() -> list[tuple[int, str]]:
    """Monday to Sunday in the reader's language, by their numbers."""
    names = get_day_names("wide", "stand-alone", locale=language.get())
    return [(n + 1, names[n]) for n in range(7)]


def map_name(one: Any) -> str:
    """The name of a map in the reader's language."""
    return str((one.name_es if language.get() == "es" else "") or one.name)


def story_names(system: str) -> list[dict[str, str]]:
    """The ready stories of a system, by id and name."""
    spanish = language.get() == "es"
    return [{"id": one.key, "name": (one.name_es if spanish else "") or one.name} for one in stories(system)]
