"""Units in ranks with characters in them, cards that lie face down, lines of the log that make a story."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.formations import block
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.engine.views import Band, Clash, Force, Group, Piece, View, steps
from app.games.results import GameId, GameInfo, Shown
from app.games.stories import filed
from app.web.page.templates import render
from app.web.page.words import Words, language
from app.web.table.board.drawing import bands, counters, layers
from app.web.table.board.drawn import drawn
from app.web.table.board.formed import clans
from app.web.table.entries import entries
from app.web.table.seen import shaped

CLAUSE = Clause("TST-ONE-01")
INFO = GameInfo(id=GameId("g"), system="test", scenario="field", status="playing", version=7, seats=())
SIDE = 2_500
DRAWN = (
    "three men",
    "one hue: a sign and its men",
    "it came off",
    "in vain",
    "way gone",
    "empty place",
    "place of a leader",
)
"""What the key tells of besides what is worn."""
SENTENCES = {
    "badge.left": "{n} of {of} models", "badge.ap": "Points: {n}", "badge.fighting": "Fighting",
    "badge.taisho": "General", "badge.orders": "Orders: {n}", "badge.hurt": "Wounds taken: {n}", "card": "A card",
    "story.charge": "Charge", "story.volley": "Shots", "story.duel": "Duel", "charge": "{unit:model} charges.",
    "rolled": "Dice", "moved": "It moves.", "settled": "Settled",
}  # fmt: skip
MODELS = {"red-1": "1 Spears", "red-2": "a Aki", "blue-1": "1 Bows"}


def square(n: int) -> Polygon:
    """The base of the place of this number, side by side."""
    return block(Point(20_000 + n * SIDE, 30_000), 0, SIDE, SIDE)


def place(n: int, kind: str = "stand", code: str = "1") -> Piece:
    """A model of the unit, or who leads it."""
    base = square(n)
    at = Point(sum(p.x for p in base) // 4, sum(p.y for p in base) // 4)
    return Piece(id=f"red-1-{n}", side="a", code=code, name="Aki" if kind == "leader" else "Spears", x=at.x, y=at.y,
                 radius=SIDE // 2, kind=kind, outline=base)  # fmt: skip


def view(*cards: Piece) -> View:
    """A unit of four models with its leader at its first place, a unit beside it, and whatever cards lie."""
    places = (place(1, "leader", "a"), *(place(n) for n in range(2, 6)))
    whole = block(Point(20_000 + 3 * SIDE, 30_000), 0, 5 * SIDE, SIDE)
    ids = tuple(p.id for p in places)
    spears = Group(id="red-1", side="a", code="1", name="Spears", members=ids, outline=whole, traits=("yari",),
                   badges=("left-4-4", "ap-2", "fighting", "hurt-1"))  # fmt: skip
    other = Group(id="red-3", side="a", code="2", name="Bows", members=(), badges=("left-4-4",))
    aki = Group(id="red-2", side="a", code="a", name="Aki", members=(ids[0],), force="red-1",
                badges=("left-1-1", "ap-3", "taisho", "orders-2"))  # fmt: skip
    band = Band(seat="red", side="a", name="Reds", emblem=1, models=places, groups=(spears, other, aki))
    bows = Group(id="blue-1", side="b", code="1", name="Bows", members=(), badges=("left-4-4",))
    foe = Band(seat="blue", side="b", name="Blues", emblem=2, models=(), groups=(bows,))
    return View(width=120_000, depth=120_000, unit="cm", unit_length=1000, turn=1, turns=6,
                phases=steps(("one", "two"), "one"), go="red", terrain=(), zones=(), pieces=(*places, *cards),
                sides=(band, foe), measures=False,
                clashes=(Clash(at=Point(30_000, 30_000), ids=("red-1", "blue-1")),))  # fmt: skip


def words() -> Words:
    """Words that know the units."""
    return Words(SENTENCES, 1000, "cm", MODELS, {})


def shown(*cards: Piece) -> dict[str, Any]:
    """The view as the templates take it."""
    language.set("en")
    return drawn(words(), view(*cards), INFO, ["red"])


def test_who_leads_a_formation_is_a_counter_at_his_own_place() -> None:
    page = shown()
    (aki,) = page["pieces"]
    assert (aki["id"], aki["group"], aki["force"]) == ("red-1-1", "red-2", "red-1")
    assert aki["seat"]["d"].count("L") == 3
    assert aki["chief"] is True
    svg = counters(page)["red-1-1"]
    assert 'class="counter head a"' in svg
    assert 'data-group="red-2"' in svg
    assert ">a</text>" in svg


def test_no_two_clans_of_the_largest_side_have_one_hue() -> None:
    seen = view()
    forces = tuple(Force(id=str(n), side="a", code=f"D{n}", name="Aki", groups=()) for n in range(7))
    of = clans(replace(seen, sides=(replace(seen.sides[0], forces=forces), seen.sides[1])))
    assert len({one["hue"] for one in of.values()}) == len(forces)


def test_his_place_is_no_common_models() -> None:
    (body,) = shown()["formations"]
    assert body["stands"].count("M") == 4


def test_points_to_spend_are_pips_on_the_formation_and_said() -> None:
    (body,) = shown()["formations"]
    assert body["pips"].count("M") == 2
    assert "Points: 2" in body["said"]


def test_badges_of_many_names_are_drawn_as_one_symbol() -> None:
    (body,) = shown()["formations"]
    assert {b["key"] for b in body["badges"]} == {"engaged", "wound"}


def test_who_is_in_a_unit_is_listed_under_it() -> None:
    band = shown()["sides"][0]
    assert [(g["id"], g["inside"]) for g in band["groups"]] == [("red-1", False), ("red-2", True), ("red-3", False)]


def test_the_legend_tells_of_what_is_worn_now_without_figures() -> None:
    page = shown()
    assert [row["said"] for row in page["legend"]] == ["Fighting", "Wounds taken", "Points"]
    html = str(bands(page, "red"))
    assert "Fighting" in html
    every, worn, borne, fronts = 2, 3, len(page["arms"]), html.count("its front, with its weapons")
    able = html.count('<li data-drawn=".counter.may')
    drawn = sum(html.count(f"<span>{said}</span>") for said in DRAWN)
    assert (html.count("<li><svg"), fronts, able) == (every + borne, 1, 1)
    assert html.count('<li class="if-seen"') == worn + drawn + fronts, "these stand there while somebody wears them"
    assert drawn >= len(DRAWN)


def test_a_card_shows_its_front_and_only_its_owner_what_it_is() -> None:
    at = block(Point(60_000, 60_000), 0, 10_000, 5_000)
    card = Piece(
        id="card-1", side="b", code="?", name="card", x=60_000, y=62_500, radius=2_500, kind="card", outline=at
    )
    page = shown(card)
    svg = counters(page)["card-1"]
    assert 'class="counter laid b"' in svg
    assert "chevron" in svg
    mine = Piece(
        id="card-1", side="b", code="3", name="Bows", x=60_000, y=62_500, radius=2_500, kind="card", outline=at
    )
    known = counters(shown(mine))["card-1"]
    assert "is-known" in known
    assert ">3</text>" in known


def test_who_stands_at_whom_is_drawn_without_asking() -> None:
    assert layers(shown())["layer-clashes"].count('class="clash"') == 1


def test_units_that_two_sides_call_the_same_bear_their_stone() -> None:
    called = {"red-1": ("1 Spears", "a"), "blue-1": ("1 Spears", "b"), "red-2": ("a Aki", "a")}
    assert shaped(called) == {"red-1": "○ 1 Spears", "blue-1": "● 1 Spears", "red-2": "a Aki"}


# -- stories ----------------------------------------------------------------------


def told(n: int, telling: Telling) -> Shown:
    """An event of this number as a viewer sees it."""
    return Shown(version=n, kind="test.event", clause=CLAUSE, telling=telling)


def rows(*tellings: Telling) -> list[dict[str, Any]]:
    """The lines of a log in the order they happened."""
    language.set("en")
    return entries(words(), filed(told(n, t) for n, t in enumerate(tellings, 1)), view())[::-1]


def test_a_line_that_begins_a_story_names_it_and_the_two_it_is_about() -> None:
    (row,) = rows(Telling(about="charge", facts={"unit": "red-1", "target": "blue-1"}, story="charge+"))
    assert row["story"]["name"] == "Charge"
    assert [[(code, side) for code, _, side in one] for one in row["story"]["two"]] == [[("1", "a")], [("1", "b")]]
    html = render("table/panels/_log_rows.html", entries=[row], rules="/rules/test")
    assert 'data-in="1" data-story="charge" data-story-name="Charge"' in html
    assert '<template class="two">' in html


def test_a_line_says_in_which_stories_it_stands_and_none_after_their_end() -> None:
    quiet = Telling(about="settled", weight="quiet", story="-")
    charge = Telling(about="charge", facts={"unit": "red-1", "target": "blue-1"}, story="charge+")
    found = rows(charge, Telling(about="moved"), quiet, Telling(about="moved"))
    assert [row["within"] for row in found] == [("1",), ("1",), ()]
    assert [row["story"] is None for row in found] == [False, True, True]


def test_many_dice_show_which_were_good_and_how_many() -> None:
    (row,) = rows(Telling(about="rolled", faces=((3, 8, 9),), total=2, needed=5, good=(False, True, True)))
    assert [d["mark"] for d in row["dice"]] == ["miss", "hit", "hit"]
    assert row["out"] == "2 / 3"
