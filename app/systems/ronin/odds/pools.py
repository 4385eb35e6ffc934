"""What may come of a whole combat, for those who split a pool, turn a counter over, throw for Initiative again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.asks import AnyAsk, Json
from app.engine.domains import Choice
from app.engine.events import Event, Seat
from app.engine.flow import Game
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.ronin.book import c
from app.systems.ronin.combat.counters import combat_of, commit, draw, fighters, show, turn_over
from app.systems.ronin.combat.events import InitiativeOrdered
from app.systems.ronin.combat.initiative import DICE, initiative
from app.systems.ronin.combat.phase import cycles
from app.systems.ronin.odds.blows import fight_of
from app.systems.ronin.state import ModelId, State
from app.systems.ronin.wounds.events import Killed, Wounded

SPLIT, ORDER = c("RON-CBT-22"), c("RON-CBT-25")
BOUTS = (
    Outcome("odds.own-dead", 4), Outcome("odds.worse", 1), Outcome("odds.even", 0),
    Outcome("odds.better", 2, wanted=True), Outcome("odds.foe-dead", 3, wanted=True),
)  # fmt: skip
FIRST = (Outcome("odds.later", 0), Outcome("odds.first", 2, wanted=True))
SUMS = frozenset({"initiative", "attack", "defence"})
HARM = {"stunned": 1, "light": 2, "grievous": 4}
"""How much worse a wound is than another, to say which side came off worse."""


# -- a combat to its end ---------------------------------------------------------------------


def bout(state: State, seat: Seat, events: Sequence[Event]) -> str:
    """How a combat went for a side: who died, else who was hurt worse."""
    fallen, harm = {True: 0, False: 0}, {True: 0, False: 0}
    for event in events:
        match event:
            case Killed(model=model):
                fallen[state.model(model).seat == seat] += 1
            case Wounded(model=model, result=result):
                harm[state.model(model).seat == seat] += HARM[result]
    if fallen[True] != fallen[False]:
        return "odds.own-dead" if fallen[True] > fallen[False] else "odds.foe-dead"
    ahead = harm[False] - harm[True]
    return "odds.better" if ahead > 0 else "odds.worse" if ahead else "odds.even"


def strikes(question: AnyAsk) -> object:
    """What a fighter does who spends his counters: he strikes at the first enemy, and guards."""
    if question.about == "combat.enhance-defence":
        return "yes"
    found = question.domain.some(1) if question.about == "combat.go" else ()
    return found[0] if found and found[0].key == "attack" else question.default


def fought(state: State, asked: Asked, id: str, said: Json, *, drawn: bool) -> Deed[State]:
    """The combat from here to its end, where all spend their counters; ``drawn``: its counters lie already."""

    async def play(game: Game[State]) -> None:
        if drawn:
            await turn_over(game, id, ModelId(str(asked.facts["model"])))
        else:
            await draw(game, id)
            await initiative(game, id, await commit(game, id))
            await show(game, id)
        await cycles(game, id)

    def answers(question: AnyAsk, _: State) -> object:
        mine = question.about == asked.about and question.seat == asked.seat
        return said if mine and question.facts == asked.facts else strikes(question)

    return Deed(
        play=play, tell=lambda events: bout(state, asked.seat, events), outcomes=BOUTS, answers=answers,
        of=Note("odds.of-rest" if drawn else "odds.of-combat", {"seat": asked.seat}, SPLIT),
        notes=(Note("odds.spent" if drawn else "odds.evenly", {}, SPLIT),), sums=SUMS,
    )  # fmt: skip


def of_split(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The combat fought with this split of the pool (RON-CBT-22)."""
    fight = next((one for one in state.combats if one.begun and not one.fought), None)
    return fought(state, asked, fight.id, raw, drawn=False) if fight else None


def of_turning(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The rest of the combat with a counter turned over, or none (RON-ATT-09)."""
    fight = fight_of(state, str(asked.facts["model"]))
    return fought(state, asked, fight.id, raw, drawn=True) if fight else None


# -- Initiative ------------------------------------------------------------------------------


def of_initiative(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A die of an Initiative roll thrown again, or none: whether the fighter comes before every enemy (RON-ATT-03)."""
    id = ModelId(str(asked.facts["model"]))
    fight = fight_of(state, id)
    lie = thrown(state, asked, fight.id) if fight and asked.facts["why"] == "initiative" else None
    if fight is None or lie is None:
        return None
    enhanced = tuple(model for model, faces in lie.items() if len(faces) == DICE["initiative_enhanced"])

    def answers(question: AnyAsk, _: State) -> object:
        mine = question.about == asked.about and question.facts.get("model") == id
        return Choice(raw) if mine else question.default

    def tell(events: Sequence[Event]) -> str:
        order = next(e.order for e in events if isinstance(e, InitiativeOrdered))
        foes = [order.index(one) for one in order if state.model(one).seat != asked.seat]
        return "odds.first" if order.index(id) < min(foes) else "odds.later"

    return Deed(
        play=lambda game: initiative(game, fight.id, enhanced), tell=tell, outcomes=FIRST, answers=answers,
        of=Note("odds.of-initiative", {"model": id}, ORDER),
        thrown=tuple(lie.values()), notes=(Note("odds.others-keep", {}, ORDER),),
    )  # fmt: skip


def thrown(state: State, asked: Asked, fight: str) -> Mapping[ModelId, tuple[int, ...]] | None:
    """What the fighters threw for Initiative, rerolls among it; ``None`` where that is too long ago to tell."""
    found: dict[ModelId, tuple[int, ...]] = {}
    for row in asked.lately:
        if row["kind"] == "ronin.initiative-thrown":
            found[ModelId(row["model"])] = tuple(row["faces"])
        elif row["kind"] == "ronin.die-rerolled" and row["model"] in found:
            faces, n = found[ModelId(row["model"])], row["die"]
            found[ModelId(row["model"])] = (*faces[: n - 1], *row["faces"], *faces[n:])
    order: tuple[Any, ...] = fighters(state, combat_of(state, fight).id)
    return {model: found[model] for model in order} if all(model in found for model in order) else None


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("combat.split", (), of_split), Prospect("combat.turn", (), of_turning),
    Prospect("combat.reroll", (), of_initiative),
)  # fmt: skip
