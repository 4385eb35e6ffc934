"""The result of a close combat: who has lost, Morale, and the moves of those left without an enemy (RES, MOR)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asks import Ask
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.groups import Paths
from app.engine.modifiers import Line
from app.systems.celtos.book import c, table
from app.systems.celtos.combat.events import CombatEnded
from app.systems.celtos.combat.striking import Fight
from app.systems.celtos.measure import in_combat
from app.systems.celtos.morale.flow import due, morale
from app.systems.celtos.moving.rules import Errand, carry_out, moves_of
from app.systems.celtos.state import State, UnitId

COUNTED, FOLLOWS, FEAR = c("CEL-RES-02"), c("CEL-RES-06"), c("CEL-ABL-22")
STANDARD: int = table("abilities")["standard"]["adds"]
FEARED: int = table("abilities")["fearsome"]["adds"]


async def result(game: Game[State], before: State, fight: Fight, wounds: Mapping[Seat, int]) -> None:
    """The losers have checked their Morale, and who is left without an enemy may have moved (CEL-RES-01 to -06).

    ``before``: the state when the combat began; ``wounds``: what each player's units inflicted in it.
    """
    if game.state.outcome is not None:
        return
    ended = reckoned(game.state, fight, wounds)
    game.emit(ended)
    for unit in (u for u in game.state.units if u in (fight.unit, *fight.foes)):
        await shaken(game, before, fight, UnitId(unit), ended, wounds)
    await consolidate(game, fight, ended)


# -- who has lost -----------------------------------------------------------------------


def standards(state: State, units: tuple[UnitId, ...]) -> int:
    """What the standards alive in these units add (CEL-ABL-04, CEL-RES-02)."""
    return STANDARD * sum(m.role == "standard" for unit in units for m in state.living(unit))


def reckoned(state: State, fight: Fight, wounds: Mapping[Seat, int]) -> CombatEnded:
    """Both totals, and who has lost: the lower, or a side wiped out (CEL-RES-02, CEL-RES-04)."""
    mine, theirs = (fight.unit,), fight.foes
    seat = state.unit(fight.unit).seat
    dealt, taken = wounds[seat], sum(n for other, n in wounds.items() if other != seat)
    flags, enemy_flags = standards(state, mine), standards(state, theirs)
    lives, enemies_live = bool(state.living(fight.unit)), any(state.living(foe) for foe in theirs)
    lost = wiped(lives, enemies_live) or compared(dealt + flags, taken + enemy_flags)
    losers = {"active": mine, "enemies": theirs, "both": (*mine, *theirs)}.get(lost, ())
    return CombatEnded(
        clause=COUNTED, unit=fight.unit, foes=theirs, wounds=dealt, standards=flags, enemy_wounds=taken,
        enemy_standards=enemy_flags, total=dealt + flags, enemy_total=taken + enemy_flags, lost=lost,
        losers=tuple(unit for unit in losers if state.living(unit)),
    )  # fmt: skip


def wiped(lives: bool, enemies_live: bool) -> str:
    """Which side was wiped out, if any (CEL-RES-04)."""
    if lives and enemies_live:
        return ""
    return "enemies" if lives else "active" if enemies_live else "both"


def compared(mine: int, theirs: int) -> str:
    """Which total is the lower (CEL-RES-02)."""
    return "none" if mine == theirs else "active" if mine < theirs else "enemies"


# -- Morale -----------------------------------------------------------------------------


async def shaken(
    game: Game[State], before: State, fight: Fight, unit: UnitId, ended: CombatEnded, wounds: Mapping[Seat, int]
) -> None:  # fmt: skip
    """The unit has checked its Morale once if it lost, or is an Individual that fell below half (CEL-MOR-01, -07)."""
    state = game.state
    cause = "combat" if unit in ended.losers else due(before, state, unit, combat=True)
    if cause is None:
        return
    lines = feared(state, fight, unit) if cause == "combat" else ()
    await morale(game, unit, cause, by=bested_by(state, fight, unit, wounds), lines=lines)


def feared(state: State, fight: Fight, unit: UnitId) -> tuple[Line, ...]:
    """What it adds that a Fearsome model was among the winners (CEL-ABL-22)."""
    terror = any(m.has("fearsome") for foe in fight.against(unit) for m in state.living(foe))
    return (Line("fearsome", FEARED, FEAR),) if terror else ()


def bested_by(state: State, fight: Fight, unit: UnitId, wounds: Mapping[Seat, int]) -> Seat:
    """To whom a failed check is counted: the enemy player who dealt most in this combat (CEL-VIC-05)."""
    seats = dict.fromkeys(state.unit(foe).seat for foe in fight.against(unit))
    return max(seats, key=lambda seat: wounds.get(seat, 0))


# -- consolidation ------------------------------------------------------------------------


async def consolidate(game: Game[State], fight: Fight, ended: CombatEnded) -> None:
    """Each unit of the side that won may have moved, if none of them touches an enemy any more (CEL-RES-06)."""
    state = game.state
    for units, side in (((fight.unit,), "enemies"), (fight.foes, "active")):
        if ended.lost != side or any(in_combat(state, state.unit(u)) for u in units):
            continue
        for unit in units:
            if game.state.outcome is None and game.state.living(unit):
                await follow(game, unit)


async def follow(game: Game[State], unit: UnitId) -> None:
    """The unit has moved, or stayed."""
    errand = Errand("consolidation", unit)
    stays: Paths = {}
    domain = moves_of(game.state, errand)
    question = Ask(game.state.unit(unit).seat, "consolidation.moves", domain, FOLLOWS, default=stays,
                   facts={"unit": str(unit)})  # fmt: skip
    await carry_out(game, await ask(question), errand, FOLLOWS)
