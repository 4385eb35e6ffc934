"""What a band may buy between two battles: units, models for those it has, command models (CEL-CAM-05)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from app.engine.building import newly
from app.engine.campaigns import Band, Delta, Member, Offer, Step, paid
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.celtos.bands.builder import free_code
from app.systems.celtos.bands.lists import ROLES, Entry, command_cost, entries
from app.systems.celtos.bands.roster import Enlisted, Roster, make, read_roster, sentence_of
from app.systems.celtos.book import c, table
from app.systems.celtos.campaign.veterans import (
    against,
    army_of,
    entry_of,
    member_of,
    roster_of,
    unit_of,
    worth,
    written,
)

INCOME = c("CEL-CAM-05")
UNIT, MODEL, ROLE = "unit", "model", "role"


def market(band: Band) -> tuple[Offer, ...]:
    """New units of its list and mercenaries, one more model for Units, command models they lack (CEL-CAM-05).

    Keys: ``unit.<entry>.<models>.<options>.<command>``, ``model.<member>``, ``role.<member>.<role>``.
    """
    more = [offer for member in band.living() for offer in for_member(band, member)]
    return (*units(band), *more)


# -- new units ----------------------------------------------------------------------


def units(band: Band) -> Iterator[Offer]:
    """New units: each entry at its least, with each option, and as ready bands have it."""
    army = army_of(band)
    plain = roster_of(band, ())
    for entry in entries(army).values():
        for unit in dict.fromkeys(lines(army, entry)):
            made = make(plain, unit)
            key = ".".join((UNIT, entry.id, str(unit.models), "+".join(unit.options), "+".join(unit.command)))
            row = written(Roster(units=(unit,)))["units"][0]
            yield Offer(key=key, kind=sentence_of(army, entry), line=row, cost=made.cost)


def lines(army: str, entry: Entry) -> Iterator[Enlisted]:
    """The ways in which an entry is offered; they may repeat."""
    least = Enlisted(code="", entry=entry.id, models=entry.min, command=entry.has)
    yield least
    for option in entry.options:
        yield replace(least, options=(option.id,))
    for key, row in table("samples").items():
        ready = read_roster({"sample": key})
        if row["list"] == army and isinstance(ready, Roster):
            yield from (replace(u, code="", name="") for u in ready.units if u.entry == entry.id)


# -- more of those it has -------------------------------------------------------------


def for_member(band: Band, member: Member) -> Iterator[Offer]:
    """One more model for a Unit, and each command model it lacks while an ordinary one can be upgraded."""
    entry = entry_of(band, member)
    if entry is None or entry.individual:
        return
    unit, has = unit_of(member), member.line["command"]
    if member.models < entry.max:
        price = worth(band, member, member.models + 1, has) - member.cost
        yield Offer(key=f"{MODEL}.{member.id}", kind=member.kind, cost=price,
                    line=row_of(replace(unit, models=member.models + 1)))  # fmt: skip
    for role in (r for r in entry.command if r not in has and len(has) < member.models):
        yield Offer(key=f"{ROLE}.{member.id}.{role}", kind=f"word.{role}", cost=command_cost((role,)),
                    line=row_of(replace(unit, command=ranked((*has, role)))))  # fmt: skip


def ranked(roles: tuple[str, ...]) -> tuple[str, ...]:
    """Command models in the order in which they stand (CEL-PRO-15)."""
    return tuple(role for role in ROLES if role in roles)


def row_of(unit: Enlisted) -> object:
    """A unit as a roster writes it, without what battles made of it."""
    return written(Roster(units=(replace(unit, veteran=UNSET),)))["units"][0]


# -- buying ---------------------------------------------------------------------------


def purchase(band: Band, key: str, id: str, name: str) -> Step | Refusal:
    """What is bought from the market, or why not: unknown, too dear, or no list would be legal with it (CEL-CAM-05)."""
    offer = next((o for o in market(band) if o.key == key), None)
    if offer is None:
        return refuse("campaign.no-offer", INCOME, offer=key[:80])
    if offer.cost > band.purse:
        return refuse("campaign.purse", INCOME, cost=offer.cost, purse=band.purse)
    kind = key.partition(".")[0]
    return recruit(band, offer, id, name) if kind == UNIT else more_of(band, offer)


def recruit(band: Band, offer: Offer, id: str, name: str) -> Step | Refusal:
    """A new unit has joined, or why the band would be illegal in the largest battle (CEL-ARM-03)."""
    if not id or id in band.members:
        return refuse("campaign.member-twice", INCOME, who=id[:40])
    roster = roster_of(band, band.living())
    row = offer.line
    unit = Enlisted(code=free_code(roster, row["entry"]), entry=row["entry"], models=row["models"], name=name,
                    options=tuple(row["options"]), command=tuple(row["command"]))  # fmt: skip
    member = member_of(roster, unit, id, name)
    if no := closed(band, roster_of(band, (*band.living(), member))):
        return no
    facts: dict[str, Fact] = {"who": id, "cost": offer.cost, "models": unit.models}
    deltas = (Delta("member", put=written(member)), *paid(-offer.cost))
    return Step("purchase", INCOME, "campaign.recruited", facts, deltas)


def more_of(band: Band, offer: Offer) -> Step | Refusal:
    """A Unit has one model more, or one of its models is a command model now; or why not (CEL-ARM-02)."""
    kind, id, role = (*offer.key.split("."), "")[:3]
    one, row = band.members[id], offer.line
    grown = replace(unit_of(one), models=row["models"], command=tuple(row["command"]))
    others = [m for m in band.living() if m.id != id]
    if no := closed(band, roster_of(band, others, grown)):
        return no
    facts: dict[str, Fact] = {"who": id, "cost": offer.cost, "models": row["models"]}
    price = (Delta("cost", id, add=offer.cost),) if offer.cost else ()
    if kind == ROLE:
        line = Delta("line", id, put={**one.line, "command": row["command"]})
        return Step(
            "purchase", INCOME, "campaign.promoted", {**facts, "role": role}, (line, *price, *paid(-offer.cost))
        )
    full = (Delta("full", id, add=1),) if one.models == one.full else ()
    deltas = (Delta("models", id, add=1), *full, *price, *paid(-offer.cost))
    return Step("purchase", INCOME, "campaign.joined", facts, deltas)


def closed(band: Band, after: Roster) -> Refusal | None:
    """What stands against the band with a purchase that did not stand against it before."""
    return next(newly(against(after), against(roster_of(band, band.living()))), None)
