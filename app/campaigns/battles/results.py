"""Results: how a battle ended, what an umpire says of it, and who gives one up."""

from __future__ import annotations

from msgspec import field

from app.campaigns.book import c
from app.campaigns.desk import Command, Decided, Desk
from app.campaigns.ledger.events import Ended, Voided
from app.campaigns.model import Feat, Fixture, Settings
from app.campaigns.people.members import clean
from app.campaigns.rounds.moves import clauses, move, refusal_of
from app.campaigns.warbands.aftermath import fought
from app.engine.campaigns import Deed
from app.engine.refusals import Clause, Refusal, refuse

ABSENT, EARLY = c("CPN-ABS-09"), c("CPN-RES-16")
AWAY, RESIGNED = "absent", "resigned"
RESULT, DECIDES, VOIDS, GIVES = clauses("over", "decide", "void", "forfeit")
DECIDABLE = ("won", "draw", "forfeit", "standoff")


# -- results ------------------------------------------------------------------------


class Over(Command, frozen=True, tag="over"):
    """A battle has ended at its table.  ``winner``: a warband, empty if nobody of the campaign has won.

    ``points``: battle points, ``deeds``: what members did, by warband; ``chain``: the last link of its record.
    ``feats``: who brought whom down there.
    ``gone``: why the loser gave it up, absent or resigned, in which ``turn``; empty where it was fought to its end.
    """

    fixture: str
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict)
    chain: str = ""
    deeds: dict[str, tuple[Deed, ...]] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    feats: tuple[Feat, ...] = ()
    gone: str = ""
    turn: int = 0


@move
def over(desk: Desk, given: Over) -> Decided:
    """The battle is decided and all that follows from it is written (CPN-RES-03, CPN-RES-07)."""
    one = desk.now.fixtures[given.fixture]
    if given.winner and given.winner not in one.sides:
        return refusal_of("over")
    if given.winner and (unfought := unfought_of(desk.now.settings, given)):
        return [unfought]
    others = bool(given.facts.get("garrison_won"))
    result = "won" if given.winner or others else "draw"
    ended = Ended(
        clause=RESULT, fixture=one.id, result=result, winner=given.winner, points=given.points, chain=given.chain,
        feats=given.feats,
    )  # fmt: skip
    return [ended, *fought(desk, one, given.winner, given.deeds, given.facts, result == "draw")]


def unfought_of(settings: Settings, given: Over) -> Ended | None:
    """The end of a battle that was hardly fought, from which nothing follows (CPN-ABS-09, CPN-RES-16)."""
    early = given.gone == RESIGNED and settings.early != "fought" and given.turn <= settings.resign
    if given.gone != AWAY and not early:
        return None
    result = settings.early if early else "forfeit"
    return Ended(
        clause=EARLY if early else ABSENT, fixture=given.fixture, result=result, winner=given.winner, chain=given.chain
    )


class Decide(Command, frozen=True, tag="decide"):
    """An umpire decides a battle: ``result`` is won, draw, forfeit or standoff."""

    fixture: str
    result: str
    winner: str = ""
    reason: str = ""


@move
def decide(desk: Desk, given: Decide) -> Decided:
    """The battle is decided as the umpire says (CPN-RES-04)."""
    reason, one = clean(given.reason), desk.now.fixtures[given.fixture]
    if no := refuse_result(one, given.result, given.winner, DECIDES):
        return no
    return [
        Ended(
            clause=DECIDES,
            fixture=one.id,
            result=given.result,
            winner=given.winner,
            reason=reason,
            by=desk.by.id,
        )
    ]


def refuse_result(one: Fixture, result: str, winner: str, clause: Clause) -> Refusal | None:
    """Why a battle cannot end so: a win or a forfeit names one of its sides, or nobody where a garrison has won."""
    held = result == "won" and not winner and one.garrison is not None
    named = result in ("won", "forfeit") and not held
    fits = result in DECIDABLE and (bool(winner) and winner in one.sides) == named and (named or not winner)
    return None if fits else refuse("campaign.round.result", clause)


class Void(Command, frozen=True, tag="void"):
    """An umpire declares a battle void."""

    fixture: str
    reason: str


@move
def void(desk: Desk, given: Void) -> Decided:
    """The battle counts for nothing (CPN-RES-05)."""
    return [Voided(clause=VOIDS, fixture=given.fixture, reason=clean(given.reason), by=desk.by.id)]


class Forfeit(Command, frozen=True, tag="forfeit"):
    """A leader gives a battle up before it is laid."""

    warband: str
    fixture: str


@move
def forfeit(desk: Desk, given: Forfeit) -> Decided:
    """The other side has won by forfeit (CPN-RES-06)."""
    winner = next(iter(desk.now.fixtures[given.fixture].others(given.warband)), "")
    return [Ended(clause=GIVES, fixture=given.fixture, result="forfeit" if winner else "standoff", winner=winner)]
