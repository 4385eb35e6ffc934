"""Victory: what both sides have lost, what the scenario asks for, who has won (SCN)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact, Facts
from app.engine.system import Outcome
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.scenarios.events import Conceded
from app.systems.daimyo.scenarios.figures import Row, clan_named, headquarters, scenario, seat_of, share
from app.systems.daimyo.state import State, Unit

BROKEN, BOTH, LIMIT, CONCEDED = c("DAI-SCN-01"), c("DAI-SCN-04"), c("DAI-SCN-05"), c("DAI-SCN-10")
BOOK = table("victory")["victory"]
THIRD = share(BOOK["share"])
MARGIN: int = BOOK["margin"]
Judge = Callable[[State], Outcome | None]
HUNDRED = 100


# -- what is counted -----------------------------------------------------------------


def lost_share(state: State, seat: Seat) -> Fraction:
    """What part of its weight a side has lost (DAI-SCN-01, DAI-SCN-03)."""
    side = state.side(seat)
    return Fraction(side.lost, side.weight) if side.weight else Fraction(0)


def breaks_at(state: State, seat: Seat) -> Fraction | None:
    """Of what share of its weight a side may lose no more; ``None``: losses do not decide here."""
    said, role = scenario(state), state.side(seat).role
    if said.no_break:
        return None
    if said.breaks:
        return share(said.breaks[role]) if role in said.breaks else None
    return THIRD


def is_broken(state: State, seat: Seat) -> bool:
    """Whether a side has lost more than it may (DAI-SCN-01)."""
    limit = breaks_at(state, seat)
    return limit is not None and lost_share(state, seat) > limit


def village(state: State, seat: Seat) -> int:
    """How many village blocks this side alone occupies (scenario 1)."""
    blocks = [p.id for p in state.table.pieces if p.kind == "building"]
    return sum(any(u.building == id for u in state.fielded(seat)) for id in blocks)


def standing_share(state: State, seat: Seat) -> Fraction:
    """The lost share of a side as it is compared at the limit: better by what it holds (DAI-SCN-05)."""
    held = scenario(state).village
    better = Fraction(held["points"] * village(state, seat), HUNDRED) if held else Fraction(0)
    return lost_share(state, seat) - better


def steady(state: State, seat: Seat) -> list[Unit]:
    """Units of a side on the table that are not routing."""
    return [u for u in state.fielded(seat) if not u.routing and not state.neutral(u)]


def weight_north(state: State, units: list[Unit], line: int) -> int:
    """What the units north of a line, so many cm from the south edge, count together; a unit is where its front is."""
    limit = state.table.depth - cm(line)
    return sum(u.weight for u in units if u.at.y < limit)


def tally(state: State, seat: Seat) -> tuple[Line, ...]:
    """What the account of a side is made of: its losses by unit, and what the scenario pays."""
    gone = [u for u in state.units.values() if u.lost_by == seat and u.weight]
    found = [Line(f"score.{u.fate or 'captured'}", u.weight, BROKEN) for u in gone]
    if scenario(state).score:
        found = [Line(key, adds, c(scenario(state).clause)) for key, adds in points(state, seat) if adds]
    return tuple(found)


# -- the end of a turn -----------------------------------------------------------------


def at_once(state: State) -> Outcome | None:
    """The outcome, if a leader or a headquarters the scenario names is lost (DAI-SCN-06)."""
    said = scenario(state)
    for row, reason, topic in ((said.killed, "outcome.general-killed", "killed"),
                               (said.hq_lost, "outcome.hq-lost", "hq_lost")):  # fmt: skip
        if row and is_lost(state, row):
            return ended(state, seat_of(state, row["role"]), reason, said.rests_on(topic))
    return None


def is_lost(state: State, row: Row) -> bool:
    """Whether the General or the headquarters of a side is lost, and as much besides as the scenario asks."""
    foe = seat_of(state, row.get("general") or row["hq"])
    if foe is None:
        return False
    if "general" in row:
        return state.general_of(foe).fate == "dead"
    hq = headquarters(state, foe)
    gone = hq is not None and hq.fate not in ("", "reserve")
    return gone and ("share" not in row or lost_share(state, foe) >= share(row["share"]))


def at_check(state: State) -> Outcome | None:
    """The outcome at the check of a turn: by the scenario, by losses, or because the last turn is over (DAI-SCN-02)."""
    early = at_once(state) or aims(state) or by_losses(state)
    if early is not None:
        return early
    return at_limit(state) if state.turns is not None and state.turn >= state.turns else None


def by_losses(state: State) -> Outcome | None:
    """A side that has lost too much loses; both: the one with the larger share (DAI-SCN-01, DAI-SCN-04)."""
    broken = [seat for seat in state.seats if is_broken(state, seat)]
    if not broken:
        return None
    if len(broken) == 1:
        return ended(state, state.other(broken[0]), "outcome.broken", clause_of(state, broken[0]))
    first, second = (lost_share(state, seat) for seat in state.seats)
    if first == second:
        return ended(state, None, "outcome.both-broken", BOTH)
    return ended(state, state.seats[0 if first < second else 1], "outcome.more-broken", BOTH)


def clause_of(state: State, seat: Seat) -> Clause:
    """The clause by which the losses of a side decide."""
    said = scenario(state)
    return said.rests_on("breaks") if state.side(seat).role in said.breaks else BROKEN


def aims(state: State) -> Outcome | None:
    """What the scenario asks for at the end of a turn, if it is reached."""
    said = scenario(state)
    if said.crossing and state.turn >= said.crossing["from_turn"] and has_crossed(state, said.crossing):
        return ended(state, seat_of(state, said.crossing["role"]), "outcome.crossed", said.rests_on("crossing"))
    if said.holds and holds_blocks(state, said.holds):
        return ended(state, seat_of(state, said.holds["role"]), "outcome.blocks", said.rests_on("holds"))
    if said.beyond and is_beyond(state, said.beyond):
        return ended(state, seat_of(state, said.beyond["role"]), "outcome.beyond", said.rests_on("beyond"))
    return None


def has_crossed(state: State, row: Row) -> bool:
    """Whether enough of the attacker stands beyond the river (scenario 2)."""
    seat = seat_of(state, row["role"])
    if seat is None:
        return False
    return weight_north(state, steady(state, seat), row["north_of"]) >= share(row["share"]) * state.side(seat).weight


def holds_blocks(state: State, row: Row) -> bool:
    """Whether a side has infantry that is not routing in enough blocks (scenario 4)."""
    seat = seat_of(state, row["role"])
    held = [u for u in steady(state, seat) if u.building and not u.mounted] if seat else []
    return len(held) >= int(row["pieces"])


def is_beyond(state: State, row: Row) -> bool:
    """Whether enough of a side stands west of a line (scenario 5)."""
    seat = seat_of(state, row["role"])
    there = [u for u in steady(state, seat) if u.at.x < cm(row["west_of"])] if seat else []
    return sum(u.weight for u in there) >= int(row["weight"])


# -- the last turn ---------------------------------------------------------------------


def at_limit(state: State) -> Outcome:
    """The outcome when the last turn is over (DAI-SCN-05 and the scenarios)."""
    said = scenario(state)
    if said.score:
        return by_points(state)
    if said.across:
        return ended_across(state, said.across)
    kept = said.at_limit or said.crossing.get("otherwise", "") or said.holds.get("otherwise", "")
    if kept:
        return ended(state, seat_of(state, kept), "outcome.held", said.rests_on("at_limit"))
    return by_share(state)


def by_share(state: State) -> Outcome:
    """The lower lost share wins by a margin; less is a draw (DAI-SCN-05)."""
    first, second = (standing_share(state, seat) for seat in state.seats)
    gap = abs(first - second) * HUNDRED
    facts: dict[str, Fact] = {"gap": int(gap), "needed": MARGIN}
    if gap < MARGIN:
        return ended(state, None, "outcome.level", LIMIT, facts)
    return ended(state, state.seats[0 if first < second else 1], "outcome.marginal", LIMIT, facts)


def ended_across(state: State, row: Row) -> Outcome:
    """The clans that came later decide by what of them is over the river (scenario 6)."""
    seat, clause = seat_of(state, row["role"]), scenario(state).rests_on("across")
    clans = [clan.id for key in row["clans"] if (clan := clan_named(state, key)) is not None]
    over = [u for u in steady(state, seat) if u.clan in clans] if seat else []
    if weight_north(state, over, row["north_of"]) >= row["weight"]:
        return ended(state, seat, "outcome.across", clause)
    return ended(state, None, "outcome.not-across", clause)


def by_points(state: State) -> Outcome:
    """The higher score wins; so small a lead is a draw (scenario 3)."""
    said = scenario(state).score
    scores = {seat: sum(adds for _, adds in points(state, seat)) for seat in state.seats}
    first, second = state.seats
    lead = abs(scores[first] - scores[second])
    facts: dict[str, Fact] = {"lead": lead, "needed": said["draw_within"] + 1,
                              "first_score": scores[first], "second_score": scores[second]}  # fmt: skip
    clause = scenario(state).rests_on("score")
    if lead <= said["draw_within"]:
        return ended(state, None, "outcome.points-level", clause, facts)
    return ended(state, first if scores[first] > scores[second] else second, "outcome.points", clause, facts)


def points(state: State, seat: Seat) -> list[tuple[str, int]]:
    """What a side scores: who was saved or stands far back, or what the enemy lost and who got through (scenario 3)."""
    said, mine = scenario(state).score, [u for u in state.units.values() if u.seat == seat]
    saved = sum(u.weight for u in mine if u.fate == "saved")
    if state.side(seat).role == scenario(state).leaves["role"]:
        back = weight_north(state, steady(state, seat), said["north_of"])
        return [("score.saved", said["saved"] * saved), ("score.far-back", said["saved"] * back)]
    return [("score.enemy-lost", said["lost"] * state.side(state.other(seat)).lost),
            ("score.got-through", said["left"] * saved)]  # fmt: skip


# -- outcomes --------------------------------------------------------------------------


def ended(state: State, winner: Seat | None, reason: str, clause: Clause, more: Facts | None = None) -> Outcome:
    """An outcome with what both sides have lost and the clause it rests on."""
    facts: dict[str, Fact] = {"clause": clause}
    for name, seat in zip(("first", "second"), state.seats, strict=True):
        side = state.side(seat)
        facts |= {name: seat, f"{name}_lost": side.lost, f"{name}_weight": side.weight}
    return Outcome(winner, reason, {**facts, **(more or {})}, tally={s: tally(state, s) for s in state.seats})


def conceded(state: State, seat: Seat) -> Conceded:
    """The event by which a side gives the battle up (DAI-SCN-10)."""
    outcome = ended(state, state.other(seat), "outcome.conceded", CONCEDED, {"seat": seat})
    return Conceded(clause=CONCEDED, seat=seat, outcome=outcome)
