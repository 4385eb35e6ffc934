"""One die thrown again by a weapon bujutsu."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game, ask, roll
from app.engine.refusals import Clause
from app.systems.ronin.attributes.events import DieRerolled
from app.systems.ronin.book import WEAPONS, c
from app.systems.ronin.state import Model, ModelId, State

BUJUTSU = c("RON-ATT-03")
KEEP = "none"


def may_reroll(me: Model) -> bool:
    """Whether the model's bujutsu covers the weapon in its hands and is not used yet (RON-ATT-03)."""
    school = WEAPONS[me.weapon].school if me.weapon else ""
    return bool(school) and me.has(school) and not me.bujutsu_used


def which_die(faces: Faces) -> Menu:
    """One of the dice, or none of them."""
    dice = {f"die-{n}": Option(about="option.die", facts={"die": n, "face": face}) for n, face in enumerate(faces, 1)}
    return Menu({KEEP: Option(), **dice})


async def ask_reroll(game: Game[State], id: ModelId, faces: Faces, why: str, about: str, clause: Clause) -> Faces:
    """The dice after the one reroll of the model's bujutsu, if it is taken (RON-ATT-02, RON-ATT-03)."""
    me = game.state.model(id)
    if not may_reroll(me):
        return faces
    facts = {"model": id, "why": why, "weapon": me.weapon, "faces": " ".join(str(face) for face in faces)}
    menu = which_die(faces)
    choice = await ask(Ask(me.seat, about, menu, clause, default=Choice(KEEP), facts=facts))
    if choice.key == KEEP:
        return faces
    at = int(choice.key.removeprefix("die-")) - 1
    again = await roll(Dice(1), f"{why}-reroll", clause, by=me.seat)
    game.emit(DieRerolled(clause=clause, model=id, why=why, die=at + 1, was=faces[at], faces=again))
    return (*faces[:at], again[0], *faces[at + 1 :])
