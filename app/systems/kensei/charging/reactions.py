"""What a charged unit may answer (KEN-CHG-37 to KEN-CHG-50)."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.domains import Pick
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Note, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.ground.terrain import mystical_at
from app.systems.kensei.measure import parts
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

FREE, CHARGED, SHOOTS, COUNTERS, ONCE, HOLY, GARRISON, LOADED, INSTANT, RIDES = (
    c("KEN-CHG-50"), c("KEN-CHG-40"), c("KEN-CHG-41"), c("KEN-CHG-45"), c("KEN-RUN-07"),
    c("KEN-TER-98"), c("KEN-MOV-47"), c("KEN-CHG-44"), c("KEN-ABI-04"), c("KEN-CHG-48"),
)  # fmt: skip
ABILITIES = table("abilities")
AP: dict[str, int] = table("orders")["ap"]


@dataclass(frozen=True, slots=True)
class After(Pick):
    """Whether a charge is carried on after a target that ran; the preview says what is in its way."""

    no_way: Refusal | None = None

    def preview(self, answer: str) -> Preview:
        """That there is no way to them, and why."""
        no = self.no_way if answer == "yes" else None
        return Preview(no=self.refuse(answer), notes=(Note(no.code, no.facts, no.clause),) if no else ())


def reactions(state: State, target: Unit, charger: Unit, *, inside: bool = False) -> Pick:
    """The answers of a charged unit, each with the reason why it is closed; ``inside``: its Construction is stormed."""
    found: dict[str, Refusal | None] = {
        "withstand": None, "shoot": refuse_shot(state, target, charger),
        "counter": refuse_counter(state, target, charger), "run": refuse_run(state, target),
    }  # fmt: skip
    if inside:
        no = refuse("reaction.garrison", GARRISON, unit=target.id)
        found |= {"counter": no, "run": no}
    for key in answering(target):
        found[key] = refuse_ability(state, target, key)
    return Pick(found)


def refuse_any(state: State, target: Unit) -> Refusal | None:
    """Why a unit can only withstand: it fights, flees, or has charged itself this turn (KEN-CHG-40, KEN-CHG-50)."""
    if state.fighting(target.id):
        return refuse("reaction.in-combat", FREE, unit=target.id)
    if target.fleeing:
        return refuse("reaction.fleeing", FREE, unit=target.id)
    return refuse("reaction.has-charged", CHARGED, unit=target.id) if target.acted_last else None


def refuse_ap(target: Unit, what: str, clause: Clause) -> Refusal | None:
    """Why a unit cannot pay for an answer."""
    if target.ap < AP[what]:
        return refuse("reaction.no-ap", clause, unit=target.id, ap=target.ap, needed=AP[what])
    return refuse("reaction.no-action", clause, unit=target.id) if target.under("no_action") else None


def refuse_shot(state: State, target: Unit, charger: Unit) -> Refusal | None:
    """Why a unit cannot Withstand And Shoot (KEN-CHG-41, KEN-CHG-44)."""
    no = refuse_any(state, target)
    if no is not None:
        return no
    armed = [model for one in (target, *state.inside(target.id)) if one.ranged for model in one.models]
    if not armed:
        return refuse("reaction.no-weapon", SHOOTS, unit=target.id)
    if not any(model.loaded and not model.wet for model in armed):
        return refuse("reaction.not-loaded", LOADED, unit=target.id)
    if not sees(state, target, charger):
        return refuse("reaction.unseen", SHOOTS, unit=target.id, target=charger.id)
    return refuse_ap(target, "withstand_and_shoot", SHOOTS)


def refuse_counter(state: State, target: Unit, charger: Unit) -> Refusal | None:
    """Why a unit cannot Counter-Charge (KEN-CHG-45)."""
    no = refuse_any(state, target)
    if no is not None:
        return no
    if target.building:
        return refuse("reaction.garrison", GARRISON, unit=target.id)
    if not sees(state, target, charger):
        return refuse("reaction.unseen", COUNTERS, unit=target.id, target=charger.id)
    return refuse_ap(target, "counter_charge", RIDES)


def refuse_run(state: State, target: Unit) -> Refusal | None:
    """Why a unit cannot choose to Run Away (KEN-RUN-07, KEN-TER-98)."""
    no = refuse_any(state, target)
    if no is not None:
        return no
    if target.fled_charge and target.fled_charge == state.turn:
        return refuse("reaction.has-fled", ONCE, unit=target.id)
    if target.building:
        return refuse("reaction.garrison", GARRISON, unit=target.id)
    near = mystical_at(state, parts(state, target))
    return refuse("reaction.mystical", HOLY, unit=target.id, piece=near.id) if near else None


def answering(target: Unit) -> tuple[str, ...]:
    """Abilities of a unit that answer a charge."""
    known = (key for key in target.abilities if key in ABILITIES)
    return tuple(key for key in known if "charge_reaction" in (ABILITIES[key]["moment"], ABILITIES[key].get("also")))


def refuse_ability(state: State, target: Unit, key: str) -> Refusal | None:
    """Why an ability cannot answer a charge now."""
    if key in target.used:
        return refuse("reaction.ability-used", INSTANT, unit=target.id, key=key)
    return refuse_any(state, target) or refuse_ap(target, "ability", INSTANT)
