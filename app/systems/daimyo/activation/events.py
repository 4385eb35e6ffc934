"""Attempts, cards, stances, and orders given."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId
from app.systems.daimyo.turn.events import _tried


class OrderGiven(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.order-given"):
    """A unit has its order of this activation: move, charge, stay, enter, leave or work (DAI-ACT-08)."""

    unit: UnitId
    order: str
    target: str = ""

    def fold(self, state: State) -> State:
        """It has had it."""
        return state.with_unit(self.unit, ordered=True)

    def tell(self) -> Telling:
        """What it was told to do."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target}
        return Telling(about=f"{self.kind}.{self.order}", facts=facts, weight="quiet", pieces=(self.unit,))


class ActivationRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.activation-rolled"):
    """A clan, or a household without its General, rolled to become active (DAI-ACT-01, DAI-ACT-02)."""

    seat: Seat
    clan: str
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    active: bool

    def fold(self, state: State) -> State:
        """It has had its attempt; if it passed it is active, a household without its General (DAI-ACT-18)."""
        return _tried(state, self.clan, self.active, led=False)

    def tell(self) -> Telling:
        """Dice, total, need."""
        about = f"{self.kind}.{'active' if self.active else 'failed'}"
        facts: dict[str, Fact] = {"clan": self.clan, "total": self.total, "needed": self.needed}
        return Telling(about=about, facts=facts, faces=(self.faces,), lines=self.lines,
                       total=self.total, needed=self.needed, weight="roll")  # fmt: skip


class GeneralActivated(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.general-activated"):
    """A General and his household are active without a roll (DAI-ACT-06, DAI-ACT-09)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """They are active, for the one time this turn (DAI-ACT-18)."""
        return _tried(state, f"general:{self.seat}", True)


class AttemptDeclined(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.attempt-declined"):
    """A player gave up the roll for a named clan (DAI-ACT-11)."""

    seat: Seat
    clan: str

    def fold(self, state: State) -> State:
        """It counts as tried and failed."""
        return _tried(state, self.clan, False)

    def tell(self) -> Telling:
        """The clan that does nothing."""
        return Telling(about=self.kind, facts=self.facts(), weight="idle", pieces=(self.clan,))


class CardsShuffled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.cards-shuffled"):
    """The deck of this turn is complete; nobody knows its order (DAI-ACT-16)."""

    deck: tuple[str, ...]

    def fold(self, state: State) -> State:
        """All cards are to be drawn, no drum has been."""
        return state.with_(deck=self.deck, notes={**state.notes, "drums": 0})

    def tell(self) -> Telling:
        """How many cards."""
        return Telling(about=self.kind, facts={"cards": len(self.deck)}, weight="quiet")


class CardDrawn(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.card-drawn"):
    """A card was turned: a clan, a General, or the Night-drum; ``taken`` if it counts (DAI-ACT-16).

    ``face`` is the die of a clan without a Daimyo, 0 where none was rolled; ``drums`` is the number drawn so far.
    """

    card: str
    face: int = 0
    taken: bool = True
    drums: int = 0

    def fold(self, state: State) -> State:
        """It is off the deck; what it names is active if it counts."""
        at = state.deck.index(self.card)
        left = state.deck[:at] + state.deck[at + 1 :]
        state = state.with_(deck=left, notes={**state.notes, "drums": self.drums})
        return state if self.card == "drum" else _tried(state, self.card, self.taken, led=not self.face)

    def tell(self) -> Telling:
        """What it says."""
        about = f"{self.kind}.drum" if self.card == "drum" else f"{self.kind}.{'taken' if self.taken else 'lost'}"
        faces: tuple[Faces, ...] = ((self.face,),) if self.face else ()
        return Telling(about=about, facts={"clan": self.card, "drums": self.drums}, faces=faces, weight="roll")


class CardPutBack(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.card-put-back"):
    """The initiative player put the drawn card back and the deck was shuffled again (DAI-ACT-16)."""

    seat: Seat
    card: str

    def fold(self, state: State) -> State:
        """The one time this turn."""
        return state.with_(put_back=True)


class StanceTaken(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.stance-taken"):
    """A clan of the automatic side diced for what it means to do: hold, advance or attack (DAI-ACT-17)."""

    clan: str
    face: int
    lines: tuple[Line, ...]
    total: int
    stance: str

    def fold(self, state: State) -> State:
        """It is remembered for this activation."""
        return state.with_(notes={**state.notes, "stance": ("hold", "advance", "attack").index(self.stance)})

    def tell(self) -> Telling:
        """Die and stance."""
        return Telling(about=f"{self.kind}.{self.stance}", facts={"clan": self.clan}, faces=((self.face,),),
                       lines=self.lines, total=self.total, weight="roll")  # fmt: skip


class ActivationEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.activation-ended"):
    """An attempt is over; the other player has the go if he has anything left to try (DAI-ACT-10)."""

    seat: Seat | None

    def fold(self, state: State) -> State:
        """Nothing is active, its units have acted, and what held for the activation alone is gone."""
        acted = [u.id for u in state.active_units()]
        units = {id: replace(u, ordered=False, obedience="", charges=(), tested=(), idle_activation=False,
                             activated=u.activated or u.id in acted)
                 for id, u in state.units.items()}  # fmt: skip
        return state.with_(units=units, active="", go=self.seat)

    def tell(self) -> Telling:
        """Whose go it is."""
        return Telling(about=self.kind, facts={"seat": self.seat or ""}, weight="quiet")
