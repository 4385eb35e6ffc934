"""Games as one seat may believe them: what it cannot know is drawn anew."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.luck import Luck
from app.systems.kensei.army import Model, Unit
from app.systems.kensei.scenarios.figures import open_warnings
from app.systems.kensei.state import Card, State

ANYTHING = {"type": "enemy_within", "of": "self", "cm": 0}
"""A condition that a Warning Order may have; its distance is drawn anew."""
REACH = (5, 60)


def imagine(state: State, seat: Seat, luck: Luck) -> State:
    """A state that agrees with all this seat knows: what the enemy's cards say, the spots he has written down, his
    orders before they are closed, and the conditions of his Warning Orders are drawn anew.  Whoever hides in a unit is
    one of its models, and nobody has a list."""
    if seat not in state.seats:
        return state
    foe = state.other(seat)
    plain = unordered(rewarned(rewritten(recarded(state, foe, luck), foe, luck), foe, luck), foe)
    return unlisted(unmasked(plain, foe), foe)


def recarded(state: State, foe: Seat, luck: Luck) -> State:
    """Cards of the same size may each stand for any of their units."""
    mine = [card for card in state.cards if card.seat == foe and card.unit]
    laid: dict[str, Card] = {}
    for size in dict.fromkeys((card.width, card.depth) for card in mine):
        same = [card for card in mine if (card.width, card.depth) == size]
        left = sorted(card.unit for card in same)  # in no order that says which stands for which
        for card in same:
            unit = luck.choice(left)
            left.remove(unit)
            laid[card.id] = replace(card, unit=unit)
    return state.with_(cards=tuple(laid.get(card.id, card) for card in state.cards))


def rewritten(state: State, foe: Seat, luck: Luck) -> State:
    """A unit that waits may come on in another turn."""
    for unit in state.units.values():
        if unit.seat == foe and unit.written is not None and unit.fate == "reserve":
            turn = luck.randrange(state.turn + 1, state.turn + 4)
            state = state.with_unit(unit.id, written=replace(unit.written, turn=turn))
    return state


def rewarned(state: State, foe: Seat, luck: Luck) -> State:
    """A sealed condition may be any."""
    if open_warnings(state.setup):
        return state
    for unit in state.units.values():
        if unit.seat == foe and unit.warning is not None:
            trigger = {**ANYTHING, "cm": luck.randrange(*REACH)}
            state = state.with_unit(unit.id, warning=replace(unit.warning, trigger=trigger, filter={}))
    return state


def unordered(state: State, foe: Seat) -> State:
    """Orders that are being declared are not known."""
    if state.go != foe or state.closed or state.phase != "orders":
        return state
    return state.with_units({u.id: replace(u, orders=()) for u in state.units.values() if u.seat == foe and u.orders})


def unmasked(state: State, foe: Seat) -> State:
    """A character who hides in a unit on the table is one model more of it, as all others see him (KEN-ARM-23)."""
    hidden = [u for u in state.units.values() if u.seat == foe and u.concealed and u.on_table and u.host]
    for one in hidden:
        host = state.units[one.host]
        state = state.with_unit(
            host.id, models=(*host.models, as_plain(host, one)), start_models=host.start_models + 1,
            shot_start=host.shot_start and host.shot_start + host.wounds,
        )  # fmt: skip
    gone = {one.id for one in hidden}
    return state.with_(units={id: unit for id, unit in state.units.items() if id not in gone}) if gone else state


def as_plain(host: Unit, one: Unit) -> Model:
    """A model of a unit in the place of one who hides there."""
    return replace((host.models or one.models)[-1], wounds=host.wounds)


def unlisted(state: State, foe: Seat) -> State:
    """What the enemy's list says is not known."""
    sides = tuple(replace(side, roster=None) if side.seat == foe else side for side in state.setup.sides)
    return state.with_(setup=replace(state.setup, sides=sides))
