"""What a player sees who asks about a unit or a model of it: its card in the order of the rulebook, and its state.

It is the same for all who look: nothing on the table is hidden.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact
from app.engine.views import Figure, Inspection, Note, Rung
from app.systems.celtos.bands.lists import LISTS
from app.systems.celtos.book import c, table
from app.systems.celtos.checks.flow import lines_of, prospect
from app.systems.celtos.measure import below_half, in_coherency, units_touched
from app.systems.celtos.page.view import left_of
from app.systems.celtos.scenarios.figures import may_be_activated
from app.systems.celtos.state import Model, State, Unit
from app.systems.celtos.weapons.missiles import MISSILES

STAND, WOUNDS, COMMAND, COST, ACTIVATED, OPEN, ORDERED, MET, HALF, APART = (
    c("CEL-PRO-13"), c("CEL-PRO-06"), c("CEL-PRO-15"), c("CEL-ARM-04"), c("CEL-ACT-02"),
    c("CEL-ACT-03"), c("CEL-ORD-02"), c("CEL-PRO-21"), c("CEL-GEN-10"), c("CEL-MOV-11"),
)  # fmt: skip
ALONE, OWN = c("CEL-PRO-14"), c("CEL-ARM-10")
FIGURES = {
    "mv": ("movement", c("CEL-PRO-04")), "in": ("initiative", c("CEL-PRO-07")), "ds": ("shooting", c("CEL-PRO-01")),
    "as": ("assault", c("CEL-PRO-02")), "fu": ("strength", c("CEL-DMG-03")), "rs": ("resistance", c("CEL-PRO-03")),
    "hr": ("start_wounds", c("CEL-PRO-06")), "mn": ("command", c("CEL-PRO-08")), "tm": ("size", c("CEL-PRO-05")),
}  # fmt: skip
"""The figures of a profile in their order, and what each is for."""
MARKED = {"panic": c("CEL-MOR-08"), "moved": c("CEL-MRK-02"), "reaction": c("CEL-REA-06"),
          "responded": c("CEL-REA-16"), "charged": c("CEL-MRK-02")}  # fmt: skip
"""The states of a unit in their order, and why each holds."""
CHECKS = {"morale": c("CEL-MOR-04"), "reaction": c("CEL-REA-04"), "rally": c("CEL-RAL-02")}
OFF = {
    "waiting": c("CEL-ACT-11"), "reserve": c("CEL-SET-02"), "destroyed": c("CEL-PRO-22"),
    "defeated": c("CEL-MOR-09"), "dead": c("CEL-PRO-22"),
}  # fmt: skip
"""Why a unit or a model is off the table, where a rule put it there."""
TRAITS = {army.trait.id: Clause(army.clause) for army in LISTS.values() if army.trait}


def inspect(state: State, id: str) -> Inspection:
    """The card of a unit or of one of its models; an empty one for anything else."""
    asked = state.models.get(id)
    unit = state.units.get(asked.unit if asked else id)
    if unit is None:
        return Inspection()
    shown = asked or next(iter(state.living(unit)), state.models[unit.models[0]])
    return Inspection(
        what=tuple(what(unit, asked)), profile=tuple(profile(unit, shown, asked)), ladder=ladder(state, unit),
        arms=tuple(note for key in shown.weapons for note in weapon_notes(key)),
        abilities=tuple(abilities(unit, shown)), notes=tuple(notes(state, unit, asked)), tables=tables(state, unit),
    )  # fmt: skip


def what(unit: Unit, asked: Model | None) -> Iterator[Note]:
    """Whether it fights alone, which command model was asked about, and what it costs."""
    yield Note(f"card.{'individual' if unit.individual else 'unit'}", {}, ALONE if unit.individual else STAND)
    if asked and asked.role:
        yield Note(f"badge.{asked.role}", {}, COMMAND)
    if unit.own:
        yield Note("card.own", {"profile": unit.own}, OWN)
    if unit.cost:
        yield Note("card.cost", {"points": unit.cost}, COST)


def profile(unit: Unit, me: Model, asked: Model | None) -> Iterator[Figure]:
    """The nine figures in their order (CEL-PRO-09); of a model that was asked about the wounds it has left."""
    for key, (field, clause) in FIGURES.items():
        left = me.wounds if key == "hr" and me.start_wounds > 1 and (asked or unit.individual) else None
        yield Figure(key, getattr(me, field), clause, "len" if key == "mv" else "", left)


def ladder(state: State, unit: Unit) -> tuple[Rung, ...]:
    """From unhurt to destroyed, or how else it was lost, with the models or wounds it has lost; none for one that has
    still to come."""
    here = bool(state.living(unit))
    if not unit.fate and not here:
        return ()
    now, start = left_of(state, unit)
    counted, of = ("wounds-taken", WOUNDS) if unit.individual else ("losses", STAND)
    half = here and below_half(state, unit)
    whole = now == start and not (unit.panic or unit.fate)
    return (
        Rung(Note("word.unhurt", {}, of), number=int(whole)),
        Rung(Note(f"word.{counted}", {}, of), number=start - now),
        Rung(Note("card.below-half", {}, HALF), number=int(half)),
        Rung(Note("card.panic", {}, MARKED["panic"]), "panic", int(unit.panic)),
        Rung(
            Note(f"word.{unit.fate or 'destroyed'}", {}, OFF.get(unit.fate, OFF["destroyed"])),
            number=int(bool(unit.fate)),
        ),
    )


def notes(state: State, unit: Unit, asked: Model | None) -> Iterator[Note]:
    """What is left of it, how it stands, what it has done and may still do."""
    yield from strength(state, unit, asked)
    yield from standing(state, unit)


def strength(state: State, unit: Unit, asked: Model | None) -> Iterator[Note]:
    """How many models or wounds are left of it, and what the model asked about is and has left."""
    now, start = left_of(state, unit)
    yield Note("card.wounds" if unit.individual else "card.models", {"now": now, "start": start},
               WOUNDS if unit.individual else STAND)  # fmt: skip
    if asked and asked.start_wounds > 1 and not unit.individual:
        yield Note("card.wounds", {"now": asked.wounds, "start": asked.start_wounds}, WOUNDS)
    if asked and asked.fate and not unit.fate and state.living(unit):
        yield off(asked.fate)


def off(fate: str) -> Note:
    """Why it does not stand on the table."""
    return Note(f"word.{fate}", {}, OFF.get(fate, ""))


# -- what it bears ------------------------------------------------------------------------


def weapon_notes(key: str) -> Iterator[Note]:
    """A weapon with its figures; one that shoots band by band (CEL-WPN-01, CEL-WPN-03)."""
    row = table("weapons")[key]
    shoots = MISSILES.get(key)
    if shoots is None:
        figures = {"first": row["first"], "later": row["later"], "hit": row["hit"], "damage": row["damage"]}
        yield Note("card.weapon", {"weapon": key, **figures}, Clause(row["clause"]))
        return
    for band, (hit, harm) in shoots.bands.items():
        facts: dict[str, Fact] = {
            "weapon": key,
            "band": band,
            "limit": shoots.limits[band],
            "hit": hit,
            "strength": harm,
        }
        yield Note("card.missile", facts, Clause(row["clause"]))


def abilities(unit: Unit, me: Model) -> Iterator[Note]:
    """Its abilities, with their figure where they have one, and what its list gives it."""
    for key, figure in me.abilities.items():
        row = table("abilities")[key]
        kind = "card.ability.figure" if figure > 1 or "times" in row else "card.ability"
        yield Note(kind, {"ability": key, "figure": figure}, Clause(row["clause"]))
    yield from (Note("card.ability", {"ability": key}, TRAITS[key]) for key in unit.traits)


# -- how it stands ------------------------------------------------------------------------


def standing(state: State, unit: Unit) -> Iterator[Note]:
    """Its markers, whom it fights, what it has been ordered, and whether it may still be activated."""
    if unit.fate or not (living := state.living(unit)):
        yield off(unit.fate or ("waiting" if unit.waiting else "reserve"))
    else:
        yield from (Note(f"card.{key}", {}, clause) for key, clause in MARKED.items() if getattr(unit, key))
        yield from (Note("card.engaged", {"foe": foe.id}, MET) for foe in units_touched(state, unit))
        if below_half(state, unit):
            yield Note("card.below-half", {}, HALF)
        if len(living) > 1 and not in_coherency(state, unit):
            yield Note("card.scattered", {}, APART)
    yield from ordered(state, unit)
    yield from checked(state, unit)


def ordered(state: State, unit: Unit) -> Iterator[Note]:
    """What it has been given in this activation, and whether it has had one this turn or still may."""
    if unit.fate or state.outcome is not None:
        return
    if unit.id == state.active:
        yield from (Note("card.ordered", {"order": key}, ORDERED) for key in unit.orders)
    elif unit.activated:
        yield Note("card.had", {}, ACTIVATED)
    elif state.phase == "activation" and may_be_activated(state, unit):
        yield Note("card.open", {}, OPEN)


# -- its checks ---------------------------------------------------------------------------


def checks_of(state: State, unit: Unit) -> tuple[str, ...]:
    """The checks that may come: to rally in Panic, to react with the marker, and of morale."""
    if unit.fate or not state.living(unit):
        return ()
    others = (("rally", unit.panic), ("reaction", unit.reaction))
    return ("morale", *(kind for kind, holds in others if holds))


def checked(state: State, unit: Unit) -> Iterator[Note]:
    """The score each of its checks would need now."""
    for kind in checks_of(state, unit):
        yield Note(f"card.check.{kind}", {"needed": prospect(state, unit, kind)["needed"]}, CHECKS[kind])


def tables(state: State, unit: Unit) -> dict[str, tuple[Line, ...]]:
    """What would be added to each of its checks now, where anything would."""
    found = {f"inspect.{kind}": lines_of(state, unit, kind) for kind in checks_of(state, unit)}
    return {key: lines for key, lines in found.items() if lines}
