"""What an assault and each attack would be, and what a volley sees, shown before anything is rolled (CEL-GEN-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from app.engine.allots import Allot
from app.engine.asks import Json
from app.engine.domains import Pick, nothing
from app.engine.geometry import Base, towards
from app.engine.modifiers import total
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.views import Mark, Note, Preview
from app.systems.celtos.assault.packing import errand_of, pack
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import needed_to_strike, ways
from app.systems.celtos.combat.striking import Blow, Fight, strike_lines
from app.systems.celtos.ground.lines import cut_by
from app.systems.celtos.ground.sight import DARK, Between, Eyes, grounds_near, stops
from app.systems.celtos.measure import nearest
from app.systems.celtos.moving.errands import allowance
from app.systems.celtos.page.moves_look import look
from app.systems.celtos.shooting.rules import Aim, nearest_seen_by
from app.systems.celtos.state import Model, State, Unit, UnitId

REACHED, PACKED, SCORE, TOUCHED = c("CEL-ASL-06"), c("CEL-ASL-12"), c("CEL-CBT-06"), c("CEL-CBT-03")
MEASURED, LINES, BODIES, WALLS, AREAS = (
    c("CEL-SHT-07"), c("CEL-TER-01"), c("CEL-TER-02"), c("CEL-TER-05"), c("CEL-TER-03"),
)  # fmt: skip
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


# -- lines of sight on the board ----------------------------------------------------------


def marks(look: Eyes, dice: tuple[Aim, ...]) -> Iterator[Mark]:
    """A line of sight for each model of the unit, and where the distance was taken (CEL-TER-01, CEL-SHT-07)."""
    aimed = {aim.shooter.id: aim.at for aim in dice}
    for me in look.mine:
        at = aimed.get(me.id) or nearest_seen_by(look, me) or nearest_of(look, me)
        yield ray(look, me, at)
    if not look.mine or (gap := look.distance()) is None:
        return
    a, b = next((look.mine[row[1]], b) for b in look.theirs for row in look.nearest_to(b)[:1]
                if row[0] == gap and look.seen(b))  # fmt: skip
    yield from touching(a.base, b.base, gap)


def nearest_of(look: Eyes, me: Model) -> Model:
    """The nearest model of the other unit, seen or not."""
    return min(look.theirs, key=lambda b: (b.at.x - me.at.x) ** 2 + (b.at.y - me.at.y) ** 2)


def touching(a: Base, b: Base, gap: int) -> Iterator[Mark]:
    """The points of two bases between which the distance was taken, and it as a label amid them (CEL-GEN-04)."""
    near, far = towards(a.at, b.at, a.radius), towards(b.at, a.at, b.radius)
    yield from (Mark(kind="touch", points=(point,)) for point in (near, far))
    middle = (near.x + far.x) // 2, (near.y + far.y) // 2
    yield Mark(kind="label", points=(type(near)(*middle),), note=Note("volley.gap", {"distance": gap}, MEASURED))


def ray(look: Eyes, a: Model, b: Model) -> Mark:
    """The line of sight between two models to be drawn: the clear one, or that of the centres with what stops it."""
    if (line := look.line(a, b)) is not None:
        return Mark(kind="ray", points=line, note=Note("ray.clear", {}, LINES))
    return Mark(kind="ray-blocked", points=(a.at, b.at), note=stopped_by(look.found, a, b))


def stopped_by(found: Between, a: Model, b: Model) -> Note:
    """What stops the line of the centres of two models that do not see each other, and the clause (CEL-TER-01)."""
    if found.too_far(a, b):
        return Note("ray.dark", {"reach": found.limit or 0}, DARK)
    for body in found.bodies:
        if body.size >= max(a.size, b.size) and cut_by(a.at, b.at, ((*body.at, body.radius),)):
            return Note("ray.blocked-by-model", {"by": body.id}, BODIES)
    ground = next(g for g in grounds_near(found, a, b) if stops(g, a.at, b.at, juts=False))
    clause = WALLS if ground.how == "wall" else AREAS
    return Note("ray.blocked-by-ground", {"by": ground.piece.id, "kind": ground.piece.kind}, clause)
