"""Where a character who breaks away from a Combat may go, and who goes after him (KEN-CNF-06 to KEN-CNF-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from app.engine.domains import Place, Spot
from app.engine.formations import spot
from app.engine.geometry import Point, distance
from app.engine.modifiers import Line, total
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import hull
from app.engine.trig import TURN
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.way.straight import until
from app.systems.kensei.combat.arms import weapon_lines
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import base_at, bases, closer, middle, parts, spread
from app.systems.kensei.moving.ways.loose import refuse_friends
from app.systems.kensei.moving.ways.travel import refuse_place, refuse_way
from app.systems.kensei.state import State
from app.systems.kensei.stats.lines import lines

FAR, CLEAR_OF = c("KEN-CNF-07"), c("KEN-CNF-30")
CLEAR = cm(table("duels")["leave"]["clear"])
WAYS, PARTS = 24, 4
STEP = 100
"""A place to stand is looked for by every millimetre back along the way."""


def leaving_lines(state: State, unit: Unit) -> tuple[Line, ...]:
    """What is added to an Initiative die when a character leaves a Combat or is chased (KEN-CNF-06)."""
    return (*lines(state, unit, "initiative"), *weapon_lines(state, unit, "initiative", free=True))


def swiftest(state: State, host: Unit) -> Unit:
    """Of the enemies a unit is in Combat with, characters among them, the one with the highest Initiative."""
    foes = [one for foe in state.foes_of(host.id) for one in (foe, *state.inside(foe.id))]
    return max(foes, key=lambda one: total(leaving_lines(state, one)))


def pursuers(state: State, host: Unit) -> tuple[Unit, ...]:
    """The characters of the enemy units a unit is in Combat with, who may chase one that breaks away (KEN-CNF-09)."""
    return tuple(one for foe in state.foes_of(host.id) for one in (foe, *state.inside(foe.id)) if one.is_character)


# -- where to --------------------------------------------------------------------------------


def stands_now(state: State, him: Unit) -> Point:
    """The middle of his base where he stands, in a unit or alone."""
    return middle(bases(state, him)[0])


def there(him: Unit, at: Point) -> Unit:
    """The character as he would stand by himself."""
    return spread(replace(him, host=UnitId(""), formed=False, at=at), (at,))


def out_of(state: State, him: Unit) -> State:
    """The state as it would be with him by himself where he stands: his unit has closed up."""
    return state.with_units({him.id: there(him, stands_now(state, him))})


def refuse_spot(state: State, him: Unit, reach: int, start: Point, at: Point) -> Refusal | None:
    """Why he cannot end there: too far, the way or the place is closed to him, however near enemies are."""
    if (far := distance(start, at)) > reach:
        return refuse("leave.too-far", FAR, unit=him.id, length=far, most=reach)
    way = (hull((*base_at(him, start), *base_at(him, at))),)
    no = refuse_way(state, him, way) or refuse_friends(state, him, way, "")
    return no or refuse_place(out_of(state, him), there(him, at))


def refuse_close(state: State, him: Unit, at: Point) -> Refusal | None:
    """Why he cannot end there if he can get clear of the enemy: one is nearer than 5 cm (KEN-CNF-30)."""
    mine = (base_at(him, at),)
    near = next((foe for foe in state.enemies_of(him.seat) if closer(mine, parts(state, foe), CLEAR)), None)
    return refuse("leave.near", CLEAR_OF, unit=him.id, enemy=near.id, clear=CLEAR) if near else None


def candidates(start: Point, reach: int) -> Iterator[Point]:
    """Places all about, the furthest first."""
    for part in range(PARTS, 0, -1):
        for way in range(WAYS):
            yield spot(start, way * TURN // WAYS, 0, reach * part // PARTS)


def where_to(state: State, him: Unit, reach: int) -> Place | None:
    """The places to which he may go with so much; ``None`` if there is none."""
    start = stands_now(state, him)
    able = [at for at in candidates(start, reach) if refuse_spot(state, him, reach, start, at) is None]
    clear = [at for at in able if refuse_close(state, him, at) is None]
    if not able:
        return None
    return Place(
        radius=him.base_width // 2, zones=(), test=partial(refuse_to, state, him, reach, start, bool(clear)),
        propose=partial(proposals.some_way, start, reach), sure=tuple(Spot(at) for at in clear or able), piece=him.id,
    )  # fmt: skip


def refuse_to(state: State, him: Unit, reach: int, start: Point, clear: bool, to: Spot) -> Refusal | None:
    """Why he cannot go there; ``clear``: he can get 5 cm from every enemy and so must."""
    no = refuse_spot(state, him, reach, start, to.at)
    return no or (refuse_close(state, him, to.at) if clear else None)


# -- who runs after him ----------------------------------------------------------------------


def is_open(state: State, him: Unit, way: int, far: int) -> bool:
    """Whether one who runs after another gets so far along a bearing: past those who stand in contact with him, over
    nobody else and no closed ground (KEN-CNF-08)."""
    start = stands_now(state, him)
    swept = (hull((*base_at(him, start), *base_at(him, spot(start, way, 0, far)))),)
    beside = [foe.id for foe in state.foes_of(state.body(him).id)]
    return refuse_way(state, him, swept, beside) is None and refuse_friends(state, him, swept, "") is None


def towards(state: State, him: Unit, way: int, most: int) -> Point | None:
    """The furthest place up to so far along a bearing to which he gets and where he may stand; ``None`` if there is
    none (KEN-CNF-10)."""
    start, apart = stands_now(state, him), out_of(state, him)
    open_to = until(most, lambda far: is_open(state, him, way, far))
    places = (spot(start, way, 0, far) for far in range(open_to, 0, -STEP))
    return next((at for at in places if refuse_place(apart, there(him, at)) is None), None)
