"""Scenarios that people have made and keep: what they change, their ground and forces, and what stands against them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from app.engine import own, zones
from app.engine.asks import Json
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.engine.zones import Zoning
from app.games import offers, surveying
from app.games.grounds import Body
from app.games.seats import clean_name, new_id, now
from app.store import Store
from app.store.db import Row
from app.store.handiwork import worlds

MOST, MOST_OF_ACCOUNT = 30, 100
"""So many scenarios a guest keeps, and so many who has an account."""
TRIED = 24
"""So many pairs of ready rosters are tried on a scenario, the dearest first."""
NO_BASE, NO_ROSTERS, NO_TABLE = "world.no-base", "world.no-rosters", "world.no-table"
Key = Annotated[str, Meta(max_length=40)]


class World(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A scenario of one's own as its file has it: ``base`` is the printed one from which it begins.

    ``points``: the limit for each side, nought where the table agrees it.  ``ground``: a drawn table, else those of the
    base.  ``forces``: for each side the roster that it must bring, or nothing.
    """

    system: Key
    base: Key
    name: own.Name
    about: Annotated[str, Meta(max_length=400)] = ""
    changes: dict[str, Any] = {}
    points: Annotated[int, Meta(ge=0, le=100_000)] = 0
    ground: Body | None = None
    forces: Annotated[list[dict[str, Any] | None], Meta(max_length=own.SIDES)] = []


class Kept(Struct, frozen=True):
    """A scenario as it is kept."""

    id: str
    guest: str
    world: World
    changed: str


def parsed(raw: Json) -> World:
    """A scenario of any JSON; ``msgspec.ValidationError`` says what is wrong with its form, and where."""
    return msgspec.convert(raw, World)


def told(world: World) -> Any:
    """A scenario as JSON."""
    return msgspec.to_builtins(world)


# -- what a system says of it --------------------------------------------------------


def row_of(system: RuleSystem[Any], base: str) -> Json | None:
    """The printed scenario of this id, if a scenario of one's own may begin from it."""
    row = offers.scenario(system.catalogue(), base)
    return row if row and row.get("own") else None


def bases(system: RuleSystem[Any]) -> list[Json]:
    """The printed scenarios from which one of one's own may begin."""
    return [row for row in system.catalogue()["scenarios"] if row.get("own")]


def printed(system: RuleSystem[Any], base: str, name: str) -> World | None:
    """A printed scenario as a file of the same form, all that may be changed written out."""
    row = row_of(system, base)
    values = {part["key"]: part["value"] for part in row["own"] if part["value"] is not None} if row else {}
    return World(system.key, base, name, changes=values) if row else None


def values(row: Json, changes: Any) -> dict[str, Any]:
    """What each part of a printed scenario is with these changes, in its order; what has no place then is left out."""
    printed = {part["key"]: part["value"] for part in row["own"]}
    choices = [part for part in row["own"] if part["form"] == "choice"]
    chosen = {part["key"]: str(changes.get(part["key"], part["value"])) for part in choices}
    found: dict[str, Any] = {}
    for part in row["own"]:
        key, (usual, has_place) = part["key"], usually(part, chosen, printed)
        if has_place:
            found[key] = changes.get(key, usual)
    return found


def usually(part: Json, chosen: dict[str, Any], printed: dict[str, Any]) -> tuple[Any, bool]:
    """What a part is where nothing is said of it alone, and whether it has a place at all."""
    by = part["room"].get("part")
    if by is None or chosen.get(by) == printed.get(by):
        return part["value"], part["value"] is not None
    made: dict[str, Any] = part["room"]["options"]
    return made.get(chosen.get(by, "")), chosen.get(by) in made


def fitted(row: Json, changes: Any) -> dict[str, Any]:
    """Those of these changes that have a place in the scenario and are not as it has them anyway."""
    now = values(row, changes)
    usual = values(row, {part["key"]: now[part["key"]] for part in row["own"] if part["form"] == "choice"})
    printed = {part["key"]: part["value"] for part in row["own"]}
    return {
        key: value for key, value in now.items()
        if value != (printed[key] if key not in usual or is_choice(row, key) else usual[key])
    }  # fmt: skip


def is_choice(row: Json, key: str) -> bool:
    """Whether a part is a choice."""
    return any(part["key"] == key and part["form"] == "choice" for part in row["own"])


def limit_of(system: RuleSystem[Any], world: World) -> int:
    """The limit of points to begin with."""
    book, row = system.catalogue(), row_of(system, world.base)
    return world.points or (offers.usual(book, row) if row else 0)


def options(system: RuleSystem[Any], world: World) -> dict[str, Any]:
    """The options of a table on which it is played; ``points`` where the scenario says them."""
    said = own.Own(clean_name(world.name), dict(world.changes), list(world.forces))
    land = surveying.rules(surveying.survey(system), world.base, world.ground) if world.ground else {}
    limit = {"points": world.points} if world.points else {}
    return {own.OPTION: own.written(said), **limit, **land}


def zoning(system: RuleSystem[Any], world: World) -> Zoning | None:
    """Who sets up where in it, as far as that can be read; nothing where its zones cannot be drawn."""
    row, asked = row_of(system, world.base), getattr(system, "zoning", None)
    part = next((part for part in row["own"] if part["form"] == zones.FORM), None) if row else None
    if row is None or part is None or asked is None:
        return None
    every = {one["key"]: msgspec.convert({k: v for k, v in one.items() if k != "room"}, own.Part) for one in row["own"]}
    read = replace(world, changes=own.sound(every, {**world.changes, part["key"]: drawn(world, part)}))
    seats, limit = offers.players(row)[0], limit_of(system, world)
    chosen = {**({"points": limit} if limit else {}), **options(system, read)}
    found: Zoning | None = asked(Setup(world.base, offers.laid(seats, [{}] * seats), chosen))
    return found


def drawn(world: World, part: Json) -> dict[str, Any]:
    """The zones of a scenario that can be read."""
    given = world.changes.get(part["key"], {})
    rows = given.items() if isinstance(given, dict) else ()
    return {who: boxes for who, boxes in rows if zones.refuse_form("", Clause(""), part["most"], {who: boxes}) is None}


def trials(system: RuleSystem[Any], world: World) -> Iterator[Setup]:
    """Set-ups of it for as few as may play, with its own forces or ready ones, the dearest first."""
    book, row = system.catalogue(), row_of(system, world.base) or {}
    seats, limit = offers.players(row)[0], limit_of(system, world)
    given: list[list[Json]] = []
    for n in range(seats):
        force = world.forces[n] if n < len(world.forces) else None
        ready = [{"sample": s["id"]} for s in offers.fitting(book, row, limit, n)]
        given.append([force] if force is not None else ready)
    ground = {} if world.ground else {k: v for k, v in offers.options(row, 0).items() if k == "terrain"}
    chosen = {**ground, **({"points": limit} if limit else {}), **options(system, world)}
    for rosters in islice(product(*given), TRIED):
        yield Setup(world.base, offers.laid(seats, rosters), chosen)


def trial(system: RuleSystem[Any], world: World) -> Setup | tuple[Refusal, ...]:
    """A lawful table on which it is played at once; or all that stands against it."""
    if row_of(system, world.base) is None:
        known = ", ".join(row["id"] for row in bases(system))
        return (refuse(NO_BASE, Clause(""), base=world.base, known=known),)
    if world.ground and (no := no_table(system, world.base, world.ground)):
        return (no,)
    found: tuple[Refusal, ...] = (refuse(NO_ROSTERS, Clause(""), points=limit_of(system, world)),)
    for n, setup in enumerate(trials(system, world)):
        against = system.refuse_setup(setup)
        if not against:
            return setup
        found = against if n == 0 or len(against) < len(found) else found
    return found


def no_table(system: RuleSystem[Any], base: str, ground: Body) -> Refusal | None:
    """Why a scenario is not played on a drawn table of this size."""
    sizes = [frame.size for frame in surveying.survey(system).frames if frame.scenario == base]
    shown = {size: f"{size[0]} x {size[1]}" for size in (*sizes, ground.table)}
    known = ", ".join(shown[size] for size in sizes)
    return None if ground.table in sizes else refuse(NO_TABLE, Clause(""), table=shown[ground.table], known=known)


def faults(system: RuleSystem[Any], world: World) -> tuple[Refusal, ...]:
    """All that stands against a scenario; nothing where it can be played."""
    found = trial(system, world)
    return () if isinstance(found, Setup) else found


def laid_on(system: RuleSystem[Any], world: World, setup: Setup) -> Setup:
    """A set-up that plays this scenario: its figures, its ground, its points and its forces before what was chosen."""
    sides = tuple(
        replace(side, roster=world.forces[n]) if n < len(world.forces) and world.forces[n] is not None else side
        for n, side in enumerate(setup.sides)
    )
    return Setup(world.base, sides, {**setup.options, **options(system, world)})


# -- keeping them --------------------------------------------------------------------


class Worlds:
    """The scenarios of all guests."""

    def __init__(self, store: Store, clock: Callable[[], str] = now) -> None:
        self._store, self._clock = store, clock

    async def keep(self, guest: str, world: World, id: str = "", most: int = MOST) -> str | None:
        """The id it is kept under; ``None`` if ``id`` is not this guest's, or the guest keeps ``most`` already."""
        world = replace(world, name=clean_name(world.name))
        row: Row = {
            "name": world.name, "system": world.system, "body": told(world), "changed": self._clock(),
        }  # fmt: skip
        if id:
            return id if await self._store.run(worlds.change, id, guest, row) else None
        new = new_id()
        return new if await self._store.run(worlds.add, {**row, "id": new, "guest_id": guest}, most) else None

    async def read(self, id: str) -> Kept | None:
        """The scenario of this id, for whoever may see it."""
        row = await self._store.look(worlds.read, id)
        return kept(row) if row else None

    async def of(self, guest: str, system: str = "") -> tuple[Kept, ...]:
        """What a guest keeps, for this system or for all, the newest first."""
        rows = await self._store.look(worlds.of_guest, guest)
        return tuple(kept(row) for row in rows if system in ("", row["system"]))

    async def mine(self, guest: str, id: str, system: str) -> World | None:
        """The scenario of this id, if this guest keeps it and it is of this system."""
        found = await self.read(id) if len(id) <= 32 else None
        return found.world if found and found.guest == guest and found.world.system == system else None

    async def forget(self, guest: str, id: str) -> bool:
        """Whether this guest had it; it is gone now."""
        return await self._store.run(worlds.forget, id, guest)


def kept(row: Row) -> Kept:
    """A stored row as it is shown."""
    return Kept(row["id"], row["guest_id"], parsed(row["body"]), row["changed"])
