"""The End Phase: Stunned counters, victory, the length die, and the turn is cleared (RON-END-10)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.flow import Game, roll
from app.engine.modifiers import Modifiers, total
from app.systems.ronin.book import c, row_at, table
from app.systems.ronin.measure import is_engaged
from app.systems.ronin.scenarios.events import GameOver, GoalScored, LastTurnKnown, Scored
from app.systems.ronin.scenarios.figures import scenario
from app.systems.ronin.scenarios.victory import goals_met, is_over, lines, outcome
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.turn.events import PhaseBegan, StunnedRolled, TurnEnded

ORDER, STUNNED, TABLE, CHECK, SCORED, LENGTH, LATER, CLEARED, GOALS = (
    c("RON-END-10"), c("RON-END-01"), c("RON-END-04"), c("RON-END-05"), c("RON-SCN-01"), c("RON-SCN-08"),
    c("RON-SCN-09"), c("RON-END-09"), c("RON-SCN-13"),
)  # fmt: skip
Subject = tuple[State, Model]
LINES: Modifiers[Subject] = Modifiers.read(
    table("end")["stunned_adds"],
    {
        "the model is engaged": lambda subject: int(is_engaged(*subject)),
        "the model Rested this turn": lambda subject: int(subject[1].rested),
    },
)


async def end(game: Game[State]) -> None:
    """The turn is over: counters shaken off, points told, and the game ended or the next turn made ready."""
    game.emit(PhaseBegan(clause=ORDER, phase="end"))
    stunned = [m.id for m in game.state.standing() if m.stunned]
    for id in game.state.in_roster_order(tuple(stunned)):
        await shake_off(game, id)
    if victory(game):
        return
    await roll_length(game)
    game.emit(TurnEnded(clause=CLEARED, turn=game.state.turn))


async def shake_off(game: Game[State], id: ModelId) -> None:
    """The model has lost as many Stunned counters as its die says (RON-END-01 to 04, RON-END-06 to 08)."""
    faces = await roll(Dice(1), "stunned", STUNNED, by=game.state.model(id).seat)
    model = game.state.model(id)
    found = LINES.lines((game.state, model))
    result = min(6, max(1, sum(faces) + total(found)))
    removed = min(model.stunned, row_at(table("end")["stunned_removal"], result)["removes"])
    game.emit(
        StunnedRolled(
            clause=TABLE,
            model=id,
            faces=faces,
            lines=found,
            total=result,
            removed=removed,
            stunned=model.stunned - removed,
        )
    )


def victory(game: Game[State]) -> bool:
    """Whether the game is over; goals met and points are told either way (RON-END-05, RON-SCN-13)."""
    final = is_over(game.state)
    for seat in goals_met(game.state, final):
        goal = game.state.side(seat).goal
        game.emit(GoalScored(clause=GOALS, seat=seat, goal=goal, vp=table("common")["minor_goal_vp"]["vp"]))
    for side in game.state.sides:
        made = lines(game.state, side.seat, final)
        if total(made) != side.score:
            game.emit(Scored(clause=SCORED, seat=side.seat, score=total(made), lines=made))
    if final:
        game.emit(GameOver(clause=CHECK, outcome=outcome(game.state)))
    return final


async def roll_length(game: Game[State]) -> None:
    """The length die of scenarios that end by it: from turn 4 on, surely after turn 9 (RON-SCN-08, RON-SCN-09)."""
    turn = game.state.turn
    rows = [r for r in table("common")["length_die"] if r["turn"] == turn]
    if scenario(game.state).length["kind"] != "die" or game.state.turns is not None or not rows:
        return
    needed, clause = rows[0]["last_from"], c(rows[0]["clause"])
    faces = await roll(Dice(1), "last-turn", clause) if needed > 1 else ()
    last = turn + 1 if not faces or sum(faces) >= needed else 0
    game.emit(LastTurnKnown(clause=clause, faces=faces, needed=needed, turns=last))
