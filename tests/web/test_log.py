"""Older lines of the log: leaf after leaf they are the whole log, for each as far as he may see."""

from __future__ import annotations

import asyncio
import json
import re
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.pictures import Picture
from app.games.eyes import Eyes
from app.games.service import Games
from app.web.page.marked import Marked, Side
from app.web.page.said import outcome
from app.web.table import entries as log_entries
from app.web.table import seen as tables
from app.web.table.entries import entries, leaf, staged, strike, wounds
from app.web.table.log import lines
from tests.web.people import Person, Table
from tests.web.test_messages import answered, opened, seated

KEY = re.compile(r'<li id="e-([\d-]+)"')
OLDER = re.compile(r'name="before" value="([\d-]+)" hx-get="([^"]+)"')


def row(key: str, text: str = "x", within: tuple[str, ...] = ()) -> dict[str, Any]:
    """A line of the log, as far as leaves look at it."""
    return {"key": key, "seq": int(key.partition("-")[0]), "text": text, "idle": "", "within": within}


def keys(given: Any) -> list[str]:
    """The names of lines."""
    return [one["key"] for one in given]


def test_a_leaf_ends_where_the_next_one_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_entries, "LOG", 3)
    rows = [row(key) for key in ("9", "8-2", "8-1", "8", "7", "4")]
    first = leaf(rows, 0)
    assert (keys(first.rows), first.older) == (["9", "8-2", "8-1"], "8-1")
    second = leaf(rows, 0, first.older)
    assert (keys(second.rows), second.older) == (["8", "7", "4"], "")
    assert leaf(rows[:2], 5).older == "8-2", "there is more before what was looked through"
    assert leaf([], 5).older == "6", "nothing is told of all that was looked through"
    assert leaf([], 0) == ([], "")
    gone = leaf(rows, 0, "8-9")
    assert keys(gone.rows) == ["7", "4"], "a line that is told no more"


def test_a_leaf_goes_on_to_where_its_last_story_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_entries, "LOG", 2)
    rows = [row("9"), row("8", within=("6", "7")), row("7", within=("6", "7")), row("6", within=("6",)), row("5")]
    first = leaf(rows, 0)
    assert (keys(first.rows), first.older) == (["9", "8", "7", "6"], "6")
    assert keys(leaf(rows, 0, "6").rows) == ["5"]
    assert keys(leaf(rows[:3], 0).rows) == ["9", "8"], "it begins further back than is looked through"


def test_dice_whose_line_lies_further_back_come_with_it() -> None:
    cut = [row("9"), row("8", "")]
    assert keys(leaf(cut, 7).rows) == ["9"]
    assert keys(leaf(cut, 0).rows) == ["9", "8"], "a line of dice alone at the very beginning is one"
    assert leaf(cut[1:], 7) == ([], ""), "what holds nothing but these is looked through with what lies before it"


async def leaves(games: Games, game: Any, eyes: Any, reach: int) -> tuple[list[str], list[str]]:
    """The names of all lines, leaf after leaf; and all at once."""
    table = await tables.seen(games, game, eyes)
    assert table is not None
    assert table.view is not None
    here: Any = SimpleNamespace(games=games)
    found, before = list[str](), ""
    while True:
        part = await lines(here, table, before, reach)
        found += [
            f"{one['key']}:{len(one['rolls'])}" for one in part.rows if one["text"] or one["turn"] or one["rolls"]
        ]
        if not part.older:
            break
        assert part.older != before
        before = part.older
    shown = await games.events(game, table.eyes, 0, 100_000)
    whole = entries(table.words, shown, table.view)
    return found, [f"{one['key']}:{len(one['rolls'])}" for one in whole]


@pytest.mark.parametrize("key", ["ronin", "daimyo"])
def test_all_leaves_together_are_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setattr(log_entries, "LOG", 6)

    async def played() -> None:
        rng = Random(11)
        async with opened(tmp_path) as games:
            game, seats = await seated(games, key, rng)
            for _ in range(60):
                if not await answered(games, game, rng):
                    break
            for eyes in (Seat(seats[0]), Seat(seats[1]), None, Eyes(whole=True)):
                for reach in (4, 15):
                    found, whole = await leaves(games, game, eyes, reach)
                    assert found == whole, (eyes, reach)
            assert len(whole) > 12

    asyncio.run(played())


@pytest.fixture
def long(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A toy of which the page shows only the last two lines."""
    monkeypatch.setattr(log_entries, "LOG", 2)
    return Table(client, turns=1).sit()


def test_the_page_asks_for_older_lines_by_the_eyes_it_was_drawn_for(long: Table) -> None:
    pages = {"red": (long.red, f"/play/{long.id}"), "watcher": (long.watcher, long.links["watch"])}
    for who, path in pages.values():
        page = who.page(path).text
        before, at = OLDER.findall(page)[0]
        shown = KEY.findall(page)
        assert shown[-1] == before
        query = at.replace("&amp;", "&")
        given = who.part(f"{query}{'' if query.endswith('?') else '&'}before={before}", "none")
        assert given.status_code == 200
        assert not set(KEY.findall(given.text)) & set(shown)
        assert KEY.findall(given.text)


def test_nobody_else_is_given_older_lines(long: Table, client: TestClient) -> None:
    stranger = Person(client)
    assert stranger.page(f"/play/{long.id}/log?before=3").status_code == 403
    assert stranger.page("/play/none/log").status_code == 404
    assert stranger.page(f"/replay/{long.id}/log?at=2&before=2").status_code == 403


@pytest.mark.parametrize("before", ["x", "-1", "99999999999999999999", "5-", "0", "1e3", "3\u00b2", "\u0663"])
def test_a_line_that_cannot_be_is_none(long: Table, before: str) -> None:
    given = long.red.part(f"/play/{long.id}/log?before={before}", "none")
    assert given.status_code == 200
    assert "<html" not in given.text


def test_a_moment_asks_for_the_lines_before_it(long: Table) -> None:
    v = long.red.get(long.path).json()["version"]
    page = long.red.page(f"/replay/{long.id}").text
    before, at = OLDER.findall(page)[0]
    assert at.startswith(f"/replay/{long.id}/log?at={v}")
    older = long.red.part(f"{at.replace('&amp;', '&')}&before={before}", "none").text
    assert KEY.findall(older)
    assert not set(KEY.findall(older)) & set(KEY.findall(page))
    frame = long.red.get(f"{long.path}/frames/{v}").json()["html"]["log"]
    assert OLDER.findall(frame)[0][0] == before


@pytest.mark.parametrize(("total", "needed", "went", "below", "said"), [
    (7, 7, True, False, "7 (needs 7)"), (3, 7, False, False, "3 (needs 7)"), (3, 7, None, False, "3 (needs 7)"),
    (1, 6, True, True, "1 (needs under 6)"), (7, 6, False, True, "7 (needs under 6)"),
    (6, 6, False, True, "6 (needs under 6)"), (6, 6, False, False, "6"), (-1, None, None, False, "−1"),
    (6, 5, False, False, "6 (needs 5)"), (7, 9, True, False, "7 (needs 9)"),
    (10, 11, False, True, "10 (needs under 11)"),
])  # fmt: skip
def test_a_total_is_told_with_what_it_had_to_reach_or_to_stay_below(
    total: int, needed: int | None, went: bool | None, below: bool, said: str
) -> None:
    assert outcome(total, needed, went, below=below) == said


def telling_of(by: str, at: str) -> Any:
    """A die that one throws at another."""
    return SimpleNamespace(picture=Picture(kind="blow", by=(by,), at=(at,)))


def test_of_many_dice_it_is_shown_who_throws_which_at_whom() -> None:
    marked: Any = SimpleNamespace(
        sides={"m1": "a", "m2": "a", "n1": "b", "red": "a"}, words=SimpleNamespace(sentences={}, seats={"red": "Hana"})
    )
    strikes: list[dict[str, Any]] = []
    thrown = (("m1", "n1", True), ("m2", "n1", False), ("n1", "m2", False), ("unseen", "unknown", True))
    for by, at, good in thrown:
        strike(marked, strikes, telling_of(by, at), ("blow", by[0]), {"faces": [4], "good": good, "counts": True})
    assert json.loads(staged(strikes, {}))["word"] == "1 / 2"
    codes = {"m1": ("A1", "Ashi", "a"), "m2": ("A2", "Ashi", "a"), "n1": ("G", "Goro", "b")}
    first = json.loads(staged(strikes, codes))
    assert first.pop("then") == [
        {"kind": "blow", "by": ["n1"], "at": ["m2"], "dice": 1, "word": "G → A2: 0 / 1", "good": False},
    ]
    assert first == {"kind": "blow", "by": ["m1", "m2"], "at": ["n1"], "dice": 2,
                     "word": "A1, A2 → G: 1 / 2", "good": True}  # fmt: skip
    marked.words = SimpleNamespace(sentences={"blow": "", "hurt": ""}, says=str.upper, seats={"red": "Hana"})
    several: list[dict[str, Any]] = []
    for roll in ("blow", "hurt"):
        strike(marked, several, telling_of("m1", "n1"), (roll, "a"), {"faces": [4], "good": True, "counts": True})
    told = json.loads(staged(several, codes))
    assert [one["word"] for one in (told, *told["then"])] == ["A1 → G: BLOW 1 / 1", "A1 → G: HURT 1 / 1"]
    assert "hurt" not in told
    rolls = Picture(kind="test", by=("red",))
    assert json.loads(str(log_entries.pictured(marked, rolls)))["kind"] == "banner", "no piece of the side has rolled"


def test_of_dice_that_wound_it_is_told_who_took_how_many() -> None:
    sides = {"m1": Side("a", 1), "n1": Side("b", 2), "n2": Side("b", 2), "N": Side("b", 2)}
    words = SimpleNamespace(sentences={}, seats={}, format_field=lambda id, _: f"{id} Nagae")
    marked = Marked(cast(Any, words), sides)
    strikes: list[dict[str, Any]] = []
    for at, hurt in (("n1", 1), ("n2", 1), ("n1", 0), ("unknown", 1)):
        telling: Any = SimpleNamespace(picture=Picture(kind="blow", by=("m1",), at=(at,), hurt=hurt))
        strike(marked, strikes, telling, ("damage", "a"), {"faces": [4], "good": bool(hurt), "counts": True})
    told = json.loads(staged(strikes, {}, partial(wounds, marked, {"n1": "N", "n2": "N"})))
    assert told["hurt"] == [["N Nagae", "b", 2]]


def test_the_way_of_who_is_not_known_is_not_told() -> None:
    words = SimpleNamespace(sentences={}, seats={}, length=str)
    marked: Any = SimpleNamespace(sides={"r1": "a"}, words=words)
    way = (Point(0, 100), Point(200, 300))
    hidden, seen = (Picture(kind="walk", by=(by,), at=("r1",), way=way) for by in ("b9", "r1"))
    assert json.loads(str(log_entries.pictured(marked, hidden))) == {"kind": "walk", "at": ["r1"]}
    assert json.loads(str(log_entries.pictured(marked, seen)))["way"] == [0, 100, 200, 300]
    alone = Picture(kind="walk", by=("b9",), way=way)
    assert log_entries.pictured(marked, alone) is None
