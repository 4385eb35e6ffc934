"""Celtos as a campaign sees it: bands, who is sent to a battle, what they did there (section CAM)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.asks import Json
from app.engine.campaign_maps import HOUSE
from app.engine.campaigns import FIT, Band, Deed, Member, Step, Throw
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.celtos.bands.builder import free_code
from app.systems.celtos.bands.lists import HIRED, LISTS, Entry, model_cost
from app.systems.celtos.bands.muster import HELP, RULE, Terms, is_help, refuse_band, refuse_limit, refuse_roster
from app.systems.celtos.bands.roster import Enlisted, Roster, Veteran, is_known, read_roster
from app.systems.celtos.book import c
from app.systems.celtos.campaign import aftermath as after
from app.systems.celtos.campaign import figures as campaign
from app.systems.celtos.campaign import market as shop
from app.systems.celtos.campaign.veterans import LARGEST, against, entry_of, member_of, roster_of, written
from app.systems.celtos.scenarios.figures import is_envoy, scenario_of
from app.systems.celtos.scenarios.victory import LOST, dearest, points
from app.systems.celtos.setup.refusals import CAMPAIGN
from app.systems.celtos.state import State, Unit

HELPED, KEPT = c("CEL-CAM-07"), c("CEL-CAM-08")


class Warbands:
    """The campaign rules of Celtos.  A member is a unit; its id is told in the lines of a battle's roster."""

    scenarios = campaign.scenarios()
    map = HOUSE
    advances: tuple[int, ...] = tuple(campaign.RULES["advances"]["at"])
    value = staticmethod(Band.worth)
    """Its living models with their gear; experience and injuries change nothing (CEL-CAM-08)."""
    market, purchase = staticmethod(shop.market), staticmethod(shop.purchase)
    choices, choose = staticmethod(after.choices), staticmethod(after.choose)

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """The band that begins with this legal roster, a member for each unit (CEL-CAM-01, CEL-ARM-10)."""
        if no := refuse_limit(limit):
            return (no,)
        read = read_roster(roster)
        if isinstance(read, Refusal):
            return (read,)
        if faults := refuse_roster(roster, limit):
            return faults
        found = [member_of(read, unit, f"m{n}", unit.name) for n, unit in enumerate(read.units, 1)]
        cost = sum(m.cost for m in found)
        return Band(head={"name": read.name, "list": read.list}, members={m.id: m for m in found}, purse=limit - cost)

    def help(self, mine: int, theirs: int) -> int:
        """Points of mercenaries for a band of this value against one of that (CEL-CAM-07)."""
        return campaign.filled(mine, theirs)

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """Who cannot be sent, and all that stands against the rest in the largest battle (CEL-CAM-08)."""
        if not members:
            return (refuse("campaign.nobody", KEPT),)
        if faults := tuple(unfit(band, dict.fromkeys(members))):
            return faults
        return against(roster_of(band, [band.members[id] for id in dict.fromkeys(members)]))

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster of a battle: these members as they are now, and mercenaries for so many points (CEL-CAM-07)."""
        sent = [band.members[id] for id in dict.fromkeys(members)]
        return written(helped(band, sent, extra))

    def deeds(self, state: State, seat: Seat) -> tuple[Deed, ...]:
        """What each unit of this seat's roster did; mercenaries of one battle are left out (CEL-CAM-07)."""
        return tuple(deed(state, state.unit(unit), id) for id, unit in self.pieces(state, seat).items())

    def pieces(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The unit of each member of this seat's roster."""
        sent = enumerate(units_of(state, seat), 1)
        return {unit.past.who or unit.code: f"{seat}-{number}" for number, unit in sent if not is_help(unit)}

    def points(self, state: State, seat: Seat) -> int:
        """The battle points of a seat (CEL-VIC-01)."""
        return points(state, seat, final=True)

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """The battle is one of a campaign, at the least limit at which all its bands are legal (CEL-ARM-02)."""
        limit = least_limit(setup)
        return {CAMPAIGN: True, "points": limit, **({"limit": limit} if "limit" in setup.options else {})}

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """Losses, injuries, experience, honour and income, in this order (CEL-CAM-01 to CEL-CAM-05)."""
        return after.aftermath(band, deeds, result, throw)


WARBANDS = Warbands()


# -- who is sent ------------------------------------------------------------------


def unfit(band: Band, members: Mapping[str, None]) -> Iterator[Refusal]:
    """Who is not in the band, cannot fight, or is of another list (CEL-CAM-08, CEL-ARM-03)."""
    for id in members:
        one = band.members.get(id)
        if one is None:
            yield refuse("campaign.no-member", KEPT, who=id[:40])
        elif one.state != FIT or not one.models:
            yield refuse("campaign.not-fit", KEPT, who=id, state=f"state-{one.state}")
        elif entry_of(band, one) is None:
            yield refuse("campaign.other-list", KEPT, who=id, list=str(band.head["list"]))


def helped(band: Band, sent: Sequence[Member], extra: int) -> Roster:
    """The roster of these members and the dearest mercenaries for so many points, one after the other.

    They are Individuals, and no band has more of them than the largest battle allows (CEL-CAM-07, CEL-ARM-03).
    """
    roster = roster_of(band, sent)
    alone = sum(bool((entry := entry_of(band, m)) and entry.individual) for m in sent)
    number = 1
    while alone < LARGEST // RULE["individual_per"] and (entry := dearest_for(extra)):
        unit = Enlisted(code=free_code(roster, HELP), entry=entry.id, veteran=Veteran(f"{HELP}{number}"))
        roster = roster_of(band, sent, *(u for u in roster.units if is_help(u)), unit)
        extra, alone, number = extra - model_cost(entry), alone + 1, number + 1
    return roster


def dearest_for(most: int) -> Entry | None:
    """The dearest mercenary for at most so many points, the first of the list among equals."""
    return max((e for e in LISTS[HIRED].entries if model_cost(e) <= most), key=model_cost, default=None)


def least_limit(setup: Setup) -> int:
    """The least limit of the scenario at which every band is legal, the largest if none is (CEL-ARM-02)."""
    limits = scenario_of(setup.scenario).limits
    rosters = [side.roster for side in setup.sides]
    fits = (n for n in limits if not any(refuse_band(raw, Terms(n, veterans=True)) for raw in rosters))
    return next(fits, max(limits))


# -- what was done ------------------------------------------------------------------


def units_of(state: State, seat: Seat) -> tuple[Enlisted, ...]:
    """The units of a seat as its roster wrote them, in the order in which they are numbered."""
    roster = read_roster(next(side.roster for side in state.setup.sides if side.seat == seat))
    return () if isinstance(roster, Refusal) else tuple(u for u in roster.units if is_known(roster, u))


def deed(state: State, unit: Unit, id: str) -> Deed:
    """What a unit suffered and did.  Facts: ``units`` it brought down, ``dearest`` among them, command models lost.

    Models that left the table or never came to it are not lost (CEL-CAM-02); who gave up has brought nobody down.
    """
    models = [state.model(m) for m in unit.models]
    lost = [m for m in models if m.fate in ("dead", "defeated")]
    felled = [u for u in state.units.values() if u.fate in LOST and u.felled_by and u.bested_by == unit.id]
    kills = sum(m.fate == "dead" and m.slain_by == unit.id for m in state.models.values())
    heads = [dearest(state, other) for other in state.seats if other != unit.seat]
    facts = {"units": len(felled), "dearest": sum(u in felled for u in heads if u and not is_envoy(u))}
    facts |= {m.role: 1 for m in lost if m.role}
    return Deed(
        id=id, fate=unit.fate if unit.fate in (*LOST, "left") else "", start=len(models), left=len(models) - len(lost),
        kills=kills, facts={key: number for key, number in facts.items() if number},
    )  # fmt: skip
