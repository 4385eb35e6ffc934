"""Giving a Warning Order: the form its owner fills in, and what stands against it (KEN-WRN-08, KEN-WRN-09)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from app.engine.forms import Field, Form
from app.engine.modifiers import total
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.charging.rules import dice_of, roll_lines
from app.systems.kensei.ground.standing import hill
from app.systems.kensei.ideas import proposals
from app.systems.kensei.ideas.proposals import SIMPLE, plain_warning
from app.systems.kensei.moving.ways.travel import allowance
from app.systems.kensei.shooting.rules import armed, weapon_of
from app.systems.kensei.state import State
from app.systems.kensei.warnings.rules import (
    CLASSES,
    DEEDS,
    JOINS,
    LONGEST,
    RESPONSES,
    SIDES,
    TRAITS,
    TRIGGERS,
    WHICH,
    read_warning,
    vague,
)
from app.systems.kensei.warnings.watch import shooters

PRICE, AP, READY, NO_WEAPON = c("KEN-WRN-01"), c("KEN-WRN-07"), c("KEN-WRN-14"), c("KEN-WRN-03")
COST = table("warnings")["opportunity"]
LONGER = cm(table("shots")["hill"]["long"])
FACES = 10
"""The highest face of a Charge die."""


def refuse_warned(state: State, unit: Unit, pool: int) -> Refusal | None:
    """Why a unit cannot be given a Warning Order: Command Points, flight, combat, an order it has already."""
    if pool < table("warnings")["warning"]["cost"]:
        return refuse("no_command", PRICE, pool=pool, needed=table("warnings")["warning"]["cost"])
    if unit.fleeing or state.fighting(unit.id):
        return refuse("in_combat", READY, unit=unit.id)
    return None if unit.ap else refuse("no_ap", AP, unit=unit.id, ap=0, needed=1)


def refuse_response(state: State, unit: Unit, raw: Mapping[str, Any]) -> Refusal | None:
    """Why a unit can never answer so: no ranged weapon that is loaded, or too few AP even if it does nothing else."""
    kind = raw["response"]["kind"]
    if kind == "shoot" and not any(shooters(state, unit)):
        return refuse("no_weapon", NO_WEAPON, unit=unit.id)
    if kind == "shoot" and not any(model.loaded and not model.wet for model in shooters(state, unit)):
        return refuse("not_loaded", c("KEN-RNG-04"), unit=unit.id)
    if unit.ap < COST[kind]:
        return refuse("no_ap", AP, unit=unit.id, ap=unit.ap, needed=COST[kind])
    far = covered(state, unit, kind, str(raw["response"].get("mode", "march")))
    trigger = raw["trigger"]
    asked = (row["cm"] for row in (trigger, *trigger.get("list", ())) if row["type"] == "enemy_in_reach")
    return next((vague("trigger.cm", number) for number in asked if cm(number) > far), None)


def covered(state: State, unit: Unit, kind: str, mode: str) -> int:
    """How far an answer can carry at the very most: the longest shot, or Movement and Charge dice (section 3.3)."""
    if kind == "shoot":
        hilly = LONGER if hill(state, unit) is not None else 0
        arms = filter(None, map(weapon_of, armed(state, unit)))
        return max((max(cm(weapon.long) + hilly, cm(weapon.medium)) for weapon in arms), default=0)
    moves = allowance(state, unit, mode) if kind == "move_then_charge" else 0
    return moves + cm(FACES * dice_of(unit) + total(roll_lines(unit)))


def warning_form(state: State, unit: Unit) -> Form:
    """The form of a Warning Order for a unit."""

    def parse(raw: Mapping[str, Any]) -> Mapping[str, Any] | Refusal:
        found = read_warning(state, unit, raw)
        return found if isinstance(found, Refusal) else {**raw, "trigger": found.trigger}

    usual = "shoot" if any(shooters(state, unit)) else "charge"
    plain = [plain_warning(kind, response) for response in dict.fromkeys((usual, "charge")) for kind in SIMPLE]
    able = [row for row in plain if refuse_response(state, unit, row) is None]
    first = able[0]["response"] if able else {}
    sure = tuple(row for row in able if row["response"] == first) or (plain_warning(SIMPLE[0], "charge"),)
    return Form(fields(state, unit), parse, partial(proposals.warning, state, unit, RESPONSES, tuple(DEEDS)[:3]), sure,
                lambda raw: refuse_response(state, unit, raw))  # fmt: skip


def fields(state: State, unit: Unit) -> tuple[Field, ...]:
    """The fields of the form, those of up to two joined conditions too."""
    foes = tuple(foe.id for foe in state.enemies_of(unit.seat) if not foe.concealed)
    mine = tuple(one.id for one in state.fielded(unit.seat))
    joined: dict[str, tuple[str, ...]] = {"trigger.type": JOINS}
    rows = [
        Field("response.kind", "pick", RESPONSES),
        Field("response.mode", "pick", ("march", "run"), only={"response.kind": ("move_then_charge",)}),
        Field("response.bearing", "bearing", only={"response.kind": ("move_then_charge",)}),
        Field("trigger.type", "pick", (*TRIGGERS, *JOINS)),
        *terms(state, "trigger", mine, {}),
        Field("trigger.list.0.type", "pick", TRIGGERS, only=joined),
        *terms(state, "trigger.list.0", mine, joined),
        Field("trigger.list.1.type", "pick", TRIGGERS, only=joined),
        *terms(state, "trigger.list.1", mine, joined),
        Field("which", "pick", WHICH),
        Field("filter.class", "picks", CLASSES[:-1]),
        Field("filter.traits_any", "picks", TRAITS),
        Field("filter.unit_ids", "picks", foes, pieces=True),
        Field("filter.min_models", "number", low=1, high=20),
    ]
    return tuple(rows)


def terms(state: State, at: str, mine: tuple[str, ...], only: dict[str, tuple[str, ...]]) -> list[Field]:
    """The fields of one condition: which depends on its type."""
    pieces = tuple(piece.id for piece in state.table.pieces)
    lines = tuple(piece.id for piece in state.table.pieces if not piece.closed)

    def when(*kinds: str) -> dict[str, tuple[str, ...]]:
        return {**only, f"{at}.type": kinds}

    area, line = when("enemy_enters_area"), when("enemy_crosses_line")
    return [
        Field(f"{at}.cm", "number", low=1, high=LONGEST, only=when("enemy_within", "enemy_in_reach")),
        Field(f"{at}.of", "pick", ("self", *mine), only=when("enemy_within"), pieces=True),
        Field(f"{at}.terrain", "pick", pieces, only=area, pieces=True),
        Field(f"{at}.centre", "spot", only=area),
        Field(f"{at}.radius", "number", low=1, high=LONGEST, only=area),
        Field(f"{at}.polygon", "spots", low=3, high=12, only=area),
        Field(f"{at}.terrain", "pick", lines, only=line, pieces=True),
        Field(f"{at}.line", "spots", low=2, high=2, only=line),
        Field(f"{at}.side", "pick", SIDES, only=line),
        Field(f"{at}.units", "picks", mine, only=when("enemy_declares_charge", "enemy_shoots"), pieces=True),
        Field(f"{at}.terrain", "pick", pieces, only=when("enemy_leaves_building", "enemy_occupies_building"),
              pieces=True),
    ]  # fmt: skip
