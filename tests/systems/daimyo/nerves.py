"""Positions and a stand-in game for tests of morale, routs and rallies.  Places in cm as the engine has them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from fractions import Fraction
from typing import Any

from app.engine.asks import Ask
from app.engine.events import Event, Seat
from app.engine.flow import Effect, Roll
from app.engine.geometry import CM, Point
from app.engine.system import Setup, SideSetup
from app.engine.table import Table, Terrain
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import Clan, ClanId, Leader, LeaderId, Side, State, Unit, UnitId

Figure = int | str
"""Centimetres; a string is an exact decimal."""
RED, BLUE = Seat("red"), Seat("blue")
NORTH, EAST, SOUTH, WEST = 0, 9_000, 18_000, 27_000
MADE: dict[str, dict[str, Any]] = {
    "samurai": {"troop_class": "samurai", "armour": "heavy", "arm": "pole-arm", "quality": "veteran"},
    "horse": {"troop_class": "samurai", "armour": "heavy", "arm": "lance", "quality": "veteran", "mounted": True,
              "stand_depth": 3_000},
    "spears": {"troop_class": "ashigaru", "armour": "light", "arm": "spear", "quality": "seasoned"},
    "guns": {"troop_class": "ashigaru", "armour": "light", "arm": "improvised", "missile": "arquebus",
             "quality": "seasoned"},
    "levy": {"troop_class": "peasants", "armour": "light", "arm": "improvised", "quality": "raw"},
    "guard": {"troop_class": "hatamoto", "armour": "heavy", "arm": "pole-arm", "quality": "elite", "clan": ClanId("")},
    "monks": {"troop_class": "monks", "armour": "medium", "arm": "pole-arm", "quality": "veteran"},
    "ronin": {"troop_class": "ronin", "armour": "medium", "arm": "pole-arm", "quality": "seasoned"},
    "hq": {"troop_class": "hq", "armour": "medium", "arm": "improvised", "quality": "veteran", "kind": "hq",
           "stand_width": 8_000, "stand_depth": 6_000, "files": 1, "stands": 1, "clan": ClanId("")},
    "gun": {"troop_class": "ashigaru", "armour": "light", "arm": "improvised", "missile": "light-gun",
            "quality": "seasoned", "kind": "gun", "stand_depth": 3_000, "files": 1, "stands": 1},
}  # fmt: skip


def place(x: Figure, y: Figure) -> Point:
    """A place given in cm."""
    return Point(int(Fraction(x) * CM), int(Fraction(y) * CM))


def unit(id: str, seat: Seat, made: str, x: Figure, y: Figure, facing: int = NORTH, **more: Any) -> Unit:
    """A unit of four stands in two files unless more is said; the middle of its front edge is at the place."""
    fields: dict[str, Any] = {
        "clan": ClanId(f"{seat}-c1"), "mounted": False, "missile": "", "files": 2, "stands": 4, **MADE[made], **more,
    }  # fmt: skip
    return Unit(**{"id": UnitId(id), "seat": seat, "code": id, "name": id, "profile": made, "at": place(x, y),
                   "facing": facing, "fate": "", "start_stands": fields["stands"], **fields})  # fmt: skip


def leader(id: str, seat: Seat, x: Figure = 0, y: Figure = 0, general: bool = False, **more: Any) -> Leader:
    """A leader of rating 2 at a place."""
    clan = ClanId("" if general else f"{seat}-c1")
    fields: dict[str, Any] = {"rating": 2, "at": place(x, y), "fate": "", **more}
    return Leader(id=LeaderId(id), seat=seat, clan=clan, name=id, code=id, **fields)


def field(
    *units: Unit, leaders: Sequence[Leader] = (), terrain: Sequence[Terrain] = (), scenario: str = "meeting",
    edges: tuple[str, str] = ("south", "north"), **more: Any,
) -> State:  # fmt: skip
    """A battle on 180 x 120 cm, red from the south; leaders that are not given stand far away in command of nobody."""
    given: dict[str, Leader] = {m.id: m for m in leaders}
    clans, sides = {}, []
    for seat, edge in zip((RED, BLUE), edges, strict=True):
        general, daimyo = LeaderId(f"{seat}-L0"), LeaderId(f"{seat}-L1")
        given.setdefault(general, leader(general, seat, 179, 60, general=True))
        given.setdefault(daimyo, leader(daimyo, seat, 1, 60))
        clans[f"{seat}-c1"] = Clan(id=ClanId(f"{seat}-c1"), seat=seat, name=f"{seat} clan", daimyo=daimyo)
        sides.append(Side(seat=seat, name=str(seat), sample="", general=general, edge=edge))
    for unit in units:
        if unit.clan:
            clans.setdefault(unit.clan, Clan(id=unit.clan, seat=unit.seat, name=unit.clan, daimyo=LeaderId("")))
    setup = Setup(scenario, (SideSetup(RED, {}), SideSetup(BLUE, {})), {})
    found = {"turn": 3, "initiative": RED, **more}
    return State(
        setup=setup, table=Table(180 * CM, 120 * CM, tuple(terrain)), sides=tuple(sides),
        units={u.id: u for u in units}, leaders=given, clans=clans, **found,
    )  # fmt: skip


def box(kind: str, west: int, north: int, east: int, south: int) -> Terrain:
    """A rectangle of some ground."""
    corners = ((west, north), (east, north), (east, south), (west, south))
    return Terrain(kind, kind, tuple(place(*corner) for corner in corners), True)


class Board:
    """A game that holds a state and remembers what happened and what was asked."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.asks: list[Ask[Any]] = []

    def emit(self, event: Event) -> None:
        """Fold it in."""
        assert isinstance(event, DaimyoEvent)
        self.state = event.fold(self.state)
        self.events.append(event)

    def kinds(self) -> list[str]:
        """What happened."""
        return [event.kind.removeprefix("daimyo.") for event in self.events]

    def unit(self, id: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[id]


Flow = Callable[[Board], Coroutine[Effect, Any, Any]]


def play(state: State, flow: Flow, *inputs: Any) -> Board:
    """The flow driven to its end with these dice (tuples) and answers, all of which it used."""
    board, left = Board(state), list(inputs)
    running = flow(board)
    effect = _next(running, None)
    while effect is not None:
        assert left, f"nothing left for {effect}"
        given = left.pop(0)
        if isinstance(effect, Roll):
            board.rolls.append(effect)
            assert effect.dice.fits(given), (effect, given)
        else:
            assert isinstance(effect, Ask)
            board.asks.append(effect)
            given = effect.domain.read(given)
            assert effect.domain.refuse(given) is None, effect.domain.refuse(given)
        effect = _next(running, given)
    assert not left, f"not used: {left}"
    return board


def _next(running: Coroutine[Effect, Any, Any], given: Any) -> Effect | None:
    try:
        return running.send(given)
    except StopIteration:
        return None
