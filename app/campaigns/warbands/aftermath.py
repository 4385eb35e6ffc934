"""What follows from a battle: what the rules of the system say, in their order, with every throw in the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from app.campaigns.battles.fixtures import fought_by
from app.campaigns.book import c, table
from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Entry, Posted, Settled
from app.campaigns.model import Campaign, Fixture, Warband
from app.campaigns.rounds.moves import clauses, move, refusal_of
from app.engine.campaigns import FIT, OUT, Band, Choice, Deed, Delta, Step, apply_all
from app.engine.dice import Dice, Faces
from app.engine.refusals import Refusal, refuse

FOLLOWS, THROWN = c("CPN-RES-07"), c("CPN-RES-12")
(CHOICES,) = clauses("choose")
REST, DRILL = c("CPN-ABS-04"), c("CPN-ABS-05")
MOST = 100
"""The most choices that are made for one warband at once."""
Fallen = tuple[int, Dice, Faces]


# -- after a battle that was fought -----------------------------------------------


def fought(
    desk: Desk, one: Fixture, winner: str, deeds: Mapping[str, Sequence[Deed]], facts: Mapping[str, int], drew: bool
) -> Iterator[Entry]:
    """All that follows from a battle for its sides, one after the other (CPN-RES-07)."""
    throw = desk.dice(one.round)
    for side in (desk.now.warbands[id] for id in one.sides if id):
        result = "drew" if drew else "won" if side.id == winner else "lost"
        known = {**facts, **known_of(desk, one, side)}
        first = len(throw.faces)
        steps = desk.rules.aftermath(sent_of(desk.now, one, side), tuple(deeds.get(side.id, ())), result, throw, known)
        yield from posted(one, side.id, steps, throw.faces[first:])
        yield settled(one, side.id)


def sent_of(now: Campaign, one: Fixture, side: Warband) -> Band:
    """The warband as far as a battle is its business: where it was divided, the group that fights it (CPN-STO-05)."""
    groups = now.splits.get(side.id, {})
    group = groups.get(one.story.partition("/")[2])
    if group is None:
        return side.band
    return replace(side.band, members={id: m for id, m in side.band.members.items() if id in group})


def known_of(desk: Desk, one: Fixture, side: Warband) -> dict[str, int]:
    """What the campaign knows of a battle: round, what both are worth, the gap in per cent of the enemy, the help."""
    mine = desk.rules.value(side.band)
    other = sum(desk.rules.value(desk.now.warbands[id].band) for id in one.others(side.id))
    gap = (other - mine) * 100 // other if other else 0
    return {"round": one.round, "value": mine, "other": other, "gap": gap, "help": one.extra.get(side.id, 0)}


def posted(one: Fixture, warband: str, steps: Sequence[Step], fallen: Sequence[Fallen]) -> Iterator[Posted]:
    """The lines of the ledger for these steps, each throw in its place, also those that no step names (CPN-RES-12)."""
    left = list(fallen)
    for step in steps:
        at = next((n for n, (_, dice, faces) in enumerate(left) if (dice, faces) == (step.dice, step.faces)), -1)
        yield from (told(one, warband, throw) for throw in left[: max(at, 0)])
        number = left[at][0] if at >= 0 else -1
        left = left[at + 1 :]
        yield line(one, warband, step, number)
    yield from (told(one, warband, throw) for throw in left)


def line(one: Fixture, warband: str, step: Step, number: int = -1, by: str = "") -> Posted:
    """A line of the ledger that belongs to a battle."""
    return Posted(
        clause=step.clause, warband=warband, step=step, fixture=one.id, round=one.round if number >= 0 else 0,
        throw=number, by=by,
    )  # fmt: skip


def told(one: Fixture, warband: str, fallen: Fallen) -> Posted:
    """A throw that no step of the rules names."""
    number, dice, faces = fallen
    return line(one, warband, Step("battle", THROWN, "campaign.thrown", dice=dice, faces=faces), number)


def settled(one: Fixture, warband: str) -> Settled:
    """The aftermath of a battle is done for a warband."""
    return Settled(clause=FOLLOWS, fixture=one.id, warband=warband)


# -- after a battle that was not ----------------------------------------------------


def rested(now: Campaign, one: Fixture, side: Warband) -> Iterator[Entry]:
    """What follows for a warband from a battle it did not fight, or of which only the result is known (CPN-ABS-04)."""
    back = [member.id for member in sent_of(now, one, side).members.values() if member.state == OUT]
    if back and one.result not in ("won", "draw"):
        deltas = tuple(Delta("state", id, put=FIT) for id in back)
        yield line(one, side.id, Step("recovery", REST, "campaign.rested", {"members": len(back)}, deltas))
    if drills(one, side.id) and not drilled_before(now, one, side.id):
        rule = table("rounds")["drill"]
        pay = max(int(rule["least"]), now.settings.points // int(rule["part"]))
        yield line(one, side.id, Step("income", DRILL, "campaign.drilled", {"points": pay}, (Delta("purse", add=pay),)))
    yield settled(one, side.id)


def drills(one: Fixture, warband: str) -> bool:
    """Whether a warband was there and had nobody to fight (CPN-ABS-05)."""
    return one.result == "bye" or (one.result == "forfeit" and one.winner == warband)


def drilled_before(now: Campaign, one: Fixture, warband: str) -> bool:
    """Whether the battle of this warband before was such a one too (CPN-ABS-05)."""
    before = [f for f in fought_by(now, warband) if f.id != one.id and warband in f.settled]
    return bool(before) and drills(before[-1], warband)


# -- choices --------------------------------------------------------------------------


class Choose(Command, frozen=True, tag="choose"):
    """A player chooses for a member what a battle left open."""

    warband: str
    member: str
    option: str


@move
def choose(desk: Desk, given: Choose) -> Decided:
    """What was chosen is done (CPN-RES-08)."""
    if given.warband not in desk.now.warbands:
        return refusal_of("choose", state=desk.now.state)
    band = desk.now.warbands[given.warband].band
    if not any(open_.member == given.member and given.option in open_.options for open_ in desk.rules.choices(band)):
        return refuse("campaign.round.no-choice", CHOICES, member=given.member[:40], option=given.option[:40])
    step = desk.rules.choose(band, given.member, given.option)
    return step if isinstance(step, Refusal) else [chosen(given.warband, step, desk.by.id)]


def chosen(warband: str, step: Step, by: str = "") -> Posted:
    """The line of the ledger for a choice."""
    return Posted(clause=step.clause, warband=warband, step=step, by=by)


def defaults(desk: Desk, side: Warband) -> Iterator[Entry]:
    """What is taken for a warband whose player has not chosen (CPN-RES-08)."""
    band, made = side.band, 0
    refused: list[Choice] = []
    while made < MOST and (left := [one for one in desk.rules.choices(band) if one not in refused]):
        made += 1
        step = desk.rules.choose(band, left[0].member, left[0].default)
        if isinstance(step, Refusal):
            refused.append(left[0])
            continue
        band = apply_all(band, step.deltas)
        yield chosen(side.id, step)


def is_choosing(desk: Desk, side: Warband) -> bool:
    """Whether a warband's player has something to choose."""
    return bool(desk.rules.choices(side.band))
