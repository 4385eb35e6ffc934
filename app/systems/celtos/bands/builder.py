"""Building a band: changes made as a player chooses, each unit with its choices and its faults (CEL-ARM-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.building import of_all, part, picks, told, yes_no
from app.engine.drafts import Choice, Draft, Offer, Option, Unit
from app.engine.profiles import ADD, Profile, kind, offered, unmarked
from app.engine.refusals import Refusal
from app.systems.celtos.bands.lists import (
    FIGURES,
    ROLES,
    armies,
    command_cost,
    entries,
    is_hired,
    option_cost,
    unit_cost,
)
from app.systems.celtos.bands.muster import refuse_roster
from app.systems.celtos.bands.roster import (
    Enlisted,
    MadeUnit,
    Roster,
    entry_of,
    is_army,
    is_known,
    made,
    make,
    read_roster,
    sentence_of,
)

CLOSING = ("roster.points", "roster.many-individuals", "roster.mercenaries")
"""What no later addition could lift."""
MAX_NAME, MAX_UNITS = 40, 40


def draft(raw: Json, limit: int, changes: Mapping[str, str], own: Sequence[Profile] = ()) -> Draft:
    """The roster with the changes made, ready to be shown (CEL-ARM-10).  ``own``: profiles of the host to choose."""
    roster = changed(begun(raw), changes, own)
    against = refuse_roster(msgspec.to_builtins(roster), limit)
    codes = [u.code for u in roster.units]
    return Draft(
        roster=msgspec.to_builtins(roster), name=roster.name, limit=limit, spent=sum(u.cost for u in made(roster)),
        choices=whole(roster), offers=tuple(offers(roster, limit, against, own)),
        units=tuple(shown(roster, str(n), u, against) for n, u in enumerate(roster.units)),
        refusals=of_all(codes, against),
    )  # fmt: skip


def begun(raw: Json) -> Roster:
    """The roster of this JSON without what no list knows; an empty one if it cannot be read."""
    roster = read_roster(raw)
    if not isinstance(roster, Roster) or not is_army(roster.list):
        return Roster(list=armies()[0])
    known = tuple(u for u in roster.units if is_known(roster, u))
    return replace(roster, sample="", units=known[:MAX_UNITS])


def changed(roster: Roster, changes: Mapping[str, str], own: Sequence[Profile]) -> Roster:
    """The roster after these changes; those that name nothing known are left out."""
    roster = replace(roster, name=changes.get("name", roster.name)[:MAX_NAME])
    army = changes.get("list", roster.list)
    if army in armies() and army != roster.list:
        return replace(roster, list=army, units=tuple(u for u in roster.units if is_hired(entry_of(roster, u))))
    units = [altered(roster, u, part(changes, str(n))) for n, u in enumerate(roster.units)]
    removed = changes.get("remove", "")
    roster = replace(roster, units=tuple(u for n, u in enumerate(units) if str(n) != removed))
    return added(roster, changes["add"], own) if "add" in changes else roster


# -- one unit ---------------------------------------------------------------------


def altered(roster: Roster, unit: Enlisted, given: Mapping[str, str]) -> Enlisted:
    """The unit after the changes that concern it."""
    unit = replace(unit, name=unmarked(given.get("name", unit.name)[:MAX_NAME]))
    open_ = choices(roster, unit)
    now = {c.name: next((o.value for o in c.options if o.on), "") for c in open_}
    taken = picks(open_, given)
    if not taken:
        return unit
    now |= taken
    entry = entry_of(roster, unit)
    return replace(
        unit, models=int(now.get("models") or unit.models),
        options=tuple(o.id for o in entry.options if now.get(f"option-{o.id}") == "yes"),
        command=tuple(role for role in ROLES if now.get(role) == "yes") or entry.has,
    )  # fmt: skip


def choices(roster: Roster, unit: Enlisted) -> tuple[Choice, ...]:
    """All that may be chosen about a unit: how many models, options, command models."""
    entry = entry_of(roster, unit)
    found: list[Choice] = []
    if entry.min < entry.max:
        sizes = [Option(str(n), f"number.{n}", 0, n == unit.models) for n in range(entry.min, entry.max + 1)]
        found.append(Choice("models", "build.models", tuple(sizes)))
    for o in entry.options:
        price = option_cost(entry, o) * (1 if o.once else unit.models)
        found.append(yes_no(f"option-{o.id}", f"word.{o.id}", price, o.id in unit.options))
    found += [yes_no(role, f"word.{role}", command_cost((role,)), role in unit.command) for role in entry.command]
    return tuple(found)


def shown(roster: Roster, id: str, unit: Enlisted, against: tuple[Refusal, ...]) -> Unit:
    """A unit as the builder shows it, with what stands against it."""
    one = make(roster, unit)
    return Unit(
        id=id, code=unit.code, name=unit.name, leader="leader" in unit.command, cost=one.cost,
        about=kind(unit.own, sentence_of(roster.list, entry_of(roster, unit))), profile=figures(roster, unit),
        choices=choices(roster, unit), gear=tuple(f"word.{key}" for key in gear(roster, unit, one)),
        refusals=told(unit.code, against),
    )  # fmt: skip


def figures(roster: Roster, unit: Enlisted) -> tuple[tuple[str, int], ...]:
    """How many models, then their characteristics in the order of the profile (CEL-PRO-09)."""
    one = make(roster, replace(unit, models=1)).models[0]
    return (("build.models", unit.models), *((f"build.{key}", one.figures[key]) for key in FIGURES))


def gear(roster: Roster, unit: Enlisted, one: MadeUnit) -> tuple[str, ...]:
    """Weapons, abilities, command models and the trait of the list, in this order."""
    model = make(roster, replace(unit, models=1)).models[0]
    entry = entry_of(roster, unit)
    roles = entry.has or tuple(role for role in ROLES if role in unit.command)
    return (*model.weapons, *model.abilities, *roles, *one.traits)


# -- the whole ----------------------------------------------------------------------


def whole(roster: Roster) -> tuple[Choice, ...]:
    """The list the band is raised from (CEL-ARM-03)."""
    options = tuple(Option(key, f"faction.{key}", 0, key == roster.list) for key in armies())
    return (Choice("list", "build.list", options),)


def offers(roster: Roster, limit: int, against: tuple[Refusal, ...], own: Sequence[Profile]) -> list[Offer]:
    """Every entry that may be added at its least size, closed where the band could never be legal with it."""
    found = []
    for id in (*entries(roster.list), *(ADD + one.key for one in own)):
        if (unit := fresh(roster, id, own)) is None:
            continue
        more = refuse_roster(msgspec.to_builtins(added(roster, id, own)), limit)
        no = next((n for n in more if n.code in CLOSING and n not in against), None)
        entry = entry_of(roster, unit)
        price = unit_cost(entry, entry.min, (), ())
        found.append(Offer(id, kind(unit.own, sentence_of(roster.list, entry)), price, is_hired(entry), no))
    return found


def added(roster: Roster, id: str, own: Sequence[Profile] = ()) -> Roster:
    """The roster with one more unit at its least size, if the lists know it and there is room."""
    unit = fresh(roster, id, own)
    return replace(roster, units=(*roster.units, unit)) if unit and len(roster.units) < MAX_UNITS else roster


def fresh(roster: Roster, id: str, every: Sequence[Profile]) -> Enlisted | None:
    """A unit of an entry, or of a profile that changes one, at its least size; none where the lists have none such."""
    one = offered(id, every)
    id = one.based_on.rpartition(".")[2] if one else id
    entry = entries(roster.list).get(id)
    if entry is None:
        return None
    unit = Enlisted(code=free_code(roster, id), entry=id, models=entry.min, command=entry.has, own=one or UNSET)
    return unit if is_known(roster, unit) else None


def free_code(roster: Roster, id: str) -> str:
    """A code that no other unit of the roster has: a letter, and a number from the second on."""
    used = [u.code for u in roster.units]
    letter = id[0].upper()
    return next(code for n in range(1, 100) if (code := letter if n == 1 else f"{letter}{n}") not in used)
