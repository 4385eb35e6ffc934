"""What a seat may not know is in no byte that is sent to it, nor to a watcher."""

from __future__ import annotations

import re

from starlette.testclient import TestClient

from tests.web.people import Person, Table
from tests.web.test_pages import ronin
from tests.web.test_socket import join, texts_until


def words(table: Table, seat: str) -> bytes:
    """All that REST sends to a seat, or to a watcher for the empty name."""
    who, key = (table.who(seat), "") if seat else (table.watcher, f"?watch={table.key}")
    return b"".join(who.get(table.path + path + key).content for path in ("", "/events"))


def test_secret_answers_leave_no_trace_until_all_are_in(client: TestClient) -> None:
    pictures = []
    for bid in ("0", "3"):
        table = Table(client, turns=1).sit()
        given = table.say("red", bid)
        assert given.json()["events"] == []
        sent = [words(table, seat) for seat in ("blue", "")]
        named = rb'"(id|created)":"[^"]*"'
        pictures.append([re.sub(named, b"", text).replace(table.id.encode(), b"") for text in sent])
    assert [len(text) for text in pictures[0]] == [len(text) for text in pictures[1]]
    assert strip(pictures[0]) == strip(pictures[1])


def strip(texts: list[bytes]) -> list[bytes]:
    """The texts without what differs from game to game by nature: seeds' seals, seats' bytes."""
    return [re.sub(rb'"[0-9a-f]{16,}"', b"", text) for text in texts]


def test_no_list_can_be_tried_against_a_digest_of_the_setup(table: Table) -> None:
    for seat in ("red", "blue", ""):
        who, key = (table.who(seat), "") if seat else (table.watcher, f"?watch={table.key}")
        events = who.get(f"{table.path}/events{key}").json()["events"]
        (begun,) = [event for event in events if event["kind"] == "engine.begun"]
        assert begun["body"]["system"] == begun["telling"]["facts"]["system"] == "toy"
        assert "setup" not in begun["body"]
        assert "setup" not in begun["telling"]["facts"]


def test_options_of_a_question_are_its_seats_alone(table: Table) -> None:
    table.bids()
    for seat in ("blue", ""):
        text = words(table, seat)
        assert b"toy.deed" not in text
        assert b"gamble" not in text
    assert b"toy.deed" in words(table, "red")


def test_hidden_cards_leave_no_trace_for_others(table: Table) -> None:
    table.bids()
    for who, key, count in ((table.red, "", 1), (table.blue, "", 0), (table.watcher, f"?watch={table.key}", 0)):
        events = who.get(f"{table.path}/events{key}").json()["events"]
        assert len([e for e in events if e["kind"] == "toy.drew"]) == count
        assert [e["version"] for e in events if not e["part"]] == list(range(1, table.version + 1))
        assert len([e for e in events if e["part"]]) == count


def test_sockets_tell_no_secret(table: Table) -> None:
    key = f"?watch={table.key}&since={table.version}"
    with join(table, table.blue, f"?since={table.version}") as blue, join(table, table.watcher, key) as watcher:
        table.bids()
        version = table.version
        heard = {"blue": texts_until(blue, version), "watcher": texts_until(watcher, version)}
    for text in heard.values():
        assert "toy.drew" not in text.replace("toy.drew-hidden", "")
        assert "toy.deed" not in text
    card = table.shown("red")["view"]["notes"][1]["facts"]["card"]
    assert card in (1, 2, 3, 4)
    assert table.shown("blue")["view"]["notes"][1]["facts"] == {}


def two_goals(client: TestClient, person: Person) -> tuple[str, Person, dict[str, str]]:
    """A game by link, its other player, and the minor goal each has chosen or drawn."""
    game = ronin(person, "link")
    other, path = Person(client), f"/api/v1/games/{game}"
    link = re.search(rf"/join/{game}/blue/[^\"]+", person.page(f"/wait/{game}").text)
    assert link is not None
    other.form(link[0], {"name": "Mika"})
    seats = {"red": person, "blue": other}
    chosen: dict[str, str] = {}
    for _ in range(20):
        for seat, who in seats.items():
            asked = next((q for q in who.get(path).json()["questions"] if q["mine"] and not q["sealed"]), None)
            if asked is None or len(chosen) == 2:
                continue
            answer = asked["default"]
            if asked["about"] == "setup.goal":
                keys = [o["key"] for o in asked["domain"]["options"] if o["no"] is None]
                answer = chosen[seat] = keys[0 if seat == "red" else -1]
            assert who.post(f"{path}/answers", {"ask": asked["id"], "answer": answer}).status_code == 200
    assert set(chosen) == {"red", "blue"}
    return game, other, chosen


def test_minor_goals_of_ronin_are_in_nothing_the_other_gets(client: TestClient, person: Person) -> None:
    # The dice are real: two sides with the same goal prove nothing, nor does a goal whose name another's words hold.
    tables = (two_goals(client, person) for _ in range(30))
    game, other, chosen = next(t for t in tables if t[2]["red"] not in (t[2]["blue"], "quarters"))
    path = f"/api/v1/games/{game}"
    room = person.page(f"/play/{game}").text
    key = re.search(rf"/watch/{game}/([\w-]+)", room)
    assert key is not None
    own = person.get(path).text + person.get(f"{path}/events").text
    assert chosen["red"] in own
    watcher = Person(client)
    heard = {
        "other": other.get(path).text + other.get(f"{path}/events").text + other.page(f"/play/{game}").text,
        "watcher": watcher.get(f"{path}?watch={key[1]}").text
        + watcher.get(f"{path}/events?watch={key[1]}").text
        + watcher.page(key[0]).text,
    }
    version = person.get(path).json()["version"]
    for name, who, query in (("other", other, ""), ("watcher", watcher, f"&watch={key[1]}")):
        with client.websocket_connect(f"/ws/games/{game}?since=0{query}", headers=who.cookie) as socket:
            heard[name] += texts_until(socket, version)
    for name, text in heard.items():
        assert chosen["red"] not in text, f"{name} is told red's goal"
    assert chosen["blue"] not in heard["watcher"]
