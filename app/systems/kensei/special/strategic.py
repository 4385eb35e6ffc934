"""Strategic Orders: leave to shoot at or charge what a unit does not see itself (KEN-SPO-20 to KEN-SPO-33)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.engine.domains import Pick
from app.engine.flow import Game
from app.engine.options import Gesture
from app.engine.orders import Order, Orders
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.special.events import StrategicAnnounced
from app.systems.kensei.state import State
from app.systems.kensei.warnings.watch import shooters

PRICE, NEEDS_SIGHT, BUSHI, EYES, ALIVE, NEEDLESS, ORDERED = (
    c("KEN-SPO-21"), c("KEN-SPO-23"), c("KEN-SPO-24"), c("KEN-SPO-31"), c("KEN-SPO-32"), c("KEN-SPO-29"),
    c("KEN-STA-08"),
)  # fmt: skip
COST = table("special")["strategic"]["cost"]


def refuse_ordered(state: State, unit: Unit, pool: int) -> Refusal | None:
    """Why a unit can be given no Strategic Order at all."""
    if pool < COST:
        return refuse("no_command", PRICE, pool=pool, needed=COST)
    if state.taisho_of(unit.seat) is None:
        return refuse("strategic.no-taisho", ALIVE, unit=unit.id)
    if not any(one.role == "bushi" for one in (unit, *state.inside(unit.id))):
        return refuse("strategic.no-bushi", BUSHI, unit=unit.id)
    if unit.fleeing or state.fighting(unit.id):
        return refuse("in_combat", ORDERED, unit=unit.id)
    return None if unit.ap else refuse("no_ap", ORDERED, unit=unit.id, ap=0, needed=1)


def refuse_target(state: State, unit: Unit, kind: str, foe: Unit) -> Refusal | None:
    """Why a unit cannot be ordered against an enemy: it sees it itself, or nobody sees both for it (KEN-SPO-23)."""
    if (kind, foe.id) in unit.leaves:
        return refuse("strategic.given", PRICE, unit=unit.id, target=foe.id)
    if kind == "shoot" and state.fighting(foe.id):
        return refuse("in_combat", c("KEN-RNG-05"), unit=foe.id)
    if sees(state, unit, foe):
        return refuse("strategic.needless", NEEDLESS, unit=unit.id, target=foe.id)
    if not seen_by_command(state, unit, unit):
        return refuse("strategic.unit-unseen", NEEDS_SIGHT, unit=unit.id)
    return None if seen_by_command(state, unit, foe) else refuse("strategic.unseen", NEEDS_SIGHT, target=foe.id)


def seen_by_command(state: State, ordered: Unit, other: Unit) -> bool:
    """Whether the Taisho of a unit, or a friendly Spy, sees another (KEN-SPO-31)."""
    eyes = [u for u in state.units.values() if u.seat == ordered.seat and u.on_table and (u.taisho or u.entry == "spy")]
    return any(one.id == other.id or one.host == other.id or sees(state, one, other) for one in eyes)


def targets(state: State, unit: Unit, kind: str) -> Pick:
    """Every enemy, those closed that it cannot be ordered against."""
    foes = list(state.enemies_of(unit.seat))
    reasons: dict[str, Refusal | None] = {foe.id: refuse_target(state, unit, kind, foe) for foe in foes}
    return Pick(reasons, {id: id for id in reasons})


def none_open(state: State, unit: Unit, kind: str) -> Refusal | None:
    """The reason why no enemy can be named, if none can."""
    first: Refusal | None = None
    for foe in state.enemies_of(unit.seat):
        no = refuse_target(state, unit, kind, foe)
        if no is None:
            return None
        first = first or no
    return first or refuse("strategic.nobody", NEEDS_SIGHT, unit=unit.id)


def refuse_shot(state: State, unit: Unit) -> Refusal | None:
    """Why a unit cannot be ordered to shoot at anybody."""
    if not any(shooters(state, unit)):
        return refuse("no_weapon", c("KEN-RNG-04"), unit=unit.id)
    return none_open(state, unit, "shoot")


# -- the orders ------------------------------------------------------------------------------


def leave(key: str, barred: Callable[[State, Unit], Refusal | None], gesture: Gesture) -> Order[State, Unit]:
    """Leave against an enemy; to give it is to announce it, it is paid for later (KEN-SPO-21)."""

    def do(game: Game[State], unit: Unit, target: str) -> None:
        game.emit(StrategicAnnounced(clause=PRICE, unit=unit.id, order=key, target=target))

    return Order(key=key, clause=PRICE, bare=True, barred=barred, below=partial(targets, kind=key), firm=True,
                 gesture=gesture, do=do)  # fmt: skip


ORDERS: Orders[State, Unit] = Orders(
    leave("shoot", refuse_shot, "click"),
    leave("charge", partial(none_open, kind="charge"), "onto"),
)
"""What a unit may be ordered to do, and against whom."""
