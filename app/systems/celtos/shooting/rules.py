"""A volley before its dice: who may shoot at whom, which models roll, with what, and who may be hit (2.10 to 2.13)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from app.engine.modifiers import Line, Modifiers, total
from app.engine.refusals import Refusal, refuse
from app.engine.same import Same
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.checks.score import needed_to_hit, ways
from app.systems.celtos.damage.flow import Hit, needed_to_wound
from app.systems.celtos.ground.cover import cover_of
from app.systems.celtos.ground.sight import DARK, Eyes, eyes
from app.systems.celtos.measure import apart, in_coherency, in_combat, size_of
from app.systems.celtos.scenarios.figures import found
from app.systems.celtos.state import Model, State, Unit
from app.systems.celtos.weapons.missiles import FARTHEST, Missile, band_of, missiles_of

NEAREST = c("CEL-SHT-03")
IN_COMBAT = c("CEL-SHT-04")
IN_SIGHT = c("CEL-SHT-03")
OUT_OF_RANGE = c("CEL-SHT-08")
WHOLE = c("CEL-SHT-09")
ANSWERED = c("CEL-REA-19")
BEYOND = c("CEL-RNG-04")
TOUCHING = c("CEL-ORD-07")
PANIC = c("CEL-ORD-08")
NO_RETURN = c("CEL-MOR-12")
LOOSE = c("CEL-ORD-10")
SLOW = c("CEL-WPN-04")
HIDDEN = c("CEL-ABL-21")
PERCEPTION = c("CEL-SHT-06")
WEAPON = c("CEL-WPN-08")
MARKSMAN = c("CEL-ABL-13")
HIDDEN_BEYOND = cm(table("abilities")["camouflage"]["seen_within"])


class Aim(Struct, frozen=True, kw_only=True):
    """One die of a volley: whose, with what, how far to the nearest enemy he sees, and all it will count.

    ``lines`` are added to the face; ``needed`` is the score of its DS; ``strength`` that of its damage die.
    """

    shooter: Model
    weapon: Missile
    at: Model
    distance: int
    band: str
    lines: tuple[Line, ...]
    needed: int
    strength: int

    @property
    def faces(self) -> int:
        """How many of the ten faces hit (CEL-GEN-07)."""
        return ways(total(self.lines), self.needed)


class Shot(Struct, frozen=True):
    """What the modifiers of a volley are read from (2.12)."""

    unit: Unit
    size: int


def of_size(*sizes: int) -> Callable[[Shot], int]:
    """The test of a target of one of these sizes (CEL-HIT-06 to -10)."""
    return lambda shot: shot.size in sizes


SHOOT_TESTS: dict[str, Callable[[Shot], int]] = {
    "the shooting unit has moved": lambda shot: shot.unit.moved,
    "the target is of size 1": of_size(1),
    "the target is of size 4 or 5": of_size(4, 5),
    "the target is of size 6 or 7": of_size(6, 7),
    "the target is of size 8 or 9": of_size(8, 9),
}
SHOOT = Modifiers[Shot].read(table("shots")["shoot"], SHOOT_TESTS)


# -- the shooting unit ------------------------------------------------------------------


def usable(unit: Unit, model: Model, how: str) -> tuple[Missile, ...]:
    """The shooting weapons a model may use now: slow ones not after a move, nor in return fire (CEL-WPN-04)."""
    barred = unit.moved or how == "return"
    return tuple(w for w in missiles_of(model) if not (w.slow and barred))


def refuse_to_shoot(state: State, unit: Unit | str, how: str = "order") -> Refusal | None:
    """Why a unit may not shoot at anybody, for a reason of its own.  ``how``: order, reaction or return."""
    return _refuse_to_shoot(Same(state), found(state, unit).id, how)


@lru_cache(maxsize=64)
def _refuse_to_shoot(same: Same[State], id: str, how: str) -> Refusal | None:
    state, unit = same.it, same.it.unit(id)
    if in_combat(state, unit):
        return refuse("shoot.in-contact", TOUCHING, unit=id)
    if unit.panic:
        return refuse("shoot.panic", NO_RETURN if how == "return" else PANIC, unit=id)
    if how == "order" and not in_coherency(state, unit):
        return refuse("shoot.out-of-coherency", LOOSE, unit=id)
    models = state.living(unit)
    if not any(missiles_of(m) for m in models):
        return refuse("shoot.no-weapon", WHOLE, unit=id)
    if not any(usable(unit, m, how) for m in models):
        return refuse("shoot.slow-return" if how == "return" else "shoot.slow", SLOW, unit=id)
    return None


def has_perception(state: State, unit: Unit) -> bool:
    """Whether it need not shoot at the nearest: a Unit by its living leader (CEL-ABL-01, CEL-ABL-02)."""
    return any(m.has("tactical-perception") for m in state.living(unit) if unit.individual or m.role == "leader")


# -- the target -------------------------------------------------------------------------


def is_hidden(state: State, look: Eyes, model: Model) -> bool:
    """Whether camouflage keeps a model from being aimed at: in cover, and too far off (CEL-ABL-21)."""
    if not model.has("camouflage") or look.nearest_to(model)[0][0] <= HIDDEN_BEYOND:
        return False
    return cover_of(state, model, look.mine) is not None


def reach_to(state: State, unit: Unit, other: Unit) -> int | None:
    """The distance that decides which enemy is nearest; ``None`` where none of it can be aimed at (CEL-SHT-07)."""
    look = eyes(state, unit.id, other.id)
    return look.distance(lambda model: is_hidden(state, look, model))


class Nearest(Struct, frozen=True):
    """The enemy unit that is nearest, how near, and every unit as near as that."""

    unit: str = ""
    distance: int = 0
    level: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _nearest(same: Same[State], unit: str) -> Nearest:
    state, me = same.it, same.it.unit(unit)
    ahead = [(eyes(state, unit, foe.id).least(), foe) for foe in state.enemies_of(me.seat)]
    best = Nearest()
    for least, foe in sorted(ahead, key=lambda row: row[0]):
        if best.unit and least > best.distance:
            break
        gap = None if in_combat(state, foe) else reach_to(state, me, foe)
        if gap is not None and (not best.unit or gap <= best.distance):
            level = (*best.level, foe.id) if gap == best.distance else (foe.id,)
            best = Nearest(level[0], gap, level)
    return best


def nearest_enemy(state: State, unit: Unit) -> Nearest:
    """The nearest enemy of those not in close combat that can be seen and aimed at (CEL-SHT-04, CEL-SHT-07)."""
    return _nearest(Same(state), unit.id)


def refuse_volley(state: State, unit: Unit | str, target: Unit | str, how: str = "order") -> Refusal | None:
    """Why a unit may not shoot at this enemy unit.  ``how``: order, reaction or return.

    Out of turn it need not be the nearest, but must be a legal target otherwise (CEL-REA-19).
    """
    me, it = found(state, unit), found(state, target)
    return refuse_to_shoot(state, me, how) or refuse_target(state, me, it, how)


def refuse_target(state: State, unit: Unit, target: Unit, how: str) -> Refusal | None:
    """Why this enemy unit may not be shot at by a unit that may shoot (CEL-SHT-03, -04, -06, -08)."""
    if in_combat(state, target):
        return refuse("shoot.target-in-combat", IN_COMBAT, target=target.id)
    look = eyes(state, unit.id, target.id)
    if not look.any_seen():
        return unseen(look, target)
    if reach_to(state, unit, target) is None:
        return refuse("shoot.camouflaged", HIDDEN, target=target.id, reach=HIDDEN_BEYOND)
    if how == "order" and (no := refuse_farther(state, unit, target)) is not None:
        return no
    return None if aims(state, unit, target, how) else out_of_range(state, unit, target, how)


def unseen(look: Eyes, target: Unit) -> Refusal:
    """No model sees any of it, be it only for the light (CEL-SHT-03, CEL-SCN-06)."""
    limit = look.found.limit
    gaps = [look.nearest_to(b)[0][0] for b in look.theirs]
    if limit is not None and min(gaps) > limit:
        return refuse("shoot.too-dark", DARK, target=target.id, distance=min(gaps), reach=limit)
    return refuse("shoot.no-sight", IN_SIGHT, target=target.id)


def refuse_farther(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """Another enemy is nearer, and nothing lets the unit look past it (CEL-SHT-03, CEL-SHT-05, CEL-SHT-07)."""
    nearest = nearest_enemy(state, unit)
    if target.id in nearest.level or has_perception(state, unit):
        return None
    gap = reach_to(state, unit, target) or 0
    return refuse("shoot.not-nearest", NEAREST, target=target.id, distance=gap, nearest=nearest.unit,
                  least=nearest.distance)  # fmt: skip


def out_of_range(state: State, unit: Unit, target: Unit, how: str) -> Refusal:
    """None of the unit reaches what it sees (CEL-SHT-08, CEL-RNG-04)."""
    gap = eyes(state, unit.id, target.id).distance() or 0
    if gap > FARTHEST:
        return refuse("shoot.beyond", BEYOND, target=target.id, distance=gap, reach=FARTHEST)
    clause = ANSWERED if how != "order" else PERCEPTION if has_perception(state, unit) else OUT_OF_RANGE
    reach = max((w.reach for m in state.living(unit) for w in usable(unit, m, how)), default=0)
    return refuse("shoot.out-of-range", clause, target=target.id, distance=gap, reach=reach)


# -- the dice ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _choices(same: Same[State], unit: str, target: str, how: str) -> tuple[tuple[Aim, ...], ...]:
    state, me, it = same.it, same.it.unit(unit), same.it.unit(target)
    look = eyes(state, unit, target)
    base = SHOOT.lines(Shot(me, size_of(state, it)))
    rows = (choice_of(state, me, model, look, base, how) for model in look.mine)
    return tuple(row for row in rows if row)


def choices(state: State, unit: Unit, target: Unit, how: str) -> tuple[tuple[Aim, ...], ...]:
    """For each shooter with sight and reach the dice he may roll, the best first; in unit order (CEL-SHT-09)."""
    return _choices(Same(state), unit.id, target.id, how)


def aims(state: State, unit: Unit, target: Unit, how: str, taken: Mapping[str, str] | None = None) -> tuple[Aim, ...]:
    """The dice a unit rolls against another: one a shooter with sight and reach, in unit order (CEL-SHT-09, -10).

    ``taken``: the weapon of each model whose player has chosen one; the others shoot the best of theirs.
    """
    rows, held = choices(state, unit, target, how), taken or {}
    return served([next((a for a in row if a.weapon.id == held.get(a.shooter.id)), row[0]) for row in rows])


def choice_of(state: State, unit: Unit, me: Model, look: Eyes, base: tuple[Line, ...], how: str) -> tuple[Aim, ...]:
    """The dice one model may roll, one for each of its weapons that reaches (CEL-SHT-09, CEL-SHT-11)."""
    weapons = {w.id: w for w in usable(unit, me, how)}.values()
    at = nearest_seen_by(look, me) if weapons else None
    if at is None:
        return ()
    gap = apart(me.base, at.base)
    dice = [aim_with(me, weapon, at, gap, band, base) for weapon in weapons if (band := band_of(weapon, gap))]
    return tuple(sorted(dice, key=lambda aim: -aim.faces * ways(0, wound_score(state, aim, at))))


def wound_score(state: State, aim: Aim, target: Model) -> int:
    """What the damage die of a hit on this model would need (CEL-DMG-01)."""
    return needed_to_wound(state, hit_of(aim, target))


def hit_of(aim: Aim, target: Model) -> Hit:
    """A hit of this die on a model (CEL-DMG-03)."""
    return Hit(by=aim.shooter.id, target=target.id, strength=aim.strength, penetrating=aim.weapon.penetrating)


def aim_with(me: Model, weapon: Missile, at: Model, gap: int, band: str, base: tuple[Line, ...]) -> Aim:
    """The die of a model with one of its weapons (CEL-RNG-05, CEL-WPN-08, CEL-ABL-13)."""
    adds, strength = weapon.bands[band]
    own = (Line("weapon", adds, WEAPON), Line("marksman", me.level("marksman"), MARKSMAN))
    return Aim(shooter=me, weapon=weapon, at=at, distance=gap, band=band, needed=needed_to_hit(me.shooting),
               lines=(*base, *(line for line in own if line.adds)), strength=strength)  # fmt: skip


def nearest_seen_by(look: Eyes, me: Model) -> Model | None:
    """The nearest model of the other unit that this one sees (CEL-SHT-11)."""
    ahead = sorted((apart(me.base, b.base), n) for n, b in enumerate(look.theirs))
    return next((look.theirs[n] for _, n in ahead if look.line(me, look.theirs[n]) is not None), None)


def served(dice: Sequence[Aim]) -> tuple[Aim, ...]:
    """The dice, with one only for a weapon that several serve (section 4.4: the hand-cannon pair)."""
    first: dict[str, Aim] = {}
    return tuple(a for a in dice if not a.weapon.crewed or first.setdefault(a.weapon.id, a) is a)


# -- who may be hit -----------------------------------------------------------------------


def may_be_hit(state: State, unit: Unit, target: Unit, dice: Sequence[Aim]) -> tuple[Model, ...]:
    """The living models of the target that at least one shooter sees and reaches (CEL-ALC-02)."""
    look = eyes(state, unit.id, target.id)
    return tuple(m for m in look.theirs if any(reaches(look, aim, m) for aim in dice))


def reaches(look: Eyes, aim: Aim, model: Model) -> bool:
    """Whether a shooter sees a model and its weapon reaches it (CEL-ALC-02)."""
    in_reach = bool(band_of(aim.weapon, apart(aim.shooter.base, model.base)))
    return in_reach and look.line(aim.shooter, model) is not None
