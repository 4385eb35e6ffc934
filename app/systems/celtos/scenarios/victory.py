"""Victory: battle points, whether the game is over, and who has won (sections VIC and SCN)."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact, Facts
from app.engine.system import Outcome
from app.systems.celtos.book import c
from app.systems.celtos.measure import below_half, others
from app.systems.celtos.scenarios.events import Conceded
from app.systems.celtos.scenarios.figures import RULES, is_envoy, limit_of, scenario, seat_of
from app.systems.celtos.state import State, Unit

POINTS, MARGIN, GONE, CONCEDED, TAKERS, SAME, ABSENT = (
    c("CEL-VIC-01"), c("CEL-VIC-02"), c("CEL-TRN-02"), c("CEL-VIC-03"), c("CEL-VIC-05"), c("CEL-VIC-06"),
    c("CEL-ACT-11"),
)  # fmt: skip
FIRES, ENVOY, RITES, LENGTH = c("CEL-SCN-03"), c("CEL-SCN-04"), c("CEL-SCN-05"), c("CEL-VIC-04")
RULE = RULES["victory"]
LOST = ("destroyed", "defeated")
CROWD = RULES["crowd"]["seats"]


# -- battle points ------------------------------------------------------------------


def lines(state: State, seat: Seat, final: bool = False) -> tuple[Line, ...]:
    """What the battle points of a side are made of; ``final`` adds what counts only at the end (CEL-VIC-01)."""
    found: list[Line] = []
    for unit in state.units.values():
        if unit.seat != seat:
            found += unit_lines(state, unit, seat, final)
    found += dearest_lines(state, seat)
    own = state.side(seat).score
    found.append(Line("score.scenario", own, c(scenario(state).clause)))
    return tuple(line for line in found if line.adds)


def unit_lines(state: State, unit: Unit, seat: Seat, final: bool) -> Iterator[Line]:
    """What an enemy unit is worth as it stands: all of it lost, half of it below half (CEL-VIC-01)."""
    if unit.fate in LOST:
        if takes(state, unit, seat):
            yield Line(f"score.{unit.fate}", unit.cost, POINTS if len(state.sides) < CROWD else TAKERS)
    elif final and not state.living(unit) and unit.fate != "left":
        yield Line("score.absent", unit.cost, ABSENT)
    elif state.living(unit) and below_half(state, unit):
        yield Line("score.below-half", unit.cost // RULE["below_half"], POINTS)


def takes(state: State, unit: Unit, seat: Seat) -> bool:
    """Whether a lost unit counts for this side; among more than two only for who brought it down (CEL-VIC-05)."""
    named = unit.felled_by in state.seats and unit.felled_by != unit.seat
    return unit.felled_by == seat if named and len(state.sides) >= CROWD else True


def dearest_lines(state: State, seat: Seat) -> Iterator[Line]:
    """Points for the dearest Individual of each enemy that is lost (CEL-VIC-01)."""
    for other in others(state, seat):
        unit = dearest(state, other)
        if unit and unit.fate in LOST and takes(state, unit, seat):
            yield Line("score.dearest", RULE["dearest"], POINTS)


def dearest(state: State, seat: Seat) -> Unit | None:
    """The dearest Individual of a list: the one its owner named, else the first of the highest cost."""
    known = state.dearest
    if seat not in known:
        named, rivals = state.side(seat).dearest, dearest_of(state, seat)
        known[seat] = next((u for u in rivals if u.id == named), rivals[0] if rivals else None)
    return known[seat]


def dearest_of(state: State, seat: Seat) -> tuple[Unit, ...]:
    """The Individuals of a list that share the highest cost, in the order of the list."""
    alone = [u for u in state.units.values() if u.seat == seat and u.individual and not is_envoy(u)]
    most = max((u.cost for u in alone), default=0)
    return tuple(u for u in alone if u.cost == most)


def points(state: State, seat: Seat, final: bool = False) -> int:
    """The battle points of a side, were the game to end now."""
    return sum(line.adds for line in lines(state, seat, final))


# -- the end --------------------------------------------------------------------------


def has_models(state: State, seat: Seat) -> bool:
    """Whether a side has models left, those waiting off the table or not set up yet included (CEL-TRN-02).

    A side that never had a unit has lost none.
    """
    mine = [u for u in state.units.values() if u.seat == seat]
    early = state.phase in ("", "setup")
    return not mine or any(state.living(u) or ((u.waiting or early) and not u.fate) for u in mine)


def alive(state: State) -> tuple[Seat, ...]:
    """The sides that have models left."""
    return tuple(seat for seat in state.seats if has_models(state, seat))


def sudden(state: State) -> Outcome | None:
    """The outcome, if the game ends at once: by its scenario, or because at most one side is left (CEL-TRN-02)."""
    decided = {"granaries": fires, "envoy": envoy, "sacrifice": captive}.get(scenario(state).key)
    now = decided(state) if decided else None
    left = alive(state)
    if now is not None or len(left) > 1:
        return now
    return at_end(state) if not left or scenario(state).marks else ended(state, left[0], "outcome.last", MARGIN)


def fires(state: State) -> Outcome | None:
    """The attacker has won once enough granaries burn (CEL-SCN-03)."""
    enough = burning(state) >= scenario(state).granaries["to_win"]
    return ended(state, seat_of(state, "attacker"), "outcome.granaries", FIRES) if enough else None


def burning(state: State) -> int:
    """How many granaries are alight."""
    return sum(token.alight for token in state.tokens)


def envoy(state: State) -> Outcome | None:
    """The escort has won with the envoy off the table, the hunter with the envoy lost (CEL-SCN-04)."""
    unit = next((u for u in state.units.values() if is_envoy(u)), None)
    if unit is None or not unit.fate:
        return None
    safe = unit.fate == "left"
    seat = unit.seat if safe else seat_of(state, "hunter")
    return ended(state, seat, "outcome.envoy-safe" if safe else "outcome.envoy-lost", ENVOY)


def captive(state: State) -> Outcome | None:
    """The captors have won with all rites made, the rescuers with the captive off the table (CEL-SCN-05)."""
    if state.marks >= scenario(state).marks:
        return ended(state, seat_of(state, "captors"), "outcome.rites", RITES)
    away = any(token.carrier and state.unit(token.carrier).fate == "left" for token in state.tokens)
    return ended(state, seat_of(state, "rescuers"), "outcome.captive", RITES) if away else None


def at_end(state: State) -> Outcome:
    """The outcome when the last turn is over, or nobody is left (CEL-VIC-02, CEL-VIC-06 and the scenarios)."""
    key = scenario(state).key
    if key == "granaries":
        burns = burning(state) == 1
        seat = None if burns else seat_of(state, "defender")
        return ended(state, seat, "outcome.one-granary" if burns else "outcome.granaries-held", FIRES)
    if key == "envoy":
        return ended(state, seat_of(state, "hunter"), "outcome.envoy-lost", ENVOY)
    if key == "sacrifice":
        saved = state.turn >= state.turns and any(has_captive(state, token.carrier) for token in state.tokens)
        seat = seat_of(state, "rescuers") if saved else None
        return ended(state, seat, "outcome.captive" if saved else "outcome.no-captive", RITES)
    return by_points(state)


def has_captive(state: State, carrier: str) -> bool:
    """Whether a unit that stands on the table has the captive."""
    return bool(carrier) and bool(state.living(carrier))


def by_points(state: State) -> Outcome:
    """Who leads by enough of the limit; a draw if nobody does (CEL-VIC-02, CEL-VIC-05, CEL-VIC-06)."""
    left = alive(state)
    rivals = left or state.seats
    ranked = sorted(rivals, key=lambda seat: (-points(state, seat, True), state.seats.index(seat)))
    lead = points(state, ranked[0], True) - points(state, ranked[1], True)
    limit = limit_of(state.setup)
    wins = 100 * lead >= RULE["margin"] * limit
    clause = MARGIN if left else SAME
    facts: dict[str, Fact] = {"lead": lead, "needed": -(-RULE["margin"] * limit // 100)}
    reason = "outcome.points" if wins else "outcome.level"
    return ended(state, ranked[0] if wins else None, reason, clause, facts)


def ended(state: State, winner: Seat | None, reason: str, clause: Clause, more: Facts | None = None) -> Outcome:
    """An outcome with the battle points of the first two sides and the clause it rests on."""
    facts: dict[str, Fact] = {"clause": clause, **(more or {})}
    for name, seat in zip(("first", "second"), state.seats, strict=False):
        facts |= {name: seat, f"{name}_score": points(state, seat, True)}
    return Outcome(winner, reason, facts, tally={seat: tuple(lines(state, seat, True)) for seat in state.seats})


def conceded(state: State, seat: Seat) -> Conceded:
    """The event by which a side loses all units left to it; the game ends if one other at most is left (CEL-VIC-03)."""
    units = tuple(u for u in state.units.values() if u.seat == seat and not u.fate)
    ids = tuple(u.id for u in units)
    models = tuple(m for u in units for m in u.models if state.models[m].fate in ("", "reserve"))
    gone = Conceded(clause=CONCEDED, seat=seat, units=ids, models=models)
    after = gone.fold(state)
    left = tuple(s for s in alive(after) if s != seat)
    doer = state.unit(state.active).seat if state.active else None
    go = state.go or state.first or seat
    if left and (doer is not None or go == seat):
        go = next(s for s in (*others(state, doer or seat), doer) if s in left)
    outcome = ended(after, left[0] if left else None, "outcome.conceded", CONCEDED, {"seat": seat})
    over = len(left) < 2
    return Conceded(clause=CONCEDED, seat=seat, units=ids, models=models, outcome=outcome if over else None, go=go)
