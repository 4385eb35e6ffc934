"""A small game with everything a big one has: secrets, dice, hidden cards, two phases, an end.

Each turn both seats bid in secret; then each draws a hidden card and walks:
steps one by one, or a gamble on a die.  After three turns the higher score wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from msgspec import Struct, field, structs

from app.engine.asks import Ask, AskAll, Json
from app.engine.clauses import ClauseIndex
from app.engine.dice import Dice
from app.engine.domains import Choice, Menu, Option, Pick, Split
from app.engine.events import Event, Seat
from app.engine.flow import Game, ask, ask_all, roll
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.system import Outcome, Phase, PhaseId, Setup, SideSetup, Telling
from app.engine.views import Inspection, Note, View

RED, BLUE = Seat("red"), Seat("blue")
SEATS = (RED, BLUE)
BID, WALK, CARD, END = Clause("TOY-BID-01"), Clause("TOY-WLK-01"), Clause("TOY-CRD-01"), Clause("TOY-END-01")


class State(Struct, frozen=True):
    """``hands`` holds each seat's hidden card; ``crash`` makes the step two a bug."""

    turn: int = 1
    stage: str = "bid"
    scores: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    hands: dict[str, int] = {}
    gone: str = ""
    crash: bool = False
    turns: int = 3


class BidsShown(Event, frozen=True, tag="toy.bids-shown"):
    reveals: ClassVar[bool] = True
    bids: dict[str, int]


class Drew(Event, frozen=True, tag="toy.drew"):
    seat: Seat
    card: int


class DrewHidden(Event, frozen=True, tag="toy.drew-hidden"):
    seat: Seat


class Stepped(Event, frozen=True, tag="toy.stepped"):
    seat: Seat
    steps: int


class Gambled(Event, frozen=True, tag="toy.gambled"):
    seat: Seat
    faces: tuple[int, ...]


class StageEnded(Event, frozen=True, tag="toy.stage-ended"):
    stage: str
    turn: int


class GaveUp(Event, frozen=True, tag="toy.gave-up"):
    seat: Seat


async def bid(game: Game[State]) -> None:
    """Both bid in secret; the bids are points."""
    four = Pick({str(n): None if n < 4 else refuse("toy.too-high", BID, most=3) for n in range(5)})
    bids = await ask_all(AskAll(tuple(Ask(s, "toy.bid", four, BID, "0", secret=True) for s in SEATS)))
    game.emit(BidsShown(clause=BID, bids={s: int(b) for s, b in bids.items()}))
    game.emit(StageEnded(clause=BID, stage="walk", turn=game.state.turn))


async def walk(game: Game[State]) -> None:
    """Each draws a card, then steps or gambles until done."""
    for seat in SEATS:
        (card,) = await roll(Dice(1, 4), "card", CARD, by=seat)
        game.emit(Drew(clause=CARD, seat=seat, card=card, seen_by=(seat,)))
        game.emit(DrewHidden(clause=CARD, seat=seat))
        await steps(game, seat)
    game.emit(StageEnded(clause=WALK, stage="bid", turn=game.state.turn + 1))


async def steps(game: Game[State], seat: Seat) -> None:
    """Up to three deeds of one seat."""
    for left in (3, 2, 1):
        options = {
            "step": Option(then=lambda: Split(2, {"run": 2, "walk": 2}, WALK)),
            "gamble": Option(None if left > 1 else refuse("toy.too-late", WALK)),
            "done": Option(),
        }
        deed = await ask(Ask(seat, "toy.deed", Menu(options), WALK, Choice("done")))
        if deed.key == "done":
            return
        if deed.key == "gamble":
            game.emit(Gambled(clause=WALK, seat=seat, faces=await roll(Dice(2), "gamble", WALK, by=seat)))
            continue
        if game.state.crash and deed.then["run"] == 2:
            raise ZeroDivisionError("a bug in the rules")
        game.emit(Stepped(clause=WALK, seat=seat, steps=Toy.stride * deed.then["run"] + deed.then["walk"]))


def add(state: State, seat: str, points: int) -> State:
    """The state with more points for a seat."""
    return structs.replace(state, scores={**state.scores, seat: state.scores[seat] + points})


class Toy:
    """The toy as a rule system."""

    stride: ClassVar[int] = 1
    key = "toy"
    version = 1
    state_type = State
    event_types: tuple[type[Event], ...] = (BidsShown, Drew, DrewHidden, Stepped, Gambled, StageEnded, GaveUp)
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("bid"): bid, PhaseId("walk"): walk}
    clauses = ClauseIndex({})
    out_of_turn = Clause("ENG-ASK-03")
    sentences: Mapping[str, str] = {}

    def begin(self, setup: Setup) -> State:
        return State(crash=bool(setup.options.get("crash")), turns=int(setup.options.get("turns", 3)))

    def next_phase(self, state: State) -> PhaseId | None:
        return None if state.turn > state.turns or state.gone else PhaseId(state.stage)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case BidsShown(bids=bids):
                for seat, points in bids.items():
                    state = add(state, seat, points)
                return state
            case Drew(seat=seat, card=card):
                return structs.replace(state, hands={**state.hands, seat: card})
            case Stepped(seat=seat, steps=n):
                return add(state, seat, n)
            case Gambled(seat=seat, faces=faces):
                return add(state, seat, sum(faces))
            case StageEnded(stage=stage, turn=turn):
                return structs.replace(state, stage=stage, turn=turn)
            case GaveUp(seat=seat):
                return structs.replace(state, gone=seat)
        return state

    def go(self, state: State) -> Seat | None:
        return None

    def view(self, state: State, viewer: Seat | None) -> View:
        hand: dict[str, Fact] = {"card": state.hands[viewer]} if viewer in state.hands else {}
        scores: dict[str, Fact] = {**state.scores}
        notes = (Note("toy.scores", scores), Note("toy.hand", hand))
        return View(
            width=1, depth=1, unit="in", unit_length=2540, turn=state.turn, turns=state.turns, phases=(),
            go=self.go(state),
            terrain=(), zones=(), pieces=(), sides=(), notes=notes,
        )  # fmt: skip

    def tell(self, event: Event) -> Telling:
        return Telling(about=event.kind)

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        return Inspection(notes=(Note("ask.not-you"),) if id in state.hands else ())

    def imagine(self, state: State, seat: Seat, luck: Random) -> State:
        hands = {s: card if s == seat else luck.randint(1, 4) for s, card in state.hands.items()}
        return structs.replace(state, hands=hands)

    def outcome(self, state: State) -> Outcome | None:
        if state.gone:
            return Outcome(next(s for s in SEATS if s != state.gone), "toy.gave-up")
        if state.turn <= state.turns:
            return None
        best = max(SEATS, key=lambda s: state.scores[s])
        level = state.scores[RED] == state.scores[BLUE]
        return Outcome(None if level else best, "toy.points", dict(state.scores))

    def concede(self, state: State, seat: Seat) -> Event:
        return GaveUp(clause=END, seat=seat)

    def refuse_setup(self, setup: Setup) -> tuple[Refusal, ...]:
        ok = all(side.roster == {"sample": "band"} for side in setup.sides)
        return () if ok else (refuse("toy.no-band", END),)

    @property
    def staging(self) -> None:
        return None

    def rulebook(self, language: str) -> ClauseIndex:
        return self.clauses

    def catalogue(self) -> Json:
        return {"scenarios": [{"id": "meadow"}], "samples": [{"id": "band"}]}


TOY = Toy()


def setup(**options: object) -> Setup:
    """A legal set-up of the toy."""
    return Setup("meadow", tuple(SideSetup(seat, {"sample": "band"}) for seat in SEATS), dict(options))
