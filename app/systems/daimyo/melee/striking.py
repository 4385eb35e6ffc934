"""What is added to the dice of a stand in melee, and in a pursuit attack (DAI-MEL-03, DAI-MEL-04, DAI-PUR-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from app.engine.modifiers import Line, Modifiers
from app.engine.refusals import Clause
from app.systems.daimyo.book import c, table
from app.systems.daimyo.leaders.flow import is_put_out
from app.systems.daimyo.measure import has_sides, touched_edges
from app.systems.daimyo.melee.eligible import Fighter, has_first_bonus, weapon_of
from app.systems.daimyo.melee.groups import is_first_round, pair_of
from app.systems.daimyo.moving.ground.cover import behind_obstacle, is_uphill
from app.systems.daimyo.state import QUALITIES, State, Unit
from app.systems.daimyo.weather.rules import now

PURSUED = c("DAI-PUR-08")
NEEDED: int = table("melee")["hit"]["needed"]
WEAPONS = {row["weapon"]: row for row in table("melee")["weapon"]}
IN_PURSUIT = ("pursuing", "enemy-heavy", "enemy-medium")


class Strike(Struct, frozen=True, kw_only=True):
    """One stand's roll against an enemy unit.  ``shamed``: its unit refused a challenge and has no leader's bonus."""

    state: State
    me: Unit
    foe: Unit
    place: str = "front"
    first: bool = True
    shamed: bool = False
    chasing: bool = False
    """It strikes at routers it has caught (DAI-PUR-08)."""

    @property
    def fronts(self) -> bool:
        """Whether it fights to its front."""
        return self.place != "flank"


def strike_of(state: State, fighter: Fighter, shamed: tuple[str, ...] = ()) -> Strike:
    """The roll of a stand in a melee, as the table stands."""
    me, foe = state.units[fighter.unit], state.units[fighter.foe]
    return Strike(state=state, me=me, foe=foe, place=fighter.place, first=is_first_round(state, me, foe),
                  shamed=me.id in shamed)  # fmt: skip


# -- what holds -----------------------------------------------------------------------


def _led(it: Strike, general: bool) -> bool:
    with_it = it.state.leaders_with(it.me.id)
    return not it.shamed and any(leader.general == general and not is_put_out(it.state, leader) for leader in with_it)


def has_charged(it: Strike) -> bool:
    """Whether it has the bonus of a charge into this contact (DAI-MEL-20, DAI-WEA-08, DAI-CHG-23)."""
    return it.foe.id in it.me.charged_into and not now(it.state).get("no_charge") and not it.foe.building


def is_pursuing(it: Strike) -> bool:
    """Whether it strikes routers, or is pursuing still or met this enemy so, in their first round (DAI-PUR-05, -09)."""
    still = 0 < it.state.turn <= it.me.pursuing_until or it.foe.id in it.me.pursued_into
    return it.chasing or (it.first and still and it.foe.id not in it.me.charged_into)


def _first(it: Strike, *weapons: str) -> bool:
    """Whether it has the bonus of one of these weapons in the first round (DAI-MEL-18)."""
    good = it.first and it.me.good_order and it.fronts
    return good and has_first_bonus(it.me) and weapon_of(it.me) in weapons


def is_flanked(state: State, me: Unit, foe: Unit) -> bool:
    """Whether an enemy in contact fights to a unit's flank or rear (DAI-MEL-16)."""
    return has_sides(me) and "front" not in touched_edges(state, me, foe)


def is_above(it: Strike) -> bool:
    """Whether the enemy is uphill, or defends behind an obstacle (DAI-MEL-17, DAI-MEL-30)."""
    charged = it.foe.id == attacker_of(it.state, it.me, it.foe)
    return is_uphill(it.state, it.foe, it.me) or (not charged and behind_obstacle(it.state, it.foe, it.me))


def attacker_of(state: State, a: Unit, b: Unit) -> str:
    """Which of two units charged the other, empty where neither or both did (DAI-MEL-30)."""
    if not is_first_round(state, a, b):
        return pair_of(state, a, b).attacker
    charged = [one.id for one, other in ((a, b), (b, a)) if other.id in (*one.charged_into, *one.pursued_into)]
    return charged[0] if len(charged) == 1 else ""


TESTS: Mapping[str, Callable[[Strike], int]] = {
    "cavalry-charging": lambda it: it.me.mounted and has_charged(it),
    "general-with": lambda it: _led(it, True),
    "frenzied": lambda it: it.me.frenzied,
    "pursuing": is_pursuing,
    "spear-or-lance-first": lambda it: _first(it, "spear", "lance"),
    "daimyo-with": lambda it: _led(it, False),
    "pole-arm-first": lambda it: _first(it, "pole-arm"),
    "infantry-charging": lambda it: not it.me.mounted and has_charged(it),
    "following-up": lambda it: pair_of(it.state, it.me, it.foe).following == it.me.id,
    "enemy-heavy": lambda it: it.foe.armour == "heavy",
    "taken-in-flank": lambda it: is_flanked(it.state, it.me, it.foe),
    "enemy-in-building": lambda it: bool(it.foe.building),
    "enemy-medium": lambda it: it.foe.armour == "medium",
    "enemy-better": lambda it: QUALITIES.index(it.foe.quality) < QUALITIES.index(it.me.quality),
    "disordered": lambda it: it.me.disordered,
    "enemy-above": is_above,
}
MELEE = Modifiers.read(table("melee")["adds"], TESTS)
CHASE = Modifiers.read([row for row in table("melee")["adds"] if row["when"] in IN_PURSUIT], TESTS)


def weapon_line(me: Unit, foe: Unit) -> tuple[Line, ...]:
    """What the weapon adds against this enemy (DAI-MEL-03)."""
    row = WEAPONS[weapon_of(me)]
    adds: int = row["mounted" if foe.mounted else "foot"]
    return (Line(row["weapon"], adds, Clause(row["clause"])),) if adds else ()


def strike_lines(strike: Strike) -> tuple[Line, ...]:
    """All that is added to the dice of a stand: in a pursuit attack the weapon, L4 and the enemy's armour alone."""
    rows = CHASE if strike.chasing else MELEE
    return (*weapon_line(strike.me, strike.foe), *rows.lines(strike))


def preview_lines(state: State, me: Unit, foe: Unit) -> tuple[Line, ...]:
    """What would be added to a stand in front that fought this enemy now."""
    return strike_lines(Strike(state=state, me=me, foe=foe, first=is_first_round(state, me, foe)))
