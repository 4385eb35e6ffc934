"""What of the manners of a player is counted in a turn of Ronin."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.manners import FREE, IDLE, LEADER, NOWHERE, WEAPON, Deed, Turn, is_nowhere, of_kind
from app.engine.thoughts import apart
from app.systems.ronin.combat.events import WeaponNamed
from app.systems.ronin.combat.melee import BARE, weapons_of
from app.systems.ronin.ideas.worth import force, touching
from app.systems.ronin.moving.events import FreeAttackTaken, Moved, WithdrawOrdered
from app.systems.ronin.moving.walk import full_allowance
from app.systems.ronin.shooting.events import Aimed
from app.systems.ronin.state import Model, State
from app.systems.ronin.turn.events import Activated, Held
from app.systems.ronin.wounds.events import Killed

ORDERS = ("normal", "run", "gallop", "ride-by")


def counted(turn: Turn) -> Iterator[Deed]:
    """All that is counted."""
    yield from moves(turn)
    yield from idle(turn)
    yield from losses(turn)
    struck = {one.event.target for one in of_kind(turn, FreeAttackTaken)}
    for one in of_kind(turn, WithdrawOrdered):
        yield Deed(FREE, one.before.model(one.event.model).seat, one.event.model in struck, one.event.model)
    for one in of_kind(turn, WeaponNamed):
        me = one.before.model(one.event.model)
        bare = one.event.weapon == BARE and any(key != BARE for key in weapons_of(me).open())
        yield Deed(WEAPON, me.seat, bare, me.id)


def moves(turn: Turn) -> Iterator[Deed]:
    """Moves by order; who shoots, touches an enemy or stands in reach of one has a reason to stay."""
    shot = {one.event.model for one in of_kind(turn, Aimed)}
    for one in of_kind(turn, Moved):
        me, went = one.before.model(one.event.model), one.event
        if went.how in ORDERS and not went.touches and not went.entered and me.id not in shot:
            stays = is_nowhere(went.used, went.allowed) and not any(reached(one.after, one.after.model(me.id)))
            yield Deed(NOWHERE, me.seat, stays, me.id)


def idle(turn: Turn) -> Iterator[Deed]:
    """Models that hold with an enemy in reach who is no stronger, and do not shoot either."""
    shot = {one.event.model for one in of_kind(turn, Aimed)}
    for one in of_kind(turn, Activated):
        me = one.before.model(one.event.model)
        if one.event.phase == "move" and me.on_table and not me.civilian and is_before_prey(one.before, me):
            held = any(other.event.model == me.id for other in of_kind(turn, Held) if other.before.phase == "move")
            yield Deed(IDLE, me.seat, held and me.id not in shot, me.id)


def is_before_prey(state: State, me: Model) -> bool:
    """Whether a model that touches nobody stands within its move of an enemy who is no stronger."""
    if any(touching(me, foe) for foe in state.standing(state.other(me.seat))):
        return False
    return any(force(state, foe) <= force(state, me) for foe in reached(state, me))


def reached(state: State, me: Model) -> Iterator[Model]:
    """The enemies within the move of a model."""
    reach = full_allowance(me, "normal") + me.radius
    return (foe for foe in state.standing(state.other(me.seat)) if apart(me.at, foe.at) - foe.radius <= reach)


def losses(turn: Turn) -> Iterator[Deed]:
    """Leaders that fell: in the turn in which they went up to an enemy themselves."""
    went = {one.event.model for one in of_kind(turn, Moved) if one.event.touches}
    for one in of_kind(turn, Killed):
        me = one.before.model(one.event.model)
        if me.leader:
            yield Deed(LEADER, me.seat, me.id in went, me.id)
