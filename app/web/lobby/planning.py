"""The table that is being set up: what was chosen so far, a scenario of one's own among it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from app.aside import aside
from app.engine.asks import Json
from app.engine.system import RuleSystem, Setup
from app.games import offers, worlds
from app.games.seats import Guest
from app.games.worlds import World
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.forms import number, text
from app.web.page.words import Words, gettext

OWN, FORCE = "own:", "force"
"""A scenario of one's own by its id; the roster that it lays down for a side."""
Fields = Mapping[str, Any]
"""What was chosen so far, in a form or an address."""


class Plan(Struct, frozen=True, kw_only=True):
    """The table that is being set up: the scenario's row of the catalogue, how many play, at which limit."""

    system: RuleSystem[Any]
    book: Json
    row: Json
    players: int
    limit: int
    own: str = ""
    world: World | None = None

    @property
    def scenario(self) -> str:
        """What the form calls the scenario that is chosen."""
        return f"{OWN}{self.own}" if self.world else str(self.row["id"])

    def forced(self, n: int) -> Json:
        """The roster that a scenario of one's own lays down for side ``n``, if it does."""
        forces = self.world.forces if self.world else []
        return forces[n - 1] if n <= len(forces) else None


async def plan(here: Site, who: Guest | None, fields: Fields) -> Plan:
    """What the fields say, each where it says nothing that can be meant as the catalogue has it."""
    system = systems.chosen(here, text(fields, "system"))
    book, named = system.catalogue(), text(fields, "scenario")
    own = named.removeprefix(OWN) if named.startswith(OWN) else ""
    world = await here.worlds.mine(who.id, own, system.key) if own and who else None
    row = offers.scenario(book, world.base if world else named) or book["scenarios"][0]
    players, limit = number(fields, "players"), number(fields, "points")
    if players not in offers.players(row):
        players = offers.players(row)[0]
    if limit not in offers.limits(book, row):
        limit = offers.usual(book, row)
    limit = world.points or limit if world else limit
    return Plan(system=system, book=book, row=row, players=players, limit=limit, own=own, world=world)


async def own_table(here: Site, who: Guest | None, system: RuleSystem[Any], id: str) -> Setup | None:
    """A lawful table on which the caller's own scenario is played at once, where one is named; a 404 or a 422 else."""
    if not id:
        return None
    world = await here.worlds.mine(who.id, id, system.key) if who else None
    if world is None:
        raise Bad(404, gettext("There is no such scenario of yours."))
    found = await aside(partial(worlds.trial, system, world))
    if not isinstance(found, Setup):
        raise Bad(422, gettext("This scenario cannot be played as it was kept: see there what stands against it."))
    return found


def layouts(the: Plan) -> list[dict[str, str]]:
    """The ready grounds of the scenario; none where it has its own."""
    rows = () if the.world and the.world.ground else the.row.get("layouts", ())
    return [{"id": row["id"], "name": gettext(row["name"])} for row in rows]


def points(the: Plan) -> tuple[int, ...]:
    """The limits to choose from; the one that a scenario of one's own lays down."""
    return (the.world.points,) if the.world and the.world.points else offers.limits(the.book, the.row)


async def own_scenarios(here: Site, who: Guest | None, the: Plan, words: Words) -> list[dict[str, str]]:
    """The scenarios that the caller has made for these rules."""
    said = gettext("Of your own, after {scenario}.")
    return [
        {"id": f"{OWN}{kept.id}", "name": kept.world.name,
         "line": said.format(scenario=words.says(f"scenario.{kept.world.base}"))}
        for kept in (await here.worlds.of(who.id, the.system.key) if who else ())
    ]  # fmt: skip
