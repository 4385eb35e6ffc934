"""Tests of morale and what follows from them (MOR)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import total
from app.engine.refusals import Clause, refuse
from app.systems.daimyo.book import c, table
from app.systems.daimyo.measure import contacts, foes_in_melee, in_melee
from app.systems.daimyo.melee.result import melee_over
from app.systems.daimyo.morale.events import BrokeOff, FrenzyBegan, FrenzyEnded, Halted, MoraleTested
from app.systems.daimyo.morale.rules import (
    BY_CAVALRY,
    CHARGED,
    CHARGES,
    COLUMNS,
    RALLY,
    RESULTS,
    charge_reasons,
    judge,
    lines,
    look_about,
    needed,
    reasons_due,
)
from app.systems.daimyo.organisation.losses import abandon, claim_guns, lose
from app.systems.daimyo.pursuit.events import AfterRout
from app.systems.daimyo.pursuit.flow import advance, after_rout, is_free, refuse_going
from app.systems.daimyo.pursuit.rout import retire, retreat, rout
from app.systems.daimyo.rallying.events import CalmTried, Rallied
from app.systems.daimyo.state import State, Unit, UnitId

TESTED, HALT, FRENZY, CALM, RALLIED, DISPERSED = (
    c("DAI-MOR-02"), c("DAI-MOR-19"), c("DAI-MOR-35"), c("DAI-RAL-12"), c("DAI-RAL-02"), c("DAI-RAL-03"),
)  # fmt: skip
BREAKS_OFF, ROUTED = c("DAI-MOR-22"), c("DAI-MOR-20")
HALTS: int = table("morale")["halt"]["turns"]


# -- the test -------------------------------------------------------------------------


async def test(game: Game[State], unit_id: UnitId, reason: int, by: UnitId | None = None) -> str:  # noqa: PT028
    """The unit has tested for a reason, and this is what it must do (DAI-MOR-02, DAI-MOR-06).

    The result: stand, none, halt, retire, retreat, rout, charge, rally, dispersed or frenzy.  It is not carried out
    yet (see ``carry_out``), but a frenzy has begun (DAI-MOR-35).  A frenzied unit and a headquarters throw no dice and
    count as having passed (DAI-MOR-12).  ``by`` charges it.
    """
    unit = game.state.units[unit_id]
    if unit.frenzied or unit.kind == "hq":
        return RESULTS[COLUMNS[reason], 0]
    faces = await roll(Dice(2), "rally" if reason == RALLY else "morale", TESTED, by=unit.seat)
    tested = tested_event(game.state, unit_id, reason, by, faces)
    game.emit(tested)
    if tested.result == "frenzy":
        frenzy(game, unit_id, FRENZY)
    return tested.result


def tested_event(state: State, unit_id: UnitId, reason: int, by: UnitId | None, faces: Faces) -> MoraleTested:
    """What the test of these dice says."""
    unit = state.units[unit_id]
    added = lines(state, unit, reason, by)
    said = judge(unit, reason, sum(faces), total(added))
    return MoraleTested(
        clause=TESTED, unit=unit_id, reason=reason, reasons=reasons_of(state, unit, reason, by), faces=faces,
        lines=added, total=said.total, needed=needed(unit), margin=said.margin, column=said.column, row=said.row,
        result=said.result, radius=look_about(state, unit), by=by or "",
    )  # fmt: skip


def reasons_of(state: State, unit: Unit, reason: int, by: UnitId | None) -> tuple[int, ...]:
    """All reasons that one test settles, the tested one among them (DAI-MOR-10, DAI-MOR-32)."""
    found: tuple[int, ...] = ()
    if reason in (CHARGED, BY_CAVALRY) and by:
        found = charge_reasons(unit, state.units[by])
    elif reason not in (CHARGES, RALLY):
        found = reasons_due(state, unit)
    return found if reason in found else (*found, reason)


# -- frenzy ---------------------------------------------------------------------------


def frenzy(game: Game[State], unit_id: UnitId, clause: Clause) -> None:
    """The unit is frenzied from now on (DAI-MOR-14, DAI-MOR-35)."""
    game.emit(FrenzyBegan(clause=clause, unit=unit_id, turn=game.state.turn))


def calm(game: Game[State], unit_id: UnitId, clause: Clause) -> None:
    """The unit is frenzied no longer (DAI-MOR-29)."""
    if game.state.units[unit_id].frenzied:
        game.emit(FrenzyEnded(clause=clause, unit=unit_id))


async def try_calm(game: Game[State], unit_id: UnitId) -> None:
    """A frenzied unit has tried to come to itself; failing does it no harm (DAI-RAL-12, DAI-RAL-13)."""
    faces = await roll(Dice(2), "rally", CALM, by=game.state.units[unit_id].seat)
    unit = game.state.units[unit_id]
    added = lines(game.state, unit)
    score = sum(faces) + total(added)
    passed = score >= needed(unit)
    game.emit(CalmTried(clause=CALM, unit=unit_id, faces=faces, lines=added, total=score, needed=needed(unit),
                        passed=passed))  # fmt: skip
    if passed:
        calm(game, unit_id, CALM)


# -- what follows ---------------------------------------------------------------------


async def carry_out(game: Game[State], unit_id: UnitId, result: str, by: UnitId | None, reason: int = 0) -> None:
    """The unit has done what its test says, and enemies it left in a melee have answered (DAI-MOR-19 to -22).

    ``by`` is the enemy that caused the test.  ``reason`` 4 was caused by nobody (DAI-MOR-21), and its halt holds only
    for the activation at hand, which is for the caller to see to (DAI-MOR-19).
    """
    by = None if reason == CHARGES else by
    if result == "halt" and reason != CHARGES:
        game.emit(Halted(clause=HALT, unit=unit_id, until=game.state.turn + HALTS))
    elif result in ("retire", "retreat", "rout"):
        await go(game, unit_id, result, by)
    elif result == "rally":
        game.emit(Rallied(clause=RALLIED, unit=unit_id))
    elif result == "dispersed":
        await lose(game, unit_id, "dispersed", DISPERSED)


async def go(game: Game[State], unit_id: UnitId, how: str, by: UnitId | None) -> None:
    """The unit has retired, retreated or routed; out of a melee it breaks off (DAI-MOR-22).

    A gun loses its crew instead, and whoever is in contact has it at once (DAI-ART-08).
    """
    # A pursuer that meets a fresh enemy makes it test: these flows call one another.
    unit = game.state.units[unit_id]
    foes = foes_in_melee(game.state, unit) if in_melee(game.state, unit) else ()
    free = tuple(foe.id for foe in foes if len(contacts(game.state, foe)) == 1)
    if how == "rout" and unit.kind == "gun":
        abandon(game, unit_id)
        await claim_guns(game)
        free = ()
    elif how == "rout":
        await rout(game, unit_id, by, ROUTED)
    else:
        await (retire if how == "retire" else retreat)(game, unit_id, by)
        if foes and not in_melee(game.state, game.state.units[unit_id]):
            game.emit(BrokeOff(clause=BREAKS_OFF, unit=unit_id, how=how))
    for foe in foes:
        melee_over(game, unit_id, foe.id)
    if how != "retire":
        await after_rout(game, free, unit_id)
        return
    for foe_id in free:
        await after_retiring(game, foe_id, unit_id)


async def after_retiring(game: Game[State], foe_id: UnitId, unit_id: UnitId) -> None:
    """An enemy that was left in a melee by a unit that retires has held or advanced 3 cm (DAI-MOR-22)."""
    if game.state.outcome is not None or not is_free(game.state, foe_id):
        return
    foe = game.state.units[foe_id]
    open_ = {
        "hold": None,
        "advance": refuse_going(game.state, foe),
        "pursue": refuse("pursuit.retired", BREAKS_OFF, unit=foe_id, target=unit_id),
    }
    facts = {"unit": foe_id, "target": unit_id}
    choice = await decide(Ask(foe.seat, "rout.after", Pick(open_), BREAKS_OFF, default="hold", facts=facts))
    game.emit(AfterRout(clause=BREAKS_OFF, unit=foe_id, target=unit_id, choice=choice))
    if choice == "advance":
        await advance(game, foe_id)
