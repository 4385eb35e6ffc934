"""A shot before its dice: who may be shot at, every modifier, the score to beat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from app.engine.dice import Dice
from app.engine.domains import Pick, nothing
from app.engine.geometry import gap
from app.engine.modifiers import Line, Modifiers, total
from app.engine.options import Late
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.views import Mark, Note, Preview
from app.systems.ronin.book import EPSILON, WEAPONS, c, inches, table
from app.systems.ronin.measure import current_shoot, is_engaged, is_routing
from app.systems.ronin.moving.look import rays
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.shooting.sight import Sight, sight
from app.systems.ronin.state import Model, ModelId, State

RANGE = c("RON-SHO-20")
BANDS = c("RON-SHO-17")
SIGHT = c("RON-SHO-29")
COVER = c("RON-SHO-30")
SHOOT = c("RON-SHO-15")
SCORE = c("RON-SHO-02")
ENGAGED = c("RON-SHO-26")
UNLOADED = c("RON-SHO-08")
WET = c("RON-TER-09")
DARK = c("RON-TER-10")
ROUTING = c("RON-MOR-26")
STEALTH = c("RON-ATT-14")
MOUNTED = c("RON-WPN-13")
NO_MISSILE = c("RON-SHO-07")
NEEDS = c("RON-SHO-35")


class Shot(Struct, frozen=True):
    """A shot that could be made: who at whom, with what, how far, through what."""

    state: State
    shooter: Model
    target: Model
    weapon: str
    gap: int
    cover: str

    @property
    def missile(self) -> dict[str, Any]:
        """The row of the weapon as the data has it."""
        return MISSILES[self.weapon]


MISSILES: dict[str, dict[str, Any]] = {key: row for key, row in table("weapons").items() if row["kind"] == "missile"}


def under(shot: Shot, figure: int) -> bool:
    """Nearer than this many inches (RON-SHO-17, RON-MOV-13)."""
    return shot.gap < inches(figure) - EPSILON


def over(shot: Shot, figure: int) -> bool:
    """Farther than this many inches (RON-SHO-18, RON-MOV-13)."""
    return shot.gap > inches(figure) + EPSILON


def is_raining(state: State) -> bool:
    """Whether the weather hampers every shot (RON-TER-09)."""
    return any(row["id"] == state.weather and row["hampers"] for row in table("ground")["weather"])


def is_dark(state: State) -> bool:
    """Whether the light hampers every shot (RON-TER-10)."""
    return any(row["id"] == state.time_of_day and row["hampers"] for row in table("ground")["time_of_day"])


def farthest(state: State) -> int:
    """The farthest target in inches that fog or night leaves; 0 for no limit (RON-TER-09, RON-TER-10)."""
    rows = [r["sight"] for r in table("ground")["weather"] if r["id"] == state.weather]
    rows += [r["sight"] for r in table("ground")["time_of_day"] if r["id"] == state.time_of_day]
    return min((s for s in rows if s), default=0)


def has_moved(shot: Shot, *ways: str) -> bool:
    """Whether the shooter moved in one of these ways and its weapon minds (RON-SHO-14, RON-SHO-22)."""
    return shot.shooter.moved in ways and not shot.missile["moves_free"]


def wears(armour: str, teppo: bool, shot: Shot) -> int:
    """Whether a row of armour holds (RON-SHO-05, RON-SHO-11, RON-SHO-12)."""
    return shot.target.armour == armour and (shot.weapon == "teppo") == teppo


REACH: dict[str, int] = table("shots")["reach"]
ATTACK_TESTS: dict[str, Callable[[Shot], int]] = {
    "the target is less than 6 in. away": lambda s: under(s, REACH["close"]),
    "the target is 12 to 24 in. away": lambda s: not under(s, REACH["medium"]) and not over(s, REACH["long"]),
    "the target is over 24 and up to 36 in. away": lambda s: over(s, REACH["long"]) and not over(s, REACH["extreme"]),
    "the target is more than 36 in. away": lambda s: over(s, REACH["extreme"]),
    "a teppo fires at more than 24 in.": lambda s: s.weapon == "teppo" and over(s, REACH["long"]),
    "the target is engaged": lambda s: is_engaged(s.state, s.target),
    "the shooter made a normal move and has no shuriken in hand": lambda s: has_moved(
        s, "normal", "withdraw", "ride-by"
    ),
    "the shooter ran or galloped and has no shuriken in hand": lambda s: has_moved(s, "run", "gallop"),
    "the shooter fired earlier this turn": lambda s: s.shooter.shots > 0,
    "the shot is made in the Move Phase": lambda s: s.state.phase == "move",
    "the shooter has a Grievous wound": lambda s: s.shooter.grievous,
    "it rains": lambda s: is_raining(s.state),
    "it is dusk or night": lambda s: is_dark(s.state),
}
DEFENCE_TESTS: dict[str, Callable[[Shot], int]] = {
    "the target wears light armour and the shot is no teppo's": partial(wears, "light", False),
    "the target wears medium armour and the shot is no teppo's": partial(wears, "medium", False),
    "the target wears heavy armour and the shot is no teppo's": partial(wears, "heavy", False),
    "the target wears heavy armour and the shot is a teppo's": partial(wears, "heavy", True),
    "the target is in Light cover": lambda s: s.cover == "light",
    "the target is in Heavy cover": lambda s: s.cover == "heavy",
}
ATTACK = Modifiers[Shot].read(table("shots")["attack"], ATTACK_TESTS)
DEFENCE = Modifiers[Shot].read(table("shots")["defence"], DEFENCE_TESTS)


def shot_of(state: State, shooter: Model, target: Model, weapon: str, seen: Sight | None = None) -> Shot:
    """The shot with its range and cover worked out."""
    seen = seen or sight(state, shooter, target)
    return Shot(state, shooter, target, weapon, gap(shooter.base, target.base), seen.cover)


def attack_lines(shot: Shot) -> tuple[Line, ...]:
    """All that is added to the dice, Shoot first (RON-SHO-03, RON-SHO-15)."""
    skill = current_shoot(shot.shooter)
    return ((Line("shoot", skill, SHOOT),) if skill else ()) + ATTACK.lines(shot)


def defence_lines(shot: Shot) -> tuple[Line, ...]:
    """All that makes the Shooting Defence Score (RON-SHO-02, RON-SHO-05)."""
    return (Line("defence-score", table("shots")["score"]["score"], SCORE), *DEFENCE.lines(shot))


def needed(shot: Shot) -> int:
    """The total from which the shot wounds (RON-SHO-35)."""
    return total(defence_lines(shot)) + 1 - WEAPONS[shot.weapon].wound


# -- who may shoot whom -----------------------------------------------------------


def missiles_of(me: Model) -> tuple[str, ...]:
    """The missile weapons a model carries."""
    return tuple(w for w in me.weapons if WEAPONS[w].is_missile)


def refuse_shooter(state: State, me: Model, weapon: str) -> Refusal | None:
    """Why this model may not shoot with this weapon at anybody."""
    if is_routing(state, me):
        return refuse("shoot.routing", ROUTING)
    if is_engaged(state, me):
        return refuse("shoot.engaged", ENGAGED)
    if me.mounted and not WEAPONS[weapon].mounted:
        return refuse("shoot.mounted", MOUNTED, weapon=weapon)
    if MISSILES[weapon]["loads"] and not me.loaded:
        return refuse("shoot.unloaded", UNLOADED, weapon=weapon)
    if weapon == "teppo" and any(r["id"] == state.weather and not r["teppo"] for r in table("ground")["weather"]):
        return refuse("shoot.heavy-rain", WET)
    return refuse_order(state, me, "shoot", None)


def refuse_target(state: State, me: Model, target: Model, weapon: str) -> Refusal | None:
    """Why this enemy may not be shot at: range, darkness, sight, Stealth."""
    return refuse_reach(state, me, target, weapon) or refuse_seen(me, target, sight(state, me, target))


def refuse_reach(state: State, me: Model, target: Model, weapon: str) -> Refusal | None:
    """Why a weapon does not reach so far now: range, darkness."""
    away, reach = gap(me.base, target.base), inches(WEAPONS[weapon].range)
    if away > reach + EPSILON:
        return refuse("shoot.too-far", RANGE, gap=away, range=reach)
    limit = farthest(state)
    if limit and away > inches(limit) + EPSILON:
        clause = DARK if state.time_of_day == "night" else WET
        return refuse("shoot.too-dark", clause, gap=away, range=inches(limit))
    return None


def refuse_seen(me: Model, target: Model, seen: Sight) -> Refusal | None:
    """Why an enemy may not be shot at whom one sees so: sight, Stealth."""
    if seen.blocked:
        return refuse("shoot.no-sight", SIGHT, by=seen.lines[0].by)
    hidden = inches(table("attributes")["stealth"]["seen_within"])
    away = gap(me.base, target.base)
    if target.has("stealth") and seen.cover and away > hidden + EPSILON:
        return refuse("shoot.stealth", STEALTH, gap=away, range=hidden)
    return None


@dataclass(frozen=True, slots=True)
class Targets(Pick):
    """Whom to shoot at; the preview is the whole shot but for its dice (RON-SHO-34)."""

    look: Callable[[str], Preview] = field(default=nothing)

    def preview(self, answer: str) -> Preview:
        """Range, cover, every modifier and the three lines."""
        return replace(self.look(answer), no=self.refuse(answer))


def targets(state: State, me: Model, weapon: str) -> Targets:
    """Every enemy on the table, those that may not be shot at with the reason."""
    foes = [foe.id for foe in state.foes_of(me)]
    options = Late(tuple(map(str, foes)), lambda foe: refuse_target(state, me, state.model(ModelId(foe)), weapon))
    return Targets(options, {str(foe): str(foe) for foe in foes}, lambda id: look_shot(state, me, id, weapon))


def odds(shot: Shot) -> dict[str, Fact]:
    """The chance of a wound in whole percent, and of the two worst results, before any reroll (RON-SHO-35)."""
    level = total(attack_lines(shot)) - total(defence_lines(shot)) + WEAPONS[shot.weapon].wound
    falls = [(dice + level, chance) for dice, chance in Dice(2).totals()]
    lows = {row["id"]: row["low"] for row in table("wounds")["wounds"]}

    def percent(low: int) -> int:
        return round(100 * sum((chance for score, chance in falls if score >= low), Fraction(0)))

    return {
        "wound_percent": percent(1),
        "grievous_percent": percent(lows["grievous"]),
        "kill_percent": percent(lows["critical"]),
    }


def look_shot(state: State, me: Model, id: str, weapon: str) -> Preview:
    """All facts of a shot before its dice (RON-SHO-34)."""
    target = state.model(ModelId(id))
    seen = sight(state, me, target)
    shot = shot_of(state, me, target, weapon, seen)
    band = Note("shot.range", {"gap": shot.gap, "range": inches(WEAPONS[weapon].range)}, BANDS)
    notes = [
        band,
        Note(f"shot.cover.{shot.cover or 'none'}", {}, COVER),
        Note("shot.score", {"score": total(defence_lines(shot))}, SCORE),
        Note("shot.needs", {"needed": needed(shot), "dice": needed(shot) - total(attack_lines(shot))}, NEEDS),
    ]
    notes.append(Note("shot.odds", odds(shot), NEEDS))
    notes += [Note(f"line.defence.{line.id}", {"adds": line.adds}, line.clause) for line in DEFENCE.lines(shot)]
    label = Mark(kind="label", points=(target.at,), note=band)
    return Preview(notes=tuple(notes), lines=attack_lines(shot), marks=(*rays(state, seen), label))
