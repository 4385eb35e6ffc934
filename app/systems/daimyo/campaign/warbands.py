"""Armies on campaign: from roster to warband and back, what was done in a battle, what its table needs (section CAM).

Where a leader has fallen and spring has not brought another, somebody of rating 0 leads in his place; where many have
fallen, an army takes the field with what it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import FIT, Band, Deed, Member, Step, Throw, lent
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.daimyo.armies.lists import HQ
from app.systems.daimyo.armies.lists import LIMITS as SIZES
from app.systems.daimyo.armies.muster import ON_CAMPAIGN, refuse_army, refuse_roster
from app.systems.daimyo.armies.roster import ClanLine, GeneralLine, Roster, UnitLine, made, numbered, read_roster
from app.systems.daimyo.book import c
from app.systems.daimyo.campaign import aftermath as after
from app.systems.daimyo.campaign import market as shop
from app.systems.daimyo.campaign import rules as campaign
from app.systems.daimyo.campaign.members import DAIMYO, GENERAL, clan_rows, enrolled, home, own_of, placed, rank
from app.systems.daimyo.campaign.provinces import Provinces
from app.systems.daimyo.scenarios.figures import LIMITS, SEASON
from app.systems.daimyo.state import State, Unit, credit_key

LISTS = c("DAI-CAM-05")


class Warbands(Provinces):
    """The campaign rules of Daimyo."""

    scenarios: tuple[str, ...] = tuple(row["id"] for row in campaign.RULES["battle"])
    value = staticmethod(Band.worth)
    """Its living leaders and units as they are now (section ARM)."""
    market, purchase = staticmethod(shop.market), staticmethod(shop.purchase)
    choices, choose = staticmethod(shop.choices), staticmethod(shop.choose)

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """The army that begins with this list; what it does not cost is in its purse (DAI-CAM-11)."""
        against, read = refuse_roster(roster, limit), read_roster(roster)
        return against if against or isinstance(read, Refusal) else enlisted(read, limit)

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """All that stands against sending these members: strangers, the unfit, nobody, or clans grown too large."""
        against = tuple(unfit(band, members))
        return against or refuse_army(self.muster(band, members), ON_CAMPAIGN)

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster of a battle with each unit as it is now.

        Daimyo knows no mercenaries: for ``extra`` points other units of its lists are lent.
        """
        band, more = lent(self, band, extra)
        roster = mustered(band, [member for id, member in band.members.items() if id in (*members, *more)])
        known = {code: id for code, id in roster.members.items() if id not in more}
        return to_builtins(replace(roster, members=known))

    def deeds(self, state: State, seat: Seat) -> tuple[Deed, ...]:
        """What became of each unit and leader that a seat sent, and how much it brought down."""
        return tuple(deed(state, seat, member, id) for member, id in self.pieces(state, seat).items())

    def pieces(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The unit or leader of each member of this seat's roster."""
        roster = next(read_roster(side.roster) for side in state.setup.sides if side.seat == seat)
        return {} if isinstance(roster, Refusal) else dict(placed(roster, seat))

    def points(self, state: State, seat: Seat) -> int:
        """What the enemy has lost by weight (DAI-SCN-01)."""
        return state.side(state.other(seat)).lost

    def aftermath(
        self, band: Band, deeds: Sequence[Deed], result: str, throw: Throw, facts: Mapping[str, int]
    ) -> tuple[Step, ...]:
        """All that follows from a battle; no dice are thrown for it (DAI-CAM-07, DAI-CAM-08)."""
        return tuple(after.aftermath(band, deeds, result))

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """A campaign's battle, its table for the larger army, the weather of its season (DAI-CAM-02, DAI-SCN-11)."""
        options: dict[str, Any] = {"campaign": True}
        if not any(key in setup.options for key in LIMITS):
            most = max((shop.worth(side.roster) for side in setup.sides), default=0)
            options["points"] = next((limit for limit in SIZES if most <= limit), SIZES[-1])
        if SEASON in setup.options:
            options |= {SEASON: setup.options[SEASON], "weather": setup.options.get("weather", True)}
        return options


WARBANDS = Warbands()


# -- a list becomes an army ----------------------------------------------------------------


def enlisted(roster: Roster, limit: int) -> Band:
    """The army of a lawful list: its clans in its head, everybody else a member."""
    army = made(roster)
    clans = [{"id": clan.id, "name": line.name or line.daimyo, "guns": line.guns}
             for clan, line in zip(army.clans, roster.clans, strict=True)]  # fmt: skip
    members = {member.id: member for member in enrolled(roster, army)}
    head = {"name": roster.name, "limit": limit, "clans": clans}
    return Band(head=head, members=members, purse=max(0, limit - army.points))


# -- an army takes the field ----------------------------------------------------------------


def unfit(band: Band, members: Sequence[str]) -> Iterator[Refusal]:
    """Who cannot be sent to a battle, or that nobody is."""
    if not members:
        yield refuse("campaign.nobody", LISTS)
    for id in members:
        if id not in band.members:
            yield refuse("campaign.no-member", LISTS, who=id[:40])
        elif band.members[id].state != FIT:
            yield refuse("campaign.unfit", LISTS, who=id, state=band.members[id].state)


def mustered(band: Band, sent: Sequence[Member]) -> Roster:
    """The list of those who are sent, each unit in its clan, with the member that each code stands for."""
    units = [member for member in sent if not rank(member)]
    general = leader_of(sent, GENERAL, "")
    groups = [(row, [m for m in units if home(band, m) == row["id"]]) for row in clan_rows(band)]
    groups = [(row, own) for row, own in groups if own]
    camp = [m for m in units if m.line["profile"] == HQ]
    house = [m for m in units if not home(band, m) and m.line["profile"] != HQ]
    roster = Roster(
        name=band.head["name"], general=general_line(general), hq=bool(camp),
        household=tuple(line_of(m) for m in house),
        clans=tuple(clan_line(row, leader_of(sent, DAIMYO, row["id"]), own) for row, own in groups),
    )  # fmt: skip
    led = [general, *(leader_of(sent, DAIMYO, row["id"]) for row, _ in groups)]
    members = {f"D{n}" if n else "G": leader.id for n, leader in enumerate(led) if leader}
    listed = [*camp[:1], *house, *(m for _, own in groups for m in own)]
    codes = [code for code, _ in numbered([line_of(m) for m in listed])]
    return replace(roster, members=members | dict(zip(codes, (m.id for m in listed), strict=True)))


def leader_of(sent: Sequence[Member], which: str, clan: str) -> Member | None:
    """He among those sent who leads the army or this clan."""
    return next((m for m in sent if rank(m) == which and m.line["clan"] == clan), None)


def general_line(general: Member | None) -> GeneralLine:
    """The General, or one of rating 0 in his place."""
    if general is None:
        return GeneralLine()
    return GeneralLine(name=general.name, cr=general.line["cr"], mounted=general.line["mounted"])


def clan_line(row: Mapping[str, Any], daimyo: Member | None, units: Sequence[Member]) -> ClanLine:
    """A clan with its units under its Daimyo, or one of rating 0 in his place."""
    clan = ClanLine(id=row["id"], name=row["name"], guns=row["guns"], units=tuple(line_of(m) for m in units))
    if daimyo is None:
        return clan
    return replace(clan, daimyo=daimyo.name, cr=daimyo.line["cr"], mounted=daimyo.line["mounted"])


def line_of(member: Member) -> UnitLine:
    """A unit as it is now: its stands, its quality, no more files than stands."""
    line = member.line
    return UnitLine(
        line["profile"], line["quality"], member.models, min(line["files"], member.models), member.name, own_of(member)
    )


# -- what was done ----------------------------------------------------------------------------


def deed(state: State, seat: Seat, member: str, id: str) -> Deed:
    """What became of one unit or leader in a battle."""
    kills = state.notes.get(credit_key(id), 0)
    if id in state.leaders:
        fate = state.leaders[id].fate
        return Deed(id=member, fate=fate, left=int(fate != "dead"), kills=kills)
    unit = state.units[id]
    return Deed(id=member, fate=fate_of(unit, seat), start=unit.start_stands, left=unit.stands, kills=kills)


def fate_of(unit: Unit, seat: Seat) -> str:
    """How a unit ended; one that serves the enemy now was captured."""
    return unit.fate if unit.seat == seat else "captured"
