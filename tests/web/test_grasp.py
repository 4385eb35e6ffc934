"""A piece that is taken into the hand: its orders come in one answer, and nothing that its question would not show."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.engine.asks import Json
from tests.web.people import Person, Table
from tests.web.test_plain import Evening

DRAWN = {"walk", "place", "moves", "layout", "manoeuvre"}


def grasp(person: Person, game: str, seat: str, piece: str) -> Json:
    """What the page is told of a piece that is taken."""
    given = person.get(f"/play/{game}/grasp?seat={seat}&piece={piece}")
    assert given.status_code == 200, given.text
    assert given.headers["cache-control"] == "no-store"
    return given.json()


def reach(person: Person, game: str, seat: str, ask: str, at: list[str]) -> Json:
    """Outlines of where a piece may end by an order."""
    query = urlencode({"seat": seat, "ask": ask, "at": json.dumps(at)})
    given = person.get(f"/play/{game}/reach?{query}")
    assert given.status_code == 200, given.text
    return given.json()["area"]


def nest(keys: list[str]) -> Json:
    """Picks with nothing below them."""
    raw: Json = None
    for key in reversed(keys):
        raw = {"pick": key, "then": raw}
    return raw


class Level:
    """What one comes to by going through the levels of an open question, one after the other."""

    def __init__(self, person: Person, game: str, seat: str) -> None:
        self.person, self.path, self.seat = person, f"/api/v1/games/{game}", seat
        found = person.get(f"{self.path}?seat={seat}").json()["questions"]
        self.question = next(q for q in found if q["mine"] and not q["sealed"])

    def at(self, keys: list[str]) -> Json:
        """What is asked there."""
        body = {"seat": self.seat, "ask": self.question["id"], "answer": nest(keys)}
        given = self.person.post(f"{self.path}/preview", body)
        assert given.status_code == 200, given.text
        return given.json()["domain"]

    def row(self, keys: list[str]) -> Json:
        """The option that these keys lead to."""
        above = self.at(keys[:-1]) if keys[:-1] else self.question["domain"]
        return next(row for row in above["options"] if row["key"] == keys[-1])


def compared(level: Level, order: Json) -> set[str]:
    """An order is as the levels have it; what of it was there to be compared."""
    rows = [level.row(order["at"][: n + 1]) for n in range(len(order["at"]))]
    own = next((row for row in reversed(rows) if row.get("gesture")), rows[-1])
    assert order["no"] is None or order["no"]["clause"] == own["no"]["clause"]
    assert (order["no"] is None) == (own["no"] is None)
    seen = {"closed" if order["no"] else "open"}
    if order["domain"]:
        assert order["domain"] == level.at(order["at"]), order["at"]
        assert order["domain"]["kind"] in DRAWN
        seen.add(order["domain"]["kind"])
    if order["targets"]:
        below = {row["key"]: row for row in level.at(order["at"])["options"]}
        for target in order["targets"]:
            row = below[target["key"]]
            assert target["piece"] == row["piece"]
            assert (target["no"] is None) == (row["no"] is None)
            assert not (order["no"] and target["no"] is None), "what is closed can be given at nobody"
        seen.add("targets of what is closed" if order["no"] else "targets")
    return seen


def bounded(area: Json, domain: Json) -> set[str]:
    """An area is one of a way, and nowhere farther off than that may be long."""
    assert (domain["kind"], domain["starts"]) == ("walk", [])
    (x, y), far = domain["start"], domain["allowance"]
    assert all((px - x) ** 2 + (py - y) ** 2 <= far**2 for outline in area for px, py in outline)
    return {"area"}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "wanted"), [
    ("ronin", {"walk", "area", "open", "closed"}), ("celtos", {"moves", "open", "closed", "targets of what is closed"}),
    ("daimyo", {"manoeuvre", "targets", "open", "closed"}), ("kensei", {"open", "closed"}),
])  # fmt: skip
def test_the_orders_of_a_piece_are_those_that_its_levels_show(client: TestClient, key: str, wanted: set[str]) -> None:
    seen = set[str]()
    for seed in range(3):
        evening = Evening(client, key, seed)
        for _ in range(150):
            found = evening.run(evening.asked)
            if found is None or wanted <= seen:
                break
            level = Level(evening.person, evening.id, found[0])
            pieces = [row["piece"] for row in level.question["domain"].get("options", ()) if row.get("piece")]
            for piece in pieces[:2]:
                taken = grasp(evening.person, evening.id, found[0], piece)
                assert taken["ask"] == level.question["id"]
                assert taken["measures"] is (key != "kensei"), "where nobody may measure no band is shown"
                for order in taken["orders"]:
                    seen |= compared(level, order)
                    if area := reach(evening.person, evening.id, found[0], taken["ask"], order["at"]):
                        seen |= bounded(area, order["domain"])
            body = {"seat": found[0], "ask": level.question["id"], "answer": found[2]}
            assert evening.person.post(f"/api/v1/games/{evening.id}/answers", body).status_code == 200
    assert wanted <= seen


def test_nobody_but_the_seat_that_is_asked_is_told_of_orders(client: TestClient, table: Table) -> None:
    table.bids()
    row = next(row for row in table.question("red")["domain"]["options"])
    told: dict[str, Any] = {}
    for name, who, query in (("red", table.red, "seat=red"), ("blue", table.blue, "seat=blue"),
                             ("watcher", table.watcher, f"watch={table.key}")):  # fmt: skip
        given = who.get(f"/play/{table.id}/grasp?{query}&piece={row.get('piece') or row['key']}")
        told[name] = given.json()
    assert told["red"]["ask"] == table.question("red")["id"]
    assert [told[name]["orders"] for name in ("blue", "watcher")] == [[], []]
    assert [told[name]["ask"] for name in ("blue", "watcher")] == ["", ""]
    assert reach(table.blue, table.id, "blue", told["red"]["ask"], [row["key"]]) == []
    for path in ("grasp?seat=red&piece=x", "reach?seat=red&ask=x"):
        assert Person(client).get(f"/play/{table.id}/{path}").status_code == 403


def test_what_the_question_does_not_name_has_no_orders(client: TestClient, table: Table) -> None:
    told = grasp(table.red, table.id, "red", "nobody")
    assert (told["orders"], told["no"]) == ([], None)


def threat(person: Person, game: str, query: str, piece: str) -> Json:
    """What a piece is to be reckoned with for."""
    given = person.get(f"/play/{game}/threat?{query}&piece={piece}")
    assert given.status_code == 200, given.text
    assert given.headers["cache-control"] == "no-store"
    return given.json()["threats"]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "wanted"), [
    ("ronin", {"move", "run", "shoot"}), ("celtos", {"move", "run", "charge", "shoot"}),
    ("daimyo", {"move", "charge", "shoot"}), ("kensei", set()),
])  # fmt: skip
def test_any_piece_says_what_it_is_to_be_reckoned_with_for(client: TestClient, key: str, wanted: set[str]) -> None:
    evening = Evening(client, key, 0)
    seen = set[str]()
    for n in range(150):
        found = evening.run(evening.asked)
        if found is None or (wanted and wanted <= seen):
            break
        view = evening.person.get(f"/api/v1/games/{evening.id}?seat={found[0]}").json()["view"] if not n % 10 else None
        groups = [g["id"] for side in view["sides"] for g in side["groups"]] if view else []
        for id in groups or [p["id"] for p in (view or {"pieces": ()})["pieces"]]:
            told = threat(evening.person, evening.id, f"seat={found[0]}", id)
            assert told == threat(evening.person, evening.id, f"seat={found[0]}", id)
            assert all(one["name"] and one["clause"] and one["outlines"] for one in told)
            seen |= {one["kind"] for one in told}
        level = Level(evening.person, evening.id, found[0])
        body = {"seat": found[0], "ask": level.question["id"], "answer": found[2]}
        assert evening.person.post(f"/api/v1/games/{evening.id}/answers", body).status_code == 200
    assert seen == wanted


def test_who_may_not_look_on_is_told_of_no_threat(client: TestClient, table: Table) -> None:
    assert Person(client).get(f"/play/{table.id}/threat?seat=red&piece=x").status_code == 403
    assert threat(table.red, table.id, "seat=red", "nobody") == []
    assert threat(table.watcher, table.id, f"watch={table.key}", "nobody") == []
