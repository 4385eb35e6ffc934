"""What a challenge, a Confrontation and an ability in a Combat may bring."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from fractions import Fraction

from app.engine.asks import Json
from app.engine.events import Event, Seat
from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.kensei.abilities import within
from app.systems.kensei.abilities.events import EffectsLaid
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.combat.fights import all_fights, duel_initiative, fight_of
from app.systems.kensei.duels.duel import AGAIN, CHALLENGE, HIDE, Called, duel, hidden, initiative, settled
from app.systems.kensei.duels.events import ConfrontationEnded, HideTried
from app.systems.kensei.odds.alone import unveiled
from app.systems.kensei.odds.rolls import WORKS
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import Opposed

DUELS = (Outcome("odds.falls", 4), Outcome("odds.both-stand", 0), Outcome("odds.kills", 3, wanted=True))
HIDES = (Outcome("odds.stays-seen", 0), Outcome("odds.hides", 2, wanted=True))
ROLLS = (Outcome("odds.loses-roll", 0), Outcome("odds.wins-roll", 2, wanted=True))
Played = Callable[[Game[State]], Awaitable[object]]


def ended(state: State, seat: Seat, events: Sequence[Event]) -> str:
    """Who of the two was killed, if anybody."""
    found = next((e for e in events if isinstance(e, ConfrontationEnded) and e.how == "killed"), None)
    if found is None:
        return "odds.both-stand"
    return "odds.kills" if state.units[found.winner].seat == seat else "odds.falls"


def confronted(state: State, asked: Asked, mine: str, foe: str, play: Played) -> Deed[State]:
    """A Confrontation of these two, in which nobody uses an ability or hides."""
    adds = duel_initiative(state, state.units[mine])
    lead = total(adds) - total(duel_initiative(state, state.units[foe]))
    return Deed(
        play=play, tell=lambda events: ended(state, asked.seat, events), outcomes=DUELS, lines=adds,
        needs=Note("odds.lead", {"lead": lead}, CHALLENGE), notes=(Note("odds.bare-duel", {}, CHALLENGE),),
        worlds=((Fraction(1), state),),
    )  # fmt: skip


def of_challenge(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A challenge, accepted whoever wins the roll (KEN-CNF-15)."""
    seen, unit = unveiled(state, asked.seat), asked.at[0]
    if unit not in seen.units or raw not in seen.units:
        return None
    body = seen.body(seen.units[unit]).id
    fight = next((fight_of(seen, units) for units in all_fights(seen) if body in [u.id for u in units]), None)
    if fight is None:
        return None
    return confronted(seen, asked, unit, raw, lambda game: settled(game, Called(fight, unit, raw)))


def of_reply(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A challenge that is accepted (KEN-CNF-17)."""
    seen, mine, foe = unveiled(state, asked.seat), str(asked.facts["unit"]), str(asked.facts["target"])
    if raw != "accept" or foe not in seen.units:
        return None
    return confronted(seen, asked, mine, foe, lambda game: duel(game, foe, mine, mine))


def away(events: Sequence[Event]) -> str:
    """Whether a duellist got away."""
    return "odds.hides" if next(e.passed for e in events if isinstance(e, HideTried)) else "odds.stays-seen"


def of_round(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """To hide as a round of a Confrontation begins, or to use an ability (KEN-CNF-27)."""
    unit, foe = str(asked.facts["unit"]), str(asked.facts["target"])
    if raw != "hide":
        return tried(state, asked, unit, foe, raw)
    seen = unveiled(state, asked.seat)
    lead = total(duel_initiative(seen, seen.units[unit])) - total(duel_initiative(seen, seen.units[foe]))
    return Deed(
        play=lambda game: hidden(game, unit, foe), tell=away, outcomes=HIDES, worlds=((Fraction(1), seen),),
        needs=Note("odds.lead", {"lead": lead}, HIDE),
    )  # fmt: skip


def worked(events: Sequence[Event]) -> str:
    """Whether an ability came to hold."""
    return "odds.works" if any(isinstance(e, EffectsLaid) for e in events) else "odds.no-effect"


def tried(state: State, asked: Asked, unit: str, foe: str, key: str) -> Deed[State] | None:
    """A Combat Ability against this enemy."""
    seen = unveiled(state, asked.seat)
    if key not in ABILITIES or unit not in seen.units or foe not in seen.units:
        return None
    return Deed(play=lambda game: within.use(game, unit, key, foe), tell=worked, outcomes=WORKS,
                worlds=((Fraction(1), seen),))  # fmt: skip


def of_ability(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A Combat Ability (KEN-CBT-10)."""
    return tried(state, asked, asked.at[0], asked.at[1], raw)


def of_second(_: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The die of a lost Initiative roll thrown again (KEN-STA-35)."""
    unit, why = str(asked.facts["unit"]), str(asked.facts["why"])
    rolls = {row["unit"]: row["total"] for row in asked.lately if row["kind"] == "kensei.opposed" and row["why"] == why}
    foe = next((id for id in reversed(rolls) if id != unit), "")
    if raw != "yes" or not foe:
        return None

    async def play(game: Game[State]) -> None:
        totals = {unit: await initiative(game, unit, why), foe: rolls[foe]}
        while totals[unit] == totals[foe]:
            totals = {id: await initiative(game, id, why) for id in rolls}

    def tell(events: Sequence[Event]) -> str:
        last = rolls | {e.unit: e.total for e in events if isinstance(e, Opposed)}
        return "odds.wins-roll" if last[unit] > last[foe] else "odds.loses-roll"

    return Deed(play=play, tell=tell, outcomes=ROLLS, needs=Note("odds.against", {"total": rolls[foe]}, AGAIN))


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("challenge.make", ("*",), of_challenge), Prospect("challenge.answer", (), of_reply),
    Prospect("duel.round", (), of_round), Prospect("duel.again", (), of_second),
    Prospect("combat.ability", ("*", "*"), of_ability),
)  # fmt: skip
