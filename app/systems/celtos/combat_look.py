"""What an assault and each attack would be, shown before anything is rolled (CEL-GEN-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.domains import Pick, nothing
from app.engine.modifiers import total
from app.engine.orders import Allot
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.views import Note, Preview
from app.systems.celtos.book import c
from app.systems.celtos.errands import allowance
from app.systems.celtos.measure import nearest
from app.systems.celtos.moves_look import look
from app.systems.celtos.packing import errand_of, pack
from app.systems.celtos.score import needed_to_strike, ways
from app.systems.celtos.state import State, Unit, UnitId
from app.systems.celtos.striking import Blow, Fight, strike_lines

REACHED, PACKED, SCORE, TOUCHED = c("CEL-ASL-06"), c("CEL-ASL-12"), c("CEL-CBT-06"), c("CEL-CBT-03")
PERCENT = 10
"""What one face of the die is worth."""


@dataclass(frozen=True, slots=True)
class Targets(Pick):
    """Enemy units to assault; the preview shows the way there and the first blow."""

    look: Callable[[str], Preview] = field(default=nothing)

    def preview(self, answer: str) -> Preview:
        """Distance, the moves the server would make, what a blow would need."""
        return replace(self.look(answer), no=self.refuse(answer))


@dataclass(frozen=True, slots=True)
class Aims(Allot):
    """Each attack at an enemy; ``look`` says what each would need.  ``foes``: all enemies that stand."""

    look: Callable[[Mapping[str, str]], Preview] = field(default=nothing)
    foes: tuple[str, ...] = ()

    def read(self, raw: Json) -> dict[str, str] | Refusal:
        """An enemy for each attack; one that its model does not touch is refused by its clause (CEL-CBT-03)."""
        known = {key: value for key, value in raw.items() if key in self.items} if isinstance(raw, dict) else {}
        for key, value in known.items():
            if value in self.foes and value not in self.items[key].values:
                return refuse("blows.untouched", TOUCHED, model=self.items[key].piece, target=value)
        return Allot.read(self, raw)

    def preview(self, answer: Mapping[str, str]) -> Preview:
        """The score of every blow."""
        return replace(self.look(answer), no=self.refuse(answer))


def look_assault(state: State, unit: Unit, id: str) -> Preview:
    """How far a target is, who would come into contact by which ways, and what the first of them would need."""
    mine, theirs = state.living(unit), state.living(id) if id in state.units else ()
    if not mine or not theirs:
        return Preview()
    errand = errand_of(state, unit.id, UnitId(id))
    packed = pack(state, errand)
    far: dict[str, Fact] = {
        "target": id,
        "gap": nearest(mine, theirs) or 0,
        "reach": max(allowance(state, m, errand) for m in mine),
    }
    facts: dict[str, Fact] = {"packed": len(packed.contacts), "models": len(mine)}
    shown = look(state, packed.paths, errand)
    fight = Fight(unit=unit.id, foes=(UnitId(id),), charged=(unit.id,))
    first = next((m for m in mine if m.id in packed.contacts), mine[0])
    blow = Blow(state=state, fight=fight, me=first, target=theirs[0])
    notes = (Note("assault.look.far", far, REACHED), Note("assault.look.packed", facts, PACKED), blow_note(blow))
    return Preview(notes=(*notes, *shown.notes), lines=strike_lines(blow), marks=shown.marks)


def blow_note(blow: Blow) -> Note:
    """What one attack needs, and how likely it hits."""
    adds, needed = total(strike_lines(blow)), needed_to_strike(blow.me.assault, blow.target.assault)
    facts: dict[str, Fact] = {
        "model": blow.me.id, "target": blow.target.id, "weapon": blow.arm.id, "needed": needed, "adds": adds,
        "percent": PERCENT * ways(adds, needed),
    }  # fmt: skip
    return Note("blow.look", facts, SCORE)
