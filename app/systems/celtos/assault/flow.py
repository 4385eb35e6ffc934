"""An assault: whom a unit may name, the moves into contact, and what comes of one that falls short (2.15)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.flow import Game, ask
from app.engine.groups import Paths
from app.engine.options import Late
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.celtos.assault.events import AssaultFellShort, Charged
from app.systems.celtos.assault.packing import Packing, can_reach, errand_of, pack, refuse_packing
from app.systems.celtos.book import c
from app.systems.celtos.combat.flow import combat
from app.systems.celtos.combat.striking import Fight
from app.systems.celtos.ground.sight import unit_sees
from app.systems.celtos.measure import in_combat, nearest, units_touched
from app.systems.celtos.moving.rules import Errand, allowance, carry_out, moves_of, refuse_paths
from app.systems.celtos.page.combat_look import Targets, look_assault
from app.systems.celtos.state import State, Unit, UnitId

NAMED, LARGEST, MOVES, CHARGES, SHORT = (
    c("CEL-ASL-06"), c("CEL-ASL-04"), c("CEL-ASL-07"), c("CEL-ASL-09"), c("CEL-ASL-10"),
)  # fmt: skip
TOUCHING = c("CEL-ORD-07")
PANIC = {"order": c("CEL-ORD-08"), "reaction": c("CEL-MOR-15")}


# -- whom a unit may assault ----------------------------------------------------------


def assault_targets(state: State, unit: Unit, how: str = "order") -> Targets:
    """Every enemy unit on the table, those that may not be assaulted with the reason (CEL-ASL-06)."""
    foes = tuple(str(foe.id) for foe in state.enemies_of(unit.seat))
    options = Late(foes, lambda id: refuse_assault(state, unit, UnitId(id), how))
    return Targets(options, {id: id for id in foes}, lambda id: look_assault(state, unit, id))


def refuse_assault(state: State, unit: Unit, target: UnitId | None, how: str) -> Refusal | None:
    """Why a unit may not assault the one named, out of sight or out of reach (CEL-ASL-06).

    No unit is named by one that is in contact: it brings up all it can and fights (CEL-ASL-03).
    ``how``: order or reaction.
    """
    if target is None:
        return None
    if unit.panic:
        return refuse("assault.panic", PANIC[how], unit=unit.id)
    errand = errand_of(state, unit.id, target)
    far = too_far(state, errand, target)
    if int(far.facts["gap"]) > int(far.facts["reach"]):
        return far
    if not unit_sees(state, unit, state.unit(target)):
        return refuse("assault.no-sight", NAMED, unit=unit.id, target=target)
    return None if can_reach(state, errand) else far


def too_far(state: State, errand: Errand, target: UnitId) -> Refusal:
    """That no model comes near enough: the gap, and how far the unit may go (CEL-ASL-06)."""
    mine = state.living(errand.unit)
    return refuse("assault.too-far", NAMED, target=target, gap=nearest(mine, state.living(target)) or 0,
                  reach=max((allowance(state, m, errand) for m in mine), default=0))  # fmt: skip


# -- the assault ----------------------------------------------------------------------


async def assault(game: Game[State], unit: UnitId, target: UnitId | None, how: str, *, countered: bool = False) -> None:
    """The unit has gone for its target as far as it came, and what it reached has been fought (CEL-ASL-02).

    All Reactions and responses to an order lie behind; there are none to an assault in reaction (CEL-REA-18).
    ``how``: order or reaction.  ``countered``: the target moved on a passed counter-charge check.
    """
    if target is None:
        await move_in(game, errand_of(game.state, unit, None), how)
        await combat(game, Fight(unit=unit))
        return
    caught = countered or not in_combat(game.state, game.state.unit(target))
    if await charges(game, unit, target, how, countered=countered):
        await combat(game, Fight(unit=unit, charged=(unit,), countered=(target,) if countered else (),
                                 caught=(target,) if caught else ()))  # fmt: skip


async def charges(game: Game[State], unit: UnitId, target: UnitId, how: str, *, countered: bool = False) -> bool:
    """Whether the unit has charged the one it names; else it has fallen short (CEL-ASL-09, CEL-ASL-10)."""
    if await move_in(game, errand_of(game.state, unit, target), how):
        charge(game, unit, target, countered)
        return True
    await fall_short(game, unit, target)
    return False


async def move_in(game: Game[State], errand: Errand, how: str) -> bool:
    """As many models as can be have been brought into contact; whether there is contact (CEL-ASL-04, CEL-ASL-07).

    Nothing is asked where nobody can come, or where a lone model comes by its shortest way.
    """
    packed = pack(game.state, errand)
    if packed.paths:
        alone = len(game.state.living(errand.unit)) == 1
        paths = packed.paths if alone else await ask(ask_moves(game.state, errand, packed, how))
        await carry_out(game, paths, errand, MOVES if errand.target else LARGEST)
    return bool(packed.contacts)


def ask_moves(state: State, errand: Errand, packed: Packing, how: str) -> Ask[Paths]:
    """The question for the moves into contact; the server's packing is offered (CEL-ASL-12)."""

    def test(paths: Paths) -> Refusal | None:
        return refuse_paths(state, paths, errand) or refuse_packing(state, errand, paths, packed)

    about, clause = ("assault.moves", MOVES) if errand.target else ("assault.pile-in", LARGEST)
    facts: dict[str, Fact] = {"unit": errand.unit, "packed": len(packed.contacts), "how": how}
    if errand.target:
        facts["target"] = errand.target
    domain = moves_of(state, errand, test, (packed.paths,))
    return Ask(state.unit(errand.unit).seat, about, domain, clause, default=packed.paths, facts=facts)


def charge(game: Game[State], unit: UnitId, target: UnitId, countered: bool) -> None:
    """Contact made by a charge is on record: who came at whom (CEL-ASL-09, CEL-CBT-12)."""
    state = game.state
    met = tuple(u.id for u in units_touched(state, state.unit(unit)))
    into: dict[str, tuple[UnitId, ...]] = {unit: met}
    for foe in met:
        before = tuple(id for id in state.unit(foe).charged_into if id != unit)
        into[foe] = (*before, unit) if countered and foe == target else before
    game.emit(Charged(clause=CHARGES, unit=unit, target=target, into=into))


async def fall_short(game: Game[State], unit: UnitId, target: UnitId) -> None:
    """Nobody reached contact; each model has moved nearer or stayed, and nothing is fought (CEL-ASL-10)."""
    state = game.state
    gap = nearest(state.living(unit), state.living(target)) or 0
    game.emit(AssaultFellShort(clause=SHORT, unit=unit, target=target, gap=gap))
    errand = Errand("approach", unit, target)
    await may_move(game, errand, "approach.moves", SHORT)


async def may_move(game: Game[State], errand: Errand, about: str, clause: Clause) -> None:
    """The unit has made a move it may make, or stayed."""
    stays: Paths = {}
    domain, seat = moves_of(game.state, errand), game.state.unit(errand.unit).seat
    facts = {"unit": str(errand.unit)}
    paths = await ask(Ask(seat, about, domain, clause, default=stays, facts=facts))
    await carry_out(game, paths, errand, clause)
