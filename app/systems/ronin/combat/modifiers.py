"""What adds to the rolls of a combat: the tests that ``data/modifiers.toml`` names, and the lines of each roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from app.engine.modifiers import Line, Modifiers
from app.engine.refusals import Clause
from app.systems.ronin.book import WEAPONS, c, table
from app.systems.ronin.ground.terrain import in_river
from app.systems.ronin.measure import engaged_with
from app.systems.ronin.state import Model, State

FIGHT = c("RON-CBT-03")
INITIATIVE = c("RON-CBT-24")
BOTH_FIGHT = c("RON-CBT-32")
CROWD: int = table("combat")["crowded"]["enemies"]


class Blow(Struct, frozen=True, kw_only=True):
    """One attack on one target.  ``kind``: attack, subdue or free."""

    state: State
    attacker: Model
    target: Model
    weapon: str
    kind: str = "attack"

    @property
    def rides_by(self) -> bool:
        """Whether a rider makes it that declared a Ride-by this turn (RON-WPN-16)."""
        return self.kind != "free" and self.attacker.mounted and self.attacker.moved == "ride-by"


class Fighter(Struct, frozen=True):
    """One fighter about to roll Initiative."""

    state: State
    model: Model


ATTACK: Mapping[str, Callable[[Blow], int]] = {
    "the attacker is Powerful": lambda b: b.attacker.has("powerful"),
    "the attacker rides by with a yari": lambda b: b.rides_by and b.weapon == "yari",
    "the attacker is Weaponless and the target wears heavy armour": lambda b: (
        b.weapon == "weaponless" and b.target.armour == "heavy"
    ),
    "the attack is a Subdue attempt with a kusarigama": lambda b: b.kind == "subdue" and b.weapon == "kusarigama",
    "the attack is a free attack": lambda b: b.kind == "free",
}
DEFENCE: Mapping[str, Callable[[Blow], int]] = {
    "the target wears light armour": lambda b: b.target.armour == "light",
    "the target wears medium armour": lambda b: b.target.armour == "medium",
    "the target wears heavy armour": lambda b: b.target.armour == "heavy",
    "the target is engaged by three or more enemies": lambda b: len(engaged_with(b.state, b.target)) >= CROWD,
}
READY: Mapping[str, Callable[[Fighter], int]] = {
    "the fighter is Stunned and not Inexorable": lambda f: 0 if f.model.has("inexorable") else f.model.stunned,
    "the fighter has a Light wound": lambda f: f.model.light,
    "the fighter has a Grievous wound": lambda f: f.model.grievous,
    "the fighter is Fast": lambda f: f.model.has("fast"),
    "the fighter is in the river and an enemy it touches is not": lambda f: stands_wet(f.state, f.model),
}
ATTACK_TABLE = Modifiers.read(table("combat")["attack"], ATTACK)
DEFENCE_TABLE = Modifiers.read(table("combat")["defence"], DEFENCE)
INITIATIVE_TABLE = Modifiers.read(table("combat")["initiative"], READY)
FIGHT_TABLE = Modifiers.read(table("wounds")["fight"], READY)


def stands_wet(state: State, me: Model) -> bool:
    """Whether the model is in the river and some enemy it touches is not (RON-TER-07)."""
    return in_river(state, me.base) and any(not in_river(state, foe.base) for foe in engaged_with(state, me))


def fight_lines(state: State, me: Model, clause: Clause) -> tuple[Line, ...]:
    """Fight, and what wounds take from it at this moment (RON-CBT-31)."""
    return (Line("fight", me.fight, clause), *FIGHT_TABLE.lines(Fighter(state, me)))


def attack_lines(blow: Blow) -> tuple[Line, ...]:
    """All that is added to the dice of an Attack Roll (RON-CBT-03, RON-WPN-01)."""
    weapon = WEAPONS[blow.weapon]
    adds = (Line(blow.weapon, weapon.attack, Clause(weapon.clause)),) if weapon.attack else ()
    return (*fight_lines(blow.state, blow.attacker, FIGHT), *adds, *ATTACK_TABLE.lines(blow))


def defence_lines(blow: Blow) -> tuple[Line, ...]:
    """All that is added to the dice of a Defence Roll (RON-CBT-09; Fight only if so agreed, RON-CBT-32)."""
    agreed = bool(blow.state.setup.options.get("defence_adds_fight"))
    fight = fight_lines(blow.state, blow.target, BOTH_FIGHT) if agreed else ()
    return (*fight, *DEFENCE_TABLE.lines(blow))


def goes_on(me: Model) -> bool:
    """Whether this model's combat of the turn before goes on: it touches one it touched then (RON-WPN-09)."""
    return any(foe in me.touched_before for foe in me.touched)


def initiative_lines(state: State, me: Model) -> tuple[Line, ...]:
    """All that is added to the Initiative die (RON-CBT-24, RON-WPN-02 to 04)."""
    weapon = WEAPONS[me.weapon]
    later = weapon.initiative_later if goes_on(me) else None
    key, figure = ("initiative", weapon.initiative) if later is None else ("initiative_later", later)
    clause = Clause(weapon.clauses.get(key, weapon.clause))
    adds = (Line(me.weapon, figure, clause),) if figure else ()
    return (Line("initiative", me.initiative, INITIATIVE), *adds, *INITIATIVE_TABLE.lines(Fighter(state, me)))
