"""The start of a turn: the weather, then the initiative (DAI-INI-01, phase A)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask, roll
from app.engine.modifiers import Line, total
from app.systems.daimyo.activation.events import CardsShuffled
from app.systems.daimyo.activation.rules import by_cards, household
from app.systems.daimyo.book import c, table
from app.systems.daimyo.leaders.flow import in_command_of_all, is_seated, rating
from app.systems.daimyo.scenarios.figures import may_try
from app.systems.daimyo.scenarios.flow import turn_begins
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.events import FirstChosen, InitiativeRolled, InitiativeWon, PhaseBegan, TurnBegan
from app.systems.daimyo.weather.events import SeasonRolled, WeatherCame
from app.systems.daimyo.weather.rules import FINE, chart, clearing, clears, fixed, is_rolled, lifting, said, season_of

TURN, TEST, FIXED, SEASON, CHART, CLEARS = (
    c("DAI-INI-01"), c("DAI-WEA-01"), c("DAI-WEA-10"), c("DAI-WEA-02"), c("DAI-WEA-03"), c("DAI-WEA-04"),
)  # fmt: skip
ROLLED, SEATED, LOSSES, FIRST, CARDS = (
    c("DAI-INI-02"), c("DAI-LDR-02"), c("DAI-INI-04"), c("DAI-INI-06"), c("DAI-ACT-16"),
)  # fmt: skip
BOOK = table("turn")["initiative"]
DRUMS: int = table("activation")["cards"]["night_drums"]


async def start(game: Game[State]) -> None:
    """A turn has begun: its weather is known, who has the initiative, and who tries first (DAI-INI-01)."""
    game.emit(TurnBegan(clause=TURN, turn=game.state.turn + 1))
    game.emit(PhaseBegan(clause=TURN, phase="start"))
    await weather(game)
    await initiative(game)
    await turn_begins(game)
    if by_cards(game.state):
        game.emit(CardsShuffled(clause=CARDS, deck=deck(game.state)))
    else:
        await choose(game)


# -- the weather ----------------------------------------------------------------------


async def weather(game: Game[State]) -> None:
    """The weather of this turn, fixed by the scenario or rolled if that was agreed (DAI-WEA-01)."""
    if needed := lifting(game.state):
        await lift(game, needed)
    elif given := fixed(game.state):
        if given != game.state.weather:
            game.emit(WeatherCame(clause=FIXED, faces=(), lines=(), total=0, weather=given))
    elif is_rolled(game.state):
        await season(game)
        await (change(game) if game.state.weather == FINE else clear(game))


async def lift(game: Game[State], needed: int) -> None:
    """The scenario's weather lifts by its own die (DAI-WEA-10)."""
    faces = await roll(Dice(1), "lifting", FIXED) if needed > 1 else ()
    lifted = needed <= 1 or faces[0] >= needed
    came = FINE if lifted else game.state.weather
    game.emit(WeatherCame(clause=FIXED, faces=faces, lines=(), total=sum(faces), weather=came))


async def season(game: Game[State]) -> None:
    """The season is known: the scenario's, or rolled once (DAI-WEA-02)."""
    if game.state.season:
        return
    given = str(said(game.state).get("season", ""))
    face = 0 if given else (await roll(Dice(1), "season", SEASON))[0]
    game.emit(SeasonRolled(clause=SEASON, face=face, season=given or season_of(face)))


async def change(game: Game[State]) -> None:
    """A fine day may turn (DAI-WEA-03)."""
    faces = await roll(Dice(2), "weather", CHART)
    came = chart(game.state.season, sum(faces))
    game.emit(WeatherCame(clause=CHART, faces=faces, lines=(), total=sum(faces), weather=came))


async def clear(game: Game[State]) -> None:
    """Bad weather may clear (DAI-WEA-04)."""
    faces = await roll(Dice(1), "weather", CLEARS)
    added = clearing(game.state)
    came = FINE if clears(game.state, faces[0]) else game.state.weather
    game.emit(WeatherCame(clause=CLEARS, faces=faces, lines=added, total=faces[0] + total(added), weather=came))


# -- the initiative -------------------------------------------------------------------


async def initiative(game: Game[State]) -> None:
    """The higher total has the initiative; ties are rolled again (DAI-INI-02, DAI-INI-05)."""
    given = said(game.state).get("initiative")
    if given and game.state.turn in given["turns"]:
        seat = next(side.seat for side in game.state.sides if side.role == given["role"])
        game.emit(InitiativeWon(clause=c(given.get("clause", "DAI-INI-02")), seat=seat))
        return
    totals: list[int] = [0, 0]
    while totals[0] == totals[1]:
        totals = [await one_side(game, seat) for seat in game.state.seats]
    winner = game.state.seats[0 if totals[0] > totals[1] else 1]
    game.emit(InitiativeWon(clause=ROLLED, seat=winner))


async def one_side(game: Game[State], seat: Seat) -> int:
    """One side's total (DAI-INI-02)."""
    (face,) = await roll(Dice(1), "initiative", ROLLED, by=seat)
    added = lines(game.state, seat)
    game.emit(InitiativeRolled(clause=ROLLED, seat=seat, face=face, lines=added, total=face + total(added)))
    return face + total(added)


def lines(state: State, seat: Seat) -> tuple[Line, ...]:
    """What a side adds to its die: its General's rating and seat, less what it has lost (DAI-INI-02 to -04, -08)."""
    found: list[Line] = []
    if in_command_of_all(state, seat):
        figure = rating(state, state.general_of(seat))
        found += [Line("rating", figure, ROLLED)] if figure else []
        found += [Line("seated", BOOK["seated"], SEATED)] if is_seated(state, seat) else []
    gone = state.side(seat).units_lost
    routing = sum(1 for unit in state.fielded(seat) if unit.routing)
    found += [Line("units-lost", BOOK["lost"] * gone, LOSSES)] if gone else []
    found += [Line("units-routing", BOOK["routing"] * routing, LOSSES)] if routing else []
    return tuple(found)


async def choose(game: Game[State]) -> None:
    """The initiative player says whether to try first or second (DAI-INI-06)."""
    seat = game.state.initiative or game.state.seats[0]
    said_first = await ask(Ask(seat, "start.first", Pick({"first": None, "second": None}), FIRST, default="first"))
    first = seat if said_first == "first" else game.state.other(seat)
    game.emit(FirstChosen(clause=FIRST, seat=first))


def deck(state: State) -> tuple[str, ...]:
    """The cards of a turn: one a clan, one a General, and the Night-drums (DAI-ACT-16)."""
    clans = tuple(id for id, clan in state.clans.items() if may_try(state, clan) is None)
    return (*clans, *(household(seat) for seat in state.seats), *("drum",) * DRUMS)
