"""What happens about the turn: phases, weather, initiative, activation."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.state import State


class PhaseBegan(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.phase-began"):
    """A phase begins."""

    phase: str

    def fold(self, state: State) -> State:
        """It is the phase at hand."""
        return state.with_(phase=self.phase)

    def tell(self) -> Telling:
        """Its name."""
        return Telling(about=f"{self.kind}.{self.phase}", weight="phase" if self.phase in LOUD else "quiet")


LOUD = ("setup", "start", "morale", "end")


class TurnBegan(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.turn-began"):
    """A turn begins (DAI-INI-01)."""

    turn: int

    def fold(self, state: State) -> State:
        """It is that turn; nobody has the initiative yet."""
        return state.with_(turn=self.turn, initiative=None, go=None, active="", deck=(), put_back=False)

    def tell(self) -> Telling:
        """Its number."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="turn")


class SeasonRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.season-rolled"):
    """The season of the battle (DAI-WEA-02); ``face`` 0: given, not rolled."""

    face: int
    season: str

    def fold(self, state: State) -> State:
        """It is that season."""
        return state.with_(season=self.season)

    def tell(self) -> Telling:
        """The die and the season."""
        faces: tuple[Faces, ...] = ((self.face,),) if self.face else ()
        return Telling(about=self.kind, facts={"season": self.season}, faces=faces, weight="roll")


class WeatherCame(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.weather-came"):
    """The weather of this turn (DAI-WEA-03, DAI-WEA-04); no faces: the scenario fixes it (DAI-WEA-10)."""

    faces: Faces
    lines: tuple[Line, ...]
    total: int
    weather: str

    def fold(self, state: State) -> State:
        """It is that weather."""
        return state.with_(weather=self.weather)

    def tell(self) -> Telling:
        """The dice and the weather."""
        dice = (self.faces,) if self.faces else ()
        return Telling(about=self.kind, facts={"weather": self.weather}, faces=dice, lines=self.lines,
                       total=self.total if self.faces else None, weight="roll")  # fmt: skip


class InitiativeRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.initiative-rolled"):
    """One side's die for the initiative and what was added (DAI-INI-02 to DAI-INI-04)."""

    seat: Seat
    face: int
    lines: tuple[Line, ...]
    total: int

    def fold(self, state: State) -> State:
        """Its total stands."""
        return state.with_side(self.seat, initiative=self.total)

    def tell(self) -> Telling:
        """Die and total."""
        return Telling(about=self.kind, facts={"seat": self.seat, "total": self.total}, faces=((self.face,),),
                       lines=self.lines, total=self.total, weight="roll")  # fmt: skip


class InitiativeWon(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.initiative-won"):
    """A side has the initiative this turn (DAI-INI-02)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is the initiative side, and its go until it chooses."""
        return state.with_(initiative=self.seat, go=self.seat)


class FirstChosen(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.first-chosen"):
    """Who tries first to activate a clan (DAI-INI-06)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is its go."""
        return state.with_(go=self.seat)


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


class IntentDeclared(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.intent-declared"):
    """A player said before the roll whether a clan will move or charge this turn (a scenario)."""

    clan: str
    moves: bool

    def fold(self, state: State) -> State:
        """A clan that holds may only fire and fight this turn."""
        return state.with_clan(self.clan, holding=not self.moves)

    def tell(self) -> Telling:
        """What he said."""
        return Telling(about=f"{self.kind}.{'moves' if self.moves else 'holds'}", facts={"clan": self.clan})


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


def _tried(state: State, clan: str, active: bool, led: bool = True) -> State:
    kind, _, seat = clan.partition(":")
    if kind == "general":
        notes = {**state.notes, f"household:{seat}": state.turn}
        state = state.with_(notes=notes)
        general = state.side(Seat(seat)).general
        state = state.with_leader(general, activated=True) if active and led else state
        return state.with_(active=clan, go=Seat(seat)) if active else state
    found = state.clans[clan]
    state = state.with_clan(clan, tried=True)
    if not active:
        return state
    state = state.with_leader(found.daimyo, activated=True) if found.daimyo in state.leaders else state
    return state.with_(active=clan, go=found.seat)
