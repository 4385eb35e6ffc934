"""One round of a combat group, from the challenge to its result (DAI-MEL-02, -06, -22 to -25)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.allots import Allot, Item
from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import total
from app.systems.daimyo.book import c
from app.systems.daimyo.leaders.challenge import challenge
from app.systems.daimyo.measure import precedence
from app.systems.daimyo.melee.eligible import Fighter, ambiguous, fighters
from app.systems.daimyo.melee.events import MeleeBegan, MeleeFought, StandStruck
from app.systems.daimyo.melee.groups import Group, fought_by, is_first_round, ordered
from app.systems.daimyo.melee.result import Tally, result
from app.systems.daimyo.melee.striking import NEEDED, attacker_of, strike_lines, strike_of
from app.systems.daimyo.organisation.losses import take_hits
from app.systems.daimyo.state import State, Unit, UnitId

GROUP, STRIKES, AIMS, ONCE, HITS = (
    c("DAI-MEL-22"), c("DAI-MEL-02"), c("DAI-MEL-23"), c("DAI-MEL-34"), c("DAI-MEL-13"),
)  # fmt: skip
Pairs = tuple[tuple[UnitId, UnitId], ...]


async def fight(game: Game[State], group: Group) -> None:
    """The group has fought one round, stands have gone, and its result is settled (DAI-MEL-24, DAI-MEL-25)."""
    pairs = pairs_of(game.state, group)
    first = all(is_first_round(game.state, game.state.units[a], game.state.units[b]) for a, b in pairs)
    game.emit(MeleeBegan(clause=GROUP, active=group.active, foes=group.foes, first=first))
    shamed = await challenge(game, group)
    if game.state.outcome is not None:
        return
    sides = ((group.active, group.foes), (group.foes, group.active))
    aims = [await aimed(game, mine, theirs) for mine, theirs in sides]
    rows = [striking(game.state, *side, aim) for side, aim in zip(sides, aims, strict=True)]
    hits: dict[tuple[UnitId, UnitId], int] = {}
    for row in filter(None, rows):
        await struck(game, row, shamed, hits)
    game.emit(fought(game.state, pairs, (*rows[0], *rows[1])))
    await fallen(game, group, Tally(hits))
    if game.state.outcome is None:
        await result(game, group, Tally(hits), pairs)


def pairs_of(state: State, group: Group) -> Pairs:
    """The units of a group that fight each other, the active one first."""
    return tuple((unit, foe.id) for unit in group.active for foe in fought_by(state, state.units[unit]))


def units_of(state: State, units: tuple[UnitId, ...]) -> tuple[Unit, ...]:
    """Units in the order of their dice (DAI-ORG-34)."""
    return tuple(state.units[unit] for unit in ordered(state, units))


# -- who fights whom ----------------------------------------------------------------------


async def aimed(game: Game[State], units: tuple[UnitId, ...], foes: tuple[UnitId, ...]) -> Mapping[str, str]:
    """Whom each stand fights that could fight two enemies alike: its owner has said it (DAI-MEL-23)."""
    state = game.state
    found = ambiguous(state, units_of(state, units), units_of(state, foes))
    if not found:
        return {}
    items = {
        bout.key: Item(tuple(str(foe) for foe in bout.foes), "melee.foe.stand",
                       {"unit": bout.unit, "number": bout.number + 1}, bout.key)
        for bout in found
    }  # fmt: skip
    allot = Allot(items, {key: item.values[0] for key, item in items.items()})
    question: Ask[Mapping[str, str]] = Ask(
        state.units[units[0]].seat, "melee.foe", allot, AIMS, default=allot.sure, facts={"unit": str(found[0].unit)}
    )
    return await decide(question)


def striking(
    state: State, units: tuple[UnitId, ...], foes: tuple[UnitId, ...], aims: Mapping[str, str]
) -> tuple[Fighter, ...]:  # fmt: skip
    """All stands of a side that roll, in the order of the dice."""
    return fighters(state, units_of(state, units), units_of(state, foes), aims)


# -- the dice -----------------------------------------------------------------------------


async def struck(
    game: Game[State], row: tuple[Fighter, ...], shamed: tuple[str, ...], hits: dict[tuple[UnitId, UnitId], int]
) -> None:  # fmt: skip
    """The dice of one side have fallen, a pair for each stand in their order; the hits are counted (DAI-MEL-02)."""
    state = game.state
    faces = await roll(Dice(2 * len(row)), "melee", STRIKES, by=state.units[row[0].unit].seat)
    for fighter, pair in zip(row, zip(faces[::2], faces[1::2], strict=True), strict=True):
        lines = strike_lines(strike_of(state, fighter, shamed))
        score = sum(pair) + total(lines)
        met = (fighter.unit, fighter.foe)
        hits[met] = hits.get(met, 0) + (score >= NEEDED)
        game.emit(StandStruck(
            clause=STRIKES, unit=fighter.unit, number=fighter.number + 1, target=fighter.foe, place=fighter.place,
            faces=pair, lines=lines, total=score, needed=NEEDED, passed=score >= NEEDED,
        ))  # fmt: skip


def fought(state: State, pairs: Pairs, rolled: tuple[Fighter, ...]) -> MeleeFought:
    """What this round uses up: stands and rounds (DAI-MEL-21, DAI-MEL-34)."""
    units = tuple(dict.fromkeys(unit for pair in pairs for unit in pair))
    stands = {str(unit): tuple(sorted(f.number for f in rolled if f.unit == unit)) for unit in units}
    attackers = tuple(attacker_of(state, state.units[a], state.units[b]) for a, b in pairs)
    return MeleeFought(clause=ONCE, stands=stands, pairs=pairs, attackers=attackers, turn=state.turn)


async def fallen(game: Game[State], group: Group, tally: Tally) -> None:
    """Hits are carried and stands gone, of the active side first (DAI-MEL-13, DAI-MEL-24)."""
    for unit in (*ordered(game.state, group.active), *ordered(game.state, group.foes)):
        if game.state.outcome is None and (count := tally.received(unit)):
            await take_hits(game, unit, count, most_by(game.state, tally, unit), HITS)


def most_by(state: State, tally: Tally, unit: UnitId) -> UnitId:
    """Which enemy hit a unit most (DAI-ORG-34)."""
    by = {foe: n for (foe, target), n in tally.hits.items() if target == unit and n}
    return min(by, key=lambda foe: (-by[foe], *precedence(state, state.units[foe])))
