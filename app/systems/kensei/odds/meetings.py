"""What the Combat in which a charge ends may bring, by how it is met; how far anybody comes is not told (STA-37)."""

from __future__ import annotations

from fractions import Fraction

from app.engine.flow import Game
from app.engine.prospects import Asked, Deed
from app.engine.refusals import Refusal
from app.engine.views import Note
from app.systems.kensei.army import UnitId
from app.systems.kensei.book import c
from app.systems.kensei.charging.events import ContactMade, CounterCharged
from app.systems.kensei.charging.flow import COUNTER, COUNTERS, TOO_LATE
from app.systems.kensei.charging.way.approach import aim
from app.systems.kensei.charging.way.contact import MADE
from app.systems.kensei.combat.flow import RESULT, fight
from app.systems.kensei.odds.alone import alone, unveiled
from app.systems.kensei.odds.fights import BOUTS, fought
from app.systems.kensei.state import Contact, State

STANDS = c("KEN-CHG-38")
ROUND = Note("odds.this-round", {}, RESULT)


def of_meeting(state: State, asked: Asked, raw: str) -> Deed[State] | None:
    """A charge that is withstood and comes home, or falls short and is met by a Counter-Charge that reaches."""
    id, foe = UnitId(str(asked.facts["unit"])), UnitId(str(asked.facts["enemy"]))
    seen = unveiled(state, asked.seat)
    unit, enemy = seen.units.get(id), seen.units.get(foe)
    if unit is None or enemy is None or unit.building or unit.fleeing or state.fighting(id):
        return None
    found = aim(seen, enemy, unit)
    if isinstance(found, Refusal):
        return None
    counters = raw == "counter"
    zone = "front" if counters else found.taken.zone
    home = Note("odds.if-short", {}, COUNTERS) if counters else Note("odds.if-home", {"zone": f"zone.{zone}"}, STANDS)
    late = (Note("odds.too-late", {"dice": int(COUNTER["against"])}, TOO_LATE),) if counters else ()
    bare = alone(state, asked.seat, id, foe).with_unit(foe, charged=id)
    return Deed(
        play=lambda game: met(game, id, foe, zone, counters=counters), tell=lambda events: fought(asked.seat, events),
        outcomes=BOUTS, needs=home, later=True, worlds=((Fraction(1), bare),), notes=(ROUND, *late),
    )  # fmt: skip


async def met(game: Game[State], id: UnitId, foe: UnitId, zone: str, *, counters: bool) -> None:
    """The two are in contact, the one that came with its bonuses, and have fought their round."""
    by, on, dice = (id, foe, int(COUNTER["dice"])) if counters else (foe, id, 0)
    if counters:
        game.emit(CounterCharged(clause=COUNTERS, unit=id, target=foe, allowed=0, needed=0))
    contact = Contact(by=by, on=on, zone=zone, turn=game.state.turn)
    game.emit(ContactMade(clause=MADE, unit=by, target=on, contact=contact, dice=dice))
    await fight(game, tuple(unit for unit in game.state.fielded() if unit.id in (id, foe)))
