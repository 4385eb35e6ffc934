"""Random events, the last step of a turn where they were agreed (DAI-EVT)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, decide, roll
from app.systems.daimyo.armies.lists import PROFILES, stand_size, unit_cost, weight_of
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.chance.events import (
    AssassinStruck,
    ClanWavers,
    DrumsSounded,
    EventCame,
    EventSideRolled,
    EventTested,
    GuideFound,
    OmenSeen,
    ShotRanShort,
    SignalsConfused,
    SquallCame,
)
from app.systems.daimyo.disorder.flow import restore
from app.systems.daimyo.leaders.flow import kill
from app.systems.daimyo.measure import in_melee, leader_within
from app.systems.daimyo.morale.flow import frenzy
from app.systems.daimyo.scenarios.events import LateArrivals
from app.systems.daimyo.scenarios.figures import agreed
from app.systems.daimyo.state import Clan, Leader, State, Unit, UnitId
from app.systems.daimyo.turn.reforming import ask_formation

TEST, TABLE = c("DAI-EVT-01"), c("DAI-EVT-02")
RULES = table("events")["rules"]
ROWS: dict[str, dict[str, Any]] = {row["id"]: row for row in table("events")["event"]}


async def random_event(game: Game[State]) -> None:
    """An event has come or not, if events were agreed and the battle goes on (DAI-EVT-01, DAI-EVT-02)."""
    if not agreed(game.state.setup, "events") or game.state.outcome is not None:
        return
    first = game.state.initiative or game.state.seats[0]
    (face,) = await roll(Dice(1), "event", TEST, by=first)
    happens = face >= RULES["needed"]
    game.emit(EventTested(clause=TEST, seat=first, face=face, needed=RULES["needed"], happens=happens))
    if not happens:
        return
    (side,) = await roll(Dice(1), "event-side", TABLE, by=first)
    seat = first if RULES["odd" if side % 2 else "even"] == "initiative" else game.state.other(first)
    game.emit(EventSideRolled(clause=TABLE, seat=seat, face=side))
    faces = await roll(Dice(2), "event-table", TABLE, by=first)
    event = next(id for id, row in ROWS.items() if row["total"] == sum(faces))
    applies = is_possible(game.state, seat, event)
    game.emit(EventCame(clause=TABLE, seat=seat, event=event, faces=faces, applies=applies))
    if applies and event in EFFECTS:
        await EFFECTS[event](game, seat)


def is_possible(state: State, seat: Seat, event: str) -> bool:
    """Whether an event can have an effect on a side; without one it is not rolled again (DAI-EVT-03)."""
    subjects: dict[str, Callable[[State, Seat], Iterable[object]]] = {
        "wavering-ally": clans_of, "assassin": leaders_of, "short-of-shot": shooters, "drums": drummed,
        "local-guide": guided, "heroic-example": heroes, "late-arrivals": joinable,
    }  # fmt: skip
    return event not in subjects or any(True for _ in subjects[event](state, seat))


# -- whom an event can concern ---------------------------------------------------------


def clans_of(state: State, seat: Seat) -> tuple[Clan, ...]:
    """Clans of a side with units in play."""
    mine = (clan for clan in state.clans.values() if clan.seat == seat and clan.allegiance == "own")
    alive = [u.clan for u in state.units.values() if u.fate in ("", "reserve")]
    return tuple(clan for clan in mine if clan.id in alive)


def leaders_of(state: State, seat: Seat) -> tuple[Leader, ...]:
    """Leaders of a side on the table, those of a clan that belongs to nobody left out."""
    mine = (m for m in state.leaders.values() if m.seat == seat and m.on_table)
    return tuple(m for m in mine if not m.clan or state.clans[m.clan].allegiance == "own")


def mine(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units of a side on the table, those of a clan that belongs to nobody left out."""
    return tuple(u for u in state.fielded(seat) if not state.neutral(u))


def shooters(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Missile units of a side; guns are artillery (DAI-ORG-12)."""
    return tuple(u for u in guided(state, seat) if u.missile)


def drummed(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Disordered units near their General that neither rout nor fight."""
    general, reach = state.general_of(seat), cm(ROWS["drums"]["within"])
    if not general.on_table:
        return ()
    upset = (u for u in mine(state, seat) if u.disordered and not u.routing and not in_melee(state, u))
    return tuple(u for u in upset if leader_within(state, general, u, reach))


def guided(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Units of a side that can move."""
    return tuple(u for u in mine(state, seat) if u.troops)


def heroes(state: State, seat: Seat) -> tuple[Unit, ...]:
    """Samurai and Hatamoto that neither rout nor are frenzied already."""
    classes = ROWS["heroic-example"]["classes"]
    return tuple(u for u in guided(state, seat) if u.troop_class in classes and not u.routing and not u.frenzied)


def joinable(state: State, seat: Seat) -> tuple[Clan, ...]:
    """Clans that late arrivals may join; none once they have come (DAI-EVT-02)."""
    return () if state.side(seat).late_arrivals else clans_of(state, seat)


# -- what each does ----------------------------------------------------------------------


async def choose(seat: Seat, about: str, ids: Iterable[str]) -> str:
    """The counter a player names."""
    options = dict.fromkeys(str(id) for id in ids)
    pick = Pick(dict.fromkeys(options), {id: id for id in options})
    return await decide(Ask(seat, about, pick, TABLE, default=next(iter(options))))


async def waver(game: Game[State], seat: Seat) -> None:
    """A random clan cannot be activated next turn."""
    clans = clans_of(game.state, seat)
    face = (await roll(Dice(1, len(clans)), "event", TABLE))[0] if len(clans) > 1 else 0
    clan = clans[max(0, face - 1)]
    game.emit(ClanWavers(clause=TABLE, clan=clan.id, face=face, until=game.state.turn + 1))


async def assassin(game: Game[State], seat: Seat) -> None:
    """A leader the enemy names is killed, hurt, or escapes."""
    named = await choose(game.state.other(seat), "event.assassin", (m.id for m in leaders_of(game.state, seat)))
    leader, row = game.state.leaders[named].id, ROWS["assassin"]
    (face,) = await roll(Dice(1), "assassin", TABLE, by=game.state.other(seat))
    result = {row["kills"]: "killed", row["incapacitates"]: "hurt"}.get(face, "escapes")
    game.emit(AssassinStruck(clause=TABLE, leader=leader, face=face, result=result, until=game.state.turn + 1))
    if result == "killed":
        kill(game, leader, TABLE)


async def confuse(game: Game[State], seat: Seat) -> None:
    """No bonus for a seated General next turn."""
    game.emit(SignalsConfused(clause=TABLE, seat=seat, until=game.state.turn + 1))


async def run_short(game: Game[State], seat: Seat) -> None:
    """A missile unit the enemy names cannot fire next turn."""
    named = await choose(game.state.other(seat), "event.short", (u.id for u in shooters(game.state, seat)))
    game.emit(ShotRanShort(clause=TABLE, unit=UnitId(named), until=game.state.turn + 1))


async def squall(game: Game[State], _: Seat) -> None:
    """Next turn all arquebus fire is hindered."""
    game.emit(SquallCame(clause=TABLE, turn=game.state.turn + 1))


async def drums(game: Game[State], seat: Seat) -> None:
    """Disordered units near the General reform at once, with any facing and formation (DAI-DIS-09)."""
    units = tuple(u.id for u in drummed(game.state, seat))
    game.emit(DrumsSounded(clause=TABLE, seat=seat, units=units))
    for unit in units:
        restore(game, unit, TABLE)
        await ask_formation(game, unit)


async def guide(game: Game[State], seat: Seat) -> None:
    """Difficult terrain is good to a unit next turn."""
    named = await choose(seat, "event.guide", (u.id for u in guided(game.state, seat)))
    game.emit(GuideFound(clause=TABLE, unit=UnitId(named), until=game.state.turn + 1))


async def inspire(game: Game[State], seat: Seat) -> None:
    """A unit becomes frenzied."""
    named = await choose(seat, "event.hero", (u.id for u in heroes(game.state, seat)))
    frenzy(game, UnitId(named), TABLE)


async def arrive(game: Game[State], seat: Seat) -> None:
    """Ronin join a clan and come on from the base edge when it is next active (DAI-EVT-02, DAI-SCN-09)."""
    named = await choose(seat, "event.late", (clan.id for clan in joinable(game.state, seat)))
    game.emit(LateArrivals(clause=TABLE, seat=seat, unit=ronin(game.state, seat, game.state.clans[named])))


async def omen(game: Game[State], seat: Seat) -> None:
    """Activation rolls of both sides are changed next turn."""
    row = ROWS["good-omen"]
    adds = {s: int(row["own"] if s == seat else row["enemy"]) for s in game.state.seats}
    game.emit(OmenSeen(clause=TABLE, until=game.state.turn + 1, adds=adds))


EFFECTS: dict[str, Callable[[Game[State], Seat], Awaitable[None]]] = {
    "wavering-ally": waver, "assassin": assassin, "signals-confused": confuse, "short-of-shot": run_short,
    "squall": squall, "drums": drums, "local-guide": guide, "heroic-example": inspire, "late-arrivals": arrive,
    "good-omen": omen,
}  # fmt: skip
"""The lull does nothing."""


def ronin(state: State, seat: Seat, clan: Clan) -> Unit:
    """The unit that arrives late, off the table."""
    row = ROWS["late-arrivals"]
    profile, stands = PROFILES[row["profile"]], int(row["stands"])
    width, depth = stand_size(profile)
    number = 1 + sum(u.seat == seat for u in state.units.values())
    while f"{seat}-{number}" in state.units:
        number += 1
    files = (stands + 1) // 2
    return Unit(
        id=UnitId(f"{seat}-{number}"), seat=seat, clan=clan.id, code="R+", name=f"profile.{row['profile']}",
        profile=row["profile"], kind=profile.kind, troop_class=profile.troop_class, mounted=profile.mounted,
        armour=profile.armour, arm=profile.arm, missile=profile.missile, quality=row["quality"], start_stands=stands,
        stands=stands, files=files, stand_width=width, stand_depth=depth,
        cost=unit_cost(profile, row["quality"], stands), weight=weight_of(profile.troop_class),
    )  # fmt: skip
