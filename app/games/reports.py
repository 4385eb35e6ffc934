"""What a battle comes to: how long it took, where it turned (of one that goes on, so far), how the dice fell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import erf, sqrt

from msgspec import Struct

from app.engine.dice import Dice, Faces
from app.engine.system import Telling
from app.engine.views import Band, Group, View
from app.games.eyes import Eyes
from app.games.replay import EVERYTHING, Step, begins, steps, timeline
from app.games.results import GameId, Shown
from app.games.service import Games

FEWEST, MOST = 3, 6
"""Turning points: below the first charges are told too."""
APART = 5
"""Steps between two of them at least."""
LEADER, OMEN = 0.15, 0.05
"""What the fall of a leader, and a charge or a rout, count for beside the share of a side that is lost."""
LEADERS = ("leader", "general", "taisho")
OMENS = (".charge", ".rout", ".kill")
SAFE = ("", "reserve", "waiting")
"""Why a counter may be off the table without being lost."""
LEFT = "left"
"""The badge of a unit that says how many of it are left, of how many."""
EXACT = 80
"""Dice up to which their sum is reckoned exactly."""
TEN = 10


class Point(Struct, frozen=True, kw_only=True):
    """A moment at which the battle turned, with what was told of it; ``lost``: how many each seat lost in it."""

    v: int
    turn: int
    swing: float
    lost: dict[str, int]
    told: tuple[Shown, ...]


class Luck(Struct, frozen=True, kw_only=True):
    """The dice of a seat.  ``percentile``: of a hundred battles with as many dice, in how many they fall lower.

    ``tests`` are those throws of which it is known what they had to reach; ``hoped``: how many would pass on average.
    """

    seat: str
    dice: int
    mean: float
    expected: float
    percentile: int
    tests: int
    passed: int
    hoped: float


class Report(Struct, frozen=True, kw_only=True):
    """A battle: times in milliseconds, ``longest`` the turn that took most of them, ``lost`` of how many, by seat."""

    turns: int
    begun: int
    took: int
    longest: tuple[int, int]
    lost: dict[str, tuple[int, int]]
    points: tuple[Point, ...]
    luck: tuple[Luck, ...]


async def report(games: Games, game: GameId, sides: int = 6) -> Report | None:
    """The report of a battle that is over, ``sides`` being those of its dice; ``None`` if nothing was ever to see."""
    whole = Eyes(whole=True)
    events = await games.events(game, whole, 0, EVERYTHING)
    last = await games.view(game, whole)
    if last is None:
        return None
    moments = await games.past.moments(game)
    begun = await begins(games, game)
    found = [step for step in steps(events, sorted(moments)) if step.v >= begun]
    start, end = moments.get(at_or_after(moments, begun), 0), max(moments.values(), default=0)
    return Report(
        turns=max((s.turn for s in found), default=0), begun=start, took=end - start,
        longest=longest(found, moments, end), lost={band.seat: losses(band) for band in last[1].sides},
        points=await pointed(games, game, whole, found, events),
        luck=tuple(luck(events, last[1], str(band.seat), sides) for band in last[1].sides),
    )  # fmt: skip


def at_or_after(moments: Mapping[int, int], version: int) -> int:
    """The version at which the input ended that led to this one."""
    return min((head for head in moments if head >= version), default=version)


def longest(found: Sequence[Step], moments: Mapping[int, int], end: int) -> tuple[int, int]:
    """The turn that took longest, and how long."""
    starts = [(s.turn, moments.get(at_or_after(moments, s.v), 0)) for s in found if s.kind == "turn"]
    ends = [*(at for _, at in starts[1:]), end][: len(starts)]
    took = [(until - at, turn) for (turn, at), until in zip(starts, ends, strict=True) if at]
    most, turn = max(took, default=(0, 0))
    return turn, most


# -- where it turned --------------------------------------------------------------------


class Swing(Struct, frozen=True):
    """What a step did to the sides: how much it tipped the battle, and what each seat lost."""

    weight: float
    lost: dict[str, int]


def left(band: Band) -> dict[str, tuple[int, int]]:
    """How many are left of each unit, and of each who is in none, of how many."""
    units = {g.id: count for g in band.groups if (count := counted(g))}
    inside = {id for g in band.groups if g.id in units for id in g.members}
    return units | {m.id: (int(m.gone in SAFE), 1) for m in band.models if m.id not in inside}


def counted(group: Group) -> tuple[int, int] | None:
    """How many a unit's badge says are left, of how many; ``None`` without one."""
    parts = next((b.split("-") for b in group.badges if b.startswith(f"{LEFT}-")), [])
    if len(parts) != len((LEFT, "n", "of")) or not all(part.isdecimal() for part in parts[1:]):
        return None
    return int(parts[1]) if group.gone in SAFE else 0, int(parts[2])


def losses(band: Band) -> tuple[int, int]:
    """How many of a side are lost, of how many."""
    rows = left(band).values()
    return sum(of - n for n, of in rows), sum(of for _, of in rows)


def standing(view: View) -> dict[str, dict[str, int]]:
    """How many are left of each unit, by seat."""
    return {band.seat: {id: n for id, (n, _) in left(band).items()} for band in view.sides}


async def turned(games: Games, game: GameId, eyes: Eyes) -> tuple[Point, ...]:
    """Where a battle turned, as far as these eyes have come and by what they saw of it."""
    found = await timeline(games, game, eyes)
    return await pointed(games, game, eyes, found, await games.events(game, eyes, 0, EVERYTHING))


async def pointed(
    games: Games, game: GameId, eyes: Eyes, found: Sequence[Step], events: Sequence[Shown]
) -> tuple[Point, ...]:
    """The turning points among these steps."""
    swings = await swings_of(games, game, eyes, found)
    return tuple(point(swings, found, n, events) for n in turning(found, swings))


async def swings_of(games: Games, game: GameId, eyes: Eyes, found: Sequence[Step]) -> dict[int, Swing]:
    """The steps in which somebody was lost, by number: stretches without losses are never looked into."""
    last = len(found) - 1
    before, after = await seen(games, game, eyes, found, 0), await seen(games, game, eyes, found, last)
    open_, swings = [(0, before, last, after)], dict[int, Swing]()
    while open_:
        low, was, high, now = open_.pop()
        if was is None or now is None or low >= high or standing(was) == standing(now):
            continue
        if high == low + 1:
            swings[high] = swing(was, now)
            continue
        middle = (low + high) // 2
        half = await seen(games, game, eyes, found, middle)
        open_ += [(low, was, middle, half), (middle, half, high, now)]
    return swings


async def seen(games: Games, game: GameId, eyes: Eyes, found: Sequence[Step], number: int) -> View | None:
    """What these eyes saw on the table after a step."""
    shown = await games.view(game, eyes._replace(at=found[number].v)) if 0 <= number < len(found) else None
    return shown[1] if shown else None


def swing(before: View, after: View) -> Swing:
    """How much the battle tipped between two views: by the shares of the sides that were lost, leaders more."""
    was, now = standing(before), standing(after)
    fell = {seat: fallen(was.get(seat, {}), units) for seat, units in now.items()}
    shares = sorted(sum(fell[band.seat].values()) / max(1, losses(band)[1]) + LEADER * leaders(band, fell[band.seat])
                    for band in after.sides)  # fmt: skip
    weight = shares[-1] - shares[0] / 2 if shares else 0.0
    return Swing(weight, {seat: sum(lost.values()) for seat, lost in fell.items() if lost})


def fallen(was: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """How many of each unit are left no more."""
    return {id: was[id] - n for id, n in now.items() if was.get(id, n) > n}


def leaders(band: Band, lost: Mapping[str, int]) -> int:
    """How many of these led."""
    chiefs = [m.id for m in band.models if m.kind == "leader" or any(b in LEADERS for b in m.badges)]
    return sum(id in lost for id in {*chiefs, *(g.id for g in band.groups if any(b in LEADERS for b in g.badges))})


def turning(found: Sequence[Step], swings: Mapping[int, Swing]) -> list[int]:
    """The numbers of up to six steps that tipped the battle most, in order; where little was lost, also charges and
    the end."""
    weights = {n: s.weight for n, s in swings.items() if s.weight > 0}
    omens = {n: OMEN for n, step in enumerate(found) if is_omen(step.told) and n not in weights}
    chosen = apart([], weights, MOST)
    if len(chosen) < FEWEST:
        chosen = apart(chosen, omens, FEWEST)
    if len(chosen) < FEWEST and found:
        chosen = apart(chosen, {len(found) - 1: OMEN}, FEWEST)
    return sorted(chosen)


def apart(chosen: Sequence[int], weights: Mapping[int, float], most: int) -> list[int]:
    """The heaviest added, up to so many, none too near to another."""
    found = list(chosen)
    for number in sorted(weights, key=lambda n: (-weights[n], n)):
        if len(found) < most and all(abs(number - other) >= APART for other in found):
            found.append(number)
    return found


def is_omen(shown: Shown) -> bool:
    """Whether an event is of a kind that may turn a battle: a charge, a rout, a death."""
    return any(word in shown.kind for word in OMENS)


def point(swings: Mapping[int, Swing], found: Sequence[Step], number: int, events: Sequence[Shown]) -> Point:
    """A turning point with what was told from the step before it to its end."""
    step, since = found[number], found[max(0, number - 2)].v
    told = tuple(e for e in events if since < e.version <= step.v and not e.struck)
    known = swings.get(number, Swing(0, {}))
    return Point(v=step.v, turn=step.turn, swing=known.weight, lost=known.lost, told=told)


# -- how the dice fell ------------------------------------------------------------------


class Throw(Struct, frozen=True):
    """Dice of one seat; ``chance`` that they pass, where it is known what they had to reach."""

    faces: Faces
    chance: float | None = None
    passed: bool = False


def throws(events: Sequence[Shown], view: View, seat: str, sides: int) -> Iterator[Throw]:
    """Every throw of a seat that stands."""
    owners = {m.id: band.seat for band in view.sides for m in band.models}
    owners |= {g.id: band.seat for band in view.sides for g in band.groups}
    seats = [band.seat for band in view.sides]
    for event in events:
        told = event.telling
        if event.struck or told is None or not told.faces:
            continue
        mine = owner(told, owners, seats)
        if mine == seat:
            yield throw_of(told, sides)
        elif mine and len(told.faces) > 1 and len(seats) == len(told.faces) and seat in seats:
            yield Throw(told.faces[1])


def owner(told: Telling, owners: Mapping[str, str], seats: Sequence[str]) -> str:
    """The seat whose dice are told of first; empty where nobody says."""
    named = str(told.facts.get("seat", ""))
    return named if named in seats else next((owners[id] for id in told.pieces if id in owners), "")


def throw_of(told: Telling, sides: int) -> Throw:
    """A throw, with its chance where total and what was needed are told and the dice account for them."""
    faces = told.faces[0]
    if told.total is None or told.needed is None:
        return Throw(faces)
    passed = bool(told.facts.get("passed", told.total >= told.needed))
    adds = told.total - sum(faces)
    keep = next(
        (k for k in range(1, len(faces) + 1) if best(faces, k) + sum(n.adds for n in told.lines) == told.total), 0
    )
    if not keep or passed != (told.total >= told.needed):
        return Throw(faces)
    adds = told.total - best(faces, keep)
    return Throw(faces, chance(len(faces), die(faces, sides), keep, told.needed - adds), passed)


def best(faces: Faces, keep: int) -> int:
    """The sum of the highest so many."""
    return sum(sorted(faces, reverse=True)[:keep])


def die(faces: Faces, sides: int) -> int:
    """The sides of the dice: as the game says, unless they show more."""
    return sides if max(faces) <= sides else max(TEN, *faces)


@lru_cache(1 << 10)
def chance(count: int, sides: int, keep: int, needed: int) -> float:
    """How likely dice reach a total."""
    return float(sum(p for total, p in Dice(count, sides, keep).totals() if total >= needed))


def luck(events: Sequence[Shown], view: View, seat: str, sides: int) -> Luck:
    """How the dice of a seat fell against what was to be expected."""
    thrown = list(throws(events, view, seat, sides))
    faces = [(face, die(t.faces, sides)) for t in thrown for face in t.faces]
    known = [t for t in thrown if t.chance is not None]
    return Luck(
        seat=seat, dice=len(faces), mean=sum(f for f, _ in faces) / max(1, len(faces)),
        expected=sum((s + 1) / 2 for _, s in faces) / max(1, len(faces)), percentile=percentile(faces),
        tests=len(known), passed=sum(t.passed for t in known), hoped=sum(t.chance or 0 for t in known),
    )  # fmt: skip


def percentile(faces: Sequence[tuple[int, int]]) -> int:
    """Of a hundred such rows of dice, how many sum to less (half of those that are equal); 50 without any."""
    if not faces:
        return 50
    total = sum(face for face, _ in faces)
    return round(100 * (exactly(total, faces) if len(faces) <= EXACT else nearly(total, faces)))


def exactly(total: int, faces: Sequence[tuple[int, int]]) -> float:
    """The share of all falls of these dice below a sum, equal ones counted half."""
    ways = {0: 1.0}
    for _, sides in faces:
        after = dict[int, float]()
        for sum_, share in ways.items():
            for face in range(1, sides + 1):
                after[sum_ + face] = after.get(sum_ + face, 0.0) + share / sides
        ways = after
    return sum(p for s, p in ways.items() if s < total) + ways.get(total, 0.0) / 2


def nearly(total: int, faces: Sequence[tuple[int, int]]) -> float:
    """The same by the normal distribution."""
    mean = sum((sides + 1) / 2 for _, sides in faces)
    spread = sqrt(sum((sides * sides - 1) / 12 for _, sides in faces))
    return (1 + erf((total - mean) / (spread * sqrt(2)))) / 2
