"""A battle that was over ends otherwise: an umpire rules so, and all that followed from it is done anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from app.campaigns.battles.fixtures import is_bye, readers
from app.campaigns.battles.results import RESULT, refuse_result
from app.campaigns.book import c
from app.campaigns.desk import Command, Decided, Desk, Thrower
from app.campaigns.ledger.events import Closed, Ended, Entry, Overturned, Posted, Unmustered, Voided
from app.campaigns.ledger.evolve import fold
from app.campaigns.model import DONE, OPEN, VOID, Campaign, Fixture, Warband
from app.campaigns.people.members import clean
from app.campaigns.rounds.course import winner_of
from app.campaigns.rounds.formats import format_of
from app.campaigns.rounds.moves import ENDED, clauses, move
from app.campaigns.warbands.aftermath import known_of, line, posted, rested, sent_of
from app.campaigns.warbands.redoing import RULING, Again, between, fitted, since, taken_up, ways
from app.engine.campaigns import FIT, Band, Delta, Step, apply_all
from app.engine.refusals import refuse

(OVERTURNS,) = clauses("overturn")
KEPT, SECRET = c("CPN-RES-15"), c("CPN-RES-11")
FOUGHT = ("won", "draw")


class Overturn(Command, frozen=True, tag="overturn"):
    """An umpire says that a battle ended otherwise: ``result`` is won, draw, forfeit, standoff or void."""

    fixture: str
    result: str
    winner: str = ""
    reason: str = ""


@move
def overturn(desk: Desk, given: Overturn) -> Decided:
    """It has the new result, and what followed is done anew (CPN-RES-14, CPN-RES-15).  So already: so it stays."""
    one, void = desk.now.fixtures[given.fixture], given.result == VOID
    if is_bye(one) or (void and given.winner):
        return refuse("campaign.round.result", OVERTURNS)
    if no := None if void else refuse_result(one, given.result, given.winner, OVERTURNS):
        return no
    was = one.result or one.state
    if (was, one.winner) == (given.result, given.winner):
        return []
    ruled = Overturned(
        clause=OVERTURNS, fixture=one.id, result=given.result, winner=given.winner, was=was, won_by=one.winner,
        by=desk.by.id, reason=clean(given.reason),
    )  # fmt: skip
    return [ruled, *followed(desk, ruled)]


def followed(desk: Desk, ruled: Overturned) -> list[Entry]:
    """What follows from the new result: for both sides, for the map, and for who has won the campaign."""
    start = ended_at(desk.past.ledger, ruled.fixture)
    then = fold(Campaign(id=desk.now.id), desk.past.ledger[:start])
    now = fold(desk.now, [ruled])
    one, found = now.fixtures[ruled.fixture], list[Entry]()
    open_ = now.round is not None and now.round.state == OPEN
    round_ = now.round.number if now.round and open_ else one.round
    dice = Redone(desk, then, start, desk.dice(round_), round_)
    for side in (id for id in one.sides if id):
        found += dice.side(one, side)
    found += format_of(now).overturned(desk, then, one)
    after = fold(now, found)
    if after.state == ENDED and winner_of(after) != after.winner:
        found.append(Closed(clause=OVERTURNS, winner=winner_of(after), reason=ruled.reason))
    return found


def ended_at(ledger: Sequence[Entry], fixture: str) -> int:
    """How many entries stood in the ledger when a battle was over for the first time."""
    return next(n for n, one in enumerate(ledger) if isinstance(one, Ended | Voided) and one.fixture == fixture)


class Redone:
    """The aftermath of a battle done anew; what was before it is ``then``, the first ``start`` entries."""

    def __init__(self, desk: Desk, then: Campaign, start: int, new: Thrower, round_: int) -> None:
        self.desk, self.then, self.start, self.new, self.round = desk, then, start, new, round_

    def side(self, one: Fixture, id: str) -> Iterator[Entry]:
        """All lines of one side: taken back, done anew, what came since."""
        side, ledger = self.desk.now.warbands[id], self.desk.past.ledger
        before = self.then.warbands[id].band
        whole = {**before.members, **{m: one for m, one in side.band.members.items() if m not in before.members}}
        bare = replace(before, members=whole)
        anew, band = self.anew(one, self.then.warbands[id]), before
        real, lines = bare, list[Entry]()
        for step in anew:
            band = apply_all(band, step.step.deltas)
            fits = fitted(real, step.step)
            real = apply_all(real, fits.deltas)
            lines.append(replace(step, step=fits))
        band, lost = taken_up(before, band, [*since(ledger, self.start, one.id, id)])
        changes = between(side.band, bare)
        if changes or lines:
            yield self.told(one, id, "campaign.ruling.undone", {}, changes)
        yield from lines
        if kept := between(real, band):
            yield self.told(one, id, "campaign.ruling.kept", {}, kept)
        yield from (self.told(one, id, "campaign.ruling.given-back", {"line": number}) for number in lost)
        yield from unsent(self.desk.now, side, band)

    def told(
        self, one: Fixture, side: str, about: str, facts: dict[str, int], deltas: tuple[Delta, ...] = ()
    ) -> Posted:
        """A line of the ruling."""
        step = Step(RULING, KEPT, about, dict(facts), deltas)
        return replace(line(one, side, step), by=self.desk.by.id)

    def anew(self, one: Fixture, side: Warband) -> list[Posted]:
        """What follows from the new result for a warband as it was before the battle."""
        table = any(isinstance(e, Ended) and e.fixture == one.id and e.clause == RESULT for e in self.desk.past.ledger)
        if one.state != DONE:
            return []
        if one.result not in FOUGHT or not table:
            return [entry for entry in rested(self.then, one, side) if isinstance(entry, Posted)]
        desk = Desk(self.then, self.desk.rules, self.desk.by, self.desk.clock, self.desk.seeds)
        throw = Again(ways(self.desk.past.ledger, one.id, side.id), self.new, self.round)
        result = "drew" if one.result == "draw" else "won" if side.id == one.winner else "lost"
        known = {**self.desk.past.facts, **known_of(desk, one, side)}
        deeds = tuple(self.desk.past.deeds.get(side.id, ()))
        steps = desk.rules.aftermath(sent_of(self.then, one, side), deeds, result, throw, known)
        return [*throw.placed([*posted(one, side.id, steps, throw.faces)])]


def unsent(now: Campaign, side: Warband, band: Band) -> Iterator[Entry]:
    """Musters of battles not laid yet in which somebody is who cannot go any more are open again."""
    for one in now.fixtures.values():
        sent = one.musters.get(side.id)
        if sent is None or one.state != OPEN:
            continue
        if any(band.members[id].state != FIT for id in sent.members if id in band.members):
            yield Unmustered(clause=SECRET, seen_by=readers(now, side), fixture=one.id, warband=side.id)
