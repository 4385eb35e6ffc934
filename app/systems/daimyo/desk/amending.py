"""What an umpire may change in a battle of Daimyo: where units and leaders stand, hits and stands, who is lost."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.engine.amend import EDIT, Amendable, Change, Deed, Draft, Score, drafted, goes_on, refuse_off, upon
from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.engine.shapes import overlaps
from app.systems.daimyo.desk.events import LeaderAmended, UnitAmended
from app.systems.daimyo.leaders.events import LeaderKilled
from app.systems.daimyo.measure import contacts, ground_of
from app.systems.daimyo.organisation.events import EACH
from app.systems.daimyo.organisation.losses import front_of, unit_lost
from app.systems.daimyo.state import Leader, State, Unit, UnitId, pair_key

HITS, STANDS = "hits", "stands"
ALONE: tuple[Deed, ...] = ("place", "remove")
ATTACHED: tuple[Deed, ...] = ("remove",)


def amendable(state: State) -> tuple[Amendable, ...]:
    """Every unit and leader on the table, once the battle has begun."""
    if not goes_on(state):
        return ()
    leaders = (m for m in state.leaders.values() if m.on_table)
    return (*(known(u) for u in state.fielded()), *(known_leader(m) for m in leaders))


def known(unit: Unit) -> Amendable:
    """A unit as an umpire may change it."""
    hits = Score(field=HITS, now=unit.hits, least=0, most=EACH[unit.kind] - 1)
    stands = Score(field=STANDS, now=unit.stands, least=1, most=unit.start_stands)
    return Amendable(id=unit.id, kind="group", seat=unit.seat, at=unit.at, facing=unit.facing, scores=(hits, stands))


def known_leader(leader: Leader) -> Amendable:
    """A leader as an umpire may change him: one who is with a unit goes where it goes."""
    deeds = ATTACHED if leader.attached else ALONE
    return Amendable(id=leader.id, kind="piece", seat=leader.seat, at=leader.at, deeds=deeds)


def amend(state: State, changes: Sequence[Change]) -> tuple[Event, ...] | Refusal:
    """The events of these changes, or why they cannot be made."""
    return drafted(state, changes, amendable, carry_out)


def carry_out(draft: Draft[State], change: Change) -> Refusal | None:
    """The change is made, or refused."""
    if change.id in draft.state.leaders:
        return change_leader(draft, draft.state.leaders[change.id], change)
    unit = draft.state.units[change.id]
    if change.deed == "remove":
        return remove(draft, unit)
    if change.deed == "set":
        return put(draft, counted(unit, change.field, change.value or 0), change.field, change.value or 0)
    facing = unit.facing if change.facing is None else change.facing
    return put(draft, replace(unit, at=change.at or unit.at, facing=facing, building=""))


def counted(unit: Unit, field: str, value: int) -> Unit:
    """The unit with so many hits or stands; those that go are the last of its rear rank."""
    if field == HITS:
        return replace(unit, hits=value)
    files = min(unit.files, value)
    return replace(unit, stands=value, files=files, at=unit.at if unit.building else front_of(unit, files))


def put(draft: Draft[State], now: Unit, field: str = "", value: int = 0) -> Refusal | None:
    """The unit is as given, wholly on the table and on no other unit."""
    state, unit = draft.state, draft.state.units[now.id]
    bound = field == HITS or now.building
    if not bound and (no := refuse_off(state.table, now.id, now.outline) or refuse_upon(state, now)):
        return no
    draft.emit(UnitAmended(
        clause=EDIT, unit=now.id, at=now.at, facing=now.facing, files=now.files, stands=now.stands, hits=now.hits,
        building=now.building, parted=parted(state, unit, now), field=field, value=value,
    ))  # fmt: skip
    return None


def refuse_upon(state: State, now: Unit) -> Refusal | None:
    """Why a unit cannot stand so: another, not in a building, is there."""
    others = (u for u in state.fielded() if u.id != now.id and not u.building)
    under = next((u for u in others if overlaps(now.outline, ground_of(state, u))), None)
    return upon(now.id, under.id) if under else None


def parted(state: State, unit: Unit, now: Unit) -> tuple[UnitId, ...]:
    """The enemies a unit was counted in melee with and does not touch as it is now."""
    after = state.with_(units={**state.units, now.id: now})
    near = {foe.id for foe in contacts(after, now)}
    return tuple(u.id for u in state.units.values() if pair_key(unit.id, u.id) in state.pairs and u.id not in near)


def remove(draft: Draft[State], unit: Unit) -> Refusal | None:
    """It is destroyed and counted as any other; its leaders stand alone where it stood, its General has no seat."""
    state = draft.state
    draft.emit(unit_lost(unit, "destroyed", EDIT))
    general = state.general_of(unit.seat)
    seated = (general,) if unit.kind == "hq" and general.on_table and general.seated else ()
    for leader in (*state.leaders_with(unit.id), *seated):
        draft.emit(LeaderAmended(clause=EDIT, leader=leader.id, at=leader.at))
    return None


def change_leader(draft: Draft[State], leader: Leader, change: Change) -> Refusal | None:
    """A leader stands elsewhere, or is dead."""
    if change.deed == "remove":
        draft.emit(LeaderKilled(clause=EDIT, leader=leader.id, seat=leader.seat, at=leader.at))
        return None
    at: Point = change.at or leader.at
    if no := refuse_off(draft.state.table, leader.id, (at,)):
        return no
    draft.emit(LeaderAmended(clause=EDIT, leader=leader.id, at=at))
    return None
