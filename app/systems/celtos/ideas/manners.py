"""What of the manners of a player is counted in a turn of Celtos."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.manners import IDLE, NOWHERE, SHORT, Deed, Turn, is_nowhere, of_kind
from app.systems.celtos.activation.events import ActivationEnded, OrderGiven
from app.systems.celtos.assault.events import AssaultFellShort, Charged
from app.systems.celtos.ideas.clashes import gap, reach_of
from app.systems.celtos.ideas.worth import menace
from app.systems.celtos.measure import in_combat
from app.systems.celtos.moving.events import ModelMoved, UnitMoved
from app.systems.celtos.reactions.events import Responded
from app.systems.celtos.shooting.events import VolleyAimed
from app.systems.celtos.state import State, Unit


def counted(turn: Turn) -> Iterator[Deed]:
    """All that is counted."""
    yield from moves(turn)
    yield from idle(turn)
    evaded = {one.event.unit for one in of_kind(turn, Responded) if one.event.response == "evade"}
    for one in of_kind(turn, AssaultFellShort):
        yield Deed(SHORT, one.before.unit(one.event.unit).seat, one.event.target not in evaded, one.event.unit)
    for one in of_kind(turn, Charged):
        yield Deed(SHORT, one.before.unit(one.event.unit).seat, bad=False)


def moves(turn: Turn) -> Iterator[Deed]:
    """Moves by order, by the model that goes farthest; who shoots, comes home or stands in reach of an enemy has a
    reason to stay."""
    reason = {one.event.unit for kind in (VolleyAimed, Charged) for one in of_kind(turn, kind)}
    shares: list[tuple[int, int]] = []
    for one in turn:
        if isinstance(one.event, ModelMoved):
            shares.append((one.event.used, one.event.allowed))
        elif isinstance(one.event, UnitMoved):
            if one.event.how in ("move", "run") and one.event.unit not in reason:
                seat = one.before.unit(one.event.unit).seat
                stays = all(is_nowhere(*share) for share in shares)
                near = stays and any(reached(one.after, one.after.unit(one.event.unit)))
                yield Deed(NOWHERE, seat, stays and not near, one.event.unit)
            shares = []


def idle(turn: Turn) -> Iterator[Deed]:
    """Units that end their activation without an order and with an enemy in reach whom they would beat."""
    ordered = {one.event.unit for one in of_kind(turn, OrderGiven)}
    for one in of_kind(turn, ActivationEnded):
        unit = one.before.unit(one.event.unit)
        if one.before.living(unit) and is_free(one.before, unit) and in_reach(one.before, unit):
            yield Deed(IDLE, unit.seat, unit.id not in ordered, unit.id)


def is_free(state: State, unit: Unit) -> bool:
    """Whether a unit may do as it likes."""
    return not (unit.panic or unit.waiting or unit.fate or in_combat(state, unit))


def in_reach(state: State, unit: Unit) -> bool:
    """Whether there is an enemy it reaches and would beat."""
    return any(menace(state, unit, foe) > 0 for foe in reached(state, unit))


def reached(state: State, unit: Unit) -> Iterator[Unit]:
    """The enemies a unit reaches."""
    return (foe for foe in state.enemies_of(unit.seat) if gap(state, unit, foe) <= reach_of(state, unit))
