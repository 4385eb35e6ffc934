"""What a round of melee comes to: who gives way and how, who follows, which melees are over (DAI-MEL-25 to -33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.flow import Game, decide
from app.engine.formations import Formation, footprint, spot
from app.engine.geometry import Polygon
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import overlaps
from app.engine.trig import TURN
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.disorder.events import PushBlocked
from app.systems.daimyo.disorder.flow import disorder
from app.systems.daimyo.measure import distance, ground_of, has_sides, precedence, touched_edges, touching
from app.systems.daimyo.melee.events import MeleeDecided, MeleeEnded, UnitBeaten
from app.systems.daimyo.melee.groups import Group
from app.systems.daimyo.moving.costs import ahead
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.terrain import grounds, is_on_table
from app.systems.daimyo.moving.slide import shifted
from app.systems.daimyo.moving.travel import enemy_leaders
from app.systems.daimyo.organisation.losses import capture, claim_guns, lose
from app.systems.daimyo.pursuit.events import FollowedUp
from app.systems.daimyo.pursuit.flow import Chosen, Fled, astride, choose, go, is_free
from app.systems.daimyo.pursuit.rout import rout
from app.systems.daimyo.state import Pair, State, Unit, UnitId, pair_key

COMPARED, PUSHED, ROUTS, HELD, TAKEN, WALLS, BLOCKED, FOLLOWS, OVER, LONG, PLACE, MUST = (
    c("DAI-MEL-25"), c("DAI-MEL-26"), c("DAI-MEL-31"), c("DAI-MOR-19"), c("DAI-ART-09"), c("DAI-MEL-29"),
    c("DAI-DIS-15"), c("DAI-PUR-02"), c("DAI-PUR-03"), c("DAI-DIS-14"), c("DAI-ORG-27"), c("DAI-MOR-29"),
)  # fmt: skip
BARS, AHEAD, CANNOT = c("DAI-DIS-16"), c("DAI-PUR-02"), c("DAI-DIS-01")
MARGIN: int = table("melee")["rout"]["by"]
TAKEN_BY: int = table("organisation")["hq"]["lost_by"]
LONG_TURNS: int = table("disorder")["long"]["turns"]
PUSH = cm(table("melee")["push"]["distance"])
FOLLOW = cm(table("pursuit")["advance"]["follow_up"])
BLOCKED_CAUSE, LONG_CAUSE = 3, 6
BACK = {"front": 18_000, "right": 27_000, "rear": 0, "left": 9_000}
"""Which way a unit goes that is beaten from one of its sides, from its facing."""
SIDES = ("front", "right", "rear", "left")


class Tally(NamedTuple):
    """The hits of a round: on whom (second) by whom (first)."""

    hits: Mapping[tuple[UnitId, UnitId], int]

    def received(self, unit: UnitId) -> int:
        """Hits on a unit."""
        return sum(n for (_, target), n in self.hits.items() if target == unit)

    def inflicted(self, unit: UnitId) -> int:
        """Hits by a unit."""
        return sum(n for (by, _), n in self.hits.items() if by == unit)

    def margin(self, unit: UnitId) -> int:
        """How many more hits a unit received than it inflicted (DAI-MEL-15)."""
        return self.received(unit) - self.inflicted(unit)


class Beaten(NamedTuple):
    """A unit of the losing side: the enemy it gives way to, and what becomes of it."""

    unit: UnitId
    by: UnitId
    fate: str


async def result(game: Game[State], group: Group, tally: Tally, pairs: tuple[tuple[UnitId, UnitId], ...]) -> None:
    """The losers have given way, the winners have answered, and melees that are over have ended (DAI-MEL-33).

    ``pairs``: the units that fought each other in this round, the active one first.
    """
    decided = compared(game.state, group, tally)
    game.emit(decided)
    sides = {"active": (group.active, group.foes), "foes": (group.foes, group.active)}
    if decided.lost in sides and game.state.outcome is None:
        losers, winners = sides[decided.lost]
        met = {unit: tuple(b if a == unit else a for a, b in pairs if unit in (a, b)) for unit in (*losers, *winners)}
        beaten = [fate_of(game.state, unit, winners, met[unit], tally) for unit in standing(game.state, losers)]
        await give_way(game, beaten, met, tally)
        await answered(game, winners, met, beaten)
    close_melees(game)
    if game.state.outcome is None:
        await claim_guns(game)


def standing(state: State, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of some units that are still on the table."""
    return tuple(unit for unit in units if state.units[unit].on_table)


def compared(state: State, group: Group, tally: Tally) -> MeleeDecided:
    """The hits of both sides: fewer lose, a side that is wiped out has lost (DAI-MEL-05, DAI-MEL-25, DAI-MEL-27)."""
    hits, enemy_hits = (sum(tally.inflicted(u) for u in units) for units in (group.active, group.foes))
    lives, enemy_lives = (bool(standing(state, units)) for units in (group.active, group.foes))
    if lives and enemy_lives:
        lost = "none" if hits == enemy_hits else "foes" if hits > enemy_hits else "active"
    else:
        lost = "foes" if lives else "active" if enemy_lives else "both"
    return MeleeDecided(clause=COMPARED, active=group.active, foes=group.foes, hits=hits, enemy_hits=enemy_hits,
                        lost=lost)  # fmt: skip


def fate_of(
    state: State, unit_id: UnitId, winners: tuple[UnitId, ...], met: tuple[UnitId, ...], tally: Tally
) -> Beaten:  # fmt: skip
    """What a unit of the losing side suffers, and from which of those it fought: who hit it most (DAI-MEL-25)."""
    unit = state.units[unit_id]
    left = standing(state, met) or standing(state, winners)
    by = min(left, key=lambda foe: (-tally.hits.get((foe, unit_id), 0), *precedence(state, state.units[foe])))
    least = TAKEN_BY if unit.kind == "hq" else MARGIN
    return Beaten(unit_id, by, _fate(unit, tally.margin(unit_id) >= least))


def _fate(unit: Unit, badly: bool) -> str:
    if unit.kind == "gun":
        return "captured"
    if unit.kind == "hq":
        return "captured" if badly else "held"
    if badly:
        return "rout"
    return "walls" if unit.building else "pushed"


# -- the losers -------------------------------------------------------------------------


async def give_way(
    game: Game[State], beaten: list[Beaten], met: Mapping[UnitId, tuple[UnitId, ...]], tally: Tally
) -> None:  # fmt: skip
    """First those that rout or are taken, in number order, then those pushed, the rearmost first (DAI-MEL-33)."""
    gone = [it for it in beaten if it.fate in ("rout", "captured", "held")]
    for it in (*gone, *rearmost(game.state, [it for it in beaten if it not in gone], met)):
        if game.state.outcome is None and game.state.units[it.unit].on_table:
            game.emit(UnitBeaten(
                clause=COMPARED, unit=it.unit, by=it.by, fate=it.fate, received=tally.received(it.unit),
                inflicted=tally.inflicted(it.unit),
            ))  # fmt: skip
            await suffer(game, it, met[it.unit])


def rearmost(
    state: State, beaten: list[Beaten], met: Mapping[UnitId, tuple[UnitId, ...]] | None = None
) -> list[Beaten]:  # fmt: skip
    """Units in the order in which they are pushed: furthest from the winners first, and none before who is in its way.

    DAI-MEL-33; of those that are equally far the lower number.
    """
    left = sorted(beaten, key=lambda it: -distance(state, state.units[it.unit], state.units[it.by]))
    found: list[Beaten] = []
    while left:
        ways = [(it, way_back(state, it, (met or {}).get(it.unit, ()))) for it in left]
        free = (it for it, way in ways if not any(other != it and lies_in(state, other, way) for other in left))
        found.append(next(free, left[0]))
        left.remove(found[-1])
    return found


def way_back(state: State, it: Beaten, met: tuple[UnitId, ...]) -> Polygon:
    """The ground a unit sweeps that is pushed back; none for one that its walls hold."""
    unit = state.units[it.unit]
    return strip(unit, beaten_from(state, unit, it.by, met), PUSH) if it.fate == "pushed" else ()


def lies_in(state: State, it: Beaten, way: Polygon) -> bool:
    """Whether a unit stands on that ground."""
    return bool(way) and overlaps(way, ground_of(state, state.units[it.unit]))


async def suffer(game: Game[State], it: Beaten, met: tuple[UnitId, ...]) -> None:
    """The unit has routed, been taken, been held by walls, or been pushed back (DAI-MEL-05, -29, -31)."""
    unit = game.state.units[it.unit]
    if it.fate == "rout":
        await rout(game, it.unit, it.by, ROUTS)
        close_melees(game, parted=False)
    elif it.fate == "captured" and unit.kind == "gun":
        await capture(game, it.unit, it.by, TAKEN)
    elif it.fate == "captured":
        await lose(game, it.unit, "captured", PLACE)
    elif it.fate == "walls":
        block(game, it.unit, met, Bar("walls", unit.building))
    elif it.fate == "pushed":
        await push(game, it.unit, it.by, met)


async def push(game: Game[State], unit_id: UnitId, by: UnitId, met: tuple[UnitId, ...]) -> None:
    """The unit has gone back 3 cm with its facing kept, or is disordered where it stands (DAI-MEL-26, DAI-DIS-16)."""
    state = game.state
    unit = state.units[unit_id]
    side = beaten_from(state, unit, by, met)
    bar = barred(state, unit, side)
    if bar is not None:
        block(game, unit_id, met, bar)
        return
    await shove(game, unit_id, (unit.facing + BACK[side]) % TURN, "push", PUSH)


def beaten_from(state: State, unit: Unit, by: UnitId, met: tuple[UnitId, ...]) -> str:
    """From which of its sides a unit was beaten; from its front if from there too (DAI-MEL-33)."""
    edges = {foe: touched_edges(state, unit, state.units[foe]) for foe in standing(state, met)}
    if not edges.get(by) or any("front" in found for found in edges.values()):
        return "front"
    return edges[by][0]


class Bar(NamedTuple):
    """What blocks a push-back: a unit, ground, the edge of the table or the walls of a building."""

    why: str
    piece: str = ""


def strip(unit: Unit, side: str, by: int) -> Polygon:
    """The ground a unit sweeps that is moved away from one of its sides, its full width and so deep (DAI-DIS-16)."""
    corners = footprint(unit.formation)
    n = (SIDES.index(side) + 2) % 4
    edge = (corners[n], corners[(n + 1) % 4])
    return (*edge, *shifted(edge, (unit.facing + BACK[side]) % TURN, by)[::-1])


def barred(state: State, unit: Unit, side: str) -> Bar | None:
    """What blocks a push-back from this side, if anything (DAI-DIS-16)."""
    swept = strip(unit, side, PUSH)
    if not is_on_table(state, swept):
        return Bar("edge")
    return bar_in(state, unit, swept)


def bar_in(state: State, unit: Unit, swept: Polygon) -> Bar | None:
    """The first unit, or ground closed to it, that lies in a strip."""
    for other in state.fielded():
        if other.id != unit.id and overlaps(swept, ground_of(state, other)):
            return Bar("unit", other.id)
    for patch in grounds(state, unit).closed:
        if overlaps(swept, patch.outline):
            return Bar("ground", patch.piece)
    return None


def block(game: Game[State], unit_id: UnitId, met: tuple[UnitId, ...], bar: Bar) -> None:
    """The unit stays and is disordered; those that fought it count as following up (DAI-DIS-01, DAI-DIS-15)."""
    state = game.state
    foes = tuple(foe for foe in standing(state, met) if touching(state, state.units[unit_id], state.units[foe]))
    clause = WALLS if bar.why == "walls" else BLOCKED
    game.emit(PushBlocked(clause=clause, unit=unit_id, by=foes, why=bar.why, piece=bar.piece))
    disorder(game, unit_id, BLOCKED_CAUSE, CANNOT)


async def shove(game: Game[State], unit_id: UnitId, way: int, how: str, by: int) -> None:
    """The unit stands so far along a heading, the ground and leaders there met; its cost does not shorten it."""
    state = game.state
    unit = state.units[unit_id]
    end = unit.formation._replace(at=spot(unit.at, way, 0, by))
    fresh = ahead(grounds(state, unit), unit.formation, way).pieces(by)
    crossed = (*fresh, *(astride(state, unit) if how == "follow" else ()))
    met = enemy_leaders(state, unit, footprint(end))
    clause = PUSHED if how == "push" else FOLLOWS
    await settle(game, unit_id, end, how, clause, used=by, allowed=by, crossed=crossed, leaders=met)


# -- the winners ------------------------------------------------------------------------


async def answered(
    game: Game[State], winners: tuple[UnitId, ...], met: Mapping[UnitId, tuple[UnitId, ...]], beaten: list[Beaten]
) -> None:  # fmt: skip
    """The winners have chosen in number order; then pursuits run, and then they strike (DAI-MEL-33, DAI-PUR-06)."""
    fates = {it.unit: it.fate for it in beaten}
    chosen: list[Chosen] = []
    for unit in winners:
        if game.state.outcome is not None:
            return
        if not is_free(game.state, unit):
            continue
        routed = tuple(foe for foe in met[unit] if fates.get(foe) == "rout")
        pushed = tuple(foe for foe in met[unit] if fates.get(foe) == "pushed")
        chosen += [await choose(game, Fled(unit, routed))] if routed else []
        if pushed and not any((it.unit, it.choice != "hold") == (unit, True) for it in chosen):
            await follow_or_hold(game, unit, pushed)
    await go(game, chosen)


async def follow_or_hold(game: Game[State], unit_id: UnitId, pushed: tuple[UnitId, ...]) -> None:
    """The unit has stayed, or gone 3 cm after an enemy it pushed back (DAI-PUR-02)."""
    state = game.state
    unit, target = state.units[unit_id], first_reached(state, unit_id, pushed)
    no = refuse_follow(state, unit, state.units[target])
    must = refuse("follow.frenzied", MUST, unit=unit_id) if unit.frenzied and no is None else None
    pick = Pick({"hold": must, "follow": no})
    facts = {"unit": str(unit_id), "target": str(target)}
    default = "follow" if must else "hold"
    if await decide(Ask(unit.seat, "melee.after", pick, FOLLOWS, default=default, facts=facts)) == "follow":
        for foe in (foe for foe in pushed if comes_up_to(state, unit, state.units[foe])):
            game.emit(FollowedUp(clause=FOLLOWS, unit=unit_id, target=foe))
        await shove(game, unit_id, unit.facing, "follow", FOLLOW)


def first_reached(state: State, unit_id: UnitId, pushed: tuple[UnitId, ...]) -> UnitId:
    """Which of the enemies it pushed a unit would come up to by going straight on; the first if none."""
    unit = state.units[unit_id]
    return next((foe for foe in pushed if comes_up_to(state, unit, state.units[foe])), pushed[0])


def followed(unit: Unit) -> Formation:
    """Where a unit stands once it has followed up."""
    return unit.formation._replace(at=spot(unit.at, unit.facing, 0, FOLLOW))


def comes_up_to(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a follow-up of 3 cm straight ahead ends in contact with an enemy."""
    return target.on_table and touching(state, replace(unit, at=followed(unit).at), target)


def refuse_follow(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Why a unit may not follow up one it pushed back (DAI-PUR-02)."""
    if unit.halted_until >= max(1, state.turn):
        return refuse("follow.halted", HELD, unit=unit.id, until=unit.halted_until)
    if not has_sides(unit):
        return refuse("follow.inside", WALLS, unit=unit.id)
    if not comes_up_to(state, unit, target):
        return refuse("follow.not-ahead", AHEAD, unit=unit.id, target=target.id)
    swept = strip(unit, "rear", FOLLOW)
    bar = Bar("edge") if not is_on_table(state, swept) else bar_in(state, unit, swept)
    return refuse(f"follow.barred-{bar.why}", BARS, unit=unit.id, piece=bar.piece) if bar else None


# -- the end of a melee -----------------------------------------------------------------


def close_melees(game: Game[State], parted: bool = True) -> None:
    """Every melee of a unit that routs or is gone is over, and those of units that have parted (DAI-PUR-03, DIS-14).

    ``parted``: whether units that only stand apart count; not while winners may still follow up.
    """
    state = game.state
    met = [(UnitId(one), UnitId(other)) for one, other in (key.split("|") for key in state.pairs)]
    met += [(unit.id, foe) for unit in state.fielded() for foe in unit.pursued_into]
    for one, other in met:
        if is_over(game.state, game.state.units[one], game.state.units[other], parted):
            end(game, one, other)


def is_over(state: State, one: Unit, other: Unit, parted: bool = True) -> bool:
    """Whether two units that fought do so no longer."""
    fit = all(unit.on_table and not unit.routing for unit in (one, other)) and one.seat != other.seat
    return not fit or (parted and not touching(state, one, other))


def melee_over(game: Game[State], one: UnitId, other: UnitId) -> None:
    """The melee of two units is over if they fought one and do so no longer (DAI-DIS-14)."""
    if is_over(game.state, game.state.units[one], game.state.units[other]):
        end(game, one, other)


def end(game: Game[State], one: UnitId, other: UnitId) -> None:
    """The melee has ended, if they were in one; who survives one of two turns or more is disordered (DAI-DIS-14)."""
    a, b = game.state.units[one], game.state.units[other]
    pair = game.state.pairs.get(pair_key(one, other))
    if pair is None and other not in a.pursued_into and one not in b.pursued_into:
        return
    pair = pair or Pair()
    game.emit(MeleeEnded(clause=OVER, unit=one, target=other, turns=pair.turns))
    for unit in (one, other) if pair.turns >= LONG_TURNS else ():
        disorder(game, unit, LONG_CAUSE, LONG)
