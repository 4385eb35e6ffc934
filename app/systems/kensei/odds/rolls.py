"""What a Ki roll, an Honour test or a second roll of one may bring, with the help of those who stand near.

What Commandment and the like add is in play already: whom it reaches may be measured (KEN-STA-38).  No enemy is.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.refusals import Clause
from app.engine.views import Note
from app.systems.kensei.abilities.auras import wheel_lines
from app.systems.kensei.abilities.events import CryRaised, SpearsSet
from app.systems.kensei.abilities.flow import KI
from app.systems.kensei.abilities.within import ability_answers
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.book import c
from app.systems.kensei.flight.events import HonourCertain
from app.systems.kensei.flight.honour import honour_lines
from app.systems.kensei.flight.tests import DIE, honour_test
from app.systems.kensei.flight.way import HEININ as REACH
from app.systems.kensei.odds.alone import unveiled
from app.systems.kensei.odds.meetings import of_meeting
from app.systems.kensei.odds.shots import shot
from app.systems.kensei.special.regroup import PASSED
from app.systems.kensei.special.using import KI as TAISHO
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import Tested
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.lines import lines
from app.systems.kensei.stats.rerolls import AGAIN, ki_test
from app.systems.kensei.stats.rolls import d10, passes, test

NEAR, STRATEGIC, HEININ = c("KEN-STA-38"), c("KEN-SPO-22"), c("KEN-ARM-12")
TESTS = (Outcome("odds.fails", 0), Outcome("odds.passes", 3, wanted=True))
WORKS = (Outcome("odds.no-effect", 0), Outcome("odds.works", 3, wanted=True))
NOW = (Note("odds.helped-now", {}, NEAR),)


def passed(events: Sequence[Event]) -> str:
    """Whether the last test was passed."""
    found = [event.passed for event in events if isinstance(event, Tested | HonourCertain)]
    return "odds.passes" if found and found[-1] else "odds.fails"


def under(needed: int, clause: Clause, stat: str = "ki") -> Note:
    """What one die may show at most, of a Ki roll or an Honour test."""
    return Note(f"odds.at-most.{stat}", {"needed": needed, "dice": min(9, max(1, needed - 1))}, clause)


# -- orders -----------------------------------------------------------


def trial(state: State, asked: Asked, id: str, why: str, clause: Clause) -> Deed[State] | None:
    """The Ki roll of an ability, with its own Ki or that of who lends it his."""
    seen = unveiled(state, asked.seat)
    added = ki_lines(seen, seen.units[id])
    return Deed(
        play=lambda game: ki_test(game, id, why, clause), tell=passed, outcomes=TESTS, lines=added, later=True,
        needs=under(total(added), clause), notes=NOW if asked.about == "orders.declare" else (),
        worlds=((Fraction(1), seen),),
    )  # fmt: skip


def rolls(key: str) -> bool:
    """Whether a Ki roll stands before what this ability does."""
    return key in ABILITIES and ABILITIES[key].needs_ki


def of_ability(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Action Ability that would be declared."""
    return trial(state, asked, asked.at[0], "ability", KI) if rolls(raw) else None


def of_due(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Action Ability that was declared, and would be used now."""
    orders = state.units[raw].orders if raw in state.units else ()
    order = next((one for one in orders if one.do == "ability" and not one.state), None)
    return trial(state, asked, raw, "ability", KI) if order is not None and rolls(order.key) else None


def of_taisho(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A Taisho ability."""
    taisho = state.taisho_of(asked.seat)
    key = asked.at[0] if asked.at else raw
    return trial(state, asked, taisho.id, "taisho-ability", TAISHO) if taisho is not None and rolls(key) else None


def of_regroup(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An attempt to regroup; whether an enemy is too near for it is not told (KEN-STA-39)."""
    seen = unveiled(state, asked.seat)
    if raw not in seen.units:
        return None
    unit = seen.units[raw]
    more, heinin = wheel_lines(seen, unit), unit.has("heinin")
    added = (*honour_lines(seen, unit), *more)
    return Deed(
        play=lambda game: honour_test(game, raw, "regroup", PASSED, more=more), tell=passed, outcomes=TESTS,
        lines=added, later=heinin, needs=under(total(added), PASSED, "honour"), worlds=((Fraction(1), seen),),
        notes=(Note("odds.no-enemy-near", {"reach": REACH}, HEININ),) if heinin else (),
    )  # fmt: skip


def of_strategic(state: State, asked: Asked, _: Json) -> Deed[State] | None:
    """The Ki roll of the Taisho for a Strategic Order: if it fails the unit has one AP fewer (KEN-SPO-22)."""
    taisho = state.taisho_of(asked.seat)
    if taisho is None:
        return None
    seen = unveiled(state, asked.seat)
    added = lines(seen, seen.units[taisho.id], "ki")
    return Deed(
        play=lambda game: test(game, taisho.id, "ki", added, "strategic", STRATEGIC), tell=passed, outcomes=TESTS,
        later=True, needs=under(total(added), STRATEGIC), lines=added, worlds=((Fraction(1), seen),),
    )  # fmt: skip


def answered(events: Sequence[Event]) -> str:
    """Whether an ability that answers a charge does anything."""
    return "odds.works" if any(isinstance(e, CryRaised | SpearsSet) for e in events) else "odds.no-effect"


def of_reaction(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """How a charge is met: by arms, a shot, or an ability; how far anybody comes is not told (KEN-STA-37)."""
    id, foe = str(asked.facts["unit"]), str(asked.facts["enemy"])
    if raw in ("withstand", "counter"):
        return of_meeting(state, asked, raw)
    if raw == "shoot":
        return shot(state, asked, id, foe, precision=False)
    seen = unveiled(state, asked.seat)
    if raw not in ABILITIES or id not in seen.units or foe not in seen.units:
        return None
    return Deed(
        play=lambda game: ability_answers(game, foe, id, raw), tell=answered, outcomes=WORKS, later=True,
        worlds=((Fraction(1), seen),),
    )  # fmt: skip


# -- once more -------------------------------------------------------------------------------


def failed(asked: Asked) -> dict[str, Any] | None:
    """The test that was failed just now and may be taken again."""
    row = asked.last("kensei.tested")
    mine = row is not None and row["unit"] == asked.facts["unit"] and row["why"] == asked.facts["why"]
    return row if mine and row is not None and not row["passed"] and row is asked.lately[-1] else None


async def retried(game: Game[State], row: dict[str, Any]) -> None:
    """The die of a failed test has fallen again."""
    unit, why, needed = row["unit"], row["why"], row["needed"]
    said = str(DIE.get(why, why)) if row["stat"] == "honour" else why
    face = await d10(said, AGAIN, game.state.units[unit].seat)
    game.emit(Tested(clause=AGAIN, unit=unit, stat=row["stat"], why=why, face=face, lines=(), needed=needed,
                     passed=passes(face, needed)))  # fmt: skip


def of_again(_: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A failed Honour test rolled again (KEN-STA-35)."""
    row = failed(asked)
    if row is None or raw != "yes":
        return None
    return Deed(
        play=lambda game: retried(game, row), tell=passed, outcomes=TESTS, needs=under(row["needed"], AGAIN, "honour")
    )


def of_muse(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A failed test rolled again if she inspires: her Ki roll, then that; of many dice her roll alone (KEN-STA-35)."""
    row, muse = failed(asked), state.units.get(str(asked.facts["muse"]))
    if muse is None or raw != "yes":
        return None
    added = ki_lines(state, muse)

    async def play(game: Game[State]) -> None:
        if await test(game, muse.id, "ki", added, "ability", AGAIN) and row is not None:
            await retried(game, row)

    return Deed(play=play, tell=passed, outcomes=TESTS, lines=added, needs=None if row else under(total(added), AGAIN))


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("orders.declare", ("*", "ability"), of_ability), Prospect("act.abilities", (), of_due),
    Prospect("special.taisho", (), of_taisho), Prospect("special.taisho", ("*",), of_taisho),
    Prospect("special.strategic", ("*",), of_strategic),
    Prospect("special.regroup", (), of_regroup), Prospect("charge.reaction", (), of_reaction),
    Prospect("honour.again", (), of_again), Prospect("ability.inspire", (), of_muse),
)  # fmt: skip
