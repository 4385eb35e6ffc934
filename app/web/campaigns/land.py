"""The map of a campaign for whoever looks: who holds what, which battles are on, one's own sealed orders."""

from __future__ import annotations

from functools import partial
from typing import Any

from app.campaigns.map.maps import Map, read_map
from app.campaigns.map.marches import Order, one_a_round, refuse_order
from app.campaigns.map.rules import map_rules
from app.campaigns.model import PLAYING, Campaign, Fixture, Round, Warband
from app.engine.refusals import Refusal
from app.web.campaigns.map import Army, Clash, Holder, Way, drawn, named
from app.web.campaigns.shared import Room
from app.web.page.words import gettext

LEGS = 4
"""How many provinces an order can name in the form."""


def sheet_of(now: Campaign) -> Map | None:
    """The map of a campaign that has one."""
    found = read_map(now.land.map) if now.land is not None else None
    return None if found is None or isinstance(found, Refusal) else found


def land_of(at: Room) -> dict[str, Any] | None:
    """The map as it is drawn for this reader; nothing where there is none."""
    now, sheet = at.now, sheet_of(at.now)
    if sheet is None or now.land is None:
        return None
    owners = {id: holder(now.warbands[w]) for id, w in now.land.owners.items() if w in now.warbands}
    armies = [Army(place=p, holder=holder(now.warbands[w]), name=now.warbands[w].name)
              for w, p in now.land.armies.items() if w in now.warbands and p]  # fmt: skip
    fights = list(now.fights(now.round.number)) if now.round else []
    clashes = [clash(now, one, n) for n, one in enumerate(fights, 1) if one.place and not one.is_over]
    return drawn(sheet, owners, clashes=clashes, armies=armies, orders=ways(at), link="#province-")


def holder(one: Warband) -> Holder:
    """A warband as it stands on the map."""
    return Holder(one.hue, one.emblem, one.name)


def clash(now: Campaign, one: Fixture, number: int) -> Clash:
    """A battle on the map."""
    names = [now.warbands[side].name if side in now.warbands else gettext("a garrison") for side in one.sides]
    state = "live" if one.state == PLAYING else "set" if one.when else "open"
    said = gettext("battle {n}: {one} against {other}").format(n=number, one=names[0], other=names[1])
    across = next((goal for goal in one.goals.values() if goal != one.place), "")
    href = f"/campaign/{now.id}/battle/{one.id}"
    return Clash(number=number, place=one.place, across=across, state=state, said=said, href=href)


def ways(at: Room) -> list[Way]:
    """The orders that the reader may see: his own while they are sealed, all once they are shown."""
    land = at.now.land
    if land is None:
        return []
    orders = land.orders or (land.shown if at.now.round and at.now.round.step == "battles" else {})
    return [
        Way(provinces=way, hue=band.hue, said=gettext("order of {name}").format(name=band.name))
        for id, way in orders.items()
        if (band := at.now.warbands.get(id)) and len(way) > 1
    ]


def routes(at: Room, one: Warband, last: Round, sheet: Map, stands: str) -> list[tuple[str, ...]]:
    """All lawful marches of an army this season, each the provinces it leads through (CPN-MAP-10)."""
    rules, found = map_rules(at.rules), list[tuple[str, ...]]()
    open_: list[tuple[str, ...]] = [(stands,)]
    reach = partial(rules.refuse_march, one.band, last.season) if rules else one_a_round
    for _ in range(LEGS):
        further = [(*way, id) for way in open_ for id in sheet.neighbours(way[-1])]
        open_ = [way for way in further if not refuse_order(sheet, Order(one.id, way), stands, reach)]
        found += [way[1:] for way in open_]
    return found


def further(ways: list[tuple[str, ...]], near: dict[str, str]) -> list[list[dict[str, str]]]:
    """The second step of these marches and those after it: where each may lead, and after which provinces."""
    found = []
    for n in range(1, max(map(len, ways), default=0)):
        after = [(way[n], way[n - 1]) for way in ways if len(way) > n]
        goals = [(id, dict.fromkeys(before for to, before in after if to == id)) for id in near]
        found.append([{"id": id, "name": near[id], "after": " ".join(befores)} for id, befores in goals if befores])
    return found


def marching(at: Room) -> list[dict[str, Any]]:
    """The reader's armies and what their orders may name, while orders are given."""
    now, sheet, last = at.now, sheet_of(at.now), at.now.round
    if sheet is None or now.land is None or last is None or last.step != "orders":
        return []
    near = {one.id: named(one) for one in sheet.provinces}
    found = []
    for one in at.mine:
        stands = now.land.armies.get(one.id, "")
        if stands:
            given, lawful = now.land.orders.get(one.id), routes(at, one, last, sheet, stands)
            found.append({
                "id": one.id, "at": near.get(stands, stands), "given": given is not None,
                "way": list((given or ())[1:]),
                "first": [{"id": way[0], "name": near[way[0]]} for way in lawful if len(way) == 1],
                "further": further(lawful, near),
                "told": " → ".join(near.get(id, id) for id in given) if given else "", "due": last.orders_due,
            })  # fmt: skip
    return found
