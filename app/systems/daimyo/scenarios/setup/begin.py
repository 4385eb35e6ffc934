"""The state before the first phase: both armies as their rosters say, all off the table, on the scenario's ground."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.daimyo.armies.lists import said as worded
from app.systems.daimyo.armies.lists import weight_of
from app.systems.daimyo.armies.roster import Army, MadeLeader, MadeUnit, made, read_roster
from app.systems.daimyo.campaign.rules import daylight, weather_of
from app.systems.daimyo.scenarios.figures import FACING, SEASON, Scenario, played, role_in
from app.systems.daimyo.scenarios.setup.layout import first_table
from app.systems.daimyo.state import Clan, ClanId, Leader, LeaderId, Side, State, Unit, UnitId


def begin(setup: Setup) -> State:
    """The state before the set-up phase of a legal set-up; ``ValueError`` for one that cannot be read.

    In a campaign the season gives the column of the weather and how long it is light (DAI-CAM-02, DAI-CAM-06).
    """
    said, season = played(setup), setup.options.get(SEASON, "")
    turns = daylight(season) if season else said.turns
    state = State(
        setup=setup, table=first_table(setup), sides=(), units={}, leaders={}, clans={}, turns=turns or None,
        season=weather_of(season) if season else said.season,
    )  # fmt: skip
    for side in setup.sides:
        state = with_army(state, said, side)
    return state


def with_army(state: State, said: Scenario, side: SideSetup) -> State:
    """The state with one army more."""
    roster = read_roster(side.roster)
    if isinstance(roster, Refusal):
        raise ValueError(f"{side.seat}: {roster.code} {roster.facts}")
    army, role = made(roster), role_in(state.setup, side.seat)
    clans = clans_of(side.seat, army, said, role)
    ids = {clan.key: clan.id for clan in clans}
    units = tuple(raised(side.seat, n, row, ids, said) for n, row in enumerate(army.units, 1))
    units = tuple(replace(u, facing=FACING.get(said.edges.get(role, ""), 0)) for u in units)
    shown = Side(
        seat=side.seat, name=army.name or f"army.{army.sample}", sample=army.sample, general=leader_id(side.seat, 0),
        edge=said.edges.get(role, ""), role=role, weight=weight(units, clans),
    )  # fmt: skip
    return state.with_(
        sides=(*state.sides, shown), units=state.units | {str(u.id): u for u in units},
        clans=state.clans | {str(clan.id): clan for clan in clans},
        leaders=state.leaders | {str(leader.id): leader for leader in led(side.seat, army, ids)},
    )  # fmt: skip


def weight(units: tuple[Unit, ...], clans: tuple[Clan, ...]) -> int:
    """What the units count together, those of a clan that belongs to nobody left out (DAI-SCN-01, DAI-SCN-13)."""
    out = [clan.id for clan in clans if clan.allegiance == "undecided"]
    return sum(unit.weight for unit in units if unit.clan not in out)


def raised(seat: Seat, number: int, row: MadeUnit, ids: dict[str, ClanId], said: Scenario) -> Unit:
    """A unit of a roster, off the table."""
    kept = ("code", "name", "profile", "kind", "troop_class", "mounted", "armour", "arm", "missile", "quality",
            "stands", "files", "stand_width", "stand_depth", "cost", "own")  # fmt: skip
    return Unit(
        id=UnitId(f"{seat}-{number}"), seat=seat, clan=ids.get(row.clan, ClanId("")), start_stands=row.stands,
        weight=weight_of(row.troop_class, said.peasants or 0), **{key: getattr(row, key) for key in kept},
    )  # fmt: skip


def clans_of(seat: Seat, army: Army, said: Scenario, role: str) -> tuple[Clan, ...]:
    """The clans of an army: those that come on later wait, one that has yet to decide belongs to nobody."""
    found: list[Clan] = []
    later = any(row["role"] == role for row in said.enters)
    for number, row in enumerate(army.clans, 1):
        waits = later or (said.arrivals.get("role") == role and row.id in said.arrivals["clans"])
        undecided = bool(said.kobayakawa) and row.id == said.kobayakawa["clan"]
        found.append(Clan(
            id=ClanId(f"{seat}-c{number}"), seat=seat, name=row.name, key=row.id, waiting=waits,
            daimyo=leader_id(seat, number) if row.daimyo else LeaderId(""),
            allegiance="undecided" if undecided else "own",
        ))  # fmt: skip
    return tuple(found)


def led(seat: Seat, army: Army, ids: dict[str, ClanId]) -> tuple[Leader, ...]:
    """The General, then the Daimyo of each clan, off the table."""
    rows = ((0, army.general), *((n, clan.daimyo) for n, clan in enumerate(army.clans, 1)))
    return tuple(leader(seat, n, row, ids) for n, row in rows if row is not None)


def leader(seat: Seat, number: int, row: MadeLeader, ids: dict[str, ClanId]) -> Leader:
    """A leader of a roster."""
    return Leader(
        id=leader_id(seat, number), seat=seat, clan=ids.get(row.clan, ClanId("")), name=worded(row.name),
        code=row.code, rating=row.rating, mounted=row.mounted,
    )  # fmt: skip


def leader_id(seat: Seat, number: int) -> LeaderId:
    """The id of a leader: 0 is the General, else the number of his clan."""
    return LeaderId(f"{seat}-L{number}")
