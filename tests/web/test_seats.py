"""Tables for two to four: seats, links, bots, one screen; what a scenario offers is all that can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from types import MappingProxyType
from typing import Any

import pytest
from msgspec import structs
from starlette.testclient import TestClient

from app.conformance import RandomGame, draw_setup
from app.engine.asks import Json, Random
from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Outcome, RuleSystem, Setup
from app.engine.views import Band, Piece, View
from app.games import offers
from app.systems import SYSTEMS, system_of
from tests.toy import State, Toy
from tests.web.people import Person
from tests.web.test_pages import is_page

MEADOW = {"id": "meadow", "seats": [2, 3, 4], "layouts": [], "limits": [100, 200]}
BOOK: dict[str, Any] = {
    "scenarios": [{"id": "duel"}, MEADOW], "options": {"points": {"usual": [100], "default": 200}},
    "samples": [{"id": "band", "points": 90}, {"id": "host", "points": 150}],
}  # fmt: skip


class Fair(Toy):
    """The toy for two to four, in centimetres; whoever sits there is on the table, and nothing is asked."""

    key = "fair"
    sentences: Mapping[str, str] = MappingProxyType(
        {"system.name": "The fair", "system.compatible": "Of our own making", "toy.gave-up": "It is given up."}
    )

    def begin(self, setup: Setup) -> State:
        scores = {side.seat: 0 for side in setup.sides}
        return structs.replace(super().begin(setup), scores=scores, hands={}, turns=1)

    def view(self, state: State, viewer: Seat | None) -> View:
        bands = tuple(
            Band(seat=seat, side=side, name=f"Band of {seat}", emblem=1, models=(stone(seat, side),))
            for seat, side in zip(state.scores, offers.SIDES, strict=False)
        )
        return View(
            width=180_000, depth=120_000, unit="cm", unit_length=1000, ticks=(1, 5, 10), rings=(30_000, 60_000),
            turn=1, turns=1, phases=(), go=None, terrain=(), zones=(), sides=bands,
            pieces=tuple(piece for band in bands for piece in band.models),
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        if not state.gone:
            return None
        facts: dict[str, Fact] = {f"score_{seat}": n for n, seat in enumerate(state.scores)}
        return Outcome(Seat(next(s for s in reversed(state.scores) if s != state.gone)), "toy.gave-up", facts)

    def refuse_setup(self, setup: Setup) -> tuple[Any, ...]:
        return ()

    def catalogue(self) -> Json:
        return BOOK


def stone(seat: str, side: str) -> Piece:
    """A model of a side."""
    x = 20_000 * (1 + offers.SIDES.index(side))
    return Piece(id=f"{seat}-1", side=side, code=side.upper(), name=seat, x=x, y=30_000, radius=1250)


@pytest.fixture
def fair(client: TestClient) -> Iterator[Person]:
    """Somebody at a server that knows the fair too."""
    games = client.app.state.site.games  # type: ignore[attr-defined]
    games.systems["fair"] = Fair()
    yield Person(client)
    del games.systems["fair"]


def laid(person: Person, players: int, *ways: str) -> str:
    """The way to a new table of the fair."""
    fields = {"system": "fair", "scenario": "meadow", "points": "100", "players": str(players), "name": "Aki"}
    fields |= {f"band_{side}": "sample:band" for side in offers.SIDES[:players]}
    fields |= {f"way_{side}": way for side, way in zip(offers.SIDES[1:], ways, strict=False)}
    made = person.form("/new", fields)
    assert made.status_code == 303, made.text[:400]
    return str(made.headers["location"])


def test_each_free_seat_has_a_link_and_the_last_one_opens_the_table(client: TestClient, fair: Person) -> None:
    where = laid(fair, 4, "link", "same", "link")
    links = re.findall(r'data-copy="http://testserver(/join/[^"]+)"', is_page(fair.page(where)))
    assert [link.split("/")[3] for link in links] == ["blue", "green"]
    mika, rin = Person(client), Person(client)
    first = mika.form(links[0], {"name": "Mika"})
    assert first.headers["location"] == where
    assert "/join/" not in is_page(mika.page(where))
    assert rin.form(links[1], {"name": "Rin"}).headers["location"] == where.replace("wait", "play")
    room = is_page(mika.page(where.replace("wait", "play")))
    assert [f'class="band {side}"' in room for side in offers.SIDES] == [True] * 4


def test_whoever_opens_a_link_chooses_among_what_fits(client: TestClient, fair: Person) -> None:
    fields = {"system": "fair", "scenario": "meadow", "points": "100", "way_b": "link", "band_a": "sample:band"}
    made = fair.form("/new", {**fields, "band_b": "theirs", "players": "2"})
    link = re.search(r'data-copy="http://testserver(/join/[^"]+)"', is_page(fair.page(made.headers["location"])))
    assert link is not None
    mika = Person(client)
    page = is_page(mika.page(link[1]))
    assert 'value="sample:band"' in page
    assert "sample:host" not in page
    assert "The fair · 100" in page
    assert "/play/" in mika.form(link[1], {"name": "Mika", "band": "sample:band"}).headers["location"]


def bid(person: Person, path: str) -> None:
    """Whoever this is has bid nothing."""
    shown = person.get(path).json()
    asked = next(q for q in shown["questions"] if q["mine"] and not q["sealed"])
    assert person.post(f"{path}/answers", {"ask": asked["id"], "answer": "0"}).status_code == 200


def test_a_move_is_taken_back_only_when_every_other_has_agreed(client: TestClient, fair: Person) -> None:
    where = laid(fair, 3, "link", "link")
    links = re.findall(r'data-copy="http://testserver(/join/[^"]+)"', is_page(fair.page(where)))
    mika, rin = Person(client), Person(client)
    for person, link in zip((mika, rin), links, strict=True):
        assert person.form(link, {"name": "Mika"}).status_code == 303
    path = f"/api/v1/games/{where.rsplit('/', 1)[1]}"
    bid(fair, path)
    bid(mika, path)
    before = fair.get(path).json()["version"]
    assert fair.post(f"{path}/takeback").status_code == 200
    assert mika.post(f"{path}/consent", {"yes": True}).status_code == 200
    assert all(q["about"] != "toy.bid" for q in fair.get(path).json()["questions"] if q["mine"])
    assert rin.post(f"{path}/consent", {"yes": True}).status_code == 200
    shown = fair.get(path).json()
    assert [q["about"] for q in shown["questions"] if q["mine"] and not q["sealed"]] == ["toy.bid"]
    assert shown["version"] > before


def test_bots_fill_the_seats_given_to_them(fair: Person) -> None:
    game = laid(fair, 3, "bot", "bot").rsplit("/", 1)[1]
    seats = fair.get(f"/api/v1/games/{game}").json()["seats"]
    assert [(s["seat"], s["kind"]) for s in seats] == [("red", "person"), ("blue", "bot"), ("gold", "bot")]


def test_a_table_of_three_is_drawn_and_ends_with_three(fair: Person) -> None:
    where = laid(fair, 3, "same", "same")
    room = is_page(fair.page(where))
    assert 'data-unit="cm" data-unit-length="1000"' in room
    assert unescape(room).count('[[30000, "30 cm"], [60000, "60 cm"]]') == 1
    assert '<text class="odd" transform="translate(88.58 -24.62) scale(1.97)">10</text>' in room
    assert len(set(re.findall(r'<!--row--><header[^>]*>\s*<svg[^>]*><use href="(#em-\d)"', room))) == 3
    fair.form(where + "/resign", {"seat": "blue", "yes": "1"})
    ended = is_page(fair.page(where))
    assert "Band of gold" in ended
    assert re.search(r"<td>0</td><td>1</td><td>2</td></tr>", ended)


def test_only_what_the_scenario_offers_can_be_chosen(fair: Person) -> None:
    duel = is_page(fair.page("/new?system=fair&scenario=duel"))
    assert 'name="players"' not in duel
    assert 'name="way_c"' not in duel
    small = is_page(fair.page("/new?system=fair&scenario=meadow&players=4&points=100"))
    assert small.count('value="sample:band"') == 4
    assert "sample:host" not in small
    assert "sample:host" in fair.page("/new?system=fair&scenario=meadow&points=200").text
    assert small.count('type="radio" name="way_d"') == 4
    chosen = is_page(fair.page("/new?system=fair&scenario=meadow&points=100&band_b=sample:no-such&band_a=sample:host"))
    assert chosen.count('value="sample:band" selected') == 2
    assert 'value="theirs" selected' not in fair.page("/new?system=fair&band_b=theirs&way_b=bot").text
    assert 'value="theirs" selected' in fair.page("/new?system=fair&band_b=theirs&way_b=link").text
    assert 'name="layout"' not in small
    assert "RON-" not in small


def test_every_page_names_the_system_it_is_for(fair: Person) -> None:
    for path in ("/", "/rules", "/rules/fair", "/new?system=fair"):
        assert "Of our own making" in is_page(fair.page(path)), path
    assert is_page(fair.page("/roster")).count("RON-ARM") >= 1
    assert fair.page("/roster?system=fair").status_code == 404


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_every_system_has_a_table_to_begin_with_at_once(system: RuleSystem[Any]) -> None:
    setup = offers.quick(system)
    assert setup is not None
    assert system.refuse_setup(setup) == ()
    assert [side.seat for side in setup.sides] == ["red", "blue"]


def test_every_number_of_players_is_drawn() -> None:
    setups = [draw_setup(Fair(), Random(n)) for n in range(80)]
    drawn = {(setup.scenario, len(setup.sides), setup.options["points"]) for setup in setups}
    assert drawn == {("duel", 2, 100), *(("meadow", n, points) for n in (2, 3, 4) for points in (100, 200))}


def test_options_of_the_catalogue_are_drawn() -> None:
    drawn = [draw_setup(system_of("ronin"), Random(n)) for n in range(60)]
    assert {"points", "terrain", "building", "defence_adds_fight", "attacker", "escort"} == {
        k for s in drawn for k in s.options
    }
    RandomGame(system_of("ronin"), 3, drawn[0]).play()
