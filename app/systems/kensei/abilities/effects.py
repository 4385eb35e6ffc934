"""What abilities and spells do to units for a time: effects of the data as effects in force."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from app.engine.refusals import Clause
from app.systems.kensei.armies.lists import CREATURES, STATS, Effect, Spell
from app.systems.kensei.army import Model, Timed, Unit, UnitId
from app.systems.kensei.book import cm, table
from app.systems.kensei.state import State

Laid = tuple[tuple[UnitId, tuple[Timed, ...]], ...]
"""For each unit the effects that come to hold on it."""
LENGTHS = ("movement",)
AT_ONCE = ("ap",)
"""Stats that are changed once, not for a time."""
LENT = "lent_wounds"
"""Wounds that are there while an effect lasts."""
EXTRA: int = table("armies")["traits"]["great_warrior"]["wounds"]


def name_of(effect: Effect) -> str:
    """The stat or rule an effect in force bears: ``attack.duel`` where it counts in duels only."""
    base = LENT if effect.stat == "wounds" else effect.stat
    if effect.rule:
        base = effect.trait if effect.rule == "trait" else effect.rule
    return f"{base}.{effect.when}" if effect.when and not effect.rule else base


def amount_of(effect: Effect, unit: Unit) -> int:
    """What it adds: a length in 1/100 mm, to a printed stat what brings it to a value, else the value itself."""
    if effect.to_value:
        return effect.to_value - (int(getattr(unit, effect.stat)) if effect.stat in STATS else 0)
    return cm(effect.add) if effect.stat in LENGTHS else effect.add


def timed(key: str, effects: Iterable[Effect], unit: Unit, clause: Clause, *, until: int = 0, by: str = "",
          kept: bool = False, times: int = 1) -> tuple[Timed, ...]:  # fmt: skip
    """The effects in force on a unit, ``times`` over; what is done at once is left out.

    An effect whose figure is nothing and that is no rule does not come to hold.
    """
    found = (
        Timed(key=key, stat=name_of(one), add=amount_of(one, unit) * times, until=until, clause=clause, by=by,
              kept=kept)
        for one in effects if one.rule or one.stat not in AT_ONCE
    )  # fmt: skip
    return tuple(found)


# -- spells ---------------------------------------------------------------------------


def school_of(unit: Unit) -> str:
    """The school of magic a model belongs to."""
    return unit.school or (CREATURES[unit.entry].school if unit.entry in CREATURES else "")


def of_spell(state: State, caster: Unit, key: str, spell: Spell, target: str) -> Laid:
    """What a spell does to whom, its target or every unit it names: a Variable one while it is kept up, an Instant one
    for one turn (KEN-SPI-15, KEN-SPI-16)."""
    clause = Clause(spell.clause)
    found: dict[UnitId, tuple[Timed, ...]] = {}
    for effect in spell.effect:
        if effect.rule == "bolt" or effect.per:
            continue
        for unit in reached(state, caster, spell, effect, target):
            until = 0 if spell.variable else state.turn + 1
            one = timed(key, (effect,), unit, clause, until=until, by=caster.id, kept=spell.variable)
            found[unit.id] = (*found.get(unit.id, ()), *one)
    return tuple(found.items())


def reached(state: State, caster: Unit, spell: Spell, effect: Effect, target: str) -> Iterator[Unit]:
    """The units that one effect of a spell concerns; those that have still to come on, too."""
    if spell.target not in ("friends", "all"):
        if target in state.units:
            yield state.units[target]
        return
    friendly = (effect.on or spell.target) != "enemies"
    for unit in state.units.values():
        left = unit.fate in ("", "reserve") and (unit.seat == caster.seat) == friendly
        if left and (not effect.school or school_of(unit) == effect.school):
            yield unit


# -- on and off -----------------------------------------------------------------------


def under(unit: Unit, effects: Sequence[Timed]) -> Unit:
    """The unit with these effects, each in the place of one of the same origin on the same stat; lent Wounds are on
    its models."""
    same = {(one.key, one.stat) for one in effects}
    kept = tuple(one for one in unit.timed if (one.key, one.stat) not in same)
    bare = without(unit, lambda one: (one.key, one.stat) in same)
    lent = sum(one.add for one in effects if one.stat == LENT)
    return replace(bare, timed=(*kept, *effects), models=_stronger(bare.models, lent))


def _stronger(models: tuple[Model, ...], lent: int) -> tuple[Model, ...]:
    return tuple(replace(model, wounds=model.wounds + lent) for model in models) if lent else models


def without(unit: Unit, ends: Callable[[Timed], bool]) -> Unit:
    """The unit without some effects; Wounds that were lent by them are gone, those taken came off them first."""
    left = tuple(one for one in unit.timed if not ends(one))
    if len(left) == len(unit.timed):
        return unit
    if not any(one.stat == LENT for one in unit.timed if ends(one)):
        return replace(unit, timed=left)
    most = unit.wounds + (EXTRA if unit.has("great_warrior") else 0) + sum(o.add for o in left if o.stat == LENT)
    models = tuple(replace(model, wounds=min(model.wounds, most)) for model in unit.models)
    return replace(unit, timed=left, models=models)


def laid_on(state: State, laid: Laid) -> State:
    """The state with these effects in force."""
    return state.with_units({id: under(state.units[id], effects) for id, effects in laid})


def spell_ended(state: State, caster: str, spell: str, target: str = "") -> State:
    """The state without what a kept spell does; on one target where it names one (KEN-SPI-20)."""

    def ends(one: Timed) -> bool:
        return one.kept and one.by == caster and (not spell or one.key == spell)

    meant = (unit for unit in state.units.values() if not target or unit.id == target)
    touched = [unit for unit in meant if any(map(ends, unit.timed))]
    return state.with_units({unit.id: without(unit, ends) for unit in touched})
