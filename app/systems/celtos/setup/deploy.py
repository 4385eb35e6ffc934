"""Deployment: one unit at a time, infiltrators last (CEL-SET-06, CEL-SET-10, CEL-ABL-20)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.groups import Layout
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.activation.events import UnitLeftOut, UnitWaits
from app.systems.celtos.book import c
from app.systems.celtos.scenarios.events import EdgesShown
from app.systems.celtos.scenarios.figures import scenario, seat_of, to_wait
from app.systems.celtos.setup.events import UnitDeployed
from app.systems.celtos.setup.places import found_layout, infiltrates
from app.systems.celtos.state import State, Unit

IN_TURN, ROLES, HIDDEN, OFF, LAST, HELD = (
    c("CEL-SET-06"), c("CEL-SET-10"), c("CEL-SCN-06"), c("CEL-ACT-11"), c("CEL-ABL-20"), c("CEL-SCN-11"),
)  # fmt: skip
WAIT = "wait"


async def deploy(game: Game[State], late: bool = False) -> None:
    """Every unit that is set up now stands on the table or waits off it; ``late``: the infiltrators."""
    while (seat := next_seat(game.state, late)) is not None:
        show_edges(game, seat)
        if hold_back(game, seat, late):
            continue
        menu = units_menu(game.state, seat, late)
        first = next(iter(menu.open()), None)
        if first is None:
            leave_out(game, seat, late)
            continue
        clause = LAST if late else ROLES if scenario(game.state).roles else IN_TURN
        then = menu.options[first].then
        assert then is not None
        default = Choice(first, then().some(1)[0])
        choice = await ask(Ask(seat, "deploy.unit", menu, clause, default=default))
        if choice.key == WAIT:
            unit = game.state.unit(choice.then)
            game.emit(
                UnitWaits(
                    clause=HELD if scenario(game.state).late else OFF,
                    seat=seat,
                    unit=unit.id,
                    go=goes_next(game.state, unit, late),
                )
            )
        else:
            unit, places = game.state.unit(choice.key), dict(choice.then)
            go = goes_next(game.state, unit, late)
            game.emit(UnitDeployed(clause=clause, seat=seat, unit=unit.id, places=places, go=go))


def hold_back(game: Game[State], seat: Seat, late: bool) -> bool:
    """Whether those that are left of a side are as many as come later: they wait (CEL-SCN-11)."""
    left = [*to_place(game.state, seat, False), *to_place(game.state, seat, True)]
    if not left or len(left) > to_wait(game.state, seat):
        return False
    for unit in left:
        game.emit(UnitWaits(clause=HELD, seat=seat, unit=unit.id, go=goes_next(game.state, unit, late)))
    return True


def to_place(state: State, seat: Seat, late: bool) -> tuple[Unit, ...]:
    """The units a side still has to set up, infiltrators apart from the others."""
    mine = (u for u in state.units.values() if u.seat == seat and not u.fate and not u.waiting)
    return tuple(u for u in mine if not state.living(u) and infiltrates(state, u) == late)


def order(state: State) -> tuple[Seat, ...]:
    """Who sets up, in order: by roles where there are any, else from whoever's go it is (CEL-SET-06, CEL-SET-10)."""
    roles = [seat for role in scenario(state).roles if (seat := seat_of(state, role)) is not None]
    return tuple(roles) if roles else state.seats_from(state.go or state.sides[0].seat)


def next_seat(state: State, late: bool) -> Seat | None:
    """Who sets up a unit next."""
    return next((seat for seat in order(state) if to_place(state, seat, late)), None)


def goes_next(state: State, unit: Unit, late: bool) -> Seat:
    """Who sets up after this unit has been: the next in turn with a unit left, all of a role before the next.

    Once the last of the others stands, the turn goes on among those who have infiltrators.
    """
    in_roles = bool(scenario(state).roles)
    after = order(state) if in_roles else (*state.seats_from(unit.seat)[1:], unit.seat)
    for stage in (False, True)[late:]:
        for seat in after:
            if any(u.id != unit.id for u in to_place(state, seat, stage)):
                return seat
    return unit.seat


def units_menu(state: State, seat: Seat, late: bool) -> Menu:
    """The units to set up, each with its places, and the right to leave one off the table."""
    rows = {str(unit.id): unit_option(state, unit, late) for unit in to_place(state, seat, late)}
    if scenario(state).late:
        if to_wait(state, seat) > 0:
            rows[WAIT] = held_option(state, seat, late)
    elif not late and any("home-ground" in u.traits for u in state.units.values() if u.seat == seat):
        rows[WAIT] = wait_option(state, seat)
    return Menu(rows)


def unit_option(state: State, unit: Unit, late: bool) -> Option:
    """A unit with its places, sought when somebody looks."""
    places = cache(partial(found_layout, state, unit, late))

    def no() -> Refusal | None:
        return None if places() else refuse("deploy.no-room", IN_TURN, unit=unit.id)

    def then() -> Layout:
        found = places()
        assert found is not None
        return found

    return Option(no, then, about="option.deploy", facts={"unit": unit.id}, piece=unit.id)


def held_option(state: State, seat: Seat, late: bool) -> Option:
    """One of those that are to come later is held back now (CEL-SCN-11)."""
    able = to_place(state, seat, late)
    pick = Pick({str(u.id): None for u in able}, {str(u.id): str(u.id) for u in able})
    return Option(then=lambda: pick, about="option.late", facts={"units": to_wait(state, seat)}, clause=HELD)


def wait_option(state: State, seat: Seat) -> Option:
    """One Unit at home on this ground may stay off the table (CEL-ACT-11)."""
    already = next((u for u in state.units.values() if u.seat == seat and u.waiting), None)
    able = [u for u in to_place(state, seat, late=False) if "home-ground" in u.traits and not u.individual]
    no = refuse("deploy.one-waits", OFF, unit=already.id) if already else None
    no = no or (None if able else refuse("deploy.none-can-wait", OFF))
    pick = Pick({str(u.id): None for u in able}, {str(u.id): str(u.id) for u in able})
    return Option(no, lambda: pick, about="option.wait")


def show_edges(game: Game[State], seat: Seat) -> None:
    """The ambusher's edges are shown before the first of his units is put down (CEL-SCN-06)."""
    zones = game.state.zones
    hidden = scenario(game.state).hidden
    if hidden and seat == seat_of(game.state, hidden["role"]) and "assigned" in zones and not zones.get("shown"):
        game.emit(EdgesShown(clause=HIDDEN, seat=seat, edges=dict(zones["assigned"])))


def leave_out(game: Game[State], seat: Seat, late: bool) -> None:
    """No unit of this side finds a place: those left were never on the table (CEL-ACT-11)."""
    for unit in to_place(game.state, seat, late):
        game.emit(UnitLeftOut(clause=OFF, unit=unit.id, models=unit.models))
