"""A campaign on a map, season by season: income, sealed orders, marches, battles, recovery (CPN-YEA)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.desk import Command, Decided, Desk, Thrower
from app.campaigns.ledger.events import (
    Closed,
    Entry,
    FixtureAdded,
    Mapped,
    Ordered,
    Placed,
    Posted,
    Shown,
    Stepped,
    Taken,
)
from app.campaigns.map import marches
from app.campaigns.map.maps import Map, read_map, ready_maps, refuse_map, write_map
from app.campaigns.map.newcomers import settled
from app.campaigns.map.recovery import recovered
from app.campaigns.map.rules import SEASONS, map_rules
from app.campaigns.model import OPEN, Campaign, Fixture, Land, Round, Warband
from app.campaigns.rounds import moves
from app.campaigns.rounds.moves import clauses, move, refusal_of, stage
from app.campaigns.rounds.opening import length
from app.campaigns.rounds.pairings import help_of
from app.campaigns.rounds.scenarios import base_of, standing_for, world_of
from app.engine.campaign_maps import MapRules
from app.engine.campaigns import Delta, Step
from app.engine.dice import Dice
from app.engine.refusals import Fact, Refusal, refuse

YEAR, START, ORDERS = clauses("income", "set-map", "march")
END = c("CPN-YEA-08")
SHARE = int(table("seasons")["orders"]["share"])
"""One part in so many of a round's days is for orders."""
DIE = Dice(1, 6)


# -- what people do -----------------------------------------------------------------


class SetMap(Command, frozen=True, tag="set-map"):
    """The campaign is played on this map."""

    map: Any


class March(Command, frozen=True, tag="march"):
    """The order of an army: provinces one after the other, none to stay."""

    warband: str
    way: tuple[str, ...] = ()


@move
def set_map(desk: Desk, given: SetMap) -> Decided:
    """Before it begins the campaign has this map, if nothing stands against it (CPN-MAP-01 to 09)."""
    sheet = read_map(given.map)
    if isinstance(sheet, Refusal):
        return sheet
    if no := refuse_map(sheet, rules_of(desk).limits):
        return no[0]
    return [Mapped(clause=START, map=write_map(sheet))]


@move
def march(desk: Desk, given: March) -> Decided:
    """The army's order is sealed, in place of an earlier one (CPN-YEA-04)."""
    land, this, one = desk.now.land, desk.now.round, desk.now.warbands[given.warband]
    if land is None or this is None or one.status == "retired":
        return refusal_of("march")
    at = land.armies.get(given.warband, "")
    order = marches.Order(given.warband, given.way)
    reach = partial(rules_of(desk).refuse_march, one.band, this.season)
    if no := marches.refuse_order(sheet_of(land), order, at, reach):
        return no[0]
    way = (at, *marches.steps_of(given.way, at))
    return [] if land.orders.get(given.warband) == way else [
        Ordered(clause=ORDERS, warband=given.warband, way=way, seen_by=(one.guest,))
    ]  # fmt: skip


# -- what is known ------------------------------------------------------------------


def rules_of(desk: Desk) -> MapRules:
    """The rules of the map; a system that offers none is a ``ValueError``."""
    found = map_rules(desk.rules, desk.now.settings.scenarios)
    if found is None:
        raise ValueError(f"{desk.now.system} offers no map")
    return found


def sheet_of(land: Land) -> Map:
    """The map that was drawn; it was judged when it came."""
    sheet = read_map(land.map)
    if isinstance(sheet, Refusal):
        raise ValueError(sheet.code)
    return sheet


def refuse_begin(now: Campaign) -> Refusal | None:
    """Why a campaign on a map cannot begin: no map, or too few starts (CPN-YEA-02)."""
    sheet = chosen(now)
    if sheet is None:
        return refuse("season.no-map", START, map=now.settings.map[:40])
    houses = len(now.active())
    if houses > len(sheet.starts):
        return refuse("season.starts", START, houses=houses, starts=len(sheet.starts))
    return None


def chosen(now: Campaign) -> Map | None:
    """The map that the host drew, or the ready one that was chosen."""
    return sheet_of(now.land) if now.land else ready_maps().get(now.settings.map)


def season_of(number: int) -> tuple[int, str]:
    """The year and the season of a round (CPN-YEA-01)."""
    year, season = divmod(number - 1, len(SEASONS))
    return year + 1, SEASONS[season]


def is_closable(this: Round) -> bool:
    """Whether a season is over, so that its round may close."""
    return this.step == "recovered"


def orders_due(desk: Desk, this: Round) -> int:
    """When orders are shown at the latest: after a share of the round's days (CPN-YEA-04)."""
    whole = length(desk.now.settings)
    return desk.clock + whole // SHARE if whole and this else 0


# -- what follows by itself ----------------------------------------------------------


def follow_map(desk: Desk) -> Sequence[Entry]:
    """The next step of a season, or nothing while somebody is awaited."""
    this, step = desk.now.round, STEPS.get(stage(desk.now))
    if this and step and (come := tuple(settled(desk.now))):
        return come
    return tuple(step(desk, this)) if this and step else ()


def begun(desk: Desk, _this: Round) -> Iterator[Entry]:
    """In the first season warbands are on the map (CPN-YEA-02)."""
    land = desk.now.land
    if land is None or not land.owners:
        sheet = chosen(desk.now)
        if sheet is None:
            return
        starts = list(zip(desk.now.active(), sheet.starts, strict=False))
        owners = {id: one.id for one, start in starts for id in start}
        capitals = {one.id: start[0] for one, start in starts}
        yield Mapped(clause=START, map=write_map(sheet), owners=owners, capitals=capitals)
        for one, start in starts:
            yield Placed(clause=START, warband=one.id, province=start[0])
    yield Stepped(clause=YEAR, step="income")


def income(desk: Desk, this: Round) -> Iterator[Entry]:
    """What the season brings by the rules of the map, and the income of provinces (CPN-YEA-03)."""
    rules, dice, land = rules_of(desk), desk.dice(this.number), land_of(desk)
    sheet = sheet_of(land)
    for one in desk.now.active():
        yield from posted(one, this, rules.season(one.band, this.season, dice), dice)
        koku = sheet.koku([id for id, owner in land.owners.items() if owner == one.id])
        if points := rules.income(this.season, koku):
            facts: dict[str, Fact] = {"koku": koku, "points": points}
            step = Step("income", rules.income_clause, "campaign.map-income", facts, (Delta("purse", add=points),))
            yield Posted(clause=step.clause, warband=one.id, step=step, round=this.number)
    yield Stepped(clause=YEAR, step="orders", due=orders_due(desk, this))


def posted(one: Warband, this: Round, steps: Sequence[Step], dice: Thrower) -> Iterator[Entry]:
    """Steps as lines of the ledger, those with dice with the number of their throw."""
    thrown = iter(dice.faces)
    for step in steps:
        number = next(thrown)[0] if step.faces else -1
        yield Posted(clause=step.clause, warband=one.id, step=step, round=this.number, throw=number)
    dice.faces.clear()


def land_of(desk: Desk) -> Land:
    """The map of a campaign that has one."""
    if desk.now.land is None:
        raise ValueError("the campaign has no map")
    return desk.now.land


def orders(desk: Desk, this: Round) -> Iterator[Entry]:
    """Once all orders are in, or their time is over, they are shown and taken all at once (CPN-YEA-04)."""
    land = land_of(desk)
    waiting = [one for one in desk.now.active() if land.armies.get(one.id) and one.id not in land.orders]
    late = bool(this.orders_due) and desk.clock >= this.orders_due
    led = [one for one in waiting if one.status != "reserve" and desk.now.has(one.guest, "player")]
    if led and not late:
        return
    yield Shown(clause=ORDERS, orders=land.orders)
    yield from moved(desk, this, land)


def moved(desk: Desk, this: Round, land: Land) -> Iterator[Entry]:
    """Armies stand where they marched; where enemies met there is a battle (CPN-MAP-11 to 14)."""
    sheet, rules = sheet_of(land), rules_of(desk)
    alive = [one.id for one in desk.now.active()]
    armies = {id: at for id, at in land.armies.items() if id in alive}
    houses = {id: id for id in armies}
    held = [one.id for one in sheet.provinces if one.id not in land.owners] if rules.garrison(1) is not None else []
    moves = marches.resolve(sheet, armies, land.orders, land.owners, houses, held, list(land.sieges))
    for army, at in moves.arrived.items():
        if at != armies[army]:
            yield Placed(clause=marches.ORDER, warband=army, province=at)
    for province, house in moves.taken.items():
        yield Taken(clause=c("CPN-MAP-14"), province=province, warband=house)
    dice = desk.dice(this.number)
    for one in moves.battles:
        yield from met(desk, this, one, dice)


def met(desk: Desk, this: Round, one: marches.Meeting, dice: Thrower) -> Iterator[Entry]:
    """A battle to be fought, its scenario by a die (CPN-YEA-05)."""
    rules, first = rules_of(desk), one.warbands[0]
    defender = one.defender
    if one.kind == "border":
        defender, told = defending(desk, this, one, dice)
        yield from told
    (face,) = dice(DIE)
    scenario = standing_for(desk.now.settings, rules.scenario(face))
    own = world_of(desk.now.settings, scenario)
    about, facts = "campaign.map-battle", dict[str, Fact](scenario=base_of(scenario))
    if own:
        about, facts = "campaign.map-own-battle", {"name": own.name}
    step = Step("battle", rules.battle_clause, about, facts, (), DIE, (face,))
    yield from posted(desk.now.warbands[first], this, [step], dice)
    sides = seated(one, defender, rules.defends(base_of(scenario)) or 0)
    garrison = rules.garrison(place_of(desk, one.place)) if one.kind == "garrison" else None
    made = Fixture(
        id=desk.new_id(), round=this.number, sides=sides, scenario=scenario,
        options=dict(rules.season_options(this.season)), place=one.place, garrison=garrison, kind=one.kind,
        defender=defender, goals=dict(zip(one.warbands, one.goals, strict=False)),
    )  # fmt: skip
    yield FixtureAdded(clause=rules.battle_clause, fixture=replace(made, extra=help_of(desk, made)))


def place_of(desk: Desk, province: str) -> int:
    """The number of a province on the map: the same list holds it every time."""
    return [one.id for one in sheet_of(land_of(desk)).provinces].index(province)


def seated(one: marches.Meeting, defender: str, side: int) -> tuple[str, str]:
    """The two sides, the defender on his; who holds a province of nobody is empty and sits second."""
    if one.kind == "garrison":
        return one.warbands[0], ""
    first, second = one.warbands[:2]
    defender = defender or first
    attacker = second if defender == first else first
    return (defender, attacker) if side == 0 else (attacker, defender)


def defending(desk: Desk, this: Round, one: marches.Meeting, dice: Thrower) -> tuple[str, list[Entry]]:
    """Who defends on a border: the higher of die and General, thrown again while level."""
    told: list[Entry] = []
    while True:
        totals: dict[str, int] = {}
        for id in one.warbands[:2]:
            band = desk.now.warbands[id]
            (face,) = dice(DIE)
            totals[id] = face + rules_of(desk).general_rating(band.band)
            step = Step("battle", marches.ORDER, "campaign.map-border", {"total": totals[id]}, (), DIE, (face,))
            told += posted(band, this, [step], dice)
        best = max(totals.values())
        first = [id for id, total in totals.items() if total == best]
        if len(first) == 1:
            return first[0], told


def battles(desk: Desk, this: Round) -> Iterator[Entry]:
    """Once all battles are over and settled: who goes where, whose provinces are (CPN-YEA-06)."""
    for one in desk.now.fights(this.number):
        fought = one.state != "void" and one.game and one.result in ("won", "draw")
        if not one.is_over or (fought and any(side not in one.settled for side in one.sides if side)):
            return
    yield from recovered(desk.now, sheet_of(land_of(desk)), rules_of(desk))
    yield Stepped(clause=YEAR, step="recovered")


STEPS: dict[str, Callable[[Desk, Round], Iterator[Entry]]] = {
    OPEN: begun, moves.INCOME: income, moves.ORDERS: orders, moves.BATTLES: battles,
}  # fmt: skip


def verdict(desk: Desk) -> str:
    """Who has won once the last season is closed, ``draw`` for nobody, empty while it goes on (CPN-YEA-08)."""
    now, land, last = desk.now, desk.now.land, desk.now.round
    if land is None or last is None or not land.owners:
        return ""
    houses = [one.id for one in now.active()]
    if len(houses) < 2:
        return houses[0] if houses else "draw"
    years = last.number // len(SEASONS)
    koku = marches.wealth(sheet_of(land), land.owners, houses)
    return rules_of(desk).winner(koku, years, land.held, now.settings.years)


def ended(desk: Desk) -> Sequence[Entry]:
    """The end of a campaign on a map, once its last season is closed (CPN-YEA-08)."""
    won = verdict(desk)
    return (Closed(clause=END, winner=won if won in desk.now.warbands else ""),) if won else ()
