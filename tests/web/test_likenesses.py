"""Likenesses: pictures cut to counters, worn by what is shown of a counter alone, removed by the host."""

from __future__ import annotations

import json
import struct
import sys
from base64 import b64encode
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.games.likenesses import MOST, chosen
from app.web.page.raster import raster
from app.web.rosters.effigy import LARGEST, LONGEST, PIXELS, ROUND, SIDE, SIGNS, signs
from app.web.rosters.sizes import sized
from app.web.table.board.worn import likenesses
from tests.systems.kensei.test_sealed import KENSEI, SPY, staged
from tests.web.oracle import Oracle
from tests.web.painted import NOTE, WEBP, extended, frame, framed, hopped, jpeg, lossy, png
from tests.web.people import Person, problem
from tests.web.scene import House

API = "/api/v1/likenesses"


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """A server with its host."""
    return House(client)


def make(person: Person, picture: bytes | None = None, **more: Any) -> Any:
    """What the API answers to a picture that is brought."""
    return person.post(API, {"system": "toy", "picture": b64encode(picture or png()).decode(), **more})


def key_of(person: Person, **more: Any) -> str:
    """The address of a likeness that was made."""
    made = make(person, **more)
    assert made.status_code == 201, made.text
    return str(made.json()["key"])


# -- what is kept of a file ------------------------------------------------------------


@pytest.mark.parametrize(
    "raw", [png(), png(30, 10), WEBP, jpeg(20, 30), jpeg(9, 9, end=b"\xff\xd9" + frame(9000, 9000))],
    ids=["square", "wide", "webp", "jpeg", "jpeg with another behind it"],
)  # fmt: skip
def test_a_picture_is_cut_to_a_counter_and_nothing_else_of_its_file_is_kept(person: Person, raw: bytes) -> None:
    made = make(person, raw)
    assert made.status_code == 201, made.text
    given = person.get(made.json()["picture"])
    assert given.headers["content-type"] == "image/png"
    assert given.headers["cache-control"] == "private, max-age=60"
    assert sized(given.content) == ("png", SIDE, SIDE)
    assert NOTE not in given.content
    assert b"tEXt" not in given.content


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no picture that can be read"),
        (b"GIF89a" + bytes(40), "no picture that can be read"),
        (png()[:60], "Nothing is to be seen"),
        (png(alpha=0), "Nothing is to be seen"),
        (png(said=(LONGEST + 1, 8)), f"is {LONGEST + 1} by 8 pixels"),
        (png(said=(6000, 6000)), f"at most {PIXELS}"),
        (png(said=(0, 8)), "is 0 by 8 pixels"),
        (framed(6001, 10), "is 6001 by 10 pixels"),
        (b"\xff\xd8\xff\xff\x00\x00", "no picture that can be read"),
        (b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + b"\xff\xff\x3f" * 2 + bytes(20), "is 4194304 by 4194304"),
        (b"RIFF\x40\0\0\0WEBPVP9 " + bytes(40), "no picture that can be read"),
        (framed(10, 10), "Nothing is to be seen"),
        (hopped(5000, 5000), "no picture that can be read"),
        (jpeg(8, 8, after=frame(5000, 5000)), "no picture that can be read"),
        (jpeg(8, 8, end=frame(5000, 5000)), "no picture that can be read"),
        (jpeg(8, 8, before=b"\xff\x01"), "no picture that can be read"),
        (jpeg(8, 8, before=b"\xff\xd9"), "no picture that can be read"),
        (jpeg(8, 8, before=b"\xff\xe0\0\0"), "no picture that can be read"),
        (jpeg(4000, 4000), f"at most {PIXELS}"),
        (extended(10, 10, lossy(16000, 16000)), "no picture that can be read"),
        (extended(10, 10, b"ANMF" + struct.pack("<I", 24) + bytes(16) + lossy(9, 9)), "no picture that can be read"),
    ],
)  # fmt: skip
def test_what_is_no_picture_or_too_large_is_refused_with_its_numbers(person: Person, raw: bytes, why: str) -> None:
    given = make(person, raw)
    assert given.status_code == 422
    assert why in given.json()["detail"]
    assert person.get(API).json() == []


def test_a_picture_of_too_many_bytes_is_not_taken(person: Person) -> None:
    given = make(person, png() + bytes(LARGEST))
    assert given.status_code in (413, 422)
    assert person.get(API).json() == []


def test_the_size_of_a_webp_is_read_in_each_of_its_forms() -> None:
    assert sized(WEBP + bytes(8)) == ("webp", 2, 2)
    plain = b"RIFF\x40\0\0\0WEBPVP8 \x20\0\0\0" + bytes(3) + b"\x9d\x01\x2a" + struct.pack("<HH", 300, 200) + bytes(20)
    assert sized(plain) == ("webp", 300, 200)
    assert sized(framed(7, 9)) == ("jpeg", 7, 9)
    assert sized(extended(300, 200, lossy(300, 200))) == ("webp", 300, 200)


@pytest.mark.skipif(sys.platform != "linux", reason="no other platform here holds a process to its memory")
def test_the_process_that_draws_takes_no_more_memory_than_it_may() -> None:
    """A picture of 256 million pixels, of which the house would have asked its size before."""
    image = f'<image href="data:image/jpeg;base64,{b64encode(jpeg(16000, 16000)).decode()}" width="24" height="24"/>'
    drawing = ROUND.format(inside=image).encode()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, pytest.raises(BrokenExecutor):
        pool.submit(raster, drawing).result()


def test_every_sign_of_a_device_is_drawn_and_differs_from_every_other(person: Person) -> None:
    assert set(signs()) == set(SIGNS)
    seen = set()
    for sign in SIGNS:
        fields = {"system": "toy", "about": sign[-4:], "sign": sign, "field": "gold", "tint": "ink"}
        assert person.form("/likenesses", fields).status_code == 303
    for one in person.get(API).json():
        seen.add(person.get(one["picture"]).content)
    assert len(seen) == len(SIGNS)


@pytest.mark.parametrize("fields", [{"sign": "em-9"}, {"field": "red"}, {"tint": "gold"}])
def test_a_device_that_could_not_be_seen_is_refused(person: Person, fields: dict[str, str]) -> None:
    whole = {"system": "toy", "sign": "em-1", "field": "gold", "tint": "ink", **fields}
    given = person.form("/likenesses", whole)
    assert given.status_code == 422
    assert person.get(API).json() == []


# -- who keeps how many ----------------------------------------------------------------


def test_one_for_the_same_counters_takes_the_place_of_the_last(person: Person) -> None:
    first, second = key_of(person, about="r1"), key_of(person, about="R1")
    assert [one["key"] for one in person.get(API).json()] == [second]
    assert person.get(f"/likeness/{first}").status_code == 404


def test_a_guest_keeps_so_many_and_no_more(person: Person) -> None:
    for number in range(MOST):
        key_of(person, about=f"A{number}")
    given = make(person, about="B1")
    assert given.status_code == 409
    assert str(MOST) in given.json()["detail"]
    assert key_of(person, about="A1")


def test_ones_own_is_forgotten_and_nobody_elses(client: TestClient, person: Person) -> None:
    key = key_of(person)
    assert Person(client).call("DELETE", f"{API}/{key}").status_code == 404
    assert person.call("DELETE", f"{API}/{key}").status_code == 204
    assert person.get(f"/likeness/{key}").status_code == 404
    assert "no such likeness" in problem(person.call("DELETE", f"{API}/{key}"), 404)["detail"]


def test_an_unknown_system_is_refused(person: Person) -> None:
    assert make(person, system="chess").status_code == 422


# -- what counters wear ----------------------------------------------------------------


def begun(client: TestClient, person: Person) -> str:
    """The id of a game of Ronin in which all are on the table, both sides led by one person."""
    oracle = Oracle(client, "ronin", 3)
    oracle.seek()
    person.cookies |= oracle.me.cookies
    return str(oracle.id)


def worn(game: str, who: Person, more: str = "") -> set[str]:
    """The addresses on a page of a game."""
    text = who.page(f"{more or '/play/'}{game}").text
    return {part.partition('"')[0] for part in text.split('href="/likeness/')[1:]}


def pieces(game: str, who: Person) -> Any:
    """The counters on a table."""
    return who.get(f"/api/v1/games/{game}").json()["view"]["pieces"]


def test_counters_wear_what_their_player_made_in_everybodys_view(client: TestClient, person: Person) -> None:
    game = begun(client, person)
    assert worn(game, person) == set()
    key = key_of(person, system="ronin")
    watch = f"/watch/{game}/{client.app.state.site.watch_key(game)}"  # type: ignore[attr-defined]
    assert worn(game, person) == {key}
    assert worn("", Person(client), watch) == {key}
    seen = [one for one in pieces(game, person) if one["side"]]
    assert person.page(f"/play/{game}").text.count(f'href="/likeness/{key}"') == len(seen) > 0


def test_what_is_made_for_a_code_is_worn_before_what_is_made_for_all(client: TestClient, person: Person) -> None:
    game = begun(client, person)
    whole = key_of(person, system="ronin")
    code = pieces(game, person)[0]["code"]
    letters = key_of(person, system="ronin", about=code.rstrip("0123456789"))
    assert worn(game, person) >= {letters}
    own = key_of(person, system="ronin", about=code)
    assert own in worn(game, person)
    assert worn(game, person) <= {whole, letters, own}


def test_one_of_another_system_or_another_side_is_not_worn(client: TestClient, person: Person) -> None:
    game = begun(client, person)
    key_of(person, system="celtos")
    key_of(person, system="ronin", band="Some other band")
    assert worn(game, person) == set()


def test_the_past_shows_it_too(client: TestClient, person: Person) -> None:
    game = begun(client, person)
    key = key_of(person, system="ronin")
    assert worn(game, person, "/replay/") == {key}


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
def test_what_is_hidden_wears_nothing_that_tells_it(viewer: Seat | None) -> None:
    """The Spy stands in one unit or in the other: made for its code, and for every other, its likeness tells nobody."""
    here, there = staged(SPY.format(one=9, two=10, host="one")), staged(SPY.format(one=10, two=9, host="two"))
    own = KENSEI.view(here, Seat("red"))
    codes = [piece.code for piece in own.pieces] + [group.code for band in own.sides for group in band.groups]
    made = {"red": {("", code.upper()): f"of {code}" for code in codes}}
    for state in (here, there):
        shown = {piece.code for piece in KENSEI.view(state, viewer).pieces}
        assert len(shown) < len({piece.code for piece in KENSEI.view(state, Seat("red")).pieces})
    assert likenesses(KENSEI.view(here, viewer), made) == likenesses(KENSEI.view(there, viewer), made) != {}
    assert likenesses(KENSEI.view(here, Seat("red")), made) != likenesses(KENSEI.view(there, Seat("red")), made)


def test_what_is_laid_face_down_wears_nothing() -> None:
    assert chosen({("", ""): "whole"}, "", "?") == chosen({("", ""): "whole"}, "", "") == ""
    assert chosen({("", ""): "whole"}, "", "S1") == "whole"
    assert chosen({("herons", "S"): "band", ("", "S1"): "code"}, "Herons", "s1") == "band"


# -- reports ---------------------------------------------------------------------------


def test_who_sees_one_reports_it_and_the_host_removes_it(client: TestClient, house: House, person: Person) -> None:
    host = house.browser(house.host)
    game, other = begun(client, person), house.browser(house.member("Kuro"))
    key = key_of(person, system="ronin")
    assert f'action="/likeness/{key}/report"' in host.page(f"/play/{game}/likenesses").text
    assert other.form(f"/likeness/{key}/report", {"reason": "ugly"}).status_code == 200
    report = next(one for one in host.get("/api/v1/admin/reports").json()["reports"] if one["kind"] == "likeness")
    assert (report["likeness"], report["text"], report["hidden"]) == (key, "ugly", False)
    assert f'src="/admin/likeness/{key}"' in host.page("/admin/reports").text
    done = host.post(f"/api/v1/admin/reports/{report['id']}", {"note": "Not here.", "hide": True})
    assert done.status_code == 200, done.text
    assert client.get(f"/likeness/{key}").status_code == 404
    assert worn(game, person) == set()
    assert person.get(API).json()[0]["removed"] is True
    assert "removed by the host" in person.page("/likenesses").text


def reported(house: House, person: Person, key: str) -> Any:
    """What the host reads of a report that somebody just made."""
    assert person.post(f"{API}/{key}/report", {"reason": "ugly"}).status_code == 204
    return house.browser(house.host).get("/api/v1/admin/reports").json()["reports"][0]


def test_a_report_of_one_that_was_forgotten_never_shows_that_of_another(
    client: TestClient, house: House, person: Person
) -> None:
    other = Person(client)
    key_of(other, about="Z9")
    key = key_of(person)
    report = reported(house, other, key)
    assert person.call("DELETE", f"{API}/{key}").status_code == 204
    theirs = key_of(other)
    host = house.browser(house.host)
    assert f'src="/admin/likeness/{theirs}"' not in host.page("/admin/reports").text
    done = host.post(f"/api/v1/admin/reports/{report['id']}", {"note": "Not here.", "hide": True})
    assert done.status_code == 200, done.text
    assert [one["removed"] for one in other.get(API).json()] == [False, False]


@pytest.mark.parametrize("away", ["forgotten", "replaced"])
def test_what_was_reported_stays_removable_after_its_owner_took_it_away(
    client: TestClient, house: House, away: str
) -> None:
    owner, other = Person(client), Person(client)
    key_of(other, about="R1")
    first = key_of(owner, about="R1")
    report = reported(house, other, first)
    if away == "forgotten":
        assert owner.call("DELETE", f"{API}/{first}").status_code == 204
    again, host = key_of(owner, about="R1"), house.browser(house.host)
    assert [one["key"] for one in owner.get(API).json()] == [again]
    assert (client.get(f"/likeness/{first}").status_code, host.get(f"/admin/likeness/{first}").status_code) == (
        404,
        200,
    )
    assert f'src="/admin/likeness/{first}"' in host.page("/admin/reports").text
    host.post(f"/api/v1/admin/reports/{report['id']}", {"note": "Not here.", "hide": True})
    assert client.get(f"/likeness/{again}").status_code == 404
    assert [one["removed"] for one in owner.get(API).json()] == [True]
    assert owner.call("DELETE", f"{API}/{again}").status_code == 204
    assert "removed this picture" in problem(make(owner), 409)["detail"]
    assert key_of(other, about="R2")


def test_one_that_was_forgotten_is_gone_once_its_reports_are_closed(
    client: TestClient, house: House, person: Person
) -> None:
    other = Person(client)
    key_of(other)
    key = key_of(person)
    report, host = reported(house, other, key), house.browser(house.host)
    assert person.call("DELETE", f"{API}/{key}").status_code == 204
    assert person.call("DELETE", f"{API}/{key}").status_code == 404
    assert host.get(f"/admin/likeness/{key}").status_code == 200
    host.post(f"/api/v1/admin/reports/{report['id']}", {"note": "Fine."})
    assert host.get(f"/admin/likeness/{key}").status_code == 404


def test_a_report_of_none_is_refused(person: Person) -> None:
    key_of(person)
    assert person.post(f"{API}/none/report", {"reason": "why"}).status_code == 404


# -- as a file -------------------------------------------------------------------------


def test_all_are_taken_out_as_a_file_and_brought_in_by_somebody_else(client: TestClient, person: Person) -> None:
    key_of(person, about="R1", band="Herons")
    key_of(person, about="")
    raw = person.get("/likenesses/file").content
    assert len(json.loads(raw)["likenesses"]) == 2
    other = Person(client)
    given = other.call("POST", "/likenesses/import", files={"file": ("l.json", raw, "application/json")})
    assert given.status_code == 303
    mine, theirs = person.get(API).json(), other.get(API).json()
    facts = [[(one["system"], one["band"], one["about"]) for one in rows] for rows in (mine, theirs)]
    assert facts[0] == facts[1]
    assert all(sized(other.get(one["picture"]).content) == ("png", SIDE, SIDE) for one in theirs)


@pytest.mark.parametrize("raw", [b"", b"[]", b'{"likenesses": [{"system": "toy"}]}', b"\xff",
                                 b'{"likenesses": [{"system": "toy", "picture": "AAAA"}]}'])  # fmt: skip
def test_a_file_of_something_else_changes_nothing(person: Person, raw: bytes) -> None:
    key = key_of(person)
    given = person.call("POST", "/likenesses/import", files={"file": ("l.json", raw, "application/json")})
    assert given.status_code == 422
    assert [one["key"] for one in person.get(API).json()] == [key]


def brought(person: Person, many: int) -> Any:
    """What is said to a file of so many likenesses, each for a code of its own."""
    picture = b64encode(png()).decode()
    rows = [{"system": "toy", "about": f"A{n}", "picture": picture} for n in range(many)]
    raw = json.dumps({"likenesses": rows}).encode()
    return person.call("POST", "/likenesses/import", files={"file": ("l.json", raw, "application/json")})


def test_of_a_file_that_holds_too_many_none_is_kept_and_none_replaced(client: TestClient, person: Person) -> None:
    mine = [key_of(person, about=f"{letter}1") for letter in "ABC"]
    given = brought(person, MOST)
    assert given.status_code == 409
    assert str(MOST) in given.text
    assert [one["key"] for one in person.get(API).json()] == mine
    stranger = Person(client)
    assert brought(stranger, MOST + 1).status_code == 422
    assert stranger.cookies == {}
    assert brought(stranger, MOST).status_code == 303
    assert len(stranger.get(API).json()) == MOST
