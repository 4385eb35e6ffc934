"""One attempt to activate a clan, or the General without a roll (DAI-ACT)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Choice, Menu, Option, Pick, nothing, yes_no
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide, roll
from app.engine.modifiers import total
from app.engine.refusals import Fact
from app.engine.views import Note, Preview
from app.systems.daimyo.activation.events import (
    ActivationEnded,
    ActivationRolled,
    AttemptDeclined,
    CardDrawn,
    CardPutBack,
    GeneralActivated,
    StanceTaken,
)
from app.systems.daimyo.activation.rules import (
    anything_left,
    bereft,
    by_cards,
    has_something,
    household,
    household_open,
    leads,
    lines,
    open_clans,
    owner,
    refuse_clan,
)
from app.systems.daimyo.book import c, table
from app.systems.daimyo.ideas.solo import SOLO, automatic_seat, stance_lines, stance_of
from app.systems.daimyo.moving.ground.palisades import open_palisades
from app.systems.daimyo.scenarios.events import IntentDeclared
from app.systems.daimyo.scenarios.figures import declares_intent
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.events import PhaseBegan

PHASE, NAMED, ROLLED, FREE, GAVE_UP, PASSES, CARDS, INTENT = (
    c("DAI-INI-01"), c("DAI-ACT-11"), c("DAI-ACT-02"), c("DAI-ACT-06"), c("DAI-ACT-11"), c("DAI-ACT-10"),
    c("DAI-ACT-16"), c("DAI-SCN-05"),
)  # fmt: skip
NEEDED: int = table("activation")["activation"]["needed"]
BOOK = table("activation")["cards"]


async def clan(game: Game[State]) -> None:
    """One attempt has been made, by the player whose go it is or by the next card (DAI-ACT-04, DAI-ACT-16)."""
    game.emit(PhaseBegan(clause=PHASE, phase="clan"))
    if game.state.active:
        done = owner(game.state, game.state.active)
        open_palisades(game)
        game.emit(ActivationEnded(clause=PASSES, seat=next_go(game.state, done)))
    if not anything_left(game.state):
        return
    if by_cards(game.state):
        await draw(game)
        await take_stance(game)
        return
    seat = whose(game.state)
    await attempt(game, seat)
    if not game.state.active:
        game.emit(ActivationEnded(clause=PASSES, seat=next_go(game.state, seat)))


def next_go(state: State, seat: Seat) -> Seat:
    """Whose go it is after an attempt: the other's, unless he has nothing left (DAI-ACT-10)."""
    other = state.other(seat)
    return other if anything_left(state, other) or not anything_left(state, seat) else seat


def whose(state: State) -> Seat:
    """Whose go it is now."""
    seat = state.go or state.initiative or state.seats[0]
    return seat if anything_left(state, seat) else state.other(seat)


# -- by the players' choice -----------------------------------------------------------


async def attempt(game: Game[State], seat: Seat) -> None:
    """The player names a clan and rolls, gives its roll up, or activates his General (DAI-ACT-06, DAI-ACT-11)."""
    menu = choices(game.state, seat)
    default = next(key for key, option in menu.options.items() if option.no is None)
    said = await decide(Ask(seat, "clan.choose", menu, NAMED, default=first_answer(game.state, default)))
    if said.key == "decline":
        game.emit(AttemptDeclined(clause=GAVE_UP, seat=seat, clan=card_of(seat, str(said.then))))
    elif said.key == "general":
        game.emit(GeneralActivated(clause=FREE, seat=seat))
    else:
        if said.then is not None:
            game.emit(IntentDeclared(clause=INTENT, clan=said.key, moves=said.then == "move"))
        await roll_for(game, seat, card_of(seat, said.key))


def first_answer(state: State, key: str) -> Choice:
    """The answer of silence: the first thing that is open; a clan that must say what it will do holds."""
    return Choice(key, "hold") if key in state.clans and declares_intent(state, state.clans[key]) else Choice(key)


def card_of(seat: Seat, key: str) -> str:
    """What an option of the menu stands for."""
    return household(seat) if key == "household" else key


def choices(state: State, seat: Seat) -> Menu:
    """Every clan with the reason why it cannot be tried, the General, and the giving up of a roll."""
    mine = [clan for clan in state.clans.values() if clan.seat == seat and clan.allegiance == "own"]
    options = {
        str(clan.id): Option(refuse_clan(state, clan), about="option.clan", facts={"clan": clan.id}, piece=clan.id,
                             then=intent if declares_intent(state, clan) else None, clause=ROLLED)
        for clan in mine if has_something(state, clan)
    }  # fmt: skip
    if household_open(state, seat):
        key = "general" if leads(state, seat) else "household"
        options[key] = Option(about=f"option.{key}", piece=household(seat), clause=FREE if key == "general" else ROLLED)
    named = tuple(str(clan.id) for clan in open_clans(state, seat))
    named += ("household",) if "household" in options else ()
    if named:
        options["decline"] = Option(then=lambda: Pick(dict.fromkeys(named), {id: id for id in named}), clause=GAVE_UP)
    return Attempts(options, partial(look, state, seat))


@dataclass(frozen=True, slots=True)
class Attempts(Menu):
    """What may be tried; the preview shows all that is added to the roll and what the dice need."""

    look: Callable[[Choice], Preview] = field(default=nothing)

    def preview(self, answer: Choice) -> Preview:
        """The roll this answer would call for, if any."""
        no = self.refuse(answer)
        return Preview(no=no) if no or answer.key in ("general", "decline") else self.look(answer)


def look(state: State, seat: Seat, said: Choice) -> Preview:
    """What is added to the dice of an attempt, as the clan means to act, and what they need (DAI-ACT-01, -02)."""
    now = state if said.then is None else state.with_clan(said.key, holding=said.then != "move")
    added = lines(now, card_of(seat, said.key))
    facts: dict[str, Fact] = {"clan": card_of(seat, said.key), "needed": NEEDED, "adds": total(added)}
    return Preview(notes=(Note("clan.roll", facts, ROLLED),), lines=added)


def intent() -> Pick:
    """Whether the clan will move or charge this turn."""
    return Pick({"hold": None, "move": None})


async def roll_for(game: Game[State], seat: Seat, card: str) -> None:
    """2d6 and what is added against 8 (DAI-ACT-01, DAI-ACT-02)."""
    added = lines(game.state, card)
    faces = await roll(Dice(2), "activation", ROLLED, by=seat)
    score = sum(faces) + total(added)
    game.emit(ActivationRolled(
        clause=ROLLED, seat=seat, clan=card, faces=faces, lines=added, total=score, needed=NEEDED,
        active=score >= NEEDED,
    ))  # fmt: skip


async def take_stance(game: Game[State]) -> None:
    """A clan of the automatic side has diced for what it means to do (DAI-ACT-17)."""
    card, seat = game.state.active, automatic_seat(game.state)
    if not card or owner(game.state, card) != seat:
        return
    added = stance_lines(game.state, card)
    (face,) = await roll(Dice(1), "stance", SOLO, by=seat)
    score = face + total(added)
    game.emit(StanceTaken(clause=SOLO, clan=card, face=face, lines=added, total=score, stance=stance_of(score)))


# -- by cards -------------------------------------------------------------------------


async def draw(game: Game[State]) -> None:
    """The next card has been turned and its clan is active, if it counts (DAI-ACT-16)."""
    card = await turn_up(game)
    seat = game.state.initiative or game.state.seats[0]
    if not game.state.put_back:
        facts = {"card": card}
        if await ask(Ask(seat, "card.put-back", yes_no(), CARDS, default="no", facts=facts)) == "yes":
            game.emit(CardPutBack(clause=CARDS, seat=seat, card=card))
            card = await turn_up(game)
    drums = game.state.notes.get("drums", 0) + (card == "drum")
    face = 0
    if card != "drum" and bereft(game.state, card):
        (face,) = await roll(Dice(1), "card", CARDS, by=owner(game.state, card))
    lost = 0 < face < BOOK["leaderless"]
    game.emit(CardDrawn(clause=CARDS, card=card, face=face, taken=not lost, drums=drums))


async def turn_up(game: Game[State]) -> str:
    """Any of the cards left, each as likely: a deck whose order nobody knows (DAI-ACT-16)."""
    deck = game.state.deck
    (face,) = await roll(Dice(1, len(deck)), "card", CARDS) if len(deck) > 1 else (1,)
    return deck[face - 1]
