"""Who fights whom in a round: round robin, Swiss rounds, territory, challenges; other formats add theirs.

Everything follows from the campaign as it stands and from the dice of the round, so that anybody can pair again once
its seed is shown.  A pairer finds the new round in ``desk.now.round`` and its lots in ``lots``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from app.campaigns.battles.fixtures import cap
from app.campaigns.book import c, table
from app.campaigns.desk import Desk, Thrower, vault_of
from app.campaigns.model import VOID, Campaign, Fixture, Round, Warband
from app.campaigns.rounds.standings import standings
from app.engine.campaigns import Helps
from app.engine.dice import Dice

LOTS, ROBIN, SWISS, BYE = c("CPN-PAI-01"), c("CPN-PAI-02"), c("CPN-PAI-03"), c("CPN-PAI-04")
HOME, TERRITORY, SCENARIO, HELP = c("CPN-PAI-05"), c("CPN-PAI-06"), c("CPN-PAI-09"), c("CPN-HLP-01")

Pair = tuple[str, str]
Pairer = Callable[[Desk], tuple[Fixture, ...]]
PAIRERS: dict[str, Pairer] = {}
"""What makes the battles of a round, by format.  A fixture without scenario gets one drawn, without id one made."""


def pair(desk: Desk) -> tuple[Fixture, ...]:
    """The battles of the round that is being opened, whole: with ids, scenarios and help (CPN-PAI-01, CPN-HLP-01)."""
    drafts = PAIRERS[desk.now.settings.pairing](desk)
    return tuple(whole(desk, draft, place) for place, draft in enumerate(drafts, 1))


def draft(now: Campaign, sides: Pair, **values: Any) -> Fixture:
    """A battle of the last round that still lacks id, scenario and help."""
    return Fixture(id="", round=last(now).number, sides=sides, **values)


def whole(desk: Desk, one: Fixture, place: int) -> Fixture:
    """A battle with all it needs; ``place`` among those of its round, from 1."""
    id = one.id or f"r{one.round:03}b{place:03}"
    fought = (one.sides[1] or one.garrison is not None) and "challenger" not in one.options
    scenario = one.scenario or (scenario_of(desk, one, place) if fought else "")
    return replace(one, id=id, scenario=scenario, extra=one.extra or help_of(desk, one))


def place_of(now: Campaign, one: Fixture) -> int:
    """The place of a battle among those of its round, from 1."""
    return [f.id for f in now.fights(one.round)].index(one.id) + 1


def last(now: Campaign) -> Round:
    """The round that is open or being opened."""
    assert now.round is not None
    return now.round


# -- lots -----------------------------------------------------------------------


def lots(desk: Desk, number: int, first: int) -> Thrower:
    """The dice of a round from a throw far beyond those of its ledger (CPN-PAI-01)."""
    of = next(r for r in desk.now.rounds if r.number == number)
    return Thrower(vault_of(desk.now.id, of, of.seed or desk.seed(number)), first)


def drawn(options: Sequence[str], throw: Thrower) -> str:
    """One of these, each as likely."""
    return options[throw(Dice(1, len(options)))[0] - 1] if len(options) > 1 else options[0]


def shuffled(ids: Sequence[str], throw: Thrower) -> list[str]:
    """These in an order drawn by lot, each order as likely."""
    rest, order = list(ids), []
    while rest:
        order.append(drawn(rest, throw))
        rest.remove(order[-1])
    return order


def scenario_of(desk: Desk, one: Fixture, place: int) -> str:
    """The scenario of a battle, drawn from those named (CPN-PAI-09)."""
    named = desk.now.settings.scenarios or desk.rules.scenarios
    before = [f.scenario for f in meetings(desk.now, *one.sides)] if one.sides[1] else []
    fresh = tuple(name for name in named if not before or name != before[-1])
    return drawn(fresh or named, lots(desk, one.round, table("rounds")["draws"]["scenarios"] + place)) if named else ""


def help_of(desk: Desk, one: Fixture) -> dict[str, int]:
    """The points of help for the weaker of two, by warband; nothing for others (CPN-HLP-01)."""
    now, most = desk.now, cap(desk.now, one.round)
    if not now.settings.underdog or not all(one.sides):
        return {}
    worth = [desk.rules.value(now.warbands[side].band) for side in one.sides]
    home, away = (min(value, most) if most else value for value in worth)
    more = help_for(desk, *sorted((home, away)))
    return {one.sides[0] if home < away else one.sides[1]: more} if more > 0 else {}


def help_for(desk: Desk, less: int, more: int) -> int:
    """The points of help for a warband of the lesser worth against the other, as its system says (CPN-HLP-01)."""
    if isinstance(desk.rules, Helps):
        return desk.rules.help(less, more)
    return more - less - desk.now.settings.points * int(table("rounds")["help"]["free_percent"]) // 100


# -- who has met whom -------------------------------------------------------------


def meetings(now: Campaign, one: str, other: str) -> list[Fixture]:
    """The battles of two warbands against each other, without void ones."""
    return [f for f in now.fixtures.values() if f.state != VOID and {*f.sides} == {one, other}]


@dataclass(frozen=True)
class Met:
    """How often warbands have met, been at home more often than away, and had byes."""

    pairs: Mapping[frozenset[str], int]
    homes: Mapping[str, int]
    byes: Mapping[str, int]

    def times(self, one: str, other: str) -> int:
        """How often two have met."""
        return self.pairs.get(frozenset((one, other)), 0)


def met(now: Campaign) -> Met:
    """What the battles so far say, void ones left out."""
    pairs: dict[frozenset[str], int] = {}
    homes, byes = dict.fromkeys(now.warbands, 0), dict.fromkeys(now.warbands, 0)
    for home, away in (f.sides for f in now.fixtures.values() if f.state != VOID):
        if away:
            pairs[frozenset((home, away))] = pairs.get(frozenset((home, away)), 0) + 1
            homes[home] += 1
            homes[away] -= 1
        elif home:
            byes[home] += 1
    return Met(pairs, homes, byes)


def at_home(now: Campaign, one: str, other: str) -> Pair:
    """Two warbands, the one at home first; ``one`` was drawn before ``other`` (CPN-PAI-05)."""
    before, homes = meetings(now, one, other), met(now).homes
    if before:
        return before[-1].sides[1], before[-1].sides[0]
    if homes[one] != homes[other]:
        return (one, other) if homes[one] < homes[other] else (other, one)
    return (one, other) if last(now).number % 2 else (other, one)


def drafts(now: Campaign, pairs: Sequence[Pair], byes: Sequence[str]) -> tuple[Fixture, ...]:
    """The battles of these pairs, at home and away, and the byes of the others."""
    fought = tuple(draft(now, at_home(now, *two)) for two in pairs)
    return fought + tuple(draft(now, (one, "")) for one in byes)


# -- round robin ------------------------------------------------------------------


def round_robin(desk: Desk) -> tuple[Fixture, ...]:
    """The turn of the circle with most pairs that are still to meet, and the byes (CPN-PAI-02)."""
    now, known = desk.now, met(desk.now)
    active = [w.id for w in now.active()]
    lap = lap_of(active, known)

    def wanted(two: Pair) -> bool:
        return two[0] in active and two[1] in active and known.times(*two) == lap

    turns = [[two for two in turn if wanted(two)] for turn in circle(places(desk))]
    pairs = max(turns, key=len, default=[])
    rest = [one for one in active if not any(one in two for two in pairs)]
    more = among(rest, wanted)
    return drafts(now, [*pairs, *more], [one for one in rest if not any(one in two for two in more)])


def is_round_robin_over(now: Campaign) -> bool:
    """Whether everybody who is left has met everybody (CPN-RND-03)."""
    return lap_of([w.id for w in now.active()], met(now)) > 0


def lap_of(active: Sequence[str], known: Met) -> int:
    """How often those who have met least have met."""
    return min((known.times(one, other) for one, other in two_of(active)), default=1)


def two_of(ids: Sequence[str]) -> Iterator[Pair]:
    """Every two of these, in order."""
    return ((one, other) for n, one in enumerate(ids) for other in ids[n + 1 :])


def among(rest: Sequence[str], wanted: Callable[[Pair], bool]) -> list[Pair]:
    """Pairs still to meet among those left over, the first first."""
    found: list[Pair] = []
    for two in two_of(rest):
        if wanted(two) and not any(one in pair for pair in found for one in two):
            found.append(two)
    return found


def places(desk: Desk) -> list[str]:
    """The places of the circle: who began, as drawn, then who came later, in free places first (CPN-RND-07)."""
    now = desk.now
    began = [w.id for w in entrants(now)]
    order = shuffled(began, lots(desk, 1, table("rounds")["draws"]["lots"]))
    for new in (w.id for w in now.active() if w.id not in began):
        free = next((n for n, id in enumerate(order) if now.warbands[id].status == "retired"), len(order))
        order[free : free + 1] = [new]
    return order


def circle(order: Sequence[str]) -> list[list[Pair]]:
    """All turns of the circle: the first stays, the others go round; who meets the empty place has a bye."""
    ring = [*order, *([""] if len(order) % 2 else [])]
    turns = []
    for _ in range(len(ring) - 1):
        turns.append([(ring[n], ring[-1 - n]) for n in range(len(ring) // 2) if ring[n] and ring[-1 - n]])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return turns


# -- Swiss rounds and territory ---------------------------------------------------


def swiss(desk: Desk) -> tuple[Fixture, ...]:
    """Those who stand nearest each other and have not met (CPN-PAI-03, CPN-PAI-04)."""
    return paired(desk, lambda _one, _other: False)


def territory(desk: Desk) -> tuple[Fixture, ...]:
    """Neighbours on the map first, the others as in Swiss rounds (CPN-PAI-06)."""
    near = bordering(desk.now)
    pairs = paired(desk, lambda one, other: frozenset((one, other)) in near)
    return tuple(replace(one, place=fought_for(desk.now, one)) for one in pairs)


def bordering(now: Campaign) -> frozenset[frozenset[str]]:
    """Every two warbands with provinces that share a border."""
    owners = now.land.owners if now.land else {}
    return frozenset(frozenset((owners.get(a, ""), owners.get(b, ""))) for a, b in borders(now))


def borders(now: Campaign) -> list[Pair]:
    """The provinces at the two ends of each border of the map."""
    return [(line["a"], line["b"]) for line in now.land.map.get("borders", ())] if now.land else []


def fought_for(now: Campaign, one: Fixture) -> str:
    """The province fought for: the first of who is at home that borders one of the other; none if they are apart."""
    owners = now.land.owners if now.land else {}
    home, away = one.sides
    ways = [*borders(now), *((b, a) for a, b in borders(now))]
    near = [id for id, other in ways if owners.get(id) == home and owners.get(other) == away]
    return next((id for id in owners if id in near), "") if away else ""


def paired(desk: Desk, near: Callable[[str, str], bool]) -> tuple[Fixture, ...]:
    """The pairs of a round in the order of the standings, those who are near first, and a bye if it must be."""
    now, known = desk.now, met(desk.now)
    order = in_standing(desk)
    for again in range(max(known.pairs.values(), default=0) + 2):
        search = Search(near, known, again)
        for bye in byes_of(order, known):
            if pairs := search.go([one for one in order if one != bye]):
                return drafts(now, pairs, [bye] if bye else [])
    return drafts(now, list(zip(order[::2], order[1::2], strict=False)), order[-1:] if len(order) % 2 else [])


def in_standing(desk: Desk) -> list[str]:
    """Who still fights, best first; as drawn before anything is decided (CPN-PAI-03)."""
    now = desk.now
    active = [w.id for w in now.active()]
    if last(now).number == 1:
        return shuffled(active, lots(desk, 1, table("rounds")["draws"]["lots"]))
    return [line.warband for line in standings(now) if line.warband in active]


def byes_of(order: Sequence[str], known: Met) -> list[str]:
    """Who is to have a bye, the first who should first: the lowest of those with the fewest; nobody if even."""
    lowest = list(reversed(order))
    return sorted(lowest, key=lambda one: known.byes[one]) if len(order) % 2 else [""]


class Search:
    """Looks for pairs from the top down, going back where it is stuck, for so many tries (CPN-PAI-03)."""

    def __init__(self, near: Callable[[str, str], bool], known: Met, again: int) -> None:
        self.near, self.known, self.again = near, known, again
        self.left = int(table("rounds")["swiss"]["tries"])

    def go(self, rest: list[str]) -> list[Pair] | None:
        """Pairs of all these of whom none has met more than ``again`` times before, or ``None``."""
        if not rest:
            return []
        for other in self.candidates(rest):
            self.left -= 1
            if self.left < 0:
                return None
            more = self.go([one for one in rest[1:] if one != other])
            if more is not None:
                return [(rest[0], other), *more]
        return None

    def candidates(self, rest: list[str]) -> list[str]:
        """Whom the first may meet: neighbours, then whom it has met least, then who stands nearest."""
        one = rest[0]
        may = [other for other in rest[1:] if self.known.times(one, other) <= self.again]
        return sorted(may, key=lambda other: (not self.near(one, other), self.known.times(one, other)))


def nobody(_desk: Desk) -> tuple[Fixture, ...]:
    """No battles: players make them, or what happens in the round does."""
    return ()


PAIRERS |= {"round-robin": round_robin, "swiss": swiss, "territory": territory, "challenge": nobody, "map": nobody}


def entrants(now: Campaign) -> tuple[Warband, ...]:
    """Warbands that were paired in the first round, or before it those that are there now, as they joined."""
    first = [f for f in now.fixtures.values() if f.round == 1]
    return tuple(w for w in now.warbands.values() if any(w.id in f.sides for f in first)) if first else now.active()
