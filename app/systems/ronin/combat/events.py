"""What happens in the Combat Phase."""

from __future__ import annotations

from typing import ClassVar

from app.engine.dice import Faces
from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import Combat, Counters, ModelId, State


class CombatsFormed(RoninEvent, frozen=True, kw_only=True, tag="ronin.combats-formed"):
    """The combats of this turn are fixed, with all whom each fighter touches (RON-CBT-19, RON-WPN-09)."""

    combats: tuple[Combat, ...]
    touched: dict[str, tuple[ModelId, ...]]

    def fold(self, state: State) -> State:
        """They wait to be fought."""
        for id, foes in self.touched.items():
            state = state.with_model(id, touched=foes)
        return state.with_(combats=self.combats)

    def tell(self) -> Telling:
        """How many there are."""
        return Telling(about=self.kind, facts={"number": len(self.combats)}, pieces=tuple(self.touched))


class CombatBegan(RoninEvent, frozen=True, kw_only=True, tag="ronin.combat-began"):
    """A player picked the combat to fight now; ``go`` picks the next (RON-CBT-18).  ``brought``: by fighter."""

    seat: Seat
    combat: str
    fighters: tuple[ModelId, ...]
    brought: dict[str, int]
    go: Seat

    def fold(self, state: State) -> State:
        """It is being fought, with so many counters."""
        return state.with_combat(self.combat, begun=True, brought=self.brought).with_(go=self.go)

    def tell(self) -> Telling:
        """Who picked it, and who fights."""
        return Telling(about=self.kind, facts=self.facts(), pieces=self.fighters)


class WeaponNamed(RoninEvent, frozen=True, kw_only=True, tag="ronin.weapon-named"):
    """A fighter's weapon for this turn (RON-CBT-21)."""

    model: ModelId
    weapon: str

    def fold(self, state: State) -> State:
        """It is in its hands."""
        return state.with_model(self.model, weapon=self.weapon)

    def tell(self) -> Telling:
        """Who fights with what."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class CountersSealed(RoninEvent, frozen=True, kw_only=True, tag="ronin.counters-sealed"):
    """The counters a side has, secret until they are shown (RON-CBT-10, RON-CBT-11)."""

    combat: str
    seat: Seat
    counters: Counters

    def fold(self, state: State) -> State:
        """The side has these counters."""
        return with_counters(state, self.combat, self.seat, self.counters)

    def tell(self) -> Telling:
        """For the eyes of its owner."""
        facts: dict[str, Fact] = {"seat": self.seat, "attack": self.counters.attack, "defence": self.counters.defence}
        return Telling(about=self.kind, facts=facts)


class InitiativeEnhanced(RoninEvent, frozen=True, kw_only=True, tag="ronin.initiative-enhanced"):
    """The counter a fighter's side spent on its Initiative: attack or defence (RON-CBT-23)."""

    model: ModelId
    counter: str

    def tell(self) -> Telling:
        """Whose, and which colour."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class InitiativeThrown(RoninEvent, frozen=True, kw_only=True, tag="ronin.initiative-thrown"):
    """A fighter's Initiative dice lie on the table; nothing is discarded yet (RON-CBT-38)."""

    model: ModelId
    faces: Faces

    def tell(self) -> Telling:
        """The dice as they fell."""
        return Telling(about=self.kind, facts=self.facts(), faces=(self.faces,), weight="roll", pieces=(self.model,))


class InitiativeRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.initiative-rolled"):
    """A fighter's Initiative: all dice, the one that is kept, what is added (RON-CBT-24)."""

    model: ModelId
    faces: Faces
    kept: Faces
    lines: tuple[Line, ...]
    total: int

    def tell(self) -> Telling:
        """The dice, every line, the total."""
        facts: dict[str, Fact] = {"model": self.model, "total": self.total, "die": self.kept[0]}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), lines=self.lines, total=self.total,
                       weight="roll", pieces=(self.model,))  # fmt: skip


class InitiativeOrdered(RoninEvent, frozen=True, kw_only=True, tag="ronin.initiative-ordered"):
    """The order in which the fighters go, fixed for this combat (RON-CBT-25)."""

    combat: str
    order: tuple[ModelId, ...]

    def fold(self, state: State) -> State:
        """It stands."""
        return state.with_combat(self.combat, order=self.order)

    def tell(self) -> Telling:
        """Who goes first; the rest by their pieces."""
        return Telling(about=self.kind, facts={"model": self.order[0]}, pieces=self.order)


class CountersShown(RoninEvent, frozen=True, kw_only=True, tag="ronin.counters-shown"):
    """Both sides show their counters (RON-CBT-11, RON-CBT-26)."""

    reveals: ClassVar[bool] = True
    combat: str
    first: Seat
    second: Seat
    counters: dict[str, Counters]

    def fold(self, state: State) -> State:
        """From here on they are open."""
        return state.with_combat(self.combat, counters=self.counters, shown=True)

    def tell(self) -> Telling:
        """Both colours of both sides."""
        one, two = self.counters[self.first], self.counters[self.second]
        facts: dict[str, Fact] = {"first": self.first, "second": self.second}
        facts |= {"first_attack": one.attack, "first_defence": one.defence}
        facts |= {"second_attack": two.attack, "second_defence": two.defence}
        return Telling(about=self.kind, facts=facts)


class FighterUp(RoninEvent, frozen=True, kw_only=True, tag="ronin.fighter-up"):
    """It is this fighter's go in the Initiative order (RON-CBT-26)."""

    combat: str
    model: ModelId
    cycle: int

    def fold(self, state: State) -> State:
        """It is up."""
        return state.with_combat(self.combat, current=self.model, cycle=self.cycle)

    def tell(self) -> Telling:
        """Not worth a line of the log."""
        return Telling(about=self.kind, facts=self.facts(), weight="quiet", pieces=(self.model,))


class FighterPassed(RoninEvent, frozen=True, kw_only=True, tag="ronin.fighter-passed"):
    """A fighter let its go pass, by choice or because it could do nothing else (RON-CBT-26)."""

    combat: str
    model: ModelId
    forced: bool
    passes: int

    def fold(self, state: State) -> State:
        """So many in a row have passed."""
        return state.with_combat(self.combat, passes=self.passes)

    def tell(self) -> Telling:
        """Only a choice is a deed."""
        weight = "idle" if self.forced else "deed"
        return Telling(about=self.kind, facts={"model": self.model}, weight=weight, pieces=(self.model,))


class AttackDeclared(RoninEvent, frozen=True, kw_only=True, tag="ronin.attack-declared"):
    """An attack or a Subdue attempt was declared and paid for (RON-CBT-27, RON-CBT-36)."""

    combat: str
    seat: Seat
    model: ModelId
    target: ModelId
    attack: str
    spent: int
    counters: Counters

    def fold(self, state: State) -> State:
        """The counters are spent, and the row of passes is broken."""
        return with_counters(state, self.combat, self.seat, self.counters).with_combat(self.combat, passes=0)

    def tell(self) -> Telling:
        """Who strikes at whom."""
        about = f"{self.kind}.{self.attack}"
        return Telling(about=about, facts=self.facts(), pieces=(self.model, self.target))


class RollEnhanced(RoninEvent, frozen=True, kw_only=True, tag="ronin.roll-enhanced"):
    """A counter was spent to Enhance an Attack or a Defence Roll (RON-CBT-13, RON-CBT-15)."""

    combat: str
    seat: Seat
    model: ModelId
    roll: str
    counters: Counters

    def fold(self, state: State) -> State:
        """The counter is spent."""
        return with_counters(state, self.combat, self.seat, self.counters)

    def tell(self) -> Telling:
        """Which roll of whom."""
        return Telling(about=f"{self.kind}.{self.roll}", facts=self.facts(), pieces=(self.model,))


class CountersLost(RoninEvent, frozen=True, kw_only=True, tag="ronin.counters-lost"):
    """A fallen fighter took counters with it (RON-CBT-30)."""

    combat: str
    seat: Seat
    model: ModelId
    attack: int
    defence: int
    counters: Counters
    brought: dict[str, int]

    def fold(self, state: State) -> State:
        """The side has the rest; the fallen one brings nothing more."""
        state = with_counters(state, self.combat, self.seat, self.counters)
        return state.with_combat(self.combat, brought=self.brought)

    def tell(self) -> Telling:
        """How many of which colour."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.model,))


class CombatEnded(RoninEvent, frozen=True, kw_only=True, tag="ronin.combat-ended"):
    """A combat is fought.  ``reason``: spent, passed or alone (RON-CBT-26)."""

    combat: str
    reason: str

    def fold(self, state: State) -> State:
        """It is over for this turn; what counters are left go back."""
        return state.with_combat(self.combat, fought=True, begun=False, current="", counters={})

    def tell(self) -> Telling:
        """Why it ended."""
        return Telling(about=f"{self.kind}.{self.reason}", facts=self.facts())


def with_counters(state: State, combat: str, seat: Seat, counters: Counters) -> State:
    """The state with one side's counters in a combat set."""
    fight = next(x for x in state.combats if x.id == combat)
    return state.with_combat(combat, counters={**fight.counters, seat: counters})
