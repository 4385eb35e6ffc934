"""Characters who join a unit or leave it outside a combat (KEN-TYP-33, -34, -40, -41, KEN-CNF-08, KEN-CNF-30)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import SLACK
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.measure import bases, between, parts, strength
from app.systems.kensei.moving.ways.travel import refuse_place, rides
from app.systems.kensei.state import State

CONTACT, PLACES, KIND, WEAPON, ALONE, ENGAGED, GOES, LOST = (
    c("KEN-TYP-34"), c("KEN-TYP-40"), c("KEN-TYP-41"), c("KEN-TYP-03"), c("KEN-ARM-16"), c("KEN-CBT-37"),
    c("KEN-CNF-08"), c("KEN-CNF-07"),
)  # fmt: skip
FORMATION = table("troops")["formation"]
HONOUR: int = table("duels")["leave"]["honour"]


def refuse_host(state: State, him: Unit, host: Unit) -> Refusal | None:
    """Why a character cannot belong to a unit, wherever he stands (KEN-TYP-03, KEN-TYP-40, KEN-TYP-41)."""
    facts = {"unit": him.id, "host": host.id}
    number = strength(state, host) + 1
    limits = FORMATION["cavalry" if host.troop == "cavalry" else "infantry"]
    reasons: tuple[tuple[str, Clause, bool], ...] = (
        ("character.loner", ALONE, him.has("loner")),
        ("character.no-unit", CONTACT, host.is_character or host.loose),
        ("character.creatures", KIND, host.troop == "creature"),
        ("character.mounted", KIND, rides(him) != (host.troop == "cavalry")),
        ("character.other-weapon", WEAPON, him.role == "bushi" and bool(host.ranged) and him.ranged != host.ranged),
        ("character.too-many", PLACES, number > limits["most"] or -(-number // host.files) > limits["ranks"]),
        ("character.indoors", CONTACT, bool(host.building or him.building)),
        ("character.flees", ENGAGED, host.fleeing or him.fleeing),
        ("character.fights", ENGAGED, state.fighting(host.id) or state.fighting(him.id)),
    )
    code, clause = next(((code, clause) for code, clause, holds in reasons if holds), ("", CONTACT))
    return refuse(code, clause, **facts) if code else None


def refuse_join(state: State, him: Unit, host: Unit) -> Refusal | None:
    """Why a character cannot join a unit now: also where he stands, and whether there is room for one more."""
    if no := refuse_host(state, him, host):
        return no
    off = between(bases(state, him), parts(state, host))
    if off > SLACK:
        return refuse("character.not-touching", CONTACT, unit=him.id, host=host.id, gap=off)
    return refuse_room(state, him, host)


def refuse_room(state: State, him: Unit, host: Unit) -> Refusal | None:
    """Why a unit has no room for one more: what stands where its rear rank would be (KEN-MOV-48)."""
    joined = replace(him, host=host.id)
    grown = replace(state, units={**state.units, him.id: joined})
    return refuse_place(grown, grown.units[host.id])


def refuse_leave(state: State, him: Unit) -> Refusal | None:
    """Why a character cannot leave his unit, in a combat or outside one (KEN-CNF-06, KEN-CNF-08)."""
    if not him.host:
        return refuse("character.by-himself", GOES, unit=him.id)
    host = state.units[him.host]
    if host.building:
        return refuse("character.indoors", GOES, unit=him.id, host=host.id)
    if state.fighting(host.id):
        return None
    if him.moved:
        return refuse("move.once", c("KEN-MOV-01"), unit=him.id)
    return refuse("character.flees", ENGAGED, unit=him.id, host=host.id) if host.fleeing else None
