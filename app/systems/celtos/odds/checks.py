"""What a check may bring: of a unit in Panic that is activated, of one that would use its marker."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.refusals import Clause, Fact
from app.engine.views import Note
from app.systems.celtos.activation.events import UnitActivated
from app.systems.celtos.activation.phase import TURNS
from app.systems.celtos.checks.events import CheckRolled
from app.systems.celtos.checks.flow import lines_of, prospect
from app.systems.celtos.morale.rally import RALLY, rally
from app.systems.celtos.reactions.flow import NONE, USES, Trigger, use_marker
from app.systems.celtos.state import State, Unit, UnitId

ENDINGS = (Outcome("odds.fails", 0), Outcome("odds.passes", 3, wanted=True))


def passed(events: Sequence[Event]) -> str:
    """Whether the first check was passed."""
    return "odds.passes" if next(e.passed for e in events if isinstance(e, CheckRolled)) else "odds.fails"


def needs(state: State, unit: Unit, kind: str, clause: Clause) -> Note:
    """What the die must come to, in the figures in which the question and the log say it."""
    facts: dict[str, Fact] = {**prospect(state, unit, kind)}
    return Note("odds.check.adds" if facts["adds"] else "odds.check", facts, clause)


def of_panic(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A unit in Panic that would be activated tries to rally first (CEL-RAL-02)."""
    unit = state.unit(UnitId(raw))
    if not unit.panic:
        return None

    async def play(game: Game[State]) -> None:
        game.emit(UnitActivated(clause=TURNS, unit=unit.id, seat=asked.seat))
        await rally(game, unit.id)

    return Deed(play=play, tell=passed, outcomes=ENDINGS, needs=needs(state, unit, "rally", RALLY),
                lines=lines_of(state, unit, "rally"))  # fmt: skip


def of_marker(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A unit that would use its Reaction marker (CEL-REA-08)."""
    if raw == NONE:
        return None
    unit, trigger = state.unit(UnitId(raw)), Trigger(str(asked.facts["trigger"]), UnitId(str(asked.facts["unit"])))
    return Deed(play=lambda game: use_marker(game, unit.id, trigger), tell=passed, outcomes=ENDINGS,
                needs=needs(state, unit, "reaction", USES), lines=lines_of(state, unit, "reaction"))  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("activation.unit", (), of_panic), Prospect("reaction.use", (), of_marker),
)  # fmt: skip
