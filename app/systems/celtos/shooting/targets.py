"""Whom a unit may shoot at, and what each volley would be, shown before anything is rolled (CEL-SHT-03, CEL-GEN-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from app.engine.allots import Allot, Item
from app.engine.asks import Ask
from app.engine.domains import Pick, nothing
from app.engine.modifiers import Line
from app.engine.options import Late
from app.engine.refusals import Fact
from app.engine.views import Note, Preview
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import ways
from app.systems.celtos.ground.cover import SAVES, cover_of
from app.systems.celtos.ground.sight import eyes
from app.systems.celtos.page.combat_look import marks
from app.systems.celtos.scenarios.figures import found
from app.systems.celtos.shooting.rules import (
    NEAREST,
    Aim,
    aims,
    choices,
    has_perception,
    may_be_hit,
    nearest_enemy,
    reach_to,
    refuse_volley,
    wound_score,
)
from app.systems.celtos.state import State, Unit

MEASURED = c("CEL-SHT-07")
RANGE = c("CEL-SHT-11")
BANDS = c("CEL-RNG-01")
DICE = c("CEL-SHT-10")
SCORE = c("CEL-HIT-01")
PERCEPTION = c("CEL-ABL-01")
DAMAGE = c("CEL-DMG-03")
SAVE = c("CEL-ALC-06")


@dataclass(frozen=True, slots=True)
class Targets(Pick):
    """Enemy units to shoot at; the preview is the whole volley but for its dice."""

    look: Callable[[str], Preview] = field(default=nothing)

    def preview(self, answer: str) -> Preview:
        """Distance, dice, score, every modifier and the lines of sight."""
        return replace(self.look(answer), no=self.refuse(answer))


def shooting_targets(state: State, unit: Unit | str, how: str = "order") -> Targets:
    """Every enemy unit on the table, those that may not be shot at with the reason (CEL-SHT-03)."""
    me = found(state, unit)
    foes = tuple(str(foe.id) for foe in state.enemies_of(me.seat))
    options = Late(foes, lambda id: refuse_volley(state, me, id, how))
    return Targets(options, {id: id for id in foes}, lambda id: look_volley(state, me, id, how))


@dataclass(frozen=True, slots=True)
class Weapons(Allot):
    """A shooting weapon for each model that has more than one to choose from; ``look`` says what their dice need."""

    look: Callable[[Mapping[str, str]], Preview] = field(default=nothing)

    def preview(self, answer: Mapping[str, str]) -> Preview:
        """How many dice, in which band, and what each needs."""
        return replace(self.look(answer), no=self.refuse(answer))


def ask_weapons(state: State, unit: Unit, target: Unit, how: str) -> Ask[Mapping[str, str]]:
    """The question what those shoot with who have more than one weapon that reaches: a die each (CEL-SHT-10)."""
    rows = [row for row in choices(state, unit, target, how) if len(row) > 1]
    items = {str(row[0].shooter.id): Item(tuple(a.weapon.id for a in row), piece=row[0].shooter.id) for row in rows}

    def look(taken: Mapping[str, str]) -> Preview:
        dice = aims(state, unit, target, how, taken)
        return Preview(notes=tuple(dice_notes(state, unit, dice)), lines=lines_of(dice))

    domain = Weapons(items, {id: item.values[0] for id, item in items.items()}, look=look)
    facts: dict[str, Fact] = {"unit": unit.id, "target": target.id}
    return Ask(unit.seat, "volley.weapon", domain, DICE, default=domain.sure, facts=facts)


def look_volley(state: State, unit: Unit, id: str, how: str = "order") -> Preview:
    """All facts of a volley before its dice, whether or not it may be given (CEL-GEN-12, CEL-GEN-13)."""
    if id not in state.units or not state.living(id) or not state.living(unit):
        return Preview()
    target = state.unit(id)
    dice, look = aims(state, unit, target, how), eyes(state, unit.id, id)
    notes = [*nearest_notes(state, unit, target, how, dice), *dice_notes(state, unit, dice)]
    if dice:
        notes += wound_notes(state, unit, target, dice)
    return Preview(notes=tuple(notes), lines=lines_of(dice), marks=tuple(marks(look, dice)))


def nearest_notes(state: State, unit: Unit, target: Unit, how: str, dice: tuple[Aim, ...]) -> Iterator[Note]:
    """How far the target is from those who shoot, if any can, and which enemy is the nearest (CEL-SHT-07)."""
    gap = min((aim.distance for aim in dice), default=reach_to(state, unit, target))
    if gap is not None:
        yield Note("volley.distance", {"target": target.id, "distance": gap}, MEASURED)
    nearest = nearest_enemy(state, unit)
    if how == "order" and nearest.unit:
        yield Note("volley.nearest", {"nearest": nearest.unit, "least": nearest.distance}, NEAREST)
    if how == "order" and has_perception(state, unit):
        yield Note("volley.perception", {"unit": unit.id}, PERCEPTION)


def dice_notes(state: State, unit: Unit, dice: tuple[Aim, ...]) -> Iterator[Note]:
    """How many roll, in which band, and what each needs; unlike dice in rows of their own (CEL-SHT-09, CEL-HIT-01)."""
    yield Note("volley.shooters", {"shooters": len(dice), "models": len(state.living(unit))}, DICE)
    kinds = Counter((a.weapon.id, a.band, a.needed, sum(x.adds for x in a.lines), a.faces) for a in dice)
    for (weapon, band, needed, adds, faces), count in kinds.items():
        facts: dict[str, Fact] = {"shooters": count, "weapon": weapon, "needed": needed, "adds": adds,
                                  "percent": 10 * faces}  # fmt: skip
        yield Note("volley.band", {"band": band, "weapon": weapon}, BANDS)
        yield Note("volley.needed", facts, SCORE)


def wound_notes(state: State, unit: Unit, target: Unit, dice: tuple[Aim, ...]) -> Iterator[Note]:
    """Who can be hit, what a damage die needs, and the cover of those who have any (CEL-ALC-02, CEL-DMG-03)."""
    models = may_be_hit(state, unit, target, dice)
    yield Note("volley.exposed", {"models": len(models), "all": len(state.living(target))}, RANGE)
    scores = Counter((a.weapon.id, a.strength, wound_score(state, a, m)) for a in dice for m in models[:1])
    for weapon, strength, needed in scores:
        facts: dict[str, Fact] = {"weapon": weapon, "strength": strength, "wounds_on": needed,
                                  "wounds_percent": 10 * ways(0, needed)}  # fmt: skip
        yield Note("volley.damage", facts, DAMAGE)
    shooters = [a.shooter for a in dice]
    covers = Counter(cover[0] for m in models if (cover := cover_of(state, m, shooters)) is not None)
    for key, count in covers.items():
        yield Note("volley.cover", {"cover": key, "models": count, "save": SAVES[key]}, SAVE)


def lines_of(dice: tuple[Aim, ...]) -> tuple[Line, ...]:
    """Every modifier that counts for any of the dice, each once (CEL-GEN-06)."""
    return tuple(dict.fromkeys(line for aim in dice for line in aim.lines))
