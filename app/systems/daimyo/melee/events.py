"""What happens in melee: groups, challenges, stands that strike, the result, push-backs and follow-ups, its end."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, UnitId, pair_key

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
