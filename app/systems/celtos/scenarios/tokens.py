"""Tokens: who holds them, granaries set alight, the captive freed, carried and dropped."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.flow import Game
from app.engine.geometry import Base, disc_touches_line
from app.engine.paths import beside
from app.systems.celtos.book import c, cm
from app.systems.celtos.measure import HALF, MM, in_combat, near_point
from app.systems.celtos.scenarios.events import (
    CaptiveFreed,
    CaptiveLeft,
    CaptiveMoved,
    GranaryLit,
    TokenHeld,
)
from app.systems.celtos.scenarios.figures import HOLDS, rectangle, scenario, seat_of
from app.systems.celtos.state import State, Token, Unit

HELD, FIRE, CAPTIVE = c("CEL-SCN-08"), c("CEL-SCN-03"), c("CEL-SCN-05")


def near(state: State, token: Token) -> tuple[Seat, ...]:
    """The sides with a model of a unit not in Panic near enough to a token to hold it (CEL-SCN-08)."""
    close = [state.units[m.unit] for m in beside((token.at,), HOLDS, state.standing(), MM)
             if near_point(m.base, token.at, HOLDS)]  # fmt: skip
    return tuple(seat for seat in state.seats if any(u.seat == seat and not u.panic for u in close))


def holder(state: State, token: Token) -> Seat | None:
    """The side that holds a token: alone near it; nobody while a unit carries it (CEL-SCN-08)."""
    sides = near(state, token)
    return sides[0] if len(sides) == 1 and not token.carrier else None


def holds(state: State, unit: Unit, token: Token) -> bool:
    """Whether this very unit holds a token."""
    own = not unit.panic and any(near_point(m.base, token.at, HOLDS) for m in state.living(unit))
    return own and holder(state, token) == unit.seat


def held(state: State, seat: Seat) -> int:
    """How many tokens a side holds."""
    return sum(holder(state, token) == seat for token in state.tokens)


def settle(game: Game[State]) -> None:
    """It is told of every token that has come into other hands; granaries are held by nobody."""
    for token in game.state.tokens:
        told = token.kind != "granary" and not token.carrier
        if told and (now := holder(game.state, token) or "") != token.held_by:
            game.emit(TokenHeld(clause=HELD, token=token.id, seat=now))


# -- granaries ------------------------------------------------------------------------


def burn(game: Game[State], unit_id: str) -> None:
    """The granaries this unit touches at the end of its activation are alight, if it may do so (CEL-SCN-03)."""
    if not scenario(game.state).granaries or not may_burn(game.state, game.state.unit(unit_id)):
        return
    for token in game.state.tokens:
        unit = game.state.unit(unit_id)
        if token.kind == "granary" and not token.alight and touches(game.state, unit, token):
            game.emit(GranaryLit(clause=FIRE, token=token.id, unit=unit.id))


def may_burn(state: State, unit: Unit) -> bool:
    """Whether a unit can set fire: the attacker's, calm, out of contact, after a normal Movement at most."""
    ready = unit.seat == seat_of(state, "attacker") and not unit.panic
    return ready and all(order == "move" for order in unit.orders) and not in_combat(state, unit)


def touches(state: State, unit: Unit, token: Token) -> bool:
    """Whether a model of the unit is in contact with the outline of this granary (CEL-SCN-08)."""
    half = cm(scenario(state).granaries["size"]) // 2
    own = next((p.outline for p in state.table.pieces if p.id == token.id), None)
    walls = own or rectangle(token.at.x - half, token.at.y - half, token.at.x + half, token.at.y + half)
    ring = walls + walls[:1]
    return any(disc_touches_line(Base(m.at, m.radius + HALF - 1), ring) for m in state.living(unit))


# -- the captive ----------------------------------------------------------------------


def free_captive(game: Game[State], unit_id: str) -> None:
    """The rescuers' unit that holds the shrine at the end of its activation has the captive (CEL-SCN-05)."""
    state = game.state
    unit, token = state.unit(unit_id), captive(state)
    if token is None or token.carrier or unit.seat != seat_of(state, "rescuers"):
        return
    if holds(state, unit, token):
        game.emit(CaptiveFreed(clause=CAPTIVE, token=token.id, unit=unit.id))


def captive(state: State) -> Token | None:
    """The token of the captive, where the scenario has one."""
    return next((token for token in state.tokens if token.kind == "captive"), None)


def follow(game: Game[State]) -> None:
    """The captive stands with the unit it moves with: at its last living model (CEL-SCN-05)."""
    token = captive(game.state)
    models = game.state.living(token.carrier) if token and token.carrier else ()
    if token and models and models[-1].at != token.at:
        game.emit(CaptiveMoved(clause=CAPTIVE, token=token.id, at=models[-1].at))


def drop_captive(game: Game[State]) -> None:
    """Captive and shrine token lie where the last model of their lost unit stood (CEL-SCN-05).

    Whoever takes models off lets the captive ``follow`` before, so that it stands with the last of them.
    """
    follow(game)
    token = captive(game.state)
    if token and token.carrier and not game.state.living(token.carrier):
        game.emit(CaptiveLeft(clause=CAPTIVE, token=token.id, at=token.at))
