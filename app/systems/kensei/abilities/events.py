"""What happens when abilities are used, and what effects come to hold (topics ABI and SPO, sections 4.5 to 4.8)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.abilities.effects import Laid, laid_on
from app.systems.kensei.army import Timed, UnitId
from app.systems.kensei.charging.events import ChargeEvent
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

SKY = "in_the_sky"
"""The rule under which a unit is that rides the lightning; its figure: how often it has tried to come back."""


class EffectsLaid(KenseiEvent, frozen=True, kw_only=True, tag="kensei.effects-laid"):
    """An ability or spell works: these effects hold on these units (KEN-ABI-10, KEN-ABI-16, KEN-SPI-15)."""

    key: str
    laid: Laid
    by: str = ""

    def fold(self, state: State) -> State:
        """They hold."""
        return laid_on(state, self.laid)

    def tell(self) -> Telling:
        """What, on whom."""
        facts: dict[str, Fact] = {"key": self.key, "by": self.by, "units": len(self.laid),
                                  "unit": self.laid[0][0] if self.laid else self.by}  # fmt: skip
        how, more = given(self.laid)
        return Telling(about=f"{self.kind}{'.many' if len(self.laid) > 1 else ''}{how}", facts=facts | more,
                       pieces=tuple(id for id, _ in self.laid))  # fmt: skip


FIGURES = frozenset({"honour", "initiative", "attack", "defence", "armour", "damage"})
"""What an effect adds to where its sentence can say how much."""


def given(laid: Laid) -> tuple[str, dict[str, Fact]]:
    """How the sentence of effects says what they give, where they are one figure, the same for all."""
    found = {(one.stat, one.add) for _, held in laid for one in held}
    stat, add = next(iter(found)) if len(found) == 1 else ("", 0)
    if add > 0 and stat == "movement":
        return ".moves", {"add": add}
    return (".gives", {"stat": stat, "add": add}) if add and stat in FIGURES else ("", {})


class AbilityTried(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-tried"):
    """A unit or character uses an ability; its AP are spent whether or not it works (KEN-ABI-04)."""

    unit: UnitId
    ability: str
    target: str = ""

    def fold(self, state: State) -> State:
        """It has used it this turn."""
        return state.with_unit(self.unit, used=(*state.units[self.unit].used, self.ability))

    def tell(self) -> Telling:
        """Which, on whom."""
        return Telling(about=f"{self.kind}{'.at' if self.target else ''}", facts=self.facts(), pieces=(self.unit,))


class AbilityFailed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-failed"):
    """An ability came to nothing though its roll passed (KEN-ABI-04): its target is gone, too far or unseen."""

    reveals: ClassVar[bool] = True

    unit: UnitId
    ability: str
    why: str
    target: str = ""

    def tell(self) -> Telling:
        """Why."""
        return Telling(about=f"{self.kind}.{self.why}", facts=self.facts(), pieces=(self.unit,))


class Spied(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spied"):
    """A Spy has seen what is in an enemy unit (KEN-ABI-05, section 4.7); Hidden characters in it are revealed."""

    unit: UnitId
    target: UnitId
    found: tuple[UnitId, ...]

    def fold(self, state: State) -> State:
        """They are known."""
        return state.with_units({id: replace(state.units[id], concealed=False) for id in self.found})

    def tell(self) -> Telling:
        """How many were found."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "found": len(self.found)}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit, self.target))


class ChargeNotDared(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-not-dared"):
    """A unit failed its test against Fear and does not charge (KEN-ABI-14)."""

    dread: str


class Shaken(ChargeEvent, frozen=True, kw_only=True, tag="kensei.shaken"):
    """A unit charged by something fearful fights worse this turn (KEN-ABI-14); ``target`` is what it fears."""

    dread: str
    attack: int
    until: int

    def fold(self, state: State) -> State:
        """It does until then."""
        effect = Timed(key=self.dread, stat="attack", add=self.attack, until=self.until, clause=self.clause)
        return state.with_unit(self.unit, timed=(*state.units[self.unit].timed, effect))

    def tell(self) -> Telling:
        """What it fears, and what that costs."""
        return self.told(self.kind, dread=self.dread, attack=self.attack)


class CryRaised(ChargeEvent, frozen=True, kw_only=True, tag="kensei.cry-raised"):
    """A battle cry shortens a Charge by a die (KEN-ABI-05, section 4.7); ``unit`` charges, ``face`` in cm."""

    face: int

    def tell(self) -> Telling:
        """By how much."""
        return replace(self.told(self.kind, cm=self.face), faces=((self.face,),), weight="roll")


class SpearsSet(ChargeEvent, frozen=True, kw_only=True, tag="kensei.spears-set"):
    """The ``target`` of a charge switched rules on with an ability, until a turn (KEN-ABI-05, section 4.7)."""

    key: str
    rules: tuple[str, ...]
    until: int

    def fold(self, state: State) -> State:
        """They are in force."""
        unit = state.units[self.target]
        more = tuple(Timed(key=self.key, stat=rule, until=self.until, clause=self.clause) for rule in self.rules)
        return state.with_unit(self.target, timed=(*unit.timed, *more), used=(*unit.used, self.key))

    def tell(self) -> Telling:
        """Which ability."""
        return self.told(f"{self.kind}.{self.key}")


class Sworn(KenseiEvent, frozen=True, kw_only=True, tag="kensei.sworn"):
    """A unit passes every Honour check of this turn (KEN-ABI-11, section 4.7); once a battle."""

    unit: str
    turn: int

    def fold(self, state: State) -> State:
        """It does, and cannot again."""
        unit = state.units[self.unit]
        effect = Timed(key="till_the_end", stat="pass_honour", until=self.turn + 1, clause=self.clause)
        return state.with_unit(self.unit, timed=(*unit.timed, effect), spent=(*unit.spent, "till_the_end"))
