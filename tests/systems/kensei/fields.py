"""Positions made by hand, in centimetres, and a table on which a flow is played without a session."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from fractions import Fraction
from typing import Any

from app.engine.asks import Ask
from app.engine.domains import Choice
from app.engine.events import Event, Seat
from app.engine.flow import Game, Roll
from app.engine.geometry import CM, Point
from app.engine.orders import Orders
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.engine.table import Table, Terrain
from app.engine.trig import TURN
from app.systems.kensei.army import Model, Order, Side, Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.ground.terrain import KINDS
from app.systems.kensei.orders.declaring import Action
from app.systems.kensei.state import State

Figure = int | str
Spot = tuple[Figure, Figure]
BLUE, RED = Seat("blue"), Seat("red")
NORTH, EAST, SOUTH, WEST = 0, 9_000, 18_000, 27_000


def long(figure: Figure) -> int:
    """Centimetres in 1/100 mm."""
    return int(Fraction(figure) * CM)


def at(x: Figure, y: Figure) -> Point:
    """A place in centimetres; y grows southward."""
    return Point(long(x), long(y))


def unit(
    id: str, seat: Seat, x: Figure = 0, y: Figure = 0, facing: int = 0, models: int = 10, files: int = 5, **more: Any
) -> Unit:
    """A unit in ranks: the middle of its front edge, its facing in 1/100 degree; ten foot in five files otherwise."""
    wounds = more.pop("each", more.get("wounds", 1))
    bodies = more.pop("bodies", tuple(Model(wounds=wounds) for _ in range(models)))
    given = {
        "code": id, "name": id, "entry": "yari_ashigaru", "fate": "", "ap": 2, "start_models": len(bodies),
        "models": bodies, "at": at(x, y), "facing": facing % TURN, "files": files, **more,
    }  # fmt: skip
    return Unit(id=UnitId(id), seat=seat, **given)


def riders(id: str, seat: Seat, x: Figure = 0, y: Figure = 0, facing: int = 0, models: int = 6, **more: Any) -> Unit:
    """Cavalry in ranks, three files wide if not said otherwise."""
    given = {"files": 3, "troop": "cavalry", "mounted": True, "movement": 15 * CM, "base_depth": 5 * CM, **more}
    return unit(id, seat, x, y, facing, models, **given)


def loose(id: str, seat: Seat, *spots: Spot, **more: Any) -> Unit:
    """A Harasser unit whose models stand at these places."""
    wounds = more.get("wounds", 1)
    bodies = tuple(Model(wounds=wounds, at=at(*spot)) for spot in spots)
    return unit(id, seat, bodies=bodies, **{"loose": True, "ap": 3, "files": 1, **more})


def hero(id: str, seat: Seat, x: Figure = 0, y: Figure = 0, host: str = "", **more: Any) -> Unit:
    """A Bushi by himself, or in a unit."""
    given = {"role": "bushi", "rank": "busho", "entry": "busho", "wounds": 2, "host": UnitId(host), **more}
    return loose(id, seat, (x, y), **given)


def piece(kind: str, *spots: Spot, id: str = "", doors: Sequence[Spot] = ()) -> Terrain:
    """A piece of terrain by its corners, or the ends of its line."""
    closed = KINDS[kind].shape != "line"
    return Terrain(id or kind, kind, tuple(at(*s) for s in spots), closed, tuple(at(*d) for d in doors))


def box(kind: str, west: Figure, north: Figure, east: Figure, south: Figure, id: str = "") -> Terrain:
    """A rectangle of some ground."""
    return piece(kind, (west, north), (east, north), (east, south), (west, south), id=id)


def field(*units: Unit, pieces: Sequence[Terrain] = (), **more: Any) -> State:
    """A table of 120 by 120 cm with these units in turn 1, blue's Actions."""
    options = more.pop("options", {})
    setup = Setup("pitched_battle", (SideSetup(BLUE, {}), SideSetup(RED, {})), options)
    sides = more.pop("sides", (Side(seat=BLUE, edge="south", pool=5), Side(seat=RED, edge="north", pool=5)))
    given = {"turn": 1, "turns": 6, "first": BLUE, "go": BLUE, "phase": "orders", "stage": "done", **more}
    board = Table(120 * CM, 120 * CM, tuple(pieces))
    return State(setup=setup, table=board, sides=sides, units={u.id: u for u in units}, **given)


class Board:
    """A game played by hand: answers as they come over the wire, dice as they are given.

    ``asked`` holds every question that was put, ``events`` all that happened.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.asked: list[Ask[Any]] = []

    def emit(self, event: Event) -> None:
        """The event is folded into the state."""
        assert isinstance(event, KenseiEvent)
        self.events.append(event)
        self.state = event.fold(self.state)

    def play(self, flow: Callable[[Game[State]], Coroutine[Any, Any, Any]], *inputs: Any) -> Any:
        """What the flow returns when every input has been given, in order: answers, and faces as tuples."""
        given, coroutine, reply = list(inputs), flow(self), None
        while True:
            try:
                effect = coroutine.send(reply)
            except StopIteration as done:
                assert not given, f"left over: {given}"
                return done.value
            assert given, f"nothing given for {effect}"
            reply = self._reply(effect, given.pop(0))

    def _reply(self, effect: Any, raw: Any) -> Any:
        if isinstance(effect, Roll):
            assert isinstance(raw, tuple), f"dice wanted: {effect}"
            assert len(raw) == effect.dice.count, effect
            return raw
        assert isinstance(effect, Ask)
        self.asked.append(effect)
        answer = effect.domain.read(raw)
        no = answer if isinstance(answer, Refusal) else effect.domain.refuse(answer)
        assert no is None, (effect.about, raw, no)
        return answer

    def kinds(self) -> list[str]:
        """The kinds of all events so far."""
        return [event.kind.split(".")[1] for event in self.events]


def pick(key: str, then: Any = None) -> Any:
    """An answer to a menu."""
    return key if then is None else {"pick": key, "then": then}


def declared(orders: Orders[State, Unit], state: State, unit: Unit, choice: Choice) -> Order:
    """The action that is declared by an answer."""
    one = orders.given(state, unit, choice.key)
    assert isinstance(one, Action)
    return one.made(state, unit, choice.then)
