"""Morale Tests in the Priority Phase (section MOR)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import yes_no
from app.engine.events import Seat
from app.engine.flow import Game, ask, roll
from app.engine.modifiers import Modifiers, total
from app.engine.refusals import Clause
from app.systems.ronin.book import c, table
from app.systems.ronin.measure import strength
from app.systems.ronin.morale.events import MoraleChanged, MoraleHeld, MoraleTested
from app.systems.ronin.state import State

TEST, LUCKY, UNLUCKY, REROLL = c("RON-MOR-04"), c("RON-MOR-05"), c("RON-MOR-06"), c("RON-MOR-21")
OUTCOMES: dict[tuple[str, bool], tuple[str, Clause]] = {
    ("steady", True): ("steady", c("RON-MOR-09")),
    ("wavering", True): ("steady", c("RON-MOR-10")),
    ("steady", False): ("wavering", c("RON-MOR-11")),
    ("wavering", False): ("routing", c("RON-MOR-12")),
}
Subject = tuple[State, Seat]


def below_half(subject: Subject) -> int:
    """Strictly less than half of the starting strength (RON-MOR-19)."""
    state, seat = subject
    return int(2 * strength(state, seat) < state.side(seat).start)


def wavers(subject: Subject) -> int:
    """The Buntai is Wavering now."""
    state, seat = subject
    return int(state.side(seat).morale == "wavering")


def has_commander(subject: Subject) -> int:
    """At least one Commander alive, free and on the table; more do not count (RON-MOR-20)."""
    state, seat = subject
    return int(any(m.has("commander") for m in state.standing(seat)))


LINES: Modifiers[Subject] = Modifiers.read(
    table("morale")["adds"],
    {
        "the Buntai is at less than half its starting strength": below_half,
        "the Buntai is Wavering": wavers,
        "the Buntai has a Commander on the table": has_commander,
    },
)


def reasons(state: State, seat: Seat) -> tuple[str, ...]:
    """Why a Buntai must test now: wavering, losses, leader-killed; nothing if it need not (RON-MOR-01 to 03)."""
    side, share = state.side(seat), table("morale")["test"]["losses"]
    if side.morale == "routing" or never_tests(state, seat):
        return ()
    losses = side.killed_before > 0 and side.killed_before * share["den"] >= side.start * share["num"]
    found = {"wavering": side.morale == "wavering", "losses": losses, "leader-killed": side.leader_killed_before}
    return tuple(key for key, holds in found.items() if holds)


def never_tests(state: State, seat: Seat) -> bool:
    """All its models of Rank 1 or more were Fearless from the start (RON-MOR-28)."""
    proud = [m for m in state.models.values() if m.seat == seat and m.rank >= 1 and not m.civilian]
    return bool(proud) and all(m.has("fearless") for m in proud)


async def test_morale(game: Game[State], seat: Seat) -> None:
    """The Buntai has tested, if it had to; its Morale stands (RON-MOR-01 to 12, RON-MOR-15, RON-MOR-21)."""
    why = reasons(game.state, seat)
    if not why:
        return
    passed = await roll_morale(game, seat, why, reroll=False)
    if any(m.banner for m in game.state.standing(seat)):
        question = Ask(
            seat, "morale.reroll", yes_no(), REROLL, default="no", facts={"passed": "yes" if passed else "no"}
        )
        if await ask(question) == "yes":
            passed = await roll_morale(game, seat, why, reroll=True)
    before = game.state.side(seat).morale
    after, clause = OUTCOMES[before, passed]
    if after == before:
        game.emit(MoraleHeld(clause=clause, seat=seat))
    else:
        game.emit(MoraleChanged(clause=clause, seat=seat, morale=after))


async def roll_morale(game: Game[State], seat: Seat, why: tuple[str, ...], *, reroll: bool) -> bool:
    """Whether the dice pass: 2 always, 12 never, else at most the Rating with every modifier (RON-MOR-04 to 08)."""
    faces = await roll(Dice(2), "morale", REROLL if reroll else TEST, by=seat)
    state = game.state
    lines, rating = LINES.lines((state, seat)), state.side(seat).rating
    natural, result = sum(faces), sum(faces) + total(lines)
    lucky, unlucky = natural == table("morale")["test"]["passes"], natural == table("morale")["test"]["fails"]
    clause = LUCKY if lucky else UNLUCKY if unlucky else REROLL if reroll else TEST
    passed = lucky or (not unlucky and result <= rating)
    game.emit(
        MoraleTested(
            clause=clause,
            seat=seat,
            reasons=why,
            faces=faces,
            lines=lines,
            total=result,
            rating=rating,
            passed=passed,
            reroll=reroll,
        )
    )
    return passed
