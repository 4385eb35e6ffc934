"""Victory: what each side has towards its own condition, whether it is met, and who has won (SCN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.engine.events import Seat
from app.engine.modifiers import Line, total
from app.engine.refusals import Clause, Fact, Facts
from app.engine.system import Outcome
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.measure import Parts, bases, middle, parts
from app.systems.kensei.scenarios.events import Conceded
from app.systems.kensei.scenarios.figures import camp_at, far_bank, scenario_of, turns_of, victory_of
from app.systems.kensei.scenarios.rules import NEAR, holder, is_lost, scoring
from app.systems.kensei.scenarios.rules import touches as is_close
from app.systems.kensei.state import State

OWN, KOKU, STANDARD, HEADS, QUARTERS, BUILDINGS, DRAW, DESTROYED = (
    c("KEN-SCN-01"), c("KEN-SCN-02"), c("KEN-ARM-09"), c("KEN-SCN-04"), c("KEN-SCN-05"), c("KEN-SCN-06"),
    c("KEN-SCN-09"), c("KEN-DEF-06"),
)  # fmt: skip
PITCHED, HUNT = scenario_of("pitched_battle"), scenario_of("head_hunt")
Lines = tuple[Line, ...]
MET, MISSED = 1, -1


# -- what is counted -------------------------------------------------------------------------


def is_gone(unit: Unit) -> bool:
    """Whether a unit or a character is lost: slain, destroyed or off the table for good (KEN-DEF-06)."""
    return unit.fate not in ("", "reserve")


def is_beaten(state: State, unit: Unit) -> bool:
    """Whether it counts as defeated at the end: lost, or still fleeing, by itself or in its unit (KEN-SCN-09)."""
    return is_gone(unit) or (unit.on_table and state.body(unit).fleeing)


def slain(unit: Unit) -> int:
    """How many of the models it began with are gone."""
    return unit.start_models if is_gone(unit) else max(0, unit.start_models - len(unit.models))


def koku(unit: Unit) -> int:
    """The Koku of its models that are left."""
    return len(unit.models) * unit.cost


def defeated(state: State, seat: Seat) -> Lines:
    """The Koku of the enemy that this side has defeated, and the standards it has taken (KEN-SCN-02)."""
    found: list[Line] = []
    for unit in state.units.values():
        if unit.seat == seat:
            continue
        number = unit.start_models if is_beaten(state, unit) else slain(unit)
        found.append(Line("score.koku", number * unit.cost, KOKU))
        if unit.standard and (is_gone(unit) or not unit.models):
            found.append(Line("score.standard", PITCHED.koku["standard"], STANDARD))
    return merged(found)


def merged(found: list[Line]) -> Lines:
    """One line for each name, those that add nothing left out."""
    sums: dict[tuple[str, Clause], int] = {}
    for line in found:
        sums[line.id, line.clause] = sums.get((line.id, line.clause), 0) + line.adds
    return tuple(Line(id, adds, clause) for (id, clause), adds in sums.items() if adds)


def heads(state: State, seat: Seat) -> Lines:
    """Points for kills by kind (KEN-SCN-04)."""
    killed = ((unit, slain(unit)) for unit in state.units.values() if unit.seat != seat)
    return merged([Line("score.heads", n * head(unit), HEADS) for unit, n in killed if n])


def head(unit: Unit) -> int:
    """What a kill is worth: the General as such whatever his rank, a Creature its Wounds (KEN-SCN-04)."""
    worth = HUNT.kills
    if unit.is_character:
        return worth["taisho" if unit.taisho else unit.rank if unit.role == "bushi" else unit.role]
    if unit.troop == "creature":
        return worth["creature_wound"] * unit.wounds
    if unit.start_models == 1 or unit.has("loner"):
        return worth["lone"]
    return worth["cavalry" if unit.mounted or unit.troop == "cavalry" else "infantry"]


def steady(state: State, seat: Seat) -> Iterator[Unit]:
    """Units and characters of a side on the table who are not fleeing."""
    return (u for u in state.units.values() if u.seat == seat and u.on_table and not state.body(u).fleeing)


def shapes(state: State, unit: Unit) -> Parts:
    """What each of its models covers: its base, or the Construction they are in."""
    body = state.body(unit)
    return parts(state, body) * len(unit.models) if body.building else bases(state, unit)


def quarter(state: State, unit: Unit) -> int | None:
    """The quarter of the table in which more than half of its models are (KEN-SCN-09)."""
    found = shapes(state, unit)
    counts = [0, 0, 0, 0]
    for base in found:
        x, y = middle(base)
        counts[(2 * x >= state.table.width) + 2 * (2 * y >= state.table.depth)] += 1
    best = max(counts)
    return counts.index(best) if 2 * best > len(found) else None


def quarters_held(state: State, seat: Seat) -> Lines:
    """The quarters in which a side has more Koku than the other (KEN-SCN-05)."""
    sums = {s: [0, 0, 0, 0] for s in state.seats}
    for owner in state.seats:
        for unit in steady(state, owner):
            at = quarter(state, state.body(unit))
            if at is not None:
                sums[owner][at] += koku(unit)
    mine, theirs = sums[seat], sums[state.other(seat)]
    return merged([Line("score.quarters", 1, QUARTERS) for a, b in zip(mine, theirs, strict=True) if a > b])


def buildings_held(state: State, seat: Seat) -> Lines:
    """The points of the buildings a side controls (KEN-SCN-06)."""
    held = [piece for piece in scoring(state) if holder(state, piece) == seat]
    return merged([Line(f"score.{piece.key}", piece.kind.points, BUILDINGS) for piece in held])


def near_camp(state: State, seat: Seat) -> Lines:
    """The Koku of a side's own models near the enemy camp (KEN-SCN-07)."""
    at = camp_at(state, state.other(seat))
    clause = scenario_of("command_post").rests_on("camp")
    if at is None:
        return ()
    found = [sum(is_close((shape,), at, NEAR) for shape in shapes(state, u)) * u.cost for u in steady(state, seat)]
    return merged([Line("score.near-camp", n, clause) for n in found])


def across(state: State, seat: Seat) -> Lines:
    """The Koku of a side's models that are beyond the River (KEN-SCN-09, Bridge at Dawn)."""
    bank = far_bank(state, seat)
    if not bank:
        return ()
    west, north, east, south = bank[0].x, bank[0].y, bank[2].x, bank[2].y
    clause = scenario_of("bridge_at_dawn").rests_on("river")
    over = [
        sum(west <= at.x <= east and north <= at.y <= south for at in map(middle, shapes(state, u))) * u.cost
        for u in steady(state, seat)
    ]  # fmt: skip
    return merged([Line("score.across", n, clause) for n in over])


def nothing(_: State, __: Seat) -> Lines:
    """Nothing is counted."""
    return ()


COUNTS: dict[str, Callable[[State, Seat], Lines]] = {
    "pitched_battle": defeated, "assassination": nothing, "head_hunt": heads, "territorial_control": quarters_held,
    "building_control": buildings_held, "command_post": near_camp, "bridge_at_dawn": across,
}  # fmt: skip


def tally(state: State, seat: Seat) -> Lines:
    """What a side has towards its own victory condition."""
    return COUNTS[victory_of(state, seat).key](state, seat)


# -- whether a condition is met --------------------------------------------------------------


def met_now(state: State, seat: Seat) -> bool:
    """Whether a side has met at once what it plays for, before any turn is over (KEN-SCN-03, KEN-SCN-04)."""
    foe, key = state.other(seat), victory_of(state, seat).key
    if key == "assassination":
        return taisho_slain(state, foe)
    if key == "head_hunt":
        theirs = [unit for unit in state.units.values() if unit.seat == foe and unit.is_character]
        return bool(theirs) and all(is_gone(unit) for unit in theirs)
    return False


def taisho_slain(state: State, seat: Seat) -> bool:
    """Whether the General of a side is dead."""
    taisho = state.units.get(state.side(seat).taisho)
    return taisho is not None and is_gone(taisho)


def met_at_turn(state: State, seat: Seat) -> bool:
    """Whether a side has met at the end of a turn what it plays for (KEN-SCN-07)."""
    if victory_of(state, seat).key == "command_post":
        return is_lost(state, state.other(seat)) and not is_lost(state, seat)
    return met_now(state, seat)


def met_at_limit(state: State, seat: Seat) -> bool:
    """Whether a side has more than the other of what it counts, when its last turn is over (KEN-SCN-09)."""
    count = COUNTS[victory_of(state, seat).key]
    return total(count(state, seat)) > total(count(state, state.other(seat)))


def decided(state: State, seat: Seat) -> int:
    """1: a side has met its condition, -1: it has missed it, 0: that is open."""
    return state.notes.get(f"decided:{seat}", 0)


# -- outcomes --------------------------------------------------------------------------------


def at_once(state: State) -> Outcome | None:
    """The outcome, if a condition has been met that ends the battle at once."""
    return settled(state, {seat: met_now(state, seat) for seat in state.seats}, "outcome.at-once")


def at_turn(state: State) -> Outcome | None:
    """The outcome at the end of a turn: a condition met, or the last turn over (KEN-SCN-02)."""
    early = settled(state, {seat: met_at_turn(state, seat) for seat in state.seats}, "outcome.at-once")
    return early or (at_limit(state) if state.turn >= (state.turns or turns_of(state)) else None)


def at_limit(state: State) -> Outcome:
    """The outcome when the last turn is over; both may have won or lost (KEN-SCN-01, KEN-SCN-09)."""
    met = {seat: decided(state, seat) == MET or (decided(state, seat) == 0 and met_at_limit(state, seat))
           for seat in state.seats}  # fmt: skip
    return settled(state, met, "outcome.limit") or ended(state, None, "outcome.draw", DRAW)


def settled(state: State, met: dict[Seat, bool], reason: str) -> Outcome | None:
    """The outcome if any side has met its condition: it wins; both: nobody does."""
    won = [seat for seat in state.seats if met[seat]]
    if not won:
        return None
    if len(won) > 1:
        return ended(state, None, "outcome.both", OWN)
    key = victory_of(state, won[0]).key
    return ended(state, won[0], f"{reason}.{key}", c(victory_of(state, won[0]).clause))


def ended(state: State, winner: Seat | None, reason: str, clause: Clause, more: Facts | None = None) -> Outcome:
    """An outcome with what both sides have, and the clause it rests on."""
    facts: dict[str, Fact] = {"clause": clause}
    for name, seat in zip(("first", "second"), state.seats, strict=True):
        facts |= {name: seat, f"{name}_score": total(tally(state, seat))}
    return Outcome(winner, reason, {**facts, **(more or {})}, tally={s: tally(state, s) for s in state.seats})


def conceded(state: State, seat: Seat) -> Conceded:
    """The event by which a side gives the battle up."""
    outcome = ended(state, state.other(seat), "outcome.conceded", DRAW, {"seat": seat})
    return Conceded(clause=DRAW, seat=seat, outcome=outcome)
