"""A campaign in words: its houses, its times, its battles, and the one thing that waits for its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_datetime
from markupsafe import Markup, escape

from app.campaigns.battles.fixtures import due_of, is_bye, is_challenge
from app.campaigns.model import PAIRINGS, PLAYING, Campaign, Fixture, Settings, Warband
from app.campaigns.sentences import SENTENCES
from app.engine.campaigns import FIT, CampaignRules, Member, Teaches
from app.engine.system import RuleSystem
from app.web.page.words import Words, gettext, language, ngettext
from app.web.table import seen as tables

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
SHOWN = 5
BORDER = "border"
"""The kind of a battle to which both sides march."""
"""How many rounds are shown at once."""
NOBODY = {"id": "", "name": "", "emblem": 6, "hue": 6, "leader": "", "href": ""}


# -- words ------------------------------------------------------------------------


def words_of(system: RuleSystem[Any], now: Campaign | None) -> Words:
    """The wording of a campaign: its sentences before those of its rules, its warbands and players by name."""
    base = tables.words_of(system, None, None)
    models = {w.id: w.name for w in now.warbands.values()} if now else {}
    people = {p.guest: p.name for p in now.players.values()} if now else {}
    return Words(
        {**base.sentences, **SENTENCES}, base.unit, base.unit_name, {**people, **models, **places(now)}, people
    )


def places(now: Campaign | None) -> dict[str, str]:
    """The names of provinces by id, where the campaign has a map."""
    if now is None or now.land is None:
        return {}
    return {one["id"]: named(one) for one in raw_map(now).get("provinces", ())}


def raw_map(now: Campaign) -> Mapping[str, Any]:
    """The map of a campaign as plain JSON."""
    found = now.land.map if now.land else {}
    return found if isinstance(found, Mapping) else {}


def named(one: Mapping[str, Any]) -> str:
    """The name of a map or a province in the reader's language."""
    return str((one.get("name_es") if language.get() == "es" else "") or one.get("name", ""))


def refusal_words(words: Words, now: Campaign) -> Words:
    """The wording of a refusal, in which members are named too."""
    members = {m.id: member_name(words, m) for w in now.warbands.values() for m in w.band.members.values()}
    return Words(words.sentences, words.unit, words.unit_name, {**members, **words.models}, words.seats)


def member_words(words: Words, warband: Warband) -> Words:
    """The wording of a warband's own lines: its members by their names."""
    members = {m.id: member_name(words, m) for m in warband.band.members.values()}
    return Words(words.sentences, words.unit, words.unit_name, {**words.models, **members}, words.seats)


def words_for(words: Words, now: Campaign, warband: str) -> Words:
    """The wording of what concerns a warband: its members by name."""
    band = now.warbands.get(warband)
    return member_words(words, band) if band else words


def measured(words: Words, unit: tuple[int, str]) -> Words:
    """The same wording in the unit of length of a table."""
    return Words(words.sentences, *unit, words.models, words.seats)


def member_name(words: Words, one: Member) -> str:
    """How a member is called: by its name, else by what it is."""
    return one.name or kind_of(words, one.kind)


def kind_of(words: Words, kind: str) -> str:
    """What a member is, in words."""
    return words.says(kind) if kind in words.sentences else words.spoken(kind)


def spoken(words: Words, key: str) -> str:
    """A gain, an injury or an honour as its system words it."""
    for name in (key, f"campaign.{key}", f"word.{key}", f"ability.{key}"):
        if name in words.sentences:
            return words.says(name)
    return words.spoken(key)


# -- times ------------------------------------------------------------------------


def stamp(ms: int, day: bool = False) -> Markup:
    """A time in UTC, which a script puts into the reader's own zone; or only its day."""
    at = datetime.fromtimestamp(ms / 1000, UTC)
    said = format_datetime(at, "d MMM" if day else "EEE d MMM, HH:mm 'UTC'", locale=language.get())
    shape = '<time datetime="{}" data-local="{}">{}</time>'
    return Markup(shape).format(at.strftime("%Y-%m-%dT%H:%M:%SZ"), "day" if day else "time", escape(said))


def wait_words(ms: int, clock: int) -> str:
    """How long it is until then, roughly."""
    left = ms - clock
    if left <= 0:
        return gettext("now")
    if left >= 2 * DAY:
        return ngettext("in {n} day", "in {n} days", left // DAY).format(n=left // DAY)
    if left >= HOUR:
        return ngettext("in {n} hour", "in {n} hours", left // HOUR).format(n=left // HOUR)
    n = max(left // MINUTE, 1)
    return ngettext("in {n} minute", "in {n} minutes", n).format(n=n)


# -- houses and settings ------------------------------------------------------------


def house(now: Campaign, id: str) -> dict[str, Any]:
    """A warband with its emblem; an empty one for a bye or a garrison."""
    one = now.warbands.get(id)
    if one is None:
        return NOBODY
    leader = now.players.get(one.guest)
    return {
        "id": id, "name": one.name, "emblem": one.emblem, "hue": one.hue, "leader": leader.name if leader else "",
        "href": f"/campaign/{now.id}/warband/{id}", "status": one.status,
    }  # fmt: skip


def pairings() -> list[dict[str, str]]:
    """How battles come about, in plain words."""
    said = {
        "round-robin": (
            gettext("Everybody meets everybody"), gettext("As many rounds as it takes; the best record wins."),
        ),
        "swiss": (
            gettext("Winners meet winners"),
            gettext("Each round pairs those who stand alike, and nobody twice while it can be helped."),
        ),
        "territory": (gettext("Neighbours first"), gettext("Those whose lands touch meet before others do.")),
        "challenge": (
            gettext("By challenge"), gettext("Players choose whom they fight; the other side accepts or declines."),
        ),
        "story": (
            gettext("A story"),
            gettext("Battles follow one another as a tale does: each result opens the next scenario."),
        ),
        "map": (gettext("War on a map"), gettext("Sealed marches each season; where armies meet there is a battle.")),
    }  # fmt: skip
    return [{"id": id, "name": said[id][0], "line": said[id][1]} for id in PAIRINGS]


def format_line(settings: Settings) -> str:
    """A campaign's format in a line."""
    return next((one["name"] for one in pairings() if one["id"] == settings.pairing), settings.pairing)


def seasons(now: Campaign) -> list[dict[str, Any]]:
    """The rounds, or the seasons of the year on a map: those that were, the one that is, those to come."""
    at = now.round
    if at is None:
        return []
    if at.season:
        names = {
            "spring": gettext("Spring"), "summer": gettext("Summer"), "autumn": gettext("Autumn"),
            "winter": gettext("Winter"),
        }  # fmt: skip
        order = list(names)
        here = order.index(at.season) if at.season in order else 0
        year = gettext("year {n}").format(n=at.year) if at.year else ""
        return [
            {"name": names[s], "was": n < here, "now": n == here, "note": year if n == here else ""}
            for n, s in enumerate(order)
        ]
    last = max(now.settings.rounds, at.number)
    first = max(1, min(at.number - 2, last - SHOWN + 1))
    return [
        {"name": gettext("Round {n}").format(n=n), "was": n < at.number, "now": n == at.number,
         "note": gettext("of {n}").format(n=last) if n == at.number and now.settings.rounds else ""}
        for n in range(first, min(last, first + SHOWN - 1) + 1)
    ]  # fmt: skip


# -- battles ------------------------------------------------------------------------


def pair(words: Words, now: Campaign, one: Fixture, number: int, reader: str) -> dict[str, Any]:
    """A battle as a line: who, where, when, and the one button for this reader."""
    sides = [house(now, side) for side in marching(now, one)]
    mine = [side for side in one.sides if side and now.warbands[side].guest == reader and reader]
    return {
        "id": one.id, "no": number, "sides": sides, "verb": verb(now, one), "place": place(now, one),
        "scenario": scenario(words, one.scenario, now.settings), "own": own_anchor(now, one),
        "when": when(now, one), "mine": bool(mine),
        "href": f"/campaign/{now.id}/battle/{one.id}", "button": button(one, mine), "game": one.game,
        "live": one.state == PLAYING, "over": one.is_over, "winner": one.winner, "bye": is_bye(one),
    }  # fmt: skip


def verb(now: Campaign, one: Fixture) -> str:
    """What stands between the two sides of a battle."""
    if not one.sides[1]:
        return gettext("marches on") if one.garrison is not None else gettext("has no opponent")
    return gettext("marches on") if now.land is not None and one.kind != BORDER else gettext("against")


def marching(now: Campaign, one: Fixture) -> tuple[str, ...]:
    """The sides of a battle, on a map who marches first: who is at home, or defends, is marched on."""
    home = one.defender or (one.sides[0] if one.place else "")
    at_home = now.land is not None and one.kind != BORDER and one.sides[1] and home == one.sides[0]
    return one.sides[::-1] if at_home else one.sides


def place(now: Campaign, one: Fixture) -> str:
    """Where a battle is fought, if it has a place."""
    return places(now).get(one.place, "") if one.place else ""


def own_anchor(now: Campaign, one: Fixture) -> str:
    """Where the rules of the campaign tell of the scenario of a battle; empty where it is a printed one."""
    every = [*now.settings.worlds]
    return f"/campaign/{now.id}/rules#scenario-{every.index(one.scenario) + 1}" if one.scenario in every else ""


def scenario(words: Words, key: str, settings: Settings) -> str:
    """A scenario in words; one of the campaign's own by its name."""
    own = settings.worlds.get(key)
    return own.name if own else words.says(f"scenario.{key}") if key else ""


def when(now: Campaign, one: Fixture) -> dict[str, Any]:
    """When a battle is fought, or how it ended: a headline, a time it ends with, a note."""
    if one.is_over:
        return {"head": result(now, one), "time": 0, "note": noted(now, one)}
    if one.state == PLAYING:
        return {"head": gettext("Live"), "time": 0, "note": gettext("being fought now")}
    if is_challenge(one):
        return {"head": gettext("Challenge"), "time": 0, "note": gettext("waits for an answer")}
    if one.when:
        return {"head": "", "time": one.when, "note": gettext("agreed")}
    note = offered(one)
    if due := due_of(now, one):
        return {"head": gettext("Play by"), "time": due, "note": note}
    return {"head": gettext("No date yet"), "time": 0, "note": note}


def noted(now: Campaign, one: Fixture) -> str:
    """What is to be known of the result of a battle: that it is disputed, its points, or that it is a ruling."""
    ruled = gettext("by ruling") if one.ruled else ""
    return gettext("disputed") if one.disputed else score(now, one) or ruled


def offered(one: Fixture) -> str:
    """How many dates are on offer."""
    n = sum(len(p.times) for p in one.proposals.values())
    return ngettext("{n} date offered", "{n} dates offered", n).format(n=n) if n else gettext("no date offered yet")


def result(now: Campaign, one: Fixture) -> str:
    """How a battle ended."""
    winner = now.warbands[one.winner].name if one.winner in now.warbands else ""
    if one.state == "void":
        return gettext("Declared void")
    said = {
        "won": gettext("{name} won"), "forfeit": gettext("{name} won without a fight"), "draw": gettext("A draw"),
        "bye": gettext("No opponent this round"), "standoff": gettext("Standoff"),
    }  # fmt: skip
    return said.get(one.result, one.result).format(name=winner or gettext("The garrison"))


def score(now: Campaign, one: Fixture) -> str:
    """The battle points of a battle."""
    return " – ".join(str(one.points.get(side, 0)) for side in marching(now, one) if side) if one.points else ""


def button(one: Fixture, mine: list[str]) -> str:
    """What the one button of a battle says."""
    if one.is_over:
        return gettext("What happened")
    if one.state == PLAYING:
        return gettext("To the table") if mine else gettext("Watch")
    if not mine or is_challenge(one):
        return gettext("Look")
    if any(side not in one.musters for side in mine):
        return gettext("Send your roster") if one.when else gettext("Dates")
    return gettext("Your roster")


# -- members --------------------------------------------------------------------------


def advances_of(rules: CampaignRules[Any]) -> tuple[int, ...]:
    """The experience at which members advance; empty where it brings nothing."""
    return rules.advances if isinstance(rules, Teaches) else ()


def towards(experience: int, steps: Sequence[int]) -> tuple[int, int]:
    """How far it is from the last advance to the next, in eightieths; and at what experience that is, 0 for none."""
    before = max((step for step in steps if step <= experience), default=0)
    ahead = min((step for step in steps if step > experience), default=0)
    return (80 * (experience - before) // (ahead - before) if ahead else 80), ahead


def member_row(words: Words, one: Member, steps: Sequence[int] = (), refusal: str = "") -> dict[str, Any]:
    """A member in the roll of its warband.  ``steps``: the experience at which it advances."""
    bar, ahead = towards(one.experience, steps)
    return {
        "id": one.id, "name": member_name(words, one), "kind": kind_of(words, one.kind) if one.name else "",
        "cost": one.cost, "experience": one.experience, "bar": bar, "next": ahead,
        "kills": one.kills, "battles": one.battles, "models": one.models, "full": one.full, "due": one.due,
        "gained": [spoken(words, key) for key in one.gained], "injuries": [spoken(words, key) for key in one.injuries],
        "honours": [spoken(words, key) for key in one.honours], "state": one.state, "state_name": state(one.state),
        "fit": one.state == FIT, "why": refusal,
    }  # fmt: skip


def state(key: str) -> str:
    """The state of a member in words; nothing for one that is fit."""
    said = {
        "out": gettext("misses the next battle"), "dead": gettext("dead"), "captive": gettext("taken captive"),
        "retired": gettext("retired"),
    }  # fmt: skip
    return said.get(key, "")
