"""The end of a turn after its morale tests: victory, reforming, leaders, a random event, flags off (DAI-END)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask, Random
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.formations import Formation, Step, after, footprint
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.daimyo.book import c, table
from app.systems.daimyo.events.ending import TurnEnded, UnitReformed
from app.systems.daimyo.events.turn import PhaseBegan
from app.systems.daimyo.flows.disorder import restore
from app.systems.daimyo.flows.ending import check
from app.systems.daimyo.flows.event import random_event
from app.systems.daimyo.flows.losses import lose
from app.systems.daimyo.flows.ordered import lead
from app.systems.daimyo.flows.result import close_melees
from app.systems.daimyo.flows.scenario import turn_ends
from app.systems.daimyo.leader_moves import is_idle, leader_menu
from app.systems.daimyo.measure import in_melee
from app.systems.daimyo.state import Leader, State, Unit, UnitId
from app.systems.daimyo.terrain import refuse_place

END, SECOND, REFORMS, FACES, LEADERS, FLAGS = (
    c("DAI-END-01"), c("DAI-RAL-06"), c("DAI-DIS-10"), c("DAI-END-05"), c("DAI-LDR-13"), c("DAI-END-04"),
)  # fmt: skip
KEEP, REFORM, DONE = "keep", "reform", "done"
REMOVED: int = table("tables")["rally"]["removed_at_rout"]
QUARTER, ROUND, TRIES = 9_000, 36_000, 6


async def end(game: Game[State]) -> None:
    """The turn is over, and the battle if somebody has won it (DAI-END-01)."""
    game.emit(PhaseBegan(clause=END, phase="end"))
    close_melees(game)
    await remove_second_routers(game)
    check(game)
    for step in (reform, move_leaders, random_event):
        if game.state.outcome is None:
            await step(game)
    if game.state.outcome is None:
        turn_ends(game)
        game.emit(TurnEnded(clause=FLAGS, turn=game.state.turn))


def both(state: State) -> tuple[Seat, Seat]:
    """The initiative side, then the other."""
    first = state.initiative or state.seats[0]
    return first, state.other(first)


async def remove_second_routers(game: Game[State]) -> None:
    """Units that routed a second time are gone and count as lost in this turn's check (DAI-RAL-06, DAI-END-03)."""
    gone = [u.id for u in game.state.fielded() if u.routing and u.routs >= REMOVED]
    for unit in gone:
        if game.state.outcome is None:
            await lose(game, unit, "dispersed", SECOND)


# -- C3: markers off, new facings ------------------------------------------------------


async def reform(game: Game[State]) -> None:
    """Units that reformed or rallied have lost their marker and stand as their players like (DAI-DIS-09, -END-05)."""
    ready = [u.id for seat in both(game.state) for u in game.state.fielded(seat) if reforms(game.state, u)]
    for unit_id in ready:
        restore(game, unit_id, REFORMS)
        await ask_formation(game, unit_id)


def reforms(state: State, unit: Unit) -> bool:
    """Whether a unit loses its marker now: rallied and not moved since, or a full turn at rest (DAI-RAL-07, DIS-09)."""
    if not unit.disordered or unit.routing or unit.kind == "hq":
        return False
    if unit.rallied:
        return not unit.moved
    busy = unit.moved or unit.fired or unit.melee_this_turn or unit.hit_by_fire
    return not busy and unit.disordered_since < max(1, state.turn) and not in_melee(state, unit)


async def ask_formation(game: Game[State], unit_id: UnitId) -> None:
    """The unit has any facing and formation its player likes, if there is room for it (DAI-END-05)."""
    unit = game.state.units[unit_id]
    if not unit.troops or unit.building:
        return
    menu = Menu({KEEP: Option(), REFORM: reform_option(game.state, unit)})
    question = Ask(unit.seat, "reform.unit", menu, FACES, default=Choice(KEEP), facts={"unit": unit.id})
    choice = await decide(question)
    if choice.key == REFORM:
        body = course_of(unit, choice.then)
        game.emit(UnitReformed(clause=FACES, unit=unit_id, at=body.at, facing=body.facing, files=body.files))


def reform_option(state: State, unit: Unit) -> Option:
    """Another facing or formation, open if there is room for any."""
    sure = cache(partial(sure_steps, state, unit))

    def no() -> Refusal | None:
        return None if sure() else refuse("reform.no-room", FACES, unit=unit.id)

    def then() -> Manoeuvre:
        return Manoeuvre(
            piece=unit.id, start=unit.formation, allowance=0, steps={"face": 0, "files": unit.stands},
            test=partial(refuse_steps, state, unit), propose=partial(propose, unit), sure=sure,
            look=partial(look, state, unit),
        )  # fmt: skip

    return Option(no, then, about="option.reform", facts={"unit": unit.id}, piece=unit.id)


def course_of(unit: Unit, steps: Steps) -> Formation:
    """How the unit stands after these steps."""
    body = unit.formation
    for step in steps:
        body = after(body, step)
    return body


def refuse_steps(state: State, unit: Unit, steps: Steps) -> Refusal | None:
    """Why a unit may not stand so: too wide, no room, too near an enemy (DAI-END-05)."""
    if any(step.do == "files" and step.by > unit.stands for step in steps):
        return refuse("reform.too-wide", FACES, unit=unit.id, stands=unit.stands)
    return refuse_place(state, unit, course_of(unit, steps))


def sure_steps(state: State, unit: Unit) -> tuple[Steps, ...]:
    """Some other ways to stand for which there is room."""
    turns = [(Step("face", (unit.facing + n * QUARTER) % ROUND),) for n in (1, 2, 3)]
    wide = [(Step("files", n),) for n in (unit.stands, (unit.stands + 1) // 2, 1) if n != unit.files]
    return tuple(steps for steps in (*turns, *wide) if refuse_steps(state, unit, steps) is None)


def propose(unit: Unit, rng: Random) -> Steps:
    """Any facing and any number of files."""
    return (Step("files", rng.randrange(1, unit.stands + 1)), Step("face", rng.randrange(0, ROUND)))


def look(state: State, unit: Unit, steps: Steps) -> Preview:
    """Where it would stand."""
    ghost = Mark(kind="ghost", points=footprint(course_of(unit, steps)))
    return Preview(no=refuse_steps(state, unit, steps), marks=(ghost,))


# -- C4: leaders -------------------------------------------------------------------------


async def move_leaders(game: Game[State]) -> None:
    """Leaders not activated this turn have moved as their players liked, the initiative side's first (DAI-LDR-13)."""
    for seat in both(game.state):
        while game.state.outcome is None and (menu := leaders_menu(game.state, seat)) is not None:
            choice = await decide(Ask(seat, "end.leader", menu, LEADERS, default=Choice(DONE)))
            if choice.key == DONE:
                break
            lead(game, game.state.leaders[choice.key].id, choice.then)


def leaders_menu(state: State, seat: Seat) -> Menu | None:
    """The leaders of a side that may still move; ``None`` if there are none (DAI-LDR-14)."""
    able = [m for m in state.leaders.values() if m.seat == seat and may_move(state, m)]
    rows = {str(m.id): leader_option(state, m) for m in able}
    if all(option.no is not None for option in rows.values()):
        return None
    return Menu({**rows, DONE: Option()})


def may_move(state: State, leader: Leader) -> bool:
    """Whether a leader moves in C4 at all: on the table, not activated, not moved, of a clan that is somebody's."""
    somebodys = not leader.clan or state.clans[leader.clan].allegiance == "own"
    return leader.on_table and not leader.activated and not leader.moved and somebodys


def leader_option(state: State, leader: Leader) -> Option:
    """A leader with all he may do."""
    menu = cache(partial(leader_menu, state, leader))

    def no() -> Refusal | None:
        return menu().options["go"].no if is_idle(menu()) else None

    return Option(no, menu, "option.leader", {"leader": leader.id}, leader.id, LEADERS)
