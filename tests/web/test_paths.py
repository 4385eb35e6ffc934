"""Paths that cannot be walked, over the wire: refused in words with their clause, and nothing has moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.paths import MAX_POINTS
from tests.web.people import Person, problem
from tests.web.test_pages import ronin

FAR = 10**7


class Mover:
    """A Ronin game at a move, both seats one person's: the question, and a walk with the picks that lead to it."""

    def __init__(self, client: TestClient) -> None:
        self.person = Person(client)
        self.path = f"/api/v1/games/{ronin(self.person)}"
        self.seat, self.question = "", dict[str, Any]()
        while self.question.get("about") != "activate.move":
            if self.question:
                assert self.answer(self.question["default"]).status_code == 200
            self.ask()
        self.walk = next(walk for walk in self.walks() if not walk["starts"])

    def ask(self) -> None:
        """Whoever is asked, and what."""
        for seat in ("red", "blue"):
            shown = self.person.get(f"{self.path}?seat={seat}").json()
            for question in shown["questions"]:
                if question["mine"] and not question["sealed"]:
                    self.seat, self.question = seat, question
                    return
        raise AssertionError("nobody is asked")

    def walks(self) -> Iterator[dict[str, Any]]:
        """Every kind of walk of the first model that may be chosen, its picks added."""
        model = next(o["key"] for o in self.question["domain"]["options"] if o["no"] is None)
        for way in self.preview({"pick": model})["domain"]["options"]:
            if way["no"] is None and way["more"]:
                found = self.preview({"pick": model, "then": {"pick": way["key"]}})["domain"]
                if found["kind"] == "walk":
                    yield {**found, "picks": (model, way["key"])}

    def body(self, raw: Any) -> dict[str, Any]:
        """The body of an answer."""
        return {"ask": self.question["id"], "answer": raw, "seat": self.seat}

    def answer(self, raw: Any) -> Any:
        """The server's answer to this answer."""
        return self.person.post(f"{self.path}/answers", self.body(raw))

    def preview(self, raw: Any) -> Any:
        """The server's look at this answer."""
        return self.person.post(f"{self.path}/preview", self.body(raw)).json()

    def along(self, points: Any) -> Any:
        """The answer that walks along these points."""
        model, way = self.walk["picks"]
        return {"pick": model, "then": {"pick": way, "then": points}}

    def picture(self) -> list[Any]:
        """All that the seats are shown."""
        return [self.person.get(f"{self.path}{more}").json() for more in ("?seat=red", "?seat=blue", "/events")]


@pytest.fixture(scope="module")
def mover(client: TestClient) -> Mover:
    """One game for all: no test of this module moves anything."""
    return Mover(client)


UNREADABLE: tuple[Any, ...] = (
    None, [], {}, "north", [[1, 2, 3]], [[1]], [["a", "b"]], [[1.5, 2]], [[True, False]], [[10**30, 0]], [None], [[[]]],
    [[FAR + 1, 0]], 7, [[0, 0], "x"],
)  # fmt: skip


@pytest.mark.parametrize("points", UNREADABLE, ids=repr)
def test_what_is_no_path_is_refused(mover: Mover, points: Any) -> None:
    before = mover.picture()
    said = problem(mover.answer(mover.along(points)), 422)
    assert said["refusal"]["clause"]
    assert mover.picture() == before


@pytest.mark.parametrize("end", [(-1, -1), (-5000, 40_000), (10**6, 40_000), (FAR, FAR), (-FAR, 0)])
def test_paths_off_the_table_or_too_long_are_refused_with_their_clause(mover: Mover, end: tuple[int, int]) -> None:
    before = mover.picture()
    raw = mover.along([list(end)])
    assert not mover.preview(raw)["legal"]
    said = problem(mover.answer(raw), 422)
    assert said["refusal"]["clause"].startswith("RON-")
    assert said["refusal"]["code"] not in said["detail"]
    assert mover.picture() == before


def test_path_of_too_many_points_is_refused_before_it_is_walked(mover: Mover) -> None:
    before = mover.picture()
    x, y = mover.walk["start"]
    said = problem(mover.answer(mover.along([[x, y]] * (MAX_POINTS + 1))), 422)
    assert said["refusal"]["code"] == "path.too-many-points"
    problem(mover.answer(mover.along([[x, y]] * 1_000_000)), 413)
    assert mover.picture() == before


def test_other_sides_models_cannot_be_moved(mover: Mover) -> None:
    before = mover.picture()
    other = "blue" if mover.seat == "red" else "red"
    way, start = mover.walk["picks"][1], mover.walk["start"]
    raw = {"pick": f"{other}-1", "then": {"pick": way, "then": [start]}}
    assert problem(mover.answer(raw), 422)["refusal"]["code"] == "ask.not-offered"
    problem(mover.person.post(f"{mover.path}/answers", {**mover.body(raw), "seat": other}), 403, 409)
    assert mover.picture() == before


def test_a_way_that_is_too_long_comes_with_the_nearest_that_may_be_gone(mover: Mover) -> None:
    x, y = mover.walk["start"]
    inwards = 1 if y < 30_000 else -1
    look = mover.preview(mover.along([[x, y + inwards * (mover.walk["allowance"] + 1_000)]]))
    assert not look["legal"]
    picks = (look["instead"]["pick"], look["instead"]["then"]["pick"])
    assert picks == mover.walk["picks"]
    assert len(look["instead"]["then"]["then"]) > 1
    again = mover.preview(look["instead"])
    assert again["legal"]
    assert again["instead"] is None
    assert mover.preview([])["instead"] is None
