"""Building a Buntai: changes made as a player chooses, each model with its choices and its faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.building import of_all, part, told, yes_no
from app.engine.drafts import Choice, Draft, Offer, Option, Unit
from app.engine.profiles import ADD, Own, Profile, offered, unmarked
from app.engine.profiles import kind as kind_of
from app.engine.refusals import Refusal
from app.systems.ronin.book import WEAPONS, table
from app.systems.ronin.warband.muster import refuse_roster
from app.systems.ronin.warband.recruits import take
from app.systems.ronin.warband.roster import (
    Made,
    Recruit,
    Roster,
    cost,
    is_known,
    made,
    make,
    profile,
    read_roster,
    row_of,
    titles,
)

COSTS = table("costs")
CLOSING = ("roster.points", "roster.rank-count", "roster.hires", "roster.title-many")
MAX_NAME = 40
FLAGS = ("leader", "banner", "warhorse", "commander")


def draft(raw: Json, limit: int, changes: Mapping[str, str], own: Sequence[Profile] = ()) -> Draft:
    """The roster with the changes made, ready to be shown (RON-ARM-16).  ``own``: profiles of the host to choose."""
    roster = changed(begun(raw), changes, own)
    against = refuse_roster(msgspec.to_builtins(roster), limit)
    codes = [r.code for r in roster.models]
    return Draft(
        roster=msgspec.to_builtins(roster), name=roster.name, limit=limit, spent=sum(m.points for m in made(roster)),
        choices=whole(roster), offers=tuple(offers(roster, limit, against, own)),
        units=tuple(unit(roster, str(n), r, against) for n, r in enumerate(roster.models)),
        refusals=of_all(codes, against),
    )  # fmt: skip


def begun(raw: Json) -> Roster:
    """The roster of this JSON without what no list knows; an empty one if it cannot be read."""
    roster = read_roster(raw)
    if not isinstance(roster, Roster) or roster.faction not in table("factions"):
        return Roster(faction=next(iter(table("factions"))))
    known = tuple(r for r in roster.models if is_known(roster, r))
    return replace(roster, sample="", models=known)


def changed(roster: Roster, changes: Mapping[str, str], own: Sequence[Profile]) -> Roster:
    """The roster after these changes; those that name nothing known are left out."""
    roster = replace(roster, name=changes.get("name", roster.name)[:MAX_NAME])
    faction = changes.get("faction", roster.faction)
    if faction in table("factions") and faction != roster.faction:
        return with_faction(roster, faction)
    if (school := changes.get("school", "")) in table("factions")[faction].get("school_weapons", ()):
        roster = replace(roster, school=school)
    models = [altered(roster, r, part(changes, str(n))) for n, r in enumerate(roster.models)]
    removed = changes.get("remove", "")
    models = [r for n, r in enumerate(models) if str(n) != removed]
    roster = replace(roster, models=one_leader(roster, models))
    return added(roster, changes["add"], own) if "add" in changes else roster


def with_faction(roster: Roster, faction: str) -> Roster:
    """The roster under another faction: only the swords-for-hire stay."""
    school = next(iter(table("factions")[faction].get("school_weapons", ())), "")
    return replace(roster, faction=faction, school=school, models=tuple(r for r in roster.models if r.hired))


def one_leader(before: Roster, models: list[Recruit]) -> tuple[Recruit, ...]:
    """The models with one Leader at most: the newly named one before the old (RON-ARM-13)."""
    old = [r.code for r in before.models if r.leader]
    named = [r.code for r in models if r.leader]
    chosen = next((c for c in named if c not in old), named[0] if named else "")
    return tuple(replace(r, leader=r.code == chosen) for r in models)


# -- one model -----------------------------------------------------------------


def altered(roster: Roster, recruit: Recruit, given: Mapping[str, str]) -> Recruit:
    """The model after the changes that concern it."""
    recruit = replace(recruit, name=unmarked(given.get("name", recruit.name)[:MAX_NAME]))
    picks = {k: v for k, v in given.items() if k != "name"}
    if recruit.hired or not picks:
        return recruit
    now = {c.name: next((o.value for o in c.options if o.on), "") for c in choices(roster, recruit)}
    allowed = {c.name: [o.value for o in c.options] for c in choices(roster, recruit)}
    now |= {k: v for k, v in picks.items() if v in allowed.get(k, ())}
    row = row_of(roster, recruit)
    weapons = must(roster, recruit) + [v for k, v in now.items() if k.startswith("weapon") and v]
    skills = [v for k, v in now.items() if k.startswith("attribute") and v]
    command = ["commander"] if now.get("commander") == "yes" else []
    return replace(
        recruit, armour=now.get("armour", row["armour"][0]), weapons=tuple(dict.fromkeys(weapons)),
        attributes=tuple(dict.fromkeys(command + skills)),
        **{f: now.get(f) == "yes" for f in ("leader", "banner", "warhorse")},
    )  # fmt: skip


def must(roster: Roster, recruit: Recruit) -> list[str]:
    """The weapons its title always carries (RON-ARM-17)."""
    row = row_of(roster, recruit)
    return [*row["required"], *([roster.school] if row["school"] and roster.school else [])]


def choices(roster: Roster, recruit: Recruit) -> tuple[Choice, ...]:
    """All that may be chosen about a model of a faction; nothing about a sword-for-hire (RON-ARM-14)."""
    if recruit.hired:
        return ()
    row = row_of(roster, recruit)
    armour = [
        Option(a, f"word.{a}" if a != "none" else "", table("armour")[a]["cost"], a == recruit.armour)
        for a in row["armour"]
    ]
    return (Choice("armour", "build.armour", tuple(armour)), *weapons(roster, recruit), *skills(recruit, row["rank"]),
            *flags(roster, recruit))  # fmt: skip


def weapons(roster: Roster, recruit: Recruit) -> list[Choice]:
    """A choice for each group of weapons on the title's list, and the blade beside the katana (RON-ARM-17)."""
    row = row_of(roster, recruit)
    own, always = list(recruit.weapons), must(roster, recruit)
    for weapon in always:
        take(own, [weapon])
    groups = [*((g, False) for g in row["required_one_of"]), *((g, True) for g in row["one_of"])]
    if COSTS["companion"]["of"] in always:
        groups.append((COSTS["companion"]["one_of"], True))
    found = []
    for n, (group, free) in enumerate(groups):
        on = next((w for w in own if w in group), "")
        take(own, group)
        none = [Option("", "", 0, not on)] if free else []
        options = [Option(w, f"word.{w}", WEAPONS[w].cost, w == on) for w in group if w not in always]
        found.append(Choice(f"weapon{n}", "build.weapon", (*none, *options)))
    return found


def skills(recruit: Recruit, rank: int) -> list[Choice]:
    """A choice for each attribute of its Rank (RON-ARM-07)."""
    own = [a for a in recruit.attributes if is_free(a)]
    found = []
    for n in range(int(profile(rank)["attributes"])):
        on = own[n] if n < len(own) else ""
        options = [Option(a, f"word.{a}", 0, a == on) for a in table("attributes") if is_free(a)]
        found.append(Choice(f"attribute{n}", "build.attribute", (Option("", "", 0, not on), *options)))
    return found


def is_free(attribute: str) -> bool:
    """Whether an attribute is for choosing (RON-ARM-18); one that is on no list is not."""
    known = table("attributes").get(attribute, {})
    return attribute != "commander" and known.get("kind") in COSTS["attributes"]["free_kinds"]


def flags(roster: Roster, recruit: Recruit) -> list[Choice]:
    """Leader, banner, warhorse and Commander, each where the lists have it."""
    row = row_of(roster, recruit)
    may = {"leader": True, "commander": profile(row["rank"])["commander"], "banner": row["banner"],
           "warhorse": row["warhorse"]}  # fmt: skip
    on = {"leader": recruit.leader, "commander": "commander" in recruit.attributes, "banner": recruit.banner,
          "warhorse": recruit.warhorse}  # fmt: skip
    return [yes_no(f, f"build.{f}", COSTS.get(f, {}).get("cost", 0), on[f]) for f in FLAGS if may[f]]


def unit(roster: Roster, id: str, recruit: Recruit, against: tuple[Refusal, ...]) -> Unit:
    """A model as the builder shows it, with what stands against it."""
    model = make(roster, recruit)
    return Unit(
        id=id, code=recruit.code, name=recruit.name, leader=recruit.leader, cost=model.points,
        about=kind(roster, recruit), profile=figures(model), choices=choices(roster, recruit),
        gear=tuple(f"word.{k}" for k in carried(model)),
        refusals=told(recruit.code, against),
    )  # fmt: skip


def kind(roster: Roster, recruit: Recruit) -> str:
    """The sentence key of what a model is, or the name of the profile of a host's own that it has."""
    return kind_of(recruit.own, f"hire.{recruit.hired}" if recruit.hired else f"title.{roster.faction}.{recruit.title}")


def figures(model: Made) -> tuple[tuple[str, int], ...]:
    """Rank, Combat Pool, Initiative, Fight, Shoot (RON-ARM-01)."""
    keys = ("rank", "pool", "initiative", "fight", "shoot")
    return tuple((f"build.{k}", int(getattr(model, k))) for k in keys)


def carried(model: Made) -> list[str]:
    """Weapons, armour, attributes in this order."""
    worn = [model.armour] if model.armour != "none" else []
    return [*model.weapons, *worn, *model.attributes]


# -- the whole -------------------------------------------------------------------


def whole(roster: Roster) -> tuple[Choice, ...]:
    """The faction, and the school's weapon where there is a school."""
    factions = [Option(k, f"faction.{k}", 0, k == roster.faction) for k in table("factions")]
    schools = table("factions")[roster.faction].get("school_weapons", ())
    found = [Choice("faction", "build.faction", tuple(factions))]
    if schools:
        options = tuple(Option(w, f"word.{w}", 0, w == roster.school) for w in schools)
        found.append(Choice("school", "build.school", options))
    return tuple(found)


def offers(roster: Roster, limit: int, against: tuple[Refusal, ...], own: Sequence[Profile]) -> list[Offer]:
    """Every title and sword-for-hire that may be added, closed where the band could never be legal with it."""
    found = []
    for id in (*titles(roster.faction), *(f"hire:{k}" for k in table("hires")), *(ADD + one.key for one in own)):
        if (recruit := fresh(roster, id, own)) is None:
            continue
        more = refuse_roster(msgspec.to_builtins(replace(roster, models=(*roster.models, recruit))), limit)
        share = "share" in titles(roster.faction).get(recruit.title, {})
        no = next((n for n in more if closes(n, share) and n not in against), None)
        found.append(Offer(id, kind(roster, recruit), make(roster, recruit).points, bool(recruit.hired), no))
    return found


def closes(no: Refusal, share: bool) -> bool:
    """Whether no later addition could lift this; a share of the models grows with the band."""
    return no.code in CLOSING and not (share and no.code == "roster.title-many")


def added(roster: Roster, id: str, own: Sequence[Profile]) -> Roster:
    """The roster with one more model, if the lists know it and there is room."""
    recruit = fresh(roster, id, own)
    if recruit is None or len(roster.models) >= COSTS["size"]["max"]:
        return roster
    return replace(roster, models=(*roster.models, recruit))


def fresh(roster: Roster, id: str, every: Sequence[Profile] = ()) -> Recruit | None:
    """A model with the least its list asks for, if there is one; the first of a Buntai leads it."""
    if id.startswith(ADD):
        one = offered(id, every)
        home, _, key = one.based_on.partition(".") if one else ("", "", "")
        if one is None or home not in ("hire", roster.faction):
            return None
        recruit = begin(roster, f"hire:{key}" if home == "hire" else key, one)
        return recruit if recruit and is_known(roster, recruit) else None
    return begin(roster, id)


def begin(roster: Roster, id: str, own: Own = UNSET) -> Recruit | None:
    """A model of a title or a sword-for-hire, as this profile changes it."""
    if id not in titles(roster.faction):
        hire = id.removeprefix("hire:")
        return Recruit(code=free_code(roster, hire), hire=hire, own=own) if hire in table("hires") else None
    bare = Recruit(code="", title=id, own=own)
    row = row_of(roster, bare)
    led = any(r.leader for r in roster.models)
    picks = [g[0] for g in row["required_one_of"]]
    command = ("commander",) if profile(row["rank"])["commander"] else ()
    return replace(
        bare, code=free_code(roster, id), armour=cheapest(row), leader=not led,
        weapons=(*must(roster, bare), *picks), attributes=command,
    )  # fmt: skip


def cheapest(row: dict[str, Any]) -> str:
    """The armour of a title that costs least."""
    return str(min(row["armour"], key=lambda a: cost(row["rank"], a, (), False, False)))


def free_code(roster: Roster, id: str) -> str:
    """A code that no other model of the roster has: a letter and a number."""
    used = [r.code for r in roster.models]
    return next(c for n in range(1, 100) if (c := f"{id[0].upper()}{n}") not in used)
