"""Warbands of Kensei between two battles: Units and characters, what they did, and who is to be had for Koku.

The rulebook has no campaigns; what follows from a battle is not said here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert, to_builtins
from msgspec.json import decode, encode
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaign_maps import HOUSE
from app.engine.campaigns import FIT, GONE, Band, Deed, Delta, Member, Offer, Step, lent
from app.engine.events import Seat
from app.engine.modifiers import total
from app.engine.profiles import kind
from app.engine.refusals import Refusal, refuse
from app.engine.system import Setup
from app.systems.kensei.armies.builder import appointed, chosen
from app.systems.kensei.armies.lists import GENERALS, LIMITS, TROOPS
from app.systems.kensei.armies.muster import formation, place, refuse_roster
from app.systems.kensei.armies.roster import (
    LISTED,
    Army,
    CharacterLine,
    Roster,
    UnitLine,
    army_of,
    entry_of,
    made,
    name_of,
    read_roster,
    row_of,
)
from app.systems.kensei.book import c
from app.systems.kensei.campaign.market import REFILL, fresh, offers, plain, refill, refilled
from app.systems.kensei.scenarios.figures import keys, limit_of
from app.systems.kensei.scenarios.refusals import CAMPAIGN
from app.systems.kensei.scenarios.victory import defeated
from app.systems.kensei.state import State

TAISHO = c("KEN-ARM-06")
ASSASSINATION = "assassination"
FALLEN, FLED = "fallen", "fled"
FATES = {"destroyed": FALLEN, "left": FLED}
"""What became of a unit that is off the table: slain or destroyed (KEN-DEF-06), or run off it."""


class Warbands:
    """What Kensei tells a campaign; the campaign has rules of its own for the rest.

    ``raises``: stats that may become better or worse by one for good, ``say`` the sentence key of each.
    """

    raises: tuple[str, ...] = ("attack", "defence", "ki", "honour", "initiative")
    say: tuple[str, ...] = tuple(f"campaign.raise.{stat}" for stat in raises)
    scenarios: tuple[str, ...] = tuple(key for key in keys() if key != ASSASSINATION)
    """All but the one that asks for a Taisho in a Unit: a warband may have lost either (KEN-SCN-03)."""
    map = HOUSE

    def enlist(self, roster: Json, limit: int) -> Band | tuple[Refusal, ...]:
        """A member for each Unit and each character of a legal roster; Koku not spent are in the purse."""
        if against := refuse_roster(roster, limit):
            return against
        read, army = read_roster(roster), made(roster, limit)
        if isinstance(read, Refusal) or isinstance(army, Refusal):
            raise TypeError("a legal roster is read")
        members = (*enlisted_units(read, army), *enlisted_characters(read, army))
        head = {"name": read.name, "caste": read.caste, "abilities": list(read.abilities)}
        return Band(head=head, members={m.id: m for m in members}, purse=limit - army.points, notes={"limit": limit})

    def value(self, band: Band) -> int:
        """The Koku of its living members, of a depleted Unit those of the models that are left."""
        return sum(m.cost * m.models // m.full for m in band.living())

    def refuse_muster(self, band: Band, members: Sequence[str]) -> tuple[Refusal, ...]:
        """Members that cannot go, nobody at all, no Taisho though somebody can lead, and what no roster may be."""
        if against := tuple(refuse_members(band, members)):
            return against
        sent = [band.members[id] for id in members]
        if not any(map(leads, sent)) and any(map(leads, band.fit())):
            return (refuse("campaign.no-taisho", TAISHO),)
        raw = self.muster(band, members)
        return refuse_roster(raw, limit_for(cost_of(raw)), campaign=True)

    def muster(self, band: Band, members: Sequence[str], extra: int = 0) -> Json:
        """The roster of these members as they are now; the best Bushi among them is the Taisho (KEN-ARM-06).

        Kensei knows no mercenaries: for ``extra`` Koku others of its lists are lent.
        """
        band, more = lent(self, band, extra)
        roster = army_sent(band, [m for m in band.members.values() if m.id in (*members, *more)])
        return decode(encode(unnamed(roster, more)))

    def deeds(self, state: State, seat: Seat) -> tuple[Deed, ...]:
        """What each member did.  Who is in reserve at the end stands; who is brought down counts for the last blow."""
        return tuple(deed(state, unit, id) for id, unit in self.pieces(state, seat).items())

    def pieces(self, state: State, seat: Seat) -> Mapping[str, str]:
        """The unit or character of each member of this seat's roster."""
        roster = read_roster(next(side.roster for side in state.setup.sides if side.seat == seat))
        lines = () if isinstance(roster, Refusal) else (*roster.units, *roster.characters)
        return {line.member: f"{seat}-{n}" for n, line in enumerate(lines, 1) if line.member}

    def points(self, state: State, seat: Seat) -> int:
        """The Koku of the enemy it has defeated, standards among them, whatever was played for (KEN-SCN-02)."""
        return total(defeated(state, seat))

    def market(self, band: Band) -> tuple[Offer, ...]:
        """Fresh models for depleted Units, then Units at their least and characters that its level and caste allow."""
        return (*refill(band), *offers(band, roster_of_all(band)))

    def purchase(self, band: Band, key: str, id: str, name: str) -> Step | Refusal:
        """A new member of this id, or one model more for a depleted Unit; why not, if it cannot be had or paid."""
        offer = next((one for one in self.market(band) if one.key == key), None)
        if offer is None:
            return refuse("campaign.not-offered", LISTED, offer=key[:40])
        if offer.cost > band.purse:
            return refuse("campaign.purse", LISTED, cost=offer.cost, purse=band.purse)
        if offer.key.startswith(REFILL):
            return refilled(band, offer)
        if id in band.members:
            return refuse("campaign.member-taken", LISTED, who=id)
        facts = {"who": id, "name": offer.line["entry"], "cost": offer.cost}
        deltas = (Delta("purse", add=-offer.cost), Delta("member", put=to_builtins(fresh(offer, id, name))))
        return Step("purchase", LISTED, "campaign.bought", facts, deltas)

    def setup_options(self, setup: Setup) -> Mapping[str, Any]:
        """That it is of a campaign, and a limit of Koku that is played and holds both rosters (KEN-ARM-01)."""
        return {CAMPAIGN: True, "points": limit_for(max(limit_of(setup), *(cost_of(s.roster) for s in setup.sides)))}


# -- enlisting --------------------------------------------------------------------------


def enlisted_units(roster: Roster, army: Army) -> list[Member]:
    """A member for each Unit, m1 first."""
    return [
        Member(id=f"m{n}", kind=kind(line.own, f"entry.{line.entry}"), name=line.name, cost=unit.points,
               models=unit.models, full=unit.models, line=plain(replace(line, id=f"m{n}", models=unit.models, name="")))
        for n, (line, unit) in enumerate(zip(roster.units, army.units, strict=True), 1)
    ]  # fmt: skip


def enlisted_characters(roster: Roster, army: Army) -> list[Member]:
    """A member for each character, after the Units; who is in a Unit is in that member."""
    ids = {line.id: f"m{n}" for n, line in enumerate(roster.units, 1)}
    return [
        Member(id=f"m{n}", kind=name_of(replace(line, name="")), name=line.name, cost=one.cost,
               line=plain(replace(line, unit=ids.get(line.unit, ""), name="")))
        for n, (line, one) in enumerate(zip(roster.characters, army.characters, strict=True), len(ids) + 1)
    ]  # fmt: skip


# -- mustering --------------------------------------------------------------------------


def refuse_members(band: Band, members: Sequence[str]) -> list[Refusal]:
    """Nobody, somebody twice, who does not belong to it, who is not fit."""
    if not members:
        return [refuse("campaign.nobody", LISTED, fit=len(band.fit()))]
    found = [refuse("campaign.twice", LISTED, who=id[:40]) for id in dict.fromkeys(members) if members.count(id) > 1]
    for id in dict.fromkeys(members):
        if id not in band.members or band.members[id].state in GONE:
            found.append(refuse("campaign.no-member", LISTED, who=id[:40]))
        elif band.members[id].state != FIT:
            found.append(refuse("campaign.not-fit", LISTED, who=id))
    return found


def leads(member: Member) -> bool:
    """Whether a member can be the Taisho (KEN-ARM-06)."""
    return member.line["entry"] in GENERALS


def army_sent(band: Band, members: Sequence[Member]) -> Roster:
    """The roster of these members; a Taisho's abilities are cut to those of his rank, while another leads."""
    units = tuple(unit_line(m) for m in members if is_unit(m))
    people = tuple(character_line(m) for m in members if not is_unit(m))
    roster = Roster(**{**band.head, "abilities": tuple(band.head["abilities"])}, units=units, characters=people)
    people = tuple(posted(line, roster) for line in people)
    roster = chosen(replace(roster, characters=appointed(people)))
    return replace(roster, units=tuple(drawn_up(line, roster) for line in roster.units))


def unnamed(roster: Roster, guests: Sequence[str]) -> Roster:
    """The roster in which those who are lent for one battle are members of nobody's warband."""
    if not guests:
        return roster
    return replace(
        roster, units=tuple(replace(line, member="") if line.member in guests else line for line in roster.units),
        characters=tuple(replace(line, member="") if line.member in guests else line for line in roster.characters),
    )  # fmt: skip


def roster_of_all(band: Band) -> Roster:
    """The roster of all its living members at full strength, as the lists judge it."""
    return army_sent(band, [replace(m, models=m.full, gained=(), injuries=()) for m in band.living()])


def is_unit(member: Member) -> bool:
    """Whether a member is a Unit; else a character."""
    return member.line["entry"] in TROOPS


def unit_line(member: Member) -> UnitLine:
    """A Unit as it is now."""
    line = convert(member.line, UnitLine)
    return replace(line, id=member.id, models=member.models, **lasting(member))


def character_line(member: Member) -> CharacterLine:
    """A character as he is now."""
    return replace(convert(member.line, CharacterLine), **lasting(member))


def lasting(member: Member) -> dict[str, Any]:
    """What the campaign has made of a member: its name, what is better and what is worse for good."""
    known = {"raised": member.gained, "hurt": member.injuries}
    stats = {key: tuple(w for w in dict.fromkeys(words) if w in Warbands.raises) for key, words in known.items()}
    return {"member": member.id, "name": member.name, **stats}


def posted(line: CharacterLine, roster: Roster) -> CharacterLine:
    """A character in his Unit; alone while it is not there, is down to one model, or is none he may join."""
    host = next((unit for unit in roster.units if unit.id == line.unit), None)
    fits = host is not None and host.models > 1 and not any(place(roster, line, "", row_of(line)))
    return line if fits else replace(line, unit="")


def drawn_up(line: UnitLine, roster: Roster) -> UnitLine:
    """A Unit as many abreast as written, or as usual where it has become too small for that (KEN-TYP-19)."""
    joined = sum(one.unit == line.id for one in roster.characters)
    entry = entry_of(line)
    small = line.models == 1 or (not entry.loose and any(formation(line, "", entry, line.models + joined)))
    return replace(line, files=0) if small else line


def cost_of(raw: Json) -> int:
    """The Koku of a roster; 0 for one that cannot be read."""
    roster = read_roster(raw)
    return 0 if isinstance(roster, Refusal) else army_of(roster, LIMITS[0]).points


def limit_for(koku: int) -> int:
    """The least limit that is played and holds so many Koku, or the highest (KEN-ARM-01)."""
    return next((limit for limit in LIMITS if limit >= koku), LIMITS[-1])


# -- deeds ------------------------------------------------------------------------------


def deed(state: State, unit_id: str, member: str) -> Deed:
    """What a unit or character did in a battle, called by its member."""
    unit = state.units[unit_id]
    kills = sum(foe.lost_by == unit.id and foe.seat != unit.seat for foe in state.units.values())
    return Deed(id=member, fate=FATES.get(unit.fate, ""), start=unit.start_models, left=len(unit.models), kills=kills)


WARBANDS = Warbands()
