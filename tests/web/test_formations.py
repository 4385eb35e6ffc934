"""Armies as pages show them: formations with their front, forces with their leaders, result tables, cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from app.engine.events import Event, Seat
from app.engine.formations import Formation, footprint, stands
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.engine.views import ARMS, Band, Force, Grid, Ground, Group, Inspection, Mark, Note, Piece, View, steps
from app.games import opening
from app.games.results import GameId, GameInfo, Shown
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.page.prompts import choices
from app.web.page.templates import render
from app.web.page.words import Words, language
from app.web.table.board.drawing import bands, counters
from app.web.table.board.drawn import drawn
from app.web.table.board.figures import arms, figures, silhouette
from app.web.table.board.formed import beside, fronted, lean, pips
from app.web.table.board.inside import around
from app.web.table.entries import entries
from tests.toy import State, Toy
from tests.web.people import Person, problem

CLAUSE = Clause("TST-ONE-01")
CORNER = Point(0, 0)
INFO = GameInfo(id=GameId("g"), system="test", scenario="field", status="playing", version=7, seats=())
PHASES = ("one", "two", "three", "four", "five", "six", "seven", "eight")
SENTENCES = {
    "badge.left": "{n} of {of} stands", "badge.hits": "Hits: {n}", "badge.routing": "Routing", "badge.raw": "Raw",
    "badge.rating": "Rating {n}", "badge.general": "General", "badge.active": "Active", "word.swords": "Swords",
    "volley": "{unit:model} fires.", "shot": "To hit", "shot.die": "A shot", "tested": "{unit:model} tests.",
    "grid": "Results", "word.lost": "Stand lost", "word.charged": "Charged", "word.pass": "Pass", "word.fail": "Fail",
    "word.halt": "Halt", "word.rout": "Rout", "word.stand": "Stand", "word.none": "No effect", "word.spears": "Spears",
    "card.quality": "Passes on {needed}+", "card.morale": "If tested now", "toy.deed": "What now?", "toy.bid": "Bid",
}  # fmt: skip
BODY = Formation(Point(50_000, 40_000), 18_000, 3, 5, 4_000, 1_500)
"""Three files and two ranks that look south, the last place of the rear rank empty."""
TABLE = Grid(about="grid", columns=("lost", "charged"), rows=("pass", "fail"),
             cells=(("none", "stand"), ("halt", "rout")), column="charged", row="fail",
             clause="TST-ONE-01")  # fmt: skip


def words(**more: str) -> Words:
    """Words that know the unit."""
    return Words({**SENTENCES, **more}, 1000, "cm", {"red-1": "A1 Spears", "red-1-1": "A1 Spears"}, {})


def group(outline: Polygon = (), **more: Any) -> Group:
    """A unit of six stands at its start, of which five are left."""
    return Group(id="red-1", side="a", code="A1", name="Spears", members=tuple(f"red-1-{n}" for n in range(1, 7)),
                 force="red-f", outline=outline or footprint(BODY), facing=BODY.facing, traits=("swords",),
                 badges=("left-5-6", "raw", "hits-2", "routing"), may=True, **more)  # fmt: skip


def view(unit: Group | None = None, at: Point = CORNER, shapes: tuple[Polygon, ...] = stands(BODY)) -> View:
    """A table with one unit and a leader."""
    mine = tuple(
        Piece(id=f"red-1-{n}", side="a", code="A1", name="Spears", x=0, y=0, radius=750, kind="stand", outline=shape)
        for n, shape in enumerate(shapes, 1)
    )
    led = Piece(id="red-l", side="a", code="G", name="Aki", x=at.x, y=at.y, radius=1000, kind="leader",
                badges=("general", "rating-3"))  # fmt: skip
    force = Force(id="red-f", side="a", code="H", name="House", groups=("red-1",), leader="red-l", badges=("active",))
    band = Band(seat="red", side="a", name="Reds", emblem=1, models=(*mine, led), groups=(unit or group(),),
                forces=(force,))  # fmt: skip
    return View(width=180_000, depth=120_000, unit="cm", unit_length=1000, turn=1, turns=6,
                phases=steps(PHASES, "three"), go="red", terrain=(), zones=(), pieces=(*mine, led),
                sides=(band,))  # fmt: skip


def shown(unit: Group | None = None, at: Point = CORNER, **more: Any) -> dict[str, Any]:
    """The view as the templates take it."""
    return drawn(words(), view(unit, at, **more), INFO, ["red"])


# -- formations ---------------------------------------------------------------


def test_a_formation_is_one_counter_with_its_stands_in_it() -> None:
    page = shown()
    assert [p["id"] for p in page["pieces"]] == ["red-l"]
    (body,) = page["formations"]
    assert (body["x"], body["y"]) == (50_000, 38_500)
    assert body["stands"].count("M") == 5
    assert body["force"] == "red-f"
    assert list(counters(page)) == ["red-l", "red-1"]


def test_its_frame_is_that_of_the_rules_about_its_middle() -> None:
    (body,) = shown()["formations"]
    corners = [tuple(float(n) for n in pair.split(",")) for pair in body["points"].split()]
    wanted = [((p.x - body["x"]) * 22.5 / 2540, (p.y - body["y"]) * 22.5 / 2540) for p in footprint(BODY)]
    assert [n for corner in corners for n in corner] == pytest.approx([n for p in wanted for n in p], abs=0.01)


def test_who_stands_in_some_ground_bears_a_mark_that_says_so_and_the_ground_is_seen_beneath() -> None:
    def said(*places: Point, kind: str = "wood", closed: bool = True) -> tuple[list[str], list[str], str]:
        ground = Ground(id="t", kind=kind, outline=places, closed=closed, label="spears")
        page = drawn(words(), replace(view(), terrain=(ground,)), INFO, ["red"])
        (body,) = page["formations"]
        marks = [b["said"] for b in body["badges"] if b["key"] == "cover"]
        return marks, [one["said"] for one in page["legend"] if one["key"] == "cover"], body["said"]

    wood = (Point(40_000, 30_000), Point(60_000, 30_000), Point(60_000, 50_000), Point(40_000, 50_000))
    marks, key, told = said(*wood)
    assert (marks, key) == (["in terrain: Spears"], ["in terrain"])
    assert "in terrain: Spears" in told
    beside = said(*(Point(p.x + 90_000, p.y) for p in wood))
    assert beside[:2] == said(*wood, kind="gentle-hill")[:2] == said(*wood, closed=False)[:2] == ([], [])
    filled = footprint(BODY)
    assert said(*filled)[0], "who fills it is in it"
    for kind in ("road", "bridge", "open", "torii"):
        assert said(*wood, kind=kind)[:2] == ([], []), kind


@pytest.mark.parametrize(("over", "seen"), [("ford", "ford"), ("bridge", ""), ("road", "")])
def test_what_lies_over_other_ground_takes_its_place_in_whichever_order_they_are_laid(over: str, seen: str) -> None:
    body = footprint(BODY)
    river, ford = (Ground(id=kind, kind=kind, outline=body, closed=True, label=kind) for kind in ("river", over))
    for terrain in ((river, ford), (ford, river)):
        found = around(terrain, body)
        assert (found.kind if found else "") == seen
    assert around((river,), body) is river


def test_its_front_edge_bears_a_chevron_that_looks_its_way() -> None:
    front = shown()["formations"][0]["front"]
    assert front["turn"] == 180
    assert front["x"] == 0
    assert front["y"] == pytest.approx(1_500 * 22.5 / 2540, abs=0.01)


def test_in_a_building_it_has_the_buildings_outline_and_no_front() -> None:
    barn = (
        Point(0, 0),
        Point(9_000, 0),
        Point(9_000, 5_000),
        Point(4_000, 5_000),
        Point(4_000, 9_000),
        Point(0, 9_000),
    )
    (body,) = shown(group(outline=barn), shapes=(barn,))["formations"]
    assert body["front"] is None
    assert "cover" not in body["states"]
    assert body["frame"].count("L") == 5
    assert not fronted([(0, 0), (1, 0), (1, 1), (0, 1)], 9_000)
    assert fronted([(0, 0), (1, 0), (1, 1), (0, 1)], 0)


def test_its_code_makes_room_for_a_leader_who_stands_in_it() -> None:
    assert shown()["formations"][0]["lean"] == (0.0, 0.0)
    (body,) = shown(at=Point(50_000, 38_500))["formations"]
    assert body["lean"][0] > 5, "its left is in the east"
    column = [(0.0, 0.0), (10.0, 0.0), (10.0, 40.0), (0.0, 40.0)]
    assert lean(column, held=True) == (0.0, -14.4)


def test_what_presses_is_always_seen_and_stands_first() -> None:
    badges = shown()["formations"][0]["badges"]
    assert [(b["key"], b["loud"], b["figure"]) for b in badges] == [
        ("routing", True, ""), ("hits", True, "2"), ("raw", False, ""),
    ]  # fmt: skip
    assert all(b["y"] < 0 and b["dy"] < 0 for b in badges), "behind a front that looks south"
    assert beside([], [(0, 0), (1, 0), (1, 1), (0, 1)], 0, 7) == []


def test_foot_and_horse_and_what_they_bear_are_drawn() -> None:
    (foot,) = shown()["formations"]
    assert foot["figures"]["kind"] == "foot"
    assert foot["figures"]["d"].count("M") == 3 * 5
    assert foot["arms"] is None, "swords are not drawn"
    ranks = [[(0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (0.0, 12.0)]]
    horse = figures(("cavalry",), ranks)
    assert (horse["kind"], horse["d"].count("z")) == ("horse", 1)
    bows = arms(("spear", "bow"), ranks[0])
    assert bows == {"kind": "bow", "d": arms(("bow",), ranks[0])["d"]}  # type: ignore[index]
    spears = arms(("spear",), ranks[0])
    assert spears is not None
    assert spears["d"].startswith("M3.0 0.0l0.0 -9.0"), "ahead of a front that looks north"
    assert spears["d"].count("M") == 5


@pytest.mark.parametrize(("traits", "arm"), [
    (("ashigaru", "teppo", "yari"), "gun"), (("cavalry", "bow"), "bow"), (("mounted", "lance"), "horse"),
    (("naginata",), "spear"), (("katana",), "blade"), ((), "blade"), (("sling",), "sling"), (("claws",), "beast"),
    (("improvised",), "tool"),
    (("light-gun",), "cannon"), (("heavy-gun", "arquebus"), "cannon"),
])  # fmt: skip
def test_from_afar_its_arm_is_a_silhouette(traits: tuple[str, ...], arm: str) -> None:
    assert silhouette(traits) == arm
    assert arm in ARMS


def test_from_afar_its_clan_has_a_hue_and_a_sign() -> None:
    page = shown()
    assert page["formations"][0]["clan"] == {"hue": 3, "sign": "G"}
    svg = counters(page)["red-1"]
    assert " clan h3" in svg
    assert '<use href="#standard"/><text class="figure" y="-1.4">G</text>' in svg
    loose = counters(shown(replace(group(), force="")))["red-1"]
    assert "#standard" not in loose
    assert " clan h" not in loose


def test_it_is_said_with_state_and_facing() -> None:
    html = render("table/_board.html", view=shown())
    assert html.count('class="counter') == 2
    assert 'aria-label="A1 Spears: 5 of 6 stands, Raw, Hits: 2, Routing, facing south, may act"' in html
    assert 'class="counter formation a clan h3 may is-routing"' in html


def test_one_that_is_gone_is_not_on_the_table() -> None:
    assert shown(group(gone="destroyed"))["formations"] == []


def test_answers_of_one_unit_are_told_apart_by_what_they_are() -> None:
    rows = [{"key": key, "no": None, "piece": "red-1"} for key in ("stand", "retire")]
    known = words(**{"charged.stand": "Stand", "charged.retire": "Retire"})
    found = choices(known, {"kind": "pick", "options": rows}, "charged")
    assert [(choice.label, choice.piece) for choice in found] == [("Stand", "red-1"), ("Retire", "red-1")]
    assert [choice.label for choice in choices(words(), {"kind": "pick", "options": rows[:1]}, "charged")] == [
        "A1 Spears"
    ]


# -- forces -------------------------------------------------------------------


def test_forces_are_listed_with_leader_rating_and_a_pip_for_each_stand() -> None:
    html = str(bands(shown(), "red"))
    assert 'data-piece="red-f"' in html
    assert '<b title="Rating 3">3</b>' in html
    assert "is-active" in html
    assert html.count("<i></i>") == 5
    assert html.count('<i class="lost"></i>') == 1
    assert 'data-piece="red-1-1"' not in html
    assert pips("2/3") == [True, True, False]
    assert pips("") == []


def test_many_phases_are_steps_that_all_have_their_names() -> None:
    html = render("table/panels/_phases.html", view=shown())
    assert 'class="phases many"' in html
    named = [step["label"] for step in shown()["phases"]]
    assert re.findall(r'title="([^"]+)"><span>([^<]+)</span>', html) == [(key, key) for key in named]
    assert html.count('class="done"') == 2


# -- the log ------------------------------------------------------------------


def event(n: int, about: str, **more: Any) -> Shown:
    """An event as the log gets it."""
    return Shown(version=n, kind="test", clause=CLAUSE, telling=Telling(about=about, facts={"unit": "red-1"}, **more))


def rows(*events: Shown) -> str:
    """The lines of the log."""
    found = entries(words(), events, view())
    return render("table/panels/_log_rows.html", entries=found, rules="/rules/test")


def test_a_result_table_shows_what_decided_in_words_too() -> None:
    spears = (Line("spears", 1, CLAUSE),)
    tested = event(1, "tested", faces=((2, 3),), lines=spears, total=6, needed=8, grid=TABLE, weight="roll")
    html = rows(tested, event(2, "tested", faces=((2, 3),), grid=TABLE))
    assert html.count("<details") == 2
    assert html.count('<details class="read" open>') == 1
    assert html.index("e-2") < html.index(" open>") < html.index("e-1"), "the latest one"
    assert html.count('<td class="here">Rout</td>') == 2
    assert "Decided by: <b>Charged · Fail · Rout</b>" in html
    assert '<td>+1</td><td>Spears</td><td><a class="clause" href="/rules/test#TST-ONE-01"' in html
    assert "needs 8" in html


def test_a_total_below_nought_bears_a_true_minus() -> None:
    html = rows(event(1, "tested", faces=((1, 1),), total=-2, needed=6, grid=TABLE))
    assert "−2 (needs 6)" in html
    assert "<td>−2</td>" in html
    assert words(rolled="{total} in all").says("rolled", {"total": -2}) == "−2 in all"


def test_a_roll_that_no_row_decided_shows_its_column_alone() -> None:
    (row,) = entries(words(), [event(1, "tested", grid=Grid(**{**fields(TABLE), "row": ""}))], view())
    assert row["grid"]["decided"] == "Charged"
    assert not any(here for _, here, _ in row["grid"]["rows"])


def fields(grid: Grid) -> dict[str, Any]:
    """A result table as the arguments that make it."""
    return {name: getattr(grid, name) for name in grid.__struct_fields__}


def test_dice_thrown_in_pairs_stand_side_by_side() -> None:
    pairs = [event(n, "shot.die", faces=((n, 6),), total=n + 6, needed=9, weight="die") for n in (2, 3, 4)]
    html = rows(event(1, "volley"), *pairs)
    assert html.count('class="throw pairs"') == 1
    summary = html[html.index("<summary>") : html.index("</summary>")]
    assert re.findall(r'href="#d(\d)"', summary) == ["2", "6", "3", "6", "4", "6"]
    assert summary.count('class="die miss"') == 2, "both dice of a pair miss or hit"


# -- asking -------------------------------------------------------------------


class Army(Toy):
    """The toy with a unit on its table, of which its owner learns more than others do."""

    key = "army"
    sentences = SENTENCES

    def view(self, state: State, viewer: Seat | None) -> View:
        return view()

    def inspect(self, state: State, viewer: Seat | None, id: str) -> Inspection:
        mine: dict[str, tuple[Line, ...]] = (
            {"card.morale": (Line("spears", 1, CLAUSE), Line("lost", -3, CLAUSE))} if viewer == "red" else {}
        )
        reach = Mark(kind="halo", points=footprint(BODY), radius=15_000, note=Note("card.morale"))
        return Inspection(notes=(Note("card.quality", {"needed": 6}, CLAUSE),), tables=mine, marks=(reach,))

    def tell(self, event: Event) -> Telling:
        return Telling(about=event.kind)


@pytest.fixture(scope="module")
def armies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server with the army on it."""
    settings = Settings(
        data=str(tmp_path_factory.mktemp("armies")), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, Army()))
        with TestClient(create_app(settings), raise_server_exceptions=False) as client:
            yield client


@pytest.fixture
def owner(armies: TestClient) -> tuple[Person, str]:
    """Somebody who plays red against a bot, and the path of the game."""
    red, band = Person(armies), {"sample": "band"}
    made = red.post("/api/v1/games", {
        "system": "army", "scenario": "meadow", "name": "Aki",
        "sides": [{"seat": "red", "roster": band, "player": "me"}, {"seat": "blue", "roster": band, "player": "bot"}],
    })  # fmt: skip
    assert made.status_code == 201, made.text
    return red, f"/api/v1/games/{made.json()['id']}"


def test_who_asks_about_a_unit_gets_its_card_in_words(owner: tuple[Person, str]) -> None:
    red, path = owner
    card = red.get(f"{path}/inspect/red-1").json()
    assert card["name"] == "A1 Spears"
    assert card["side"] == "a"
    stands = "Swords, under the standard of House"
    assert card["notes"] == [{"text": stands, "clause": ""}, {"text": "Passes on 6+", "clause": "TST-ONE-01"}]
    (table,) = card["tables"]
    assert (table["name"], table["sum"]) == ("If tested now", "−2")
    assert [line["adds"] for line in table["lines"]] == ["+1", "−3"]
    assert card["marks"][0]["radius"] == 15_000


def test_a_card_tells_each_what_their_own_eyes_see(owner: tuple[Person, str], armies: TestClient) -> None:
    red, path = owner
    stranger = Person(armies)
    problem(stranger.get(f"{path}/inspect/red-1"), 403)
    game = path.rsplit("/", 1)[1]
    key = re.search(rf"/watch/{game}/([\w-]+)", red.page(f"/play/{game}").text)
    assert key is not None
    watched = stranger.get(f"{path}/inspect/red-1?watch={key[1]}").json()
    assert watched["tables"] == []
    assert watched["notes"][1]["text"] == "Passes on 6+"


def test_asking_about_nothing_is_told_so(owner: tuple[Person, str]) -> None:
    red, path = owner
    for id in ("nobody", "red-9", "%20"):
        problem(red.get(f"{path}/inspect/{id}"), 404)
    problem(red.get("/api/v1/games/nothing/inspect/red-1"), 404)


def test_a_card_is_in_the_readers_language(owner: tuple[Person, str]) -> None:
    red, path = owner
    said = red.call("GET", f"{path}/inspect/nobody", headers={"accept-language": "es"})
    assert problem(said, 404)["detail"] == "No hay nada así en esta mesa."
    language.set("en")
