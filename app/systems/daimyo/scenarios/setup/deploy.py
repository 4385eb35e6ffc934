"""Deployment: clan by clan, each unit where its player wants it, or all at once as proposed (DAI-SCN-12)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.book import c
from app.systems.daimyo.scenarios.figures import agreed, plays, scenario, to_hold_back
from app.systems.daimyo.scenarios.setup.events import ClanHeldBack, LeaderDeployed, UnitDeployed, UnitKeptBack
from app.systems.daimyo.scenarios.setup.places import (
    Zone,
    must_sit,
    names_of,
    place_leader,
    place_unit,
    places,
    seat_at,
    units_for,
    zone_for,
)
from app.systems.daimyo.state import Leader, State, Unit, UnitId

SETUP, FORMED, LED, LATE = c("DAI-SCN-12"), c("DAI-SCN-12"), c("DAI-SCN-12"), c("DAI-SCN-16")
HOUSEHOLD, ARMY, REST = "household", "army", "rest"
REST_WEIGHT = 4
"""A sample takes the proposal this often beside each single unit."""


# -- groups ---------------------------------------------------------------------------


def in_order(state: State) -> bool:
    """Whether the scenario has one army set up whole before the other."""
    return bool(scenario(state).order)


def left_to_deploy(state: State, seat: Seat) -> list[str]:
    """What a side has still to set up: its clans, then its household; its whole army at once by the scenario."""
    if in_order(state):
        return [f"{ARMY}:{seat}"] if sets_up(state, seat) and not is_done(state, f"{ARMY}:{seat}") else []
    clans = [str(clan.id) for clan in state.clans.values() if clan.seat == seat and not clan.waiting]
    return [id for id in (*clans, f"{HOUSEHOLD}:{seat}") if not is_done(state, id)]


def sets_up(state: State, seat: Seat) -> bool:
    """Whether this side sets up at all: not if it comes on from an edge."""
    return state.side(seat).role in scenario(state).order


def is_done(state: State, group: str) -> bool:
    """Whether this group has been set up."""
    return bool(state.notes.get(f"deployed:{group}"))


def whose(state: State) -> Seat | None:
    """Who sets up now: by turns, clans of either side before the households (DAI-SCN-07)."""
    first = state.go or state.seats[0]
    both: tuple[Seat, ...] = (first, state.other(first))
    if in_order(state):
        roles = scenario(state).order
        both = tuple(sorted(state.seats, key=lambda s: [plays(state, s, role) for role in roles].index(True)
                            if sets_up(state, s) else len(roles)))  # fmt: skip
    left = {seat: left_to_deploy(state, seat) for seat in both}
    clans = next((seat for seat in both if any(not g.startswith(HOUSEHOLD) for g in left[seat])), None)
    return clans or next((seat for seat in both if left[seat]), None)


def groups_at_hand(state: State, seat: Seat) -> list[str]:
    """The groups from which a side may set up a unit now: one begun, else any clan, else the household."""
    left = left_to_deploy(state, seat)
    begun = [g for g in left if any(u.on_table for u in units_of(state, seat, g))]
    clans = [g for g in left if not g.startswith(HOUSEHOLD)]
    return begun[:1] or clans or left


def units_of(state: State, seat: Seat, group: str) -> list[Unit]:
    """The units of a clan, a household or an army, those of clans that come later left out."""
    mine = [u for u in state.units.values() if u.seat == seat and not (u.clan and state.clans[u.clan].waiting)]
    kind = group.partition(":")[0]
    if kind == ARMY:
        return mine
    return [u for u in mine if u.clan == ("" if kind == HOUSEHOLD else group)]


def to_place(state: State, seat: Seat, group: str) -> list[Unit]:
    """Units of a group that do not stand yet: its HQ first, the rest of the household last."""
    left = [u for u in units_of(state, seat, group) if not u.on_table and not state.notes.get(f"back:{u.id}")]
    return sorted(left, key=lambda u: (u.kind != "hq", not u.clan))


def leaders_of(state: State, seat: Seat, group: str) -> list[Leader]:
    """Leaders of a group who are not set up yet and have somebody to lead on the table."""
    clans = list(dict.fromkeys(u.clan for u in units_of(state, seat, group)))
    kind = group.partition(":")[0]
    mine = [m for m in state.leaders.values() if m.seat == seat and m.fate == "reserve"]
    mine = [m for m in mine if m.clan in clans or (m.general and kind in (ARMY, HOUSEHOLD))]
    return [m for m in mine if units_for(state, m) or place_leader(state, m) is not None]


# -- the questions ----------------------------------------------------------------------


async def deploy_group(game: Game[State], seat: Seat) -> str:
    """A group stands on the table, its leaders with it; the group that was set up (DAI-SCN-07)."""
    group = ""
    await hold_back(game, seat)
    while True:
        keep_back(game, seat)
        groups = groups_at_hand(game.state, seat)
        group = groups[0] if len(groups) == 1 else group
        left = [u for g in groups for u in to_place(game.state, seat, g)]
        leaders = [m for g in groups[:1] for m in leaders_of(game.state, seat, g)] if len(groups) == 1 else []
        if not left and not leaders:
            return group or groups[0]
        menu = Menu(options(game.state, left, leaders))
        choice = await ask(Ask(seat, "deploy.unit", menu, SETUP, default=Choice(REST)))
        if choice.key == REST:
            propose(game, seat, groups[0])
        elif choice.key in game.state.leaders:
            take_leader(game, game.state.leaders[choice.key], choice.then)
        else:
            take_unit(game, game.state.units[choice.key], choice.then)


async def hold_back(game: Game[State], seat: Seat) -> None:
    """The clans of a side that come later wait off the table, those its player likes (DAI-SCN-16)."""
    while to_hold_back(game.state, seat) > 0:
        free = [str(clan.id) for clan in game.state.clans.values() if clan.seat == seat and not clan.waiting]
        left = to_hold_back(game.state, seat)
        pick = Pick(dict.fromkeys(free), {id: id for id in free})
        clan = await ask(Ask(seat, "setup.late", pick, LATE, default=free[-1], facts={"clans": left}))
        game.emit(ClanHeldBack(clause=LATE, clan=game.state.clans[clan].id))


def keep_back(game: Game[State], seat: Seat) -> None:
    """Units for which no room is left come on later."""
    for group in groups_at_hand(game.state, seat)[:1]:
        for unit in to_place(game.state, seat, group):
            if first_spot(game.state, unit) is None:
                game.emit(UnitKeptBack(clause=SETUP, unit=unit.id))


def room_for(state: State, unit: Unit, files: int = 0) -> Place | None:
    """The question where a unit stands; nothing if there is no room in its zone."""
    zone = zone_of(state, unit)
    return place_unit(state, unit, zone, files) if zone else None


def first_spot(state: State, unit: Unit) -> Spot | None:
    """Where a unit is proposed to stand; nothing if there is no room in its zone."""
    zone = zone_of(state, unit)
    return next(places(state, unit, zone), None) if zone else None


def zone_of(state: State, unit: Unit) -> Zone | None:
    """The zone of a unit."""
    return zone_for(state, unit.seat, names_of(state, unit))


def options(state: State, left: list[Unit], leaders: list[Leader]) -> dict[str, Option]:
    """Every unit with its places, the leaders once their clan stands, and the rest as proposed."""
    found = {str(u.id): unit_option(state, u) for u in left}
    if not left:
        found |= {str(m.id): leader_option(state, m) for m in leaders}
    return {**found, REST: Option(about="option.deploy-rest", weight=REST_WEIGHT, clause=SETUP)}


def unit_option(state: State, unit: Unit) -> Option:
    """A unit with its places, sought when somebody looks."""
    place = cache(partial(room_for, state, unit))

    def no() -> Refusal | None:
        return None if place() else refuse("deploy.no-room", SETUP, unit=unit.id)

    def then() -> Place | Menu:
        return by_files(state, unit) if agreed(state.setup, "formations") and unit.stands > 1 else found(place())

    return Option(no, then, about="option.deploy", facts={"unit": unit.id}, piece=unit.id, clause=SETUP)


def found(place: Place | None) -> Place:
    """The place that is there."""
    assert place is not None
    return place


def by_files(state: State, unit: Unit) -> Menu:
    """The formations in which a unit may be set up, where players agreed to choose them (DAI-SCN-12)."""
    return Menu({f"files-{n}": files_option(state, unit, n) for n in range(1, unit.stands + 1)})


def files_option(state: State, unit: Unit, files: int) -> Option:
    """One formation with its places."""
    place = cache(partial(room_for, state, unit, files))

    def no() -> Refusal | None:
        return None if place() else refuse("deploy.no-room", SETUP, unit=unit.id)

    return Option(no, lambda: found(place()), about="option.files", facts={"files": files}, piece=unit.id)


def leader_option(state: State, leader: Leader) -> Option:
    """A leader: with a unit, seated, or by himself (DAI-SCN-12)."""
    return Option(then=lambda: leader_menu(state, leader), about="option.leader", facts={"leader": leader.id},
                  piece=leader.id, clause=LED)  # fmt: skip


def leader_menu(state: State, leader: Leader) -> Menu:
    """The ways to set a leader up."""
    units, (_, unseated) = units_for(state, leader), seat_at(state, leader)
    forced = must_sit(state, leader) and unseated is None
    no = refuse("deploy.must-sit", SETUP, leader=leader.id) if forced else None
    pick = Pick({str(u.id): None for u in units}, {str(u.id): str(u.id) for u in units})
    place = place_leader(state, leader)
    rows: dict[str, Option] = {}
    if units:
        rows["attach"] = Option(no, lambda: pick, about="option.attach")
    if place is not None:
        rows["place"] = Option(no, lambda: place, about="option.alone")
    if leader.general:
        rows["sit"] = Option(unseated, about="option.sit")
    return Menu(rows)


# -- the answers ------------------------------------------------------------------------


def take_unit(game: Game[State], unit: Unit, then: Choice | Spot) -> None:
    """The unit stands there."""
    files, spot = unit.files, then
    if isinstance(then, Choice):
        files, spot = int(then.key.removeprefix("files-")), then.then
    assert isinstance(spot, Spot)
    put(game, unit, spot, files)


def put(game: Game[State], unit: Unit, spot: Spot, files: int) -> None:
    """The unit stands there, disordered where the scenario says so."""
    upset = plays(game.state, unit.seat, scenario(game.state).disordered) and unit.kind == "troops"
    game.emit(UnitDeployed(clause=SETUP, seat=unit.seat, unit=unit.id, at=spot.at, facing=spot.facing, files=files,
                           disordered=upset))  # fmt: skip


def take_leader(game: Game[State], leader: Leader, choice: Choice) -> None:
    """The leader is there."""
    if choice.key == "attach":
        unit = game.state.units[choice.then]
        lead(game, leader, unit)
    elif choice.key == "sit":
        at, _ = seat_at(game.state, leader)
        game.emit(LeaderDeployed(clause=LED, seat=leader.seat, leader=leader.id, at=at, seated=True))
    else:
        game.emit(LeaderDeployed(clause=LED, seat=leader.seat, leader=leader.id, at=choice.then.at))


def lead(game: Game[State], leader: Leader, unit: Unit) -> None:
    """The leader is with a unit."""
    game.emit(LeaderDeployed(clause=LED, seat=leader.seat, leader=leader.id, at=unit.formation.centre,
                             attached=UnitId(unit.id)))  # fmt: skip


def propose(game: Game[State], seat: Seat, group: str) -> None:
    """All of a group that is left stands as proposed: a General sits if he can, others are with their first unit."""
    for id in [u.id for u in to_place(game.state, seat, group)]:
        unit = game.state.units[id]
        spot = first_spot(game.state, unit)
        if spot is None:
            game.emit(UnitKeptBack(clause=SETUP, unit=unit.id))
        else:
            put(game, unit, spot, unit.files)
    for leader in leaders_of(game.state, seat, group):
        propose_leader(game, leader)


def propose_leader(game: Game[State], leader: Leader) -> None:
    """A leader stands as proposed."""
    at, unseated = seat_at(game.state, leader)
    units = units_for(game.state, leader)
    if leader.general and unseated is None:
        game.emit(LeaderDeployed(clause=LED, seat=leader.seat, leader=leader.id, at=at, seated=True))
    elif units:
        own = [u for u in units if u.clan == leader.clan]
        lead(game, leader, (own or list(units))[0])
    else:
        place = found(place_leader(game.state, leader))
        game.emit(LeaderDeployed(clause=LED, seat=leader.seat, leader=leader.id, at=place.sure[0].at))
