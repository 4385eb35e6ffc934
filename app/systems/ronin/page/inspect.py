"""What a player sees who asks about a model or a marker: its card in the order of the rulebook, and how it stands now.

It is the same for all who look: rosters, wounds, loads and what was done lie open; counters and goals are not read.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.modifiers import Line, total
from app.engine.refusals import Fact
from app.engine.views import Figure, Inspection, Note, Rung
from app.systems.ronin.book import WEAPONS, c, inches, table
from app.systems.ronin.combat.modifiers import FIGHT, INITIATIVE, INITIATIVE_TABLE, Fighter, fight_lines
from app.systems.ronin.measure import (
    current_pool,
    engaged_with,
    is_encumbered,
    is_routing,
    is_to_come,
    is_wavering,
)
from app.systems.ronin.page.view import is_used
from app.systems.ronin.state import Body, Model, State

RANK, POOL, INIT, BLOWS, AIM, ARMOUR, COST, GONE, WOUNDS, MET, LOAD = (
    c("RON-ARM-02"), c("RON-ARM-03"), c("RON-CBT-24"), c("RON-CBT-03"), c("RON-SHO-15"), c("RON-CBT-09"),
    c("RON-ARM-06"), c("RON-SCN-10"), c("RON-WND-01"), c("RON-MOV-14"), c("RON-SHO-36"),
)  # fmt: skip
OWN = c("RON-ARM-16")
LADEN, SCHOOL, SHOOTING, GUARD, ONCE, WAVERING, ROUTING, REST, BODY = (
    c("RON-MOV-30"), c("RON-ATT-02"), c("RON-ATT-05"), c("RON-ATT-13"), c("RON-PRI-08"), c("RON-MOR-24"),
    c("RON-MOR-26"), c("RON-ACT-15"), c("RON-WND-07"),
)  # fmt: skip
WORN: dict[str, int] = {row["id"]: row["adds"] for row in table("combat")["defence"] if row["id"].endswith("-armour")}
"""What each armour adds to a defence (RON-CBT-09)."""
HURT = ("stunned", "light", "grievous")
RUNGS = {"stunned": "stunned", "light": "light-wound", "grievous": "grievous-wound"}
OFF = ("reserve", "exited")
"""The fates of a model that is not on the table and not lost."""
PLAYED = ("move", "action")


def inspect(state: State, id: str) -> Inspection:
    """The card of a model or of a body; an empty one for anything else."""
    me = state.models.get(id)
    if me is None:
        return Inspection(notes=tuple(note for body in state.bodies if body.id == id for note in of_body(body)))
    added = lines(state, me) if me.on_table else {}
    return Inspection(
        what=tuple(what(me)), profile=profile(me, added), ladder=ladder(me),
        arms=(armour(me), *(weapon_note(key) for key in me.weapons)),
        abilities=tuple(
            Note("card.attribute", {"attribute": key}, table("attributes")[key]["clause"])
            for key in me.attributes
            if key in table("attributes")  # an umpire of a campaign may have written another word
        ),
        notes=tuple(notes(state, me)), tables={key: rows for key, rows in added.items() if len(rows) > 1},
    )  # fmt: skip


def what(me: Model) -> Iterator[Note]:
    """What it is, and what it costs."""
    yield from roles(me)
    if me.own:
        yield Note("card.own", {"profile": me.own}, OWN)
    if me.points:
        yield Note("card.cost", {"points": me.points}, COST)


def profile(me: Model, added: dict[str, tuple[Line, ...]]) -> tuple[Figure, ...]:
    """Its figures, with what wounds and attributes have made of them (RON-ARM-01)."""
    ready, blows = (total(added[key]) if added else None for key in ("inspect.initiative", "inspect.fight"))
    return (
        Figure("rank", me.rank, RANK),
        Figure("pool", me.pool, POOL, now=current_pool(me) if me.on_table else None),
        Figure("initiative", me.initiative, INIT, "sign", ready),
        Figure("fight", me.fight, BLOWS, "sign", blows),
        Figure("shoot", me.shoot, AIM, "sign"),
        Figure("armour", WORN.get(f"{me.armour}-armour", 0), ARMOUR, "sign"),
    )  # fmt: skip


def ladder(me: Model) -> tuple[Rung, ...]:
    """From unhurt to killed, or how else it was lost, with what it bears of each (RON-WND-01); none for one that is off
    the table and not lost."""
    if me.fate in OFF:
        return ()
    borne = {kind: getattr(me, kind) for kind in HURT}
    return (
        Rung(Note("word.unhurt", {}, WOUNDS), number=int(not me.fate and not any(borne.values()))),
        *(Rung(Note(f"word.{RUNGS[kind]}", {}, WOUNDS), kind, number) for kind, number in borne.items()),
        Rung(Note(f"word.{me.fate or 'dead'}", {}, WOUNDS), number=int(bool(me.fate))),
    )


def notes(state: State, me: Model) -> Iterator[Note]:
    """How it stands, what it has done this turn and may still do; or why it does not stand."""
    if me.on_table:
        yield from hurts(me)
        yield from standing(state, me)
        yield from done(me)
    else:
        yield Note("card.gone", {"fate": me.fate}, GONE)
    yield from open_to(state, me)


def armour(me: Model) -> Note:
    """What it wears, and what that adds to a defence (RON-CBT-09)."""
    worn = f"{me.armour}-armour"
    if worn not in WORN:
        return Note("card.unarmoured", {}, ARMOUR)
    return Note("card.armour", {"armour": worn, "adds": WORN[worn]}, ARMOUR)


def roles(me: Model) -> Iterator[Note]:
    """Who leads, bears the banner, is no fighter, and sits on a horse."""
    if me.leader:
        yield Note("badge.leader", {}, c("RON-SET-12"))
    if me.banner:
        yield Note("badge.banner", {}, c("RON-MOR-21"))
    if me.civilian:
        yield Note("badge.civilian", {}, c("RON-SCN-41"))
    if me.mounted:
        yield Note("badge.mounted", {}, c("RON-SET-06"))


def weapon_note(key: str) -> Note:
    """A weapon with its figures: Initiative before Attack, or range before wounds (RON-WPN-01, RON-SHO-07)."""
    weapon = WEAPONS[key]
    if weapon.is_missile:
        return Note(
            "card.missile", {"weapon": key, "range": inches(weapon.range), "wound": weapon.wound}, weapon.clause
        )
    if weapon.initiative_later is None:
        facts: dict[str, Fact] = {"weapon": key, "initiative": weapon.initiative, "attack": weapon.attack}
        return Note("card.weapon", facts, weapon.clause)
    return Note("card.weapon.later", {"weapon": key, "initiative": weapon.initiative,
                                      "later": weapon.initiative_later, "attack": weapon.attack},
                weapon.clauses.get("initiative_later", weapon.clause))  # fmt: skip


# -- how it stands ----------------------------------------------------------------------


def hurts(me: Model) -> Iterator[Note]:
    """Its wounds, and what they leave of its Pool (RON-WND-01)."""
    for kind in HURT:
        if number := getattr(me, kind):
            yield Note(f"card.{kind}", {"number": number}, WOUNDS)
    if (pool := current_pool(me)) != me.pool:
        yield Note("card.pool", {"now": pool, "pool": me.pool}, c("RON-WND-06"))


def standing(state: State, me: Model) -> Iterator[Note]:
    """Whom it fights, its nerve, its load, and whether its teppo is loaded."""
    yield from (Note("card.engaged", {"foe": foe.id}, MET) for foe in engaged_with(state, me))
    if is_routing(state, me):
        yield Note("word.routing", {}, ROUTING)
    elif is_wavering(state, me):
        yield Note("word.wavering", {}, WAVERING)
    if any(WEAPONS[key].is_missile and table("weapons")[key]["loads"] for key in me.weapons):
        yield Note("card.loaded" if me.loaded else "card.unloaded", {}, LOAD)
    if me.heads or me.loot:
        yield Note("card.carries", {"heads": len(me.heads), "loot": me.loot}, LADEN)
    if me.objects:
        yield Note("badge.object", {}, LADEN)
    if is_encumbered(me):
        yield Note("badge.encumbered", {}, LADEN)


def done(me: Model) -> Iterator[Note]:
    """What it has done this turn."""
    if me.moved != "none":
        yield Note(f"card.moved.{me.moved}", {}, ONCE)
    if me.shots:
        yield Note("card.shots", {"number": me.shots}, c("RON-SHO-03"))
    if me.rested:
        yield Note("card.rested", {}, REST)
    if me.bujutsu_used:
        yield Note("card.reroll-used", {}, SCHOOL)
    if me.shot_reroll_used:
        yield Note("card.shot-reroll-used", {}, SHOOTING)
    if me.guarded:
        yield Note("card.guarded", {}, GUARD)


def open_to(state: State, me: Model) -> Iterator[Note]:
    """Whether it has had its go in the phase at hand, or may still have it (RON-PRI-08)."""
    if (
        state.outcome is None
        and state.phase in PLAYED
        and (me.on_table or (state.phase == "move" and is_to_come(state, me)))
    ):
        yield Note(f"card.{'had' if is_used(state, me) else 'open'}.{state.phase}", {}, ONCE)


def lines(state: State, me: Model) -> dict[str, tuple[Line, ...]]:
    """Its Initiative and Fight as they stand, line by line; no weapon is chosen yet."""
    ready = (Line("initiative", me.initiative, INITIATIVE), *INITIATIVE_TABLE.lines(Fighter(state, me)))
    return {"inspect.initiative": ready, "inspect.fight": fight_lines(state, me, FIGHT)}


def of_body(body: Body) -> Iterator[Note]:
    """What a body marker still bears (RON-WND-07)."""
    if body.head:
        yield Note("badge.head", {}, BODY)
    if body.loot:
        yield Note("badge.loot", {}, BODY)
    if not (body.head or body.loot):
        yield Note("card.bare", {}, BODY)
