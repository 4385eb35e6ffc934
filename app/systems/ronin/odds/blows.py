"""What may come of a blow, for those who are about to strike, to meet it, or to choose with what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from app.engine.asks import AnyAsk, Json
from app.engine.domains import Choice
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect, saying
from app.engine.views import Note
from app.systems.ronin.attributes.reroll import may_reroll
from app.systems.ronin.combat.counters import combat_of, counters_of, less, refuse_attack_counters
from app.systems.ronin.combat.melee import ATTACK, COSTS, FREE, REROLL, SUBDUE, attack, free_attack, weapons_of
from app.systems.ronin.combat.modifiers import Blow, attack_lines, defence_lines
from app.systems.ronin.measure import engaged_with
from app.systems.ronin.odds.hurts import HURTS, hurt, taken
from app.systems.ronin.state import Combat, Counters, Model, ModelId, State

TAKEN = (HURTS[0], HURTS[1], Outcome("odds.captured", 4, wanted=True))
DICE = frozenset({"attack", "defence"})
REROLLED = {"attack": 0, "defence": 1}


def fight_of(state: State, id: str) -> Combat | None:
    """The combat that this model fights in now."""
    return next((fight for fight in state.combats if id in fight.members and not fight.fought), None)


def blow(state: State, combat: str, id: ModelId, target: ModelId, kind: str) -> Deed[State]:
    """One attack, and what is added on both sides."""
    me, it = state.model(id), state.model(target)
    clause = SUBDUE if kind == "subdue" else ATTACK
    of = Blow(state=state, attacker=me, target=it, weapon=me.weapon, kind=kind)
    adds, guard = attack_lines(of), defence_lines(of)
    lead = total(adds) - total(guard)
    rows = [Note("look.defence-line", {"line": line.id, "adds": line.adds}, line.clause) for line in guard]
    notes = (Note("look.defence", {"model": target, "adds": total(guard)}, ATTACK), *rows)
    return Deed(
        play=lambda game: attack(game, combat, id, target, kind),
        tell=taken if kind == "subdue" else partial(hurt, target), outcomes=TAKEN if kind == "subdue" else HURTS,
        of=Note(f"odds.of-{'subdue' if kind == 'subdue' else 'attack'}", {"by": id, "model": target}, clause),
        needs=Note("odds.lead", {"lead": lead}, clause), notes=notes, lines=adds, sums=DICE,
    )  # fmt: skip


def of_target(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An attack on one of the enemies in contact, or an attempt to Subdue him."""
    id = ModelId(str(asked.facts["model"]))
    fight = fight_of(state, id)
    return blow(state, fight.id, id, ModelId(raw), asked.at[0]) if fight else None


# -- while a blow is being struck -------------------------------------------------------


def begun(state: State, asked: Asked) -> tuple[State, Mapping[str, Any]] | None:
    """The attack that is being resolved, and the state as if none of its counters were spent yet."""
    struck = asked.since("ronin.attack-declared")
    if not struck:
        return None
    spent = [(struck[0]["seat"], "attack", COSTS[struck[0]["attack"]])]
    spent += [(row["seat"], row["roll"], 1) for row in struck if row["kind"] == "ronin.roll-enhanced"]
    for seat, colour, number in spent:
        fight = combat_of(state, struck[0]["combat"])
        counters = {**fight.counters, seat: less(counters_of(state, fight.id, seat), colour, -number)}
        state = state.with_combat(fight.id, counters=counters)
    return state, struck[0]


def going_on(state: State, asked: Asked, given: Mapping[str, Any]) -> Deed[State] | None:
    """The blow that is being struck if what is asked is answered so."""
    found = begun(state, asked)
    if found is None:
        return None
    before, row = found
    said = {f"combat.enhance-{one['roll']}": "yes" for one in asked.since("ronin.attack-declared")
            if one["kind"] == "ronin.roll-enhanced"} | dict(given)  # fmt: skip
    deed = blow(before, row["combat"], ModelId(row["model"]), ModelId(row["target"]), row["attack"])
    if state.model(ModelId(row["target"])).seat == asked.seat:
        deed = met(before, deed, ModelId(row["model"]), ModelId(row["target"]), row["attack"])

    def answers(question: AnyAsk, _: State) -> object:
        why = str(question.facts.get("why", ""))
        return said.get(f"{question.about} {why}".strip(), question.default)

    return replace(deed, answers=answers, worlds=((Fraction(1), before),))


def met(state: State, deed: Deed[State], id: ModelId, target: ModelId, kind: str) -> Deed[State]:
    """The same as the one who is struck sees it: what he adds himself, and that no wound is good."""
    of = Blow(
        state=state, attacker=state.model(id), target=state.model(target), weapon=state.model(id).weapon, kind=kind
    )
    adds, guard = total(attack_lines(of)), defence_lines(of)
    note = Note("look.attack", {"model": id, "weapon": of.weapon, "adds": adds}, ATTACK)
    outcomes = tuple(Outcome(one.key, one.rank, one.rank == 0) for one in deed.outcomes)
    needs = Note("odds.lead", {"lead": total(guard) - adds}, ATTACK)
    return replace(deed, outcomes=outcomes, needs=needs, notes=(note,), lines=guard)


def of_counter(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The blow with or without the counter that would Enhance a roll (RON-CBT-13)."""
    return going_on(state, asked, {asked.about: raw})


def of_die(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """One of the dice of a blow thrown again, or none (RON-ATT-03)."""
    thrown, why = asked.last("ronin.blow-thrown"), str(asked.facts["why"])
    deed = going_on(state, asked, {f"{asked.about} {why}": Choice(raw)}) if thrown and why in REROLLED else None
    if deed is None or thrown is None:
        return None
    lie = [tuple(thrown["attack"]), tuple(thrown["defence"])]
    again = [row for row in asked.since("ronin.blow-thrown") if row["kind"] == "ronin.die-rerolled"]
    if again:  # the attacker's reroll lies already: it counts as if it had fallen at once
        lie[0] = (*lie[0][: again[0]["die"] - 1], *again[0]["faces"], *lie[0][again[0]["die"] :])
    waits = why == "attack" and may_reroll(state.model(ModelId(thrown["target"])))
    keeps = (Note("odds.others-keep", {}, REROLL),) if waits else ()
    return replace(deed, thrown=tuple(lie), needs=None, notes=(*keeps, *deed.notes))


# -- at one who steps away, and with which weapon ----------------------------------------


def of_stepping(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A free attack on one who steps away (RON-MOV-35), with the weapon that is offered first."""
    if raw != "free-attack":
        return None
    me = state.model(ModelId(str(asked.facts["model"])))
    return freely(state, me, ModelId(str(asked.facts["of"])), weapons_of(me).open()[0])


def freely(state: State, me: Model, target: ModelId, weapon: str) -> Deed[State]:
    """A free attack with this weapon, and what is added on both sides."""
    of = Blow(state=state, attacker=me, target=state.model(target), weapon=weapon, kind="free")
    adds, guard = attack_lines(of), total(defence_lines(of))
    return Deed(
        play=lambda game: free_attack(game, me.id, target), tell=partial(hurt, target), outcomes=HURTS, sums=DICE,
        of=Note("odds.of-free", {"by": me.id, "model": target}, FREE),
        needs=Note("odds.lead", {"lead": total(adds) - guard}, FREE), lines=adds,
        notes=(Note("look.defence", {"model": target, "adds": guard}, ATTACK),),
        answers=saying({"combat.weapon": weapon}),
    )  # fmt: skip


def of_weapon(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A blow with this weapon: at the one who steps away, else the first at the first enemy it touches."""
    me = state.model(ModelId(str(asked.facts["model"])))
    row = asked.lately[-1] if asked.lately else {"kind": ""}
    if row["kind"] == "ronin.withdraw-answered" and row["model"] == me.id:
        return freely(state, me, ModelId(row["of"]), raw)
    foe, fight = next(iter(engaged_with(state, me)), None), fight_of(state, me.id)
    if foe is None or fight is None or refuse_attack_counters(state, me) is not None:
        return None
    counters = {side.seat: Counters(COSTS["attack"], 0) for side in state.sides}
    armed = state.with_model(me.id, weapon=raw).with_combat(fight.id, counters=counters)
    deed = blow(armed, fight.id, me.id, foe.id, "attack")
    note = Note("odds.first-blow", {"model": foe.id})
    of = Note("odds.of-first", {"by": me.id, "model": foe.id}, ATTACK)
    return replace(deed, of=of, notes=(note, *deed.notes), worlds=((Fraction(1), armed),), later=True)


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("combat.go", ("attack",), of_target), Prospect("combat.go", ("subdue",), of_target),
    Prospect("combat.enhance-attack", (), of_counter), Prospect("combat.enhance-defence", (), of_counter),
    Prospect("combat.reroll", (), of_die), Prospect("withdraw.answer", (), of_stepping),
    Prospect("combat.weapon", (), of_weapon),
)  # fmt: skip
