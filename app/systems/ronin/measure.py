"""Questions about a state: who touches whom, who is engaged, who may be asked."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.geometry import Base, overlap, within
from app.engine.modifiers import Modifiers, total
from app.engine.remedies import Hints, among
from app.systems.ronin.book import CONTACT, table
from app.systems.ronin.state import Model, ModelId, State

LOAD: dict[str, int] = table("movement")["encumbered"]
POOL = Modifiers[Model].read(table("wounds")["pool"], {"the fighter has a Grievous wound": lambda me: me.grievous})
LOST = ("dead", "captured", "fled")
CIVILIAN_POOL: int = table("scenarios")["escort"]["civilian"]["pool"]


def touch(a: Base, b: Base) -> bool:
    """Whether two bases are in contact: a gap of 0.05 in or less (RON-MOV-14, RON-ACT-18)."""
    return within(a, b, CONTACT)


def engaged_with(state: State, me: Model) -> tuple[Model, ...]:
    """Enemies in base contact with this model, in the order of their roster (RON-MOV-14)."""
    (x, y), reach = me.at, me.radius + CONTACT
    found: list[Model] = []
    for foe in state.foes_of(me):
        (u, v), own = foe.base
        span, dx = reach + own, u - x
        if -span <= dx <= span and dx * dx + (v - y) * (v - y) <= span * span:
            found.append(foe)
    return tuple(found)


def hints_of(state: State, me: Model) -> Hints:
    """What is tried first where a place drawn for this model is mended: beside the others, on the table."""
    return among(state.table, lambda: [m for m in state.standing() if m.id != me.id])


def is_engaged(state: State, me: Model) -> bool:
    """Whether any enemy touches this model."""
    if state.models.get(me.id) is not me:
        return bool(engaged_with(state, me))
    if me.id not in state.engaged:
        state.engaged[me.id] = bool(engaged_with(state, me))
    return state.engaged[me.id]


def is_routing(state: State, me: Model) -> bool:
    """Whether the rules for Routing bind this model (RON-MOR-26, RON-MOR-28)."""
    return state.side(me.seat).morale == "routing" and not me.has("fearless")


def is_wavering(state: State, me: Model) -> bool:
    """Whether the rule for Wavering binds this model (RON-MOR-24, RON-MOR-28)."""
    return state.side(me.seat).morale == "wavering" and not me.has("fearless")


def is_encumbered(me: Model) -> bool:
    """An objective object, or three heads and loot tokens together (RON-MOV-30)."""
    return len(me.objects) >= LOAD["objects"] or me.loot + len(me.heads) >= LOAD["tokens"]


def current_shoot(me: Model) -> int:
    """Shoot before wounds: the Grievous row of the shooting table carries them (RON-SHO-21)."""
    return me.shoot


def current_pool(me: Model) -> int:
    """Combat Pool with wounds, never below 0 (RON-WND-06); a civilian always brings its one counter (RON-SCN-41)."""
    return CIVILIAN_POOL if me.civilian else max(0, me.pool + total(POOL.lines(me)))


def is_to_come(state: State, me: Model) -> bool:
    """Whether this model waits off the table and may still come on; nobody does to whom a rout says no (RON-SCN-10)."""
    return me.fate == "reserve" and not is_routing(state, me)


def is_lost(state: State, me: Model) -> bool:
    """Whether its side has lost this model: killed, captured, fled, or in reserve when the rout began (RON-SCN-10)."""
    return me.fate in LOST or (me.fate == "reserve" and is_routing(state, me))


def strength(state: State, seat: Seat) -> int:
    """Current strength: the start less those it has lost; exits still count (RON-MOR-18, RON-SCN-10)."""
    lost = sum(m.seat == seat and not m.civilian and is_lost(state, m) for m in state.models.values())
    return state.side(seat).start - lost


def is_taken(state: State, base: Base, but: ModelId | None = None) -> bool:
    """Whether a base laid here would overlap another (RON-MOV-29)."""
    return any(overlap(base, m.base) for m in state.standing() if m.id != but)
