"""The chronicle: what is told of a battle, oaths of revenge, and what people say beside it."""

from __future__ import annotations

from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from app.campaigns.ledger.books import Books
from app.campaigns.model import Campaign, CampaignId, Feat, Fixture
from app.campaigns.rounds.course import Start
from app.engine.campaigns import DEAD, Delta
from app.web.campaigns import tales
from tests.campaigns.rounds_table import HOST, Table
from tests.web.people import Person
from tests.web.test_campaign_pages import founded, joined, sent
from tests.web.test_lobby import account as signed_up


def feat(side: str, who: str, foe: str, whom: str, turn: int, times: int = 1) -> Feat:
    """Somebody brought down."""
    return Feat(side=side, who=who, foe=foe, whom=whom, turn=turn, version=10 * turn, times=times)


def fought(feats: tuple[Feat, ...], winner: str = "w0") -> Fixture:
    """A battle of the first two that was fought so."""
    return Fixture(id="f", round=1, sides=("w0", "w1"), state="done", result="won", winner=winner, feats=feats)


@pytest.mark.parametrize(("feats", "turn"), [
    ((feat("w0", "a", "w1", "b", 1), feat("w0", "a", "w1", "c", 3), feat("w0", "d", "w1", "e", 3)), (3, 30, 2)),
    ((feat("w0", "a", "w1", "b", 2, 3), feat("w1", "x", "w0", "y", 2, 2), feat("w0", "a", "w1", "b", 4, 2)),
     (4, 40, 2)),
    ((feat("w0", "a", "w1", "b", 1, 2), feat("w0", "a", "w1", "c", 3, 2)), (1, 10, 2)),
    ((feat("w1", "a", "w0", "b", 1, 5),), (0, 0, 0)),
    ((), (0, 0, 0)),
])  # fmt: skip
def test_it_turned_where_the_winner_gained_most(feats: tuple[Feat, ...], turn: tuple[int, int, int]) -> None:
    assert tales.turning(fought(feats)) == turn


def test_nothing_turned_where_nobody_won() -> None:
    assert tales.turning(fought((feat("w0", "a", "w1", "b", 1, 5),), winner="")) == (0, 0, 0)


def line(fixture: str, *dead: str, seq: int = 1) -> Any:
    """A line of a warband by which these died of a battle."""
    return SimpleNamespace(fixture=fixture, seq=seq, deltas=tuple(Delta("state", who, put=DEAD) for who in dead))


def test_an_oath_is_sworn_on_who_brought_the_dead_down_and_kept_once() -> None:
    one = fought((feat("w0", "a", "w1", "b", 2),))
    again = replace(one, id="g", feats=(feat("w1", "c", "w0", "a", 1), feat("w1", "c", "w0", "z", 1)))
    last = replace(one, id="h", feats=(feat("w1", "c", "w0", "a", 1),))
    dead = tales.fallen({"w1": [line("f", "b"), line("", "y")], "w0": [line("g", "z")]})
    assert dead == {"f": [("w1", "b")], "g": [("w0", "z")]}
    sworn, kept = tales.oaths((one, again, last), dead)
    assert sworn == {"f": [("w1", "w0", "a")], "g": [("w0", "w1", "c")], "h": []}
    assert kept == {"f": [], "g": [("w1", "w0", "a")], "h": []}


def test_who_died_without_anybody_known_is_avenged_on_nobody() -> None:
    one = fought((feat("w0", "", "w1", "b", 2),))
    assert tales.oaths((one,), {"f": [("w1", "b")]})[0] == {"f": []}


def test_an_oath_is_kept_only_in_a_battle_that_ended_after_it_was_sworn() -> None:
    sworn_in = fought((feat("w0", "a", "w1", "b", 2),))
    before = replace(sworn_in, id="g", feats=(feat("w1", "c", "w0", "a", 1),))
    now = Campaign(id=CampaignId("c"), fixtures={"f": sworn_in, "g": before}, seq=9)
    books = Books(lambda _band: 0)
    books.lines = {"w1": [line("f", "b", seq=8), line("g", seq=5)], "w0": [line("g", seq=6)]}
    made = tales.revenge(books, now)
    assert (made.sworn["f"], made.kept["g"]) == ([("w1", "w0", "a")], [])
    books.lines = {"w1": [line("f", "b", seq=4), line("g", seq=5)]}
    assert tales.revenge(books, now) is made, "reckoned once"
    assert tales.revenge(books, replace(now, seq=10)).kept["g"] == [("w1", "w0", "a")]


def room(now: Campaign) -> Any:
    """A reader's room of a campaign of small rules."""
    words = SimpleNamespace(says=lambda key, *_: key, sentences={})
    return SimpleNamespace(now=now, words=words, path="/campaign/c", id="", rules_in_charge=False, mine=())


def test_a_battle_is_a_paragraph_of_what_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(2, rounds=3)
    assert table.give(HOST, Start()) is None
    table.won("r001b001", "w0")
    feats = (feat("w1", "m1", "w0", "m4", 1), *(feat("w0", "m0", "w1", f"m{n}", 3) for n in (1, 2, 3)))
    one = replace(table.now.fixtures["r001b001"], sides=("w0", "w1"), feats=feats, points={"w0": 7, "w1": 3})
    monkeypatch.setattr(tales, "name_of", lambda _at, side, who: f"{side}/{who}")
    told = tales.told(room(table.now), one, {}, {one.id: [("w1", "m2")]}, [("w1", "w0", "m0")], [("w0", "w1", "m3")])
    assert told["text"] == (
        "W0 and W1 met. W0 won (7 – 3). The first to fall was w0/m4, to w1/m1, in turn 1. "
        "It turned in turn 3, when w0/m0 broke w1/m1. w0/m0 alone brought down 3. W0 lost 1, W1 3. "
        "w1/m2 (W1) did not come back. W1 swore revenge on w0/m0. W0 had sworn revenge on w1/m3, and took it."
    )


def test_of_a_battle_of_which_nothing_is_known_the_result_is_told() -> None:
    table = Table(2, rounds=3)
    assert table.give(HOST, Start()) is None
    table.won("r001b001", "", "draw")
    told = tales.told(room(table.now), table.now.fixtures["r001b001"], {}, {}, (), ())
    assert told["text"] in ("W0 and W1 met. A draw.", "W1 and W0 met. A draw.")


@pytest.fixture(scope="module")
def three(client: TestClient) -> tuple[Person, Person, Person]:
    """A host, a player, a stranger."""
    return tuple(signed_up(client, f"Chron{name}") for name in ("Hana", "Mika", "Rin"))  # type: ignore[return-value]


def test_people_of_the_campaign_say_something_beside_a_battle_that_is_over(
    three: tuple[Person, Person, Person],
) -> None:
    hana, mika, rin = three
    path = founded(hana, "Told War", open="true", rounds="3")
    joined(hana, path, "Herons", 1)
    joined(mika, path, "Cranes", 2)
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    page = f"{path}/chronicle"
    assert "No battle is over yet." in hana.page(page).text
    now = hana.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}").json()
    fixture = next(iter(now["fixtures"]))
    assert sent(mika, f"{path}/battle/{fixture}", "forfeit", {}).status_code == 303
    text = unescape(mika.page(page).text)
    assert "Herons won without a fight." in text
    assert sent(mika, page, f"comment-{fixture}", {"text": "Rain.\r\nMud <b>everywhere</b>."}).status_code == 303
    assert "Rain. Mud &lt;b&gt;everywhere&lt;/b&gt;." in rin.page(page).text
    assert "f-comment" not in rin.page(page).text
    assert f"f-unsay-{fixture}-0" not in rin.page(page).text
    assert sent(mika, page, f"comment-{fixture}", {"text": "x" * 401}).status_code == 422
    assert sent(hana, page, f"comment-{fixture}", {"text": "Well fought."}).status_code == 303
    assert f"f-unsay-{fixture}-1" not in mika.page(page).text, "it is the host's"
    no = mika.post(
        f"/api/v1/campaigns/{now['id']}/commands", {"give": {"do": "unsay", "fixture": fixture, "number": 1}}
    )
    assert (no.status_code, "CPN-PEO-12" in no.text) == (422, True)
    assert sent(hana, page, f"unsay-{fixture}-0", {}).status_code == 303
    left = rin.page(page).text
    assert "Mud" not in left
    assert "Well fought." in left
    assert "Mud" not in rin.page(f"{path}/ledger").text


def begun(hana: Person, mika: Person, name: str, **more: str) -> str:
    """The path of a campaign that both are in and that has begun."""
    path = founded(hana, name, open="true", **more)
    joined(hana, path, "Herons", 1)
    joined(mika, path, "Cranes", 2)
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    return path


def test_what_is_said_of_an_older_round_leaves_one_at_that_round(three: tuple[Person, Person, Person]) -> None:
    hana, mika, _ = three
    path = begun(hana, mika, "Long War", rounds="3", pairing="round-robin")
    for _ in range(2):
        fixtures = hana.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}").json()["fixtures"]
        (left,) = [id for id, one in fixtures.items() if one.get("state", "open") == "open"]
        assert sent(mika, f"{path}/battle/{left}", "forfeit", {}).status_code == 303
    first, page = "r001b001", f"{path}/chronicle?round=1"
    given = sent(mika, page, f"comment-{first}", {"text": "Rain."})
    assert given.headers["location"] == f"{path}/chronicle?round=1&done=comment-{first}#f-comment-{first}"
    assert f'id="f-comment-{first}"' in mika.page(given.headers["location"]).text
    assert f'id="f-comment-{first}"' not in mika.page(f"{path}/chronicle").text
    no = hana.form(f"{path}/chronicle", {
        "do": "unsay", "of": f"unsay-{first}-0", "fixture": first, "number": "7", "command": "x1",
    })  # fmt: skip
    assert no.status_code == 422
    assert f'id="f-unsay-{first}-0"' in no.text
    away = sent(mika, page, f"unsay-{first}-0", {})
    assert away.headers["location"].startswith(f"{path}/chronicle?round=1&done=")


def test_who_has_left_takes_back_what_he_said(three: tuple[Person, Person, Person]) -> None:
    hana, mika, rin = three
    path = begun(hana, mika, "Left War")
    id, page = path.rpartition("/")[2], f"{path}/chronicle"
    fixture = next(iter(hana.get(f"/api/v1/campaigns/{id}").json()["fixtures"]))
    assert sent(mika, f"{path}/battle/{fixture}", "forfeit", {}).status_code == 303
    assert sent(mika, page, f"comment-{fixture}", {"text": "Rain."}).status_code == 303
    gone = mika.post(f"/api/v1/campaigns/{id}/commands", {"give": {"do": "leave"}})
    assert gone.status_code == 200, gone.text
    give = {"do": "unsay", "fixture": fixture, "number": 0}
    assert rin.post(f"/api/v1/campaigns/{id}/commands", {"give": give}).status_code == 422
    assert sent(mika, page, f"unsay-{fixture}-0", {}).status_code == 303
    assert "Rain." not in mika.page(page).text


def test_of_a_battle_that_is_not_over_nobody_says_anything(three: tuple[Person, Person, Person]) -> None:
    hana, mika, _ = three
    path = begun(hana, mika, "Mute War")
    id = path.rpartition("/")[2]
    fixture = next(iter(hana.get(f"/api/v1/campaigns/{id}").json()["fixtures"]))
    no = mika.post(f"/api/v1/campaigns/{id}/commands", {"give": {"do": "comment", "fixture": fixture, "text": "Hm."}})
    assert no.status_code == 422
    assert "over" in no.json()["detail"]
