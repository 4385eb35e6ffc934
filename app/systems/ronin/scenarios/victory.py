"""Victory: what each side has scored, whether the game is over, and who won (section SCN)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from app.engine.events import Seat
from app.engine.geometry import Base, Point, contains, disc_touches_polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Outcome
from app.systems.ronin.book import CONTACT, c, inches, table
from app.systems.ronin.measure import is_lost, is_to_come
from app.systems.ronin.scenarios.events import Conceded
from app.systems.ronin.scenarios.figures import objective_gap_within, scenario, seat_of
from app.systems.ronin.scenarios.goals import met
from app.systems.ronin.state import Model, State

KILLS, TOKENS, CAPTURE, ESCORT, BLOCK, BRIDGE, SHRINE, TIE, HOLD, CONCEDED, GOAL, TAKEN, EMPTY, LAST, WON = (
    c("RON-SCN-06"), c("RON-SCN-07"), c("RON-SCN-33"), c("RON-SCN-44"), c("RON-SCN-45"), c("RON-SCN-55"),
    c("RON-SCN-62"), c("RON-SCN-65"), c("RON-SCN-73"), c("RON-SCN-12"), c("RON-SCN-13"), c("RON-SCN-81"),
    c("RON-SCN-10"), c("RON-END-10"), c("RON-SCN-11"),
)  # fmt: skip
RESTS_ON = {
    "outcome.points": WON, "outcome.object": CAPTURE, "outcome.far-bank": BRIDGE, "outcome.objective": HOLD,
    "outcome.wounds": TIE,
}  # fmt: skip
Lines = Iterator[Line]


def worth(model: Model) -> int:
    """What a model is worth to its enemy: its Rank, at least 1 (RON-SCN-06)."""
    return max(int(table("common")["scoring"]["rank_at_least"]), model.rank)


def lines(state: State, seat: Seat, final: bool) -> tuple[Line, ...]:
    """What the score of a side is made of; ``final`` adds what counts only at the end."""
    counted = scenario(state).scores
    return tuple(line for what in counted for line in SCORING[what](state, seat, final) if line.adds)


def score(state: State, seat: Seat, final: bool) -> int:
    """The Victory Points of a side."""
    return sum(line.adds for line in lines(state, seat, final))


# -- what scores -------------------------------------------------------------------


def kills(state: State, seat: Seat, _: bool) -> Lines:
    """Enemies killed, captured or lost by Routing, reserves among them; but a Leader who counts by himself
    (RON-SCN-06, RON-SCN-10, RON-SCN-81)."""
    but_leader = "leader" in scenario(state).scores
    for m in state.models.values():
        taken = m.leader and m.fate in ("dead", "captured")
        if m.seat == seat or m.civilian or (but_leader and taken) or not is_lost(state, m):
            continue
        waits = m.fate == "reserve"
        yield Line("score.lost" if waits else f"score.{m.fate}", worth(m), EMPTY if waits else KILLS)


def tokens(state: State, seat: Seat, final: bool) -> Lines:
    """Heads of Rank 3 or more and loot, in the hands of the living and free, at the end (RON-SCN-07)."""
    rule = table("common")["scoring"]
    mine = [m for m in state.models.values() if m.seat == seat and m.fate in ("", "exited")]
    if final:
        heads = sum(rank >= rule["head_rank"] for m in mine for rank in m.heads)
        yield Line("score.heads", heads * rule["head"], TOKENS)
        yield Line("score.loot", sum(m.loot for m in mine) * rule["loot"], TOKENS)


def goal(state: State, seat: Seat, _: bool) -> Lines:
    """The minor goal, once it is scored (RON-SCN-13)."""
    if state.side(seat).goal_scored:
        yield Line("score.goal", table("common")["minor_goal_vp"]["vp"], GOAL)


def escort(state: State, seat: Seat, _: bool) -> Lines:
    """The escort for models moved off, the blocker for those it stopped (RON-SCN-44, RON-SCN-45)."""
    vp = scenario(state).vp
    if state.side(seat).role == "escort":
        for m in state.models.values():
            if m.seat == seat and m.fate == "exited":
                yield Line("score.exited", vp["civilian_out"] if m.civilian else m.rank, ESCORT)
    else:
        for m in state.models.values():
            if m.seat != seat and m.fate in ("dead", "captured"):
                civilian = vp["civilian_killed" if m.fate == "dead" else "civilian_captured"]
                yield Line(f"score.{m.fate}", civilian if m.civilian else worth(m), BLOCK)


def bridge(state: State, seat: Seat, final: bool) -> Lines:
    """The Ranks of models on the defender's side of the river, at the end (RON-SCN-55, RON-SCN-56)."""
    for m in state.standing(seat):
        if final and on_defenders_side(state, m.at):
            yield Line("score.far-bank", m.rank, BRIDGE)


def on_defenders_side(state: State, at: Point) -> bool:
    """Whether a place is beyond the river on the defender's side; river and bridge are on neither (RON-SCN-56)."""
    river = next((p for p in state.table.pieces if p.kind == "river"), None)
    if river is None or contains(river.outline, at):
        return False
    edge = state.side(seat_of(state, "defender")).edge
    return at.y < min(p.y for p in river.outline) if edge == "north" else at.y > max(p.y for p in river.outline)


def shrine(state: State, seat: Seat, final: bool) -> Lines:
    """The Ranks of models that touch the shrine, at the end (RON-SCN-62)."""
    found = next((p for p in state.table.pieces if p.kind == "shrine"), None)
    for m in state.standing(seat):
        if final and found and disc_touches_polygon(Base(m.at, m.radius + CONTACT), found.outline):
            yield Line("score.shrine", m.rank, SHRINE)


def defence(state: State, seat: Seat, final: bool) -> Lines:
    """Models by the objective at the end, by Rank (RON-SCN-73)."""
    reach = inches(scenario(state).holds_within)
    for m in state.standing(seat):
        if final and objective_gap_within(state, m.base, reach):
            yield Line("score.objective", worth(m), HOLD)


def leader(state: State, seat: Seat, _: bool) -> Lines:
    """The enemy Leader of a Duel by when he fell (RON-SCN-81)."""
    yield Line("score.leader", state.side(seat).bonus, TAKEN)


SCORING: dict[str, Callable[[State, Seat, bool], Lines]] = {
    "kills": kills, "tokens": tokens, "minor-goal": goal, "escort": escort, "far-bank": bridge, "shrine": shrine,
    "objective": defence, "leader": leader,
}  # fmt: skip


# -- the end -----------------------------------------------------------------------


def carried_off(state: State) -> Seat | None:
    """The side that has carried the object off its own edge (RON-SCN-33)."""
    carriers = [state.models[i.carrier] for i in state.items if i.carrier in state.models]
    return next((m.seat for m in carriers if m.fate == "exited"), None)


def is_over(state: State) -> bool:
    """Whether the game ends in this End Phase (RON-SCN-10, RON-SCN-33, RON-END-10)."""
    left = {m.seat for m in state.models.values() if m.on_table or is_to_come(state, m)}
    empty = any(s.seat not in left for s in state.sides)
    won = scenario(state).goal == "object" and carried_off(state) is not None
    return empty or won or (state.turns is not None and state.turn >= state.turns)


def outcome(state: State) -> Outcome:
    """Who has won, were the game to end now; every score is final (RON-SCN-11 and the scenarios)."""
    scores = {s.seat: score(state, s.seat, final=True) for s in state.sides}
    winner, reason = decided(state, scores)
    first, second = (s.seat for s in state.sides)
    facts: dict[str, Fact] = {
        "first": first, "second": second, "first_score": scores[first], "second_score": scores[second],
    }  # fmt: skip
    tally: dict[str, tuple[Line, ...]] = {s.seat: lines(state, s.seat, final=True) for s in state.sides}
    return Outcome(winner, reason, {**facts, "clause": RESTS_ON[reason]}, tally)


def decided(state: State, scores: dict[Seat, int]) -> tuple[Seat | None, str]:
    """The winner and why."""
    sought = scenario(state).goal
    if sought == "object" and (owner := holder(state)):
        return owner, "outcome.object"
    if sought == "bank":
        return bridge_winner(state, scores), "outcome.far-bank"
    if sought == "objective":
        attacker, defender = seat_of(state, "attacker"), seat_of(state, "defender")
        return attacker if scores[attacker] > scores[defender] else defender, "outcome.objective"
    best = most(scores)
    if best is None and sought == "shrine":
        return most({s.seat: -wounds(state, s.seat) for s in state.sides}), "outcome.wounds"
    return best, "outcome.points"


def holder(state: State) -> Seat | None:
    """The side that has carried the object off, or carries it (RON-SCN-33)."""
    carriers = [state.models[i.carrier].seat for i in state.items if i.carrier in state.models]
    return next(iter(carriers), None)


def bridge_winner(state: State, scores: dict[Seat, int]) -> Seat | None:
    """The attacker with the most; the defender if the attacker has less than half his score (RON-SCN-55)."""
    attacker, defender = seat_of(state, "attacker"), seat_of(state, "defender")
    share = scenario(state).win["defender_share"]
    if scores[attacker] > scores[defender]:
        return attacker
    return defender if scores[attacker] * share["den"] < scores[defender] * share["num"] else None


def wounds(state: State, seat: Seat) -> int:
    """Wounds on the living: Light 1, Grievous 2, Stunned 0 (RON-SCN-65)."""
    rule = scenario(state).tie_break
    alive = [m for m in state.models.values() if m.seat == seat and not is_lost(state, m)]
    return sum(m.light * rule["light"] + m.grievous * rule["grievous"] + m.stunned * rule["stunned"] for m in alive)


def most(scores: dict[Seat, int]) -> Seat | None:
    """The seat with more; none when level."""
    (first, one), (second, other) = scores.items()
    return None if one == other else first if one > other else second


def conceded(state: State, seat: Seat) -> Conceded:
    """The event that gives the game to the other side (RON-SCN-12)."""
    winner = state.other(seat)
    facts: dict[str, Fact] = {
        "seat": seat,
        "clause": CONCEDED,
        "first": state.sides[0].seat,
        "second": state.sides[1].seat,
    }
    facts |= {"first_score": state.sides[0].score, "second_score": state.sides[1].score}
    tally: dict[str, tuple[Line, ...]] = {s.seat: lines(state, s.seat, final=False) for s in state.sides}
    return Conceded(clause=CONCEDED, seat=seat, outcome=Outcome(winner, "outcome.conceded", facts, tally))


def goals_met(state: State, final: bool) -> tuple[Seat, ...]:
    """The sides whose minor goal is scored now: 1, 2 and 4 as they are met, all of them at the end (RON-SCN-13)."""
    timed = {r["id"]: r["scored"] for r in table("common")["minor_goals"]}
    open_ = [s for s in state.sides if s.goal and not s.goal_scored and (final or timed[s.goal] == "turn")]
    return tuple(s.seat for s in open_ if met(state, s.seat, s.goal))
