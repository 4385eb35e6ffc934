"""What happens in melee: groups, challenges, stands that strike, the result, push-backs and follow-ups, its end."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.events.base import DaimyoEvent
from app.systems.daimyo.state import LeaderId, State, UnitId, pair_key

Couple = tuple[UnitId, UnitId]


class MeleeBegan(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.melee-began"):
    """A combat group fights: units of the active clan, and their enemies (DAI-MEL-22).

    ``first``: no two of them have fought each other before.
    """

    active: tuple[UnitId, ...]
    foes: tuple[UnitId, ...]
    first: bool

    def tell(self) -> Telling:
        """Who fights whom."""
        facts: dict[str, Fact] = {"unit": self.active[0], "target": self.foes[0], "units": len(self.active),
                                  "enemies": len(self.foes)}  # fmt: skip
        about = f"{self.kind}.{'first' if self.first else 'later'}"
        return Telling(about=about, facts=facts, weight="roll", pieces=(*self.active, *self.foes))


class ChallengeMade(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-made"):
    """A leader called another out (DAI-LDR-15).

    ``answer``: accepted, refused (``unit`` loses what its leaders add in this round) or declined (without penalty).
    """

    leader: LeaderId
    foe: LeaderId
    unit: UnitId
    answer: str

    def tell(self) -> Telling:
        """Who called whom out, and the answer."""
        return Telling(about=f"{self.kind}.{self.answer}", facts=self.facts(), pieces=(self.leader, self.foe))


class ChallengeRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-rolled"):
    """One leader's die in a single combat (DAI-LDR-15)."""

    leader: LeaderId
    face: int
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """Die and total."""
        return Telling(about=self.kind, facts=self.facts(), faces=((self.face,),), lines=self.lines,
                       total=self.total, weight="roll", pieces=(self.leader,))  # fmt: skip


class ChallengeEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.challenge-ended"):
    """A single combat is over; no ``loser``: it was level (DAI-LDR-15)."""

    winner: str = ""
    loser: str = ""

    def fold(self, state: State) -> State:
        """Nothing but what a campaign remembers: who has slain a leader."""
        return state.with_credit(self.winner, 1) if self.winner else state

    def tell(self) -> Telling:
        """Who fell, if anybody."""
        about = f"{self.kind}.{'won' if self.loser else 'level'}"
        return Telling(about=about, facts=self.facts(), pieces=tuple(id for id in (self.winner, self.loser) if id))


class StandStruck(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.stand-struck"):
    """One stand rolled in melee, or at routers it has caught (DAI-MEL-02, DAI-PUR-08).

    ``number`` counts from 1; ``place``: front, second, overlap or flank; ``why``: melee or pursuit-attack.
    """

    unit: UnitId
    number: int
    target: UnitId
    place: str
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    passed: bool
    why: str = "melee"

    def tell(self) -> Telling:
        """Dice, total, need."""
        about = f"{self.kind}.{'passed' if self.passed else 'failed'}"
        pieces = (f"{self.unit}-{self.number}", self.target)
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), lines=self.lines, total=self.total,
                       needed=self.needed, weight="die", pieces=pieces)  # fmt: skip


class MeleeFought(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.melee-fought"):
    """The dice of a round have fallen: stands that fought, by unit, and the pairs that did (DAI-MEL-21, DAI-MEL-34).

    ``attackers``: for each pair who charged the other, or nobody.
    """

    stands: dict[str, tuple[int, ...]]
    pairs: tuple[Couple, ...]
    attackers: tuple[str, ...]
    turn: int

    def fold(self, state: State) -> State:
        """Those stands have fought, those pairs one round more; what helped in this round alone is spent."""
        for id, numbers in self.stands.items():
            fought = tuple(sorted((*state.units[id].fought, *numbers)))
            state = state.with_unit(id, fought=fought, melee_this_turn=True)
        for (a, b), attacker in zip(self.pairs, self.attackers, strict=True):
            state = _fought(state, a, b, attacker, self.turn)
        return state

    def tell(self) -> Telling:
        """How many stands."""
        facts: dict[str, Fact] = {"stands": sum(len(numbers) for numbers in self.stands.values())}
        return Telling(about=self.kind, facts=facts, weight="quiet")


def _fought(state: State, a: UnitId, b: UnitId, attacker: str, turn: int) -> State:
    pair = state.pairs.get(pair_key(a, b))
    rounds, turns, last = (pair.rounds, pair.turns, pair.last_turn) if pair else (0, 0, 0)
    state = state.with_pair(a, b, rounds=rounds + 1, turns=turns + (last != turn), last_turn=turn,
                            following=UnitId(""), attacker=UnitId(attacker))  # fmt: skip
    return _forget_pursuit(state, a, b)


def _forget_pursuit(state: State, a: str, b: str) -> State:
    for one, other in ((a, b), (b, a)):
        met = state.units[one].pursued_into
        if other in met:
            state = state.with_unit(one, pursued_into=tuple(id for id in met if id != other))
    return state


class MeleeDecided(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.melee-decided"):
    """The hits of both sides were compared (DAI-MEL-05, DAI-MEL-25, DAI-MEL-27).

    ``hits`` are those that the active side's units inflicted.  ``lost``: active, foes, both (wiped out) or none.
    """

    active: tuple[UnitId, ...]
    foes: tuple[UnitId, ...]
    hits: int
    enemy_hits: int
    lost: str

    def tell(self) -> Telling:
        """The hits, and who has lost."""
        facts: dict[str, Fact] = {**self.facts(), "unit": self.active[0], "target": self.foes[0]}
        pieces = (*self.active, *self.foes)
        return Telling(about=f"{self.kind}.{self.lost}", facts=facts, weight="roll", pieces=pieces)


class UnitBeaten(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.unit-beaten"):
    """What a unit of the losing side suffers: rout, captured, held (by walls, or a place) or pushed (DAI-MEL-25).

    ``received`` and ``inflicted`` are its own hits; ``by`` is the enemy it gives way to.
    """

    unit: UnitId
    by: UnitId
    received: int
    inflicted: int
    fate: str

    def tell(self) -> Telling:
        """Its hits and what comes of them."""
        return Telling(about=f"{self.kind}.{self.fate}", facts=self.facts(), pieces=(self.unit, self.by))


class PushBlocked(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.push-blocked"):
    """A unit could not be pushed back; those it fought count as following up (DAI-DIS-01, DAI-DIS-15).

    ``why``: unit, ground, edge or walls; ``piece`` is what bars the way, if anything.
    """

    unit: UnitId
    by: tuple[UnitId, ...]
    why: str
    piece: str = ""

    def fold(self, state: State) -> State:
        """Its opponents follow up."""
        for foe in self.by:
            state = state.with_pair(self.unit, foe, following=foe)
        return state

    def tell(self) -> Telling:
        """What bars the way."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts(), pieces=(self.unit,))


class FollowedUp(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.followed-up"):
    """A unit went after one it pushed back; the melee goes on (DAI-PUR-02)."""

    unit: UnitId
    target: UnitId

    def fold(self, state: State) -> State:
        """It counts as following up in their next round."""
        return state.with_pair(self.unit, self.target, following=self.unit)

    def tell(self) -> Telling:
        """Who after whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target))


class MeleeEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.melee-ended"):
    """Two units do not fight each other any more (DAI-MEL-21, DAI-PUR-03); ``turns`` is in how many they did."""

    unit: UnitId
    target: UnitId
    turns: int

    def fold(self, state: State) -> State:
        """Their count is gone."""
        return _forget_pursuit(state.without_pair(self.unit, self.target), self.unit, self.target)

    def tell(self) -> Telling:
        """Who, and how long it lasted."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.unit, self.target))


EVENTS: tuple[type[DaimyoEvent], ...] = (
    MeleeBegan, ChallengeMade, ChallengeRolled, ChallengeEnded, StandStruck, MeleeFought, MeleeDecided, UnitBeaten,
    PushBlocked, FollowedUp, MeleeEnded,
)  # fmt: skip
