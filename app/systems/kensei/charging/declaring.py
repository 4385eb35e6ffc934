"""Declaring Charges and the storming of held buildings; nothing here measures (KEN-CHG-02, KEN-STA-37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from app.engine.domains import Pick
from app.engine.orders import Orders, first_reason
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.views import Note, Preview
from app.systems.kensei.army import Order, Unit
from app.systems.kensei.book import c
from app.systems.kensei.charging.rules import AP, breaks_walls, cost_of, dice_of, refuse_charger, refuse_target
from app.systems.kensei.charging.way.zones import must_turn
from app.systems.kensei.ground.terrain import Piece, ground
from app.systems.kensei.moving.buildings.storm import refuse_stormer
from app.systems.kensei.moving.ways.travel import allowance
from app.systems.kensei.orders.declaring import KEPT, Action
from app.systems.kensei.orders.rules import declared, spare
from app.systems.kensei.state import State

ORDERED, ONCE, COSTS, MOVES, NONE, PIVOTS = (
    c("KEN-CHG-02"), c("KEN-CHG-05"), c("KEN-ORD-14"), c("KEN-CHG-54"), c("KEN-CHG-01"), c("KEN-CHG-55"),
)  # fmt: skip


def has_leave(unit: Unit, target: str) -> bool:
    """Whether a Strategic Order lets a unit charge this enemy, seen or not (KEN-SPO-30)."""
    return ("charge", target) in unit.leaves


@dataclass(frozen=True, slots=True)
class Targets(Pick):
    """Whom a unit may charge; the preview says who can be met only after a turn, as is plain from how both face."""

    turns: frozenset[str] = frozenset()
    unit: str = ""

    def preview(self, answer: str) -> Preview:
        """That a charge without a move will hardly come home (KEN-CHG-55)."""
        notes = (Note("charge.look.turns", {"unit": self.unit, "target": answer}, PIVOTS),)
        return Preview(no=self.refuse(answer), notes=notes if answer in self.turns else ())


def targets(state: State, unit: Unit, mode: str = "") -> Pick:
    """Every enemy unit, and for those who break walls every Construction; closed where it may not be charged."""
    found: dict[str, Refusal | None] = {
        foe.id: refuse_target(state, unit, foe, has_leave(unit, foe.id)) for foe in state.enemies_of(unit.seat)
        if not foe.concealed
    }  # fmt: skip
    if breaks_walls(unit):
        own = {friend.building for friend in state.fielded(unit.seat)}
        found |= {p.id: None for p in ground(state).pieces if p.kind.attackable and p.id not in own}
    plain = not mode and not planned(unit, "move")
    turns = frozenset(id for id in found if plain and id in state.units and must_turn(unit, state.units[id]))
    return Targets(found, {id: id for id in found}, turns, unit.id)


def held_buildings(state: State, unit: Unit) -> Iterator[Piece]:
    """Constructions with an enemy garrison."""
    held = {foe.building for foe in state.enemies_of(unit.seat) if foe.building}
    return (piece for piece in ground(state).buildings if piece.id in held)


def refuse_declared(state: State, unit: Unit, mode: str, cost: int = 0) -> Refusal | None:
    """Why a unit can declare no such action: what it is doing, AP, one Charge a turn and nothing after it."""
    no = refuse_charger(state, unit, mode)
    if no is not None and no.code != "charge.indoors":
        return no
    if unit.building and not planned(unit, "exit"):
        return no
    if planned(unit, "charge") or planned(unit, "storm"):
        return refuse("charge.declared", ONCE, unit=unit.id)
    if mode and planned(unit, "move"):
        return refuse("charge.has-moved", MOVES, unit=unit.id)
    if planned(unit, "cast") and unit.role == "spiritual":
        return refuse("charge.used-magic", c("KEN-TYP-14"), unit=unit.id)
    needed, left = cost or cost_of(mode), spare(unit) - unusable(unit)
    return refuse("no_ap", COSTS, unit=unit.id, ap=max(0, left), needed=needed) if left < needed else None


def unusable(unit: Unit) -> int:
    """AP of Urgent Orders, which may not be used for a Charge (section 4.6), so far as nothing else declared uses them
    up."""
    given = sum(max(1, one.add) for one in unit.timed if one.stat == "no_charge")
    return max(0, given - declared(unit))


def planned(unit: Unit, do: str) -> bool:
    """Whether an action of this kind is declared and still to be carried out."""
    return any(one.do == do and not one.state for one in unit.orders)


# -- the orders ------------------------------------------------------------------------------


def is_alone(_: State, unit: Unit) -> bool:
    """Whether it is in no unit."""
    return not unit.host


def may_storm(state: State, unit: Unit) -> bool:
    """Whether there are Constructions with an enemy garrison."""
    return not unit.host and any(True for _ in held_buildings(state, unit))


def stormed(state: State, unit: Unit) -> Pick:
    """Those; closed where it may not be stormed."""
    reasons = {piece.id: refuse_stormer(state, unit, piece) for piece in held_buildings(state, unit)}
    return Pick(reasons, {id: id for id in reasons})


def carrying(state: State, unit: Unit, mode: str) -> dict[str, Fact]:
    """What a Charge costs, how far the Movement before it may lead, and the dice it throws in cm (KEN-CHG-10)."""
    far = {"far": allowance(state, unit, mode)} if mode else {}
    return {"ap": cost_of(mode), "dice": dice_of(unit), **far}


def charging(key: str, mode: str) -> Action:
    """A Charge, with a Movement before it or without."""

    def made(_: State, unit: Unit, target: str) -> Order:
        leave = has_leave(unit, target)
        return Order(do="charge", mode=mode, target=target, cost=cost_of(mode), leave=leave)

    return Action(key=key, clause=ORDERED, facts=partial(carrying, mode=mode), concerns=is_alone,
                  barred=partial(refuse_declared, mode=mode), below=partial(targets, mode=mode), nothing=nobody,
                  gesture="onto", weight=3 * KEPT, made=made)  # fmt: skip


nobody = first_reason("charge.nobody", NONE)
ORDERS = Orders(
    charging("charge", ""),
    charging("march_charge", "march"),
    charging("run_charge", "run"),
    Action(key="storm", clause=ORDERED, facts=lambda *_: {"ap": AP["occupy"]}, concerns=may_storm,
           barred=partial(refuse_declared, mode="", cost=AP["occupy"]), below=stormed, nothing=nobody, gesture="onto",
           made=lambda _, __, building: Order(do="storm", target=building, cost=AP["occupy"])),
)  # fmt: skip
"""What a unit may declare for the Charge step, each with its targets; nothing while it is in another unit."""
