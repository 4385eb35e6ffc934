"""What follows from a battle and what a season brings: stands that come back, the dead, a rise of quality (CAM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import to_builtins

from app.engine.campaigns import DEAD, Band, Deed, Delta, Member, Step, Throw, recorded
from app.engine.dice import Dice
from app.engine.refusals import Fact
from app.systems.daimyo.armies.roster import ClanLine, GeneralLine
from app.systems.daimyo.book import c
from app.systems.daimyo.campaign.members import DAIMYO, GENERAL, clan_rows, free_id, holder, led, price, rank
from app.systems.daimyo.campaign.rules import RULES, deserves, rating, recovered, replaced, risen

AFTER, RISE = c("DAI-CAM-07"), c("DAI-CAM-08")
NEEDED = int(RULES["rise"]["battles"])
SAFE = ("", "reserve", "saved")
"""Fates that are no loss: on the table at the end, never come on, or gone by an exit."""
DESERVED = "deserved"
"""The note that counts battles towards a rise."""
Pairs = Sequence[tuple[Member, Deed]]


def aftermath(band: Band, deeds: Sequence[Deed], result: str) -> Iterator[Step]:
    """What follows from a battle, leaders first, then unit by unit (DAI-CAM-07, DAI-CAM-08)."""
    pairs = [(band.members[deed.id], deed) for deed in deeds if deed.id in band.members]
    if pairs:
        yield fought(pairs, result)
    for member, deed in pairs:
        yield from of_leader(member, deed) if rank(member) else of_unit(member, deed, result == "won")


def fought(pairs: Pairs, result: str) -> Step:
    """One battle more for all who were in it, and what they brought down."""
    felled = sum(deed.kills for member, deed in pairs if not rank(member))
    units = sum(not rank(member) for member, _ in pairs)
    return Step("battle", AFTER, f"campaign.{result}", {"units": units, "stands": felled},
                recorded([deed for _, deed in pairs]))  # fmt: skip


def of_leader(member: Member, deed: Deed) -> Iterator[Step]:
    """A leader who has fallen is dead until his successor comes; one who slew another is remembered for it."""
    if deed.kills:
        yield Step("honour", c("DAI-LDR-15"), "campaign.slew", {"who": member.id, "leaders": deed.kills},
                   (Delta("honours", member.id, more="slew-a-leader"),))  # fmt: skip
    if deed.fate == "dead":
        told = (Delta("state", member.id, put=DEAD), Delta("honours", member.id, more="fell-in-battle"))
        yield Step("death", AFTER, "campaign.leader-fell", {"who": member.id}, told)


def of_unit(member: Member, deed: Deed, won: bool) -> Iterator[Step]:
    """What a unit has lost and gets back; then whether it has earned a rise."""
    safe = deed.fate in SAFE
    now = recovered(deed.start, deed.left, "" if safe else deed.fate, won)
    if not now:
        yield Step("death", AFTER, f"campaign.lost-{deed.fate}", {"who": member.id},
                   (Delta("state", member.id, put=DEAD), Delta("models", member.id, put=0)))  # fmt: skip
        return
    if now != deed.start:
        yield stands(member, deed, now, safe)
    if safe and deserves(won, deed.start, deed.left):
        yield from earned(member, now)


def stands(member: Member, deed: Deed, now: int, safe: bool) -> Step:
    """The stands a unit goes on with, and what it costs with them (DAI-CAM-07)."""
    deltas = (Delta("models", member.id, put=now), Delta("cost", member.id, put=price(member, now)))
    facts: dict[str, Fact] = {"who": member.id, "stands": now}
    if not safe:
        return Step("recovery", AFTER, f"campaign.back-{deed.fate}", facts, deltas)
    facts |= {"lost": deed.start - deed.left, "back": now - deed.left}
    return Step("recovery" if now > deed.left else "wound", AFTER, "campaign.stands", facts, deltas)


def earned(member: Member, now: int) -> Iterator[Step]:
    """A battle more towards a rise, or the rise itself; nothing for the best its profile knows (DAI-CAM-08)."""
    profile, quality = member.line["profile"], member.line["quality"]
    before = member.notes.get(DESERVED, 0)
    if risen(profile, quality, NEEDED) == quality:
        return
    better = risen(profile, quality, before + 1)
    if better == quality:
        yield Step("experience", RISE, "campaign.deserved",
                   {"who": member.id, "battles": before + 1, "needed": NEEDED},
                   (Delta(f"notes.{DESERVED}", member.id, add=1),))  # fmt: skip
        return
    deltas = (
        Delta(f"notes.{DESERVED}", member.id, add=-before), Delta("gained", member.id, more=better),
        Delta("line", member.id, put={**member.line, "quality": better}),
        Delta("cost", member.id, put=price(member, now, better)),
    )  # fmt: skip
    yield Step("advance", RISE, "campaign.risen", {"who": member.id, "quality": better}, deltas)


# -- the season -------------------------------------------------------------------------


def season(band: Band, name: str, throw: Throw) -> Iterator[Step]:
    """What a season brings: in spring a successor, rated by a die, for every leader who fell (DAI-CAM-07)."""
    if not replaced(name):
        return
    if fell(band, GENERAL):
        yield successor(band, GENERAL, "", throw)
    for row in clan_rows(band):
        if not row["guns"] and fell(band, DAIMYO, row["id"]):
            yield successor(band, DAIMYO, row["id"], throw)


def fell(band: Band, which: str, clan: str = "") -> bool:
    """Whether the last to lead was killed and nobody has taken his place."""
    last = [m for m in band.members.values() if rank(m) == which and m.line["clan"] == clan]
    return holder(band, which, clan) is None and bool(last) and last[-1].state == DEAD


def successor(band: Band, which: str, clan: str, throw: Throw) -> Step:
    """He who takes a leader's place, mounted as the last one was (DAI-ORG-14)."""
    dice = Dice(1)
    faces = throw(dice)
    last = [m for m in band.members.values() if rank(m) == which and m.line["clan"] == clan]
    mounted = bool(last[-1].line["mounted"]) if last else True
    number = [row["id"] for row in clan_rows(band)].index(clan) + 1 if clan else 0
    line = ClanLine(cr=rating(faces[0]), mounted=mounted) if clan else GeneralLine(cr=rating(faces[0]), mounted=mounted)
    member = led(free_id(band, f"D{number}" if clan else "G"), line, clan)
    return Step(
        "recruit", AFTER, f"campaign.new-{which}", {"who": member.id, "cr": line.cr},
        (Delta("member", put=to_builtins(member)),), dice, faces,
    )  # fmt: skip
