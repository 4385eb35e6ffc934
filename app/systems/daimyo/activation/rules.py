"""Who may still try to activate what this turn, and what is added to the roll."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.book import c, table
from app.systems.daimyo.leaders.flow import in_command_of_all, is_seated, rating
from app.systems.daimyo.scenarios.figures import activation_lines, may_try, to_come
from app.systems.daimyo.state import Clan, State

RATED, SEATED, BEREFT, ONCE, HOUSEHOLD = (
    c("DAI-ACT-01"), c("DAI-ACT-13"), c("DAI-ACT-05"), c("DAI-ACT-04"), c("DAI-ACT-18"),
)  # fmt: skip
OMEN = c("DAI-EVT-02")
BONUS: int = table("activation")["activation"]["seated"]


def household(seat: Seat) -> str:
    """How the General and his household are named among what can be active."""
    return f"general:{seat}"


def is_household(card: str) -> bool:
    """Whether this names a General and his household."""
    return card.startswith("general:")


def owner(state: State, card: str) -> Seat:
    """Whose clan or household this is."""
    return Seat(card.partition(":")[2]) if is_household(card) else state.clans[card].seat


def has_something(state: State, clan: Clan) -> bool:
    """Whether a clan has anything that could act: units on the table or to come, or its Daimyo on the table."""
    leader = state.leaders.get(clan.daimyo)
    here = clan.waiting or (leader is not None and leader.on_table) or any(state.units_of(clan.id, clan.seat))
    return here or bool(to_come(state, clan.id, clan.seat))


def refuse_clan(state: State, clan: Clan) -> Refusal | None:
    """Why a clan cannot be tried now: it has been, or something bars it (DAI-ACT-04)."""
    if clan.tried:
        return refuse("clan.tried", ONCE, clan=clan.id)
    return may_try(state, clan)


def open_clans(state: State, seat: Seat) -> tuple[Clan, ...]:
    """Clans of a side that may still be tried; remembered with the state."""
    key = ("open-clans", seat)
    if key not in state.memo:
        state.memo[key] = _open_clans(state, seat)
    found: tuple[Clan, ...] = state.memo[key]
    return found


def _open_clans(state: State, seat: Seat) -> tuple[Clan, ...]:
    mine = (clan for clan in state.clans.values() if clan.seat == seat and clan.allegiance == "own")
    return tuple(clan for clan in mine if has_something(state, clan) and refuse_clan(state, clan) is None)


def household_open(state: State, seat: Seat) -> bool:
    """Whether the General or his household has not been tried this turn and has anything to act with (DAI-ACT-18)."""
    if state.notes.get(f"household:{seat}") == state.turn:
        return False
    here = state.general_of(seat).on_table or any(state.units_of("", seat))
    return here or bool(to_come(state, "", seat))


def leads(state: State, seat: Seat) -> bool:
    """Whether the General can be activated without a roll: alive and not incapacitated (DAI-ACT-06, DAI-ACT-18)."""
    return in_command_of_all(state, seat)


def by_cards(state: State) -> bool:
    """Whether cards say who acts: as agreed, or because a side plays by itself (DAI-ACT-16, DAI-ACT-17)."""
    return bool(state.options.get("cards") or state.options.get("solo"))


def anything_left(state: State, seat: Seat | None = None) -> bool:
    """Whether a side, or any of them, has something left to try this turn (DAI-ACT-10)."""
    if by_cards(state):
        return bool(state.deck) and state.notes.get("drums", 0) < DRUMS
    seats = state.seats if seat is None else (seat,)
    return any(household_open(state, s) or open_clans(state, s) for s in seats)


DRUMS: int = table("activation")["cards"]["ends_on"]
"""With so many Night-drum cards drawn the phase is over (DAI-ACT-16)."""


def bereft(state: State, card: str) -> bool:
    """Whether a clan has lost its Daimyo, or a household its General: nothing is added then (DAI-ACT-05, -18)."""
    if is_household(card):
        return not leads(state, owner(state, card))
    leader = state.leaders.get(state.clans[card].daimyo)
    return leader is not None and leader.fate not in ("", "reserve")


def lines(state: State, card: str) -> tuple[Line, ...]:
    """What is added to the activation roll of a clan or a household (DAI-ACT-01, DAI-ACT-02, DAI-ACT-05)."""
    seat = owner(state, card)
    found = [] if bereft(state, card) else [*_led(state, card, seat)]
    side = state.side(seat)
    if side.activation_bonus_until == state.turn and side.activation_bonus:
        found.append(Line("omen", side.activation_bonus, OMEN))
    return (*found, *(() if is_household(card) else activation_lines(state, state.clans[card])))


def _led(state: State, card: str, seat: Seat) -> tuple[Line, ...]:
    leader = state.leaders.get(state.clans[card].daimyo) if not is_household(card) else state.general_of(seat)
    figure = rating(state, leader) if leader is not None else 0
    rated = (Line("rating", figure, RATED),) if figure else ()
    return (*rated, Line("seated", BONUS, SEATED)) if is_seated(state, seat) else rated
