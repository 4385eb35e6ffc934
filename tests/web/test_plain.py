"""A battle without script: every kind of question is answered by a plain form, and a whole one is fought so."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from app.conformance import draw_setup
from app.engine.asks import Json
from app.engine.events import Seat
from app.games.results import GameId
from app.systems import system_of
from app.web.page.words import Words
from app.web.table.typed import FIELDS, Unread, count, place, step
from tests.web.formed import Form, Reader
from tests.web.people import Person

PLAIN = re.compile(r'url=(/play/[^"]+/plain)"')
TURN = re.compile("End of the turn|is over")
MOST = 4000


# -- every kind --------------------------------------------------------------------------


def below(raw: Json) -> tuple[list[str], Json]:
    """The picks of an answer, and what lies below them."""
    picks: list[str] = []
    while isinstance(raw, dict) and "pick" in raw:
        picks, raw = [*picks, raw["pick"]], raw.get("then")
    return picks, raw


def typed_of(words: Words, kind: str, raw: Any) -> dict[str, str]:
    """What somebody types who means this answer."""
    match kind:
        case "walk":
            return {"path": "\n".join(place(words, at) for at in raw)}
        case "place":
            return {"spot": place(words, raw)}
        case "split":
            return {f"of.{key}": str(n) for key, n in raw.items()}
        case "order":
            return {f"of.{key}": str(n) for n, key in enumerate(raw, 1)}
        case "assign" | "allot":
            return {f"of.{key}": value for key, value in raw.items()}
        case "moves":
            return {f"of.{id}": "\n".join(place(words, at) for at in way) for id, way in raw.items()}
        case "layout":
            return {f"of.{id}": place(words, at) for id, at in raw.items()}
        case "manoeuvre":
            return {"steps": "\n".join(step(words, row) for row in raw)}
    raise AssertionError(kind)


class Evening:
    """A game of two on the server, both seats of one person, whose browser runs no script."""

    def __init__(self, client: TestClient, key: str, seed: int) -> None:
        self.client, self.site, self.rng = client, client.app.state.site, Random(seed)  # type: ignore[attr-defined]
        self.system = system_of(key)
        self.person = Person(client)
        self.reader = Reader(self.person)
        self.id = self.run(self.laid)
        self.kinds = Counter[str]()

    def run(self, work: Callable[[], Any]) -> Any:
        """What is done on the server."""
        assert self.client.portal is not None
        return self.client.portal.call(work)

    async def laid(self) -> str:
        """The id of a new game."""
        games = self.site.games
        while len((setup := draw_setup(self.system, self.rng)).sides) != 2:
            pass
        who, token = await games.guests.welcome("Aki")
        self.person.cookies["gunbai"] = token
        game = await games.create(self.system.key, setup, {side.seat: "person" for side in setup.sides}, owner=who.id)
        assert isinstance(game, str), game
        for side in setup.sides:
            await games.join(game, side.seat, who.id, "Aki")
        return str(game)

    async def asked(self) -> tuple[str, Any, Json, Words] | None:
        """A seat that is asked, its question, and an answer drawn by chance as the wire has it."""
        async with self.site.games.mailbox.enter(GameId(self.id)) as drive:
            asked = drive.live.questions() if drive and drive.session and drive.status == "playing" else ()
            if not asked:
                return None
            one = self.rng.choice(asked)
            raw = one.domain.write(one.domain.sample(self.rng))
            view = self.system.view(drive.session.state, Seat(one.seat))
            return str(one.seat), one, raw, Words({}, view.unit_length, view.unit)

    async def given(self) -> Json:
        """The answer that was given last, as it stands on the tape."""
        async with self.site.games.mailbox.enter(GameId(self.id)) as drive:
            return drive.session.tape[-1]

    def answers(self) -> bool:
        """Whether somebody was asked; the answer was given by the form of its page."""
        found = self.run(self.asked)
        if found is None:
            return False
        seat, question, raw, words = found
        at, leaf = below(raw)
        picks = at if leaf is None or not isinstance(leaf, str) else [*at, leaf]
        kind = question.domain.at(nest(at)).describe()["kind"] if leaf is not None else "menu"
        if kind in FIELDS:
            self.by_fields(seat, at, kind, leaf, words)
        else:
            self.by_option(seat, picks)
        self.kinds[kind] += 1
        return True

    def by_option(self, seat: str, picks: list[str]) -> None:
        """The last of the picks is pressed where those before it led."""
        page = self.reader.go(f"/play/{self.id}/plain?seat={seat}&at={written(picks[:-1])}")
        form = next(form for form in page.forms if ("pick", picks[-1]) in form.buttons)
        page = self.reader.send(form, ("pick", picks[-1]))
        assert self.reader.status == 200, page.title

    def by_fields(self, seat: str, at: list[str], kind: str, leaf: Json, words: Words) -> None:
        """What is meant is typed into the fields of the page."""
        page = self.reader.go(f"/play/{self.id}/plain?seat={seat}&at={written(at)}")
        form = fields_of(page.forms)
        if kind == "form":
            self.reader.send(form)
            assert self.reader.status == 200, "what stands there at first is a legal record"
            return
        filled = typed_of(words, kind, leaf)
        assert set(filled) <= set(form.fields), (kind, filled, form.fields)
        empty = dict.fromkeys(form.typed, "") if kind == "moves" else {}
        page = self.reader.send(form, ("", ""), **{**empty, **filled})
        assert self.reader.status == 200, (kind, leaf, filled, page.title)


def nest(at: list[str]) -> Json:
    """Picks with nothing below them."""
    raw: Json = None
    for key in reversed(at):
        raw = {"pick": key, "then": raw}
    return raw


def written(at: list[str]) -> str:
    """Picks as the address of a level."""
    return "[" + ",".join(f'"{key}"' for key in at) + "]"


def fields_of(forms: list[Form]) -> Form:
    """The form of a page in which something is typed or chosen."""
    return next(form for form in forms if form.action.endswith("/plain") and (form.typed or form.options))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "count", "wanted"), [
    ("ronin", 70, {"place", "walk", "menu"}), ("celtos", 40, {"menu"}), ("daimyo", 60, {"menu"}),
    ("kensei", 60, {"menu"}),
])  # fmt: skip
def test_each_kind_of_question_is_answered_by_its_form(
    client: TestClient, key: str, count: int, wanted: set[str], tried: Callable[[str], None]
) -> None:
    evening = Evening(client, key, 0)
    for _ in range(count):
        if not evening.answers():
            break
    assert wanted <= set(evening.kinds)
    tried(f"{key}: " + ", ".join(f"{n} {kind}" for kind, n in evening.kinds.most_common()))


@pytest.mark.parametrize(("typed", "says"), [
    ("x", "is no place"), ("1 2 3 4", "is no place"), ("1e9 5", "is no number"), ("nan 5", "is no number"), ("", ""),
    ("-4000 -4000", ""),
])  # fmt: skip
def test_what_cannot_be_read_is_said_and_changes_nothing(client: TestClient, typed: str, says: str) -> None:
    evening = Evening(client, "ronin", 1)
    for _ in range(60):
        found = evening.run(evening.asked)
        assert found is not None
        if found[1].domain.describe()["kind"] == "place" or (
            below(found[2])[0] and isinstance(below(found[2])[1], list)
        ):
            break
        assert evening.answers()
    seat, question, raw, _ = found
    at, _ = below(raw)
    kind = question.domain.at(nest(at)).describe()["kind"]
    page = evening.reader.go(f"/play/{evening.id}/plain?seat={seat}&at={written(at)}")
    form = fields_of(page.forms)
    name = "spot" if kind == "place" else "path"
    before = evening.person.get(f"/api/v1/games/{evening.id}").json()["version"]
    evening.reader.send(form, ("", ""), **{name: typed})
    assert evening.reader.status == 422
    again = fields_of(evening.reader.page.forms)
    assert again.fields[name].strip() == typed, "what was typed stands there still"
    assert evening.person.get(f"/api/v1/games/{evening.id}").json()["version"] == before
    assert says in evening.person.form(f"/play/{evening.id}/plain", {**form.fields, name: typed}).text


@pytest.mark.parametrize("typed", ["--5", "-", "5-", "+5", "1.5", "²"])
def test_what_is_no_whole_number_is_said_to_be_none(typed: str) -> None:
    with pytest.raises(Unread):
        count(typed)


def test_the_other_ways_of_a_question_that_is_gone_on_by_itself_are_offered(client: TestClient) -> None:
    evening = Evening(client, "kensei", 0)
    for _ in range(40):
        found = evening.run(evening.asked)
        assert found is not None
        seat, question, raw, _ = found
        unit = below(raw)[0][:1]
        shown = question.domain.at(nest(unit)).describe() if unit else {}
        ways = {row["key"] for row in shown.get("options", ()) if row["no"] is None}
        if shown.get("usual") and len(ways) > 1:
            break
        assert evening.answers()
    page = evening.reader.go(f"/play/{evening.id}/plain?seat={seat}&at={written(unit)}")
    links = [parse_qs(urlsplit(link).query) for link in page.links]
    led = {json.loads(link["at"][0])[-1] for link in links if json.loads(link.get("at", ["[]"])[0])[:-1] == unit}
    pressed = {value for form in page.forms for name, value in form.buttons if name == "pick"}
    assert ways == {shown["usual"]} | led | pressed
    way = min(ways - {shown["usual"]})
    evening.reader.go(f"/play/{evening.id}/plain?seat={seat}&at={written([*unit, way])}")
    assert json.loads(fields_of(evening.reader.page.forms).fields["at"]) == [*unit, way]


# -- a whole battle ------------------------------------------------------------------------


class Fighter:
    """Somebody at a page without script who plays both sides at one screen, from the front page on."""

    def __init__(self, client: TestClient) -> None:
        self.reader, self.rng = Reader(Person(client)), Random(11)
        page = self.reader.go("/")
        form = next(form for form in page.forms if form.action == "/games" and ("system", "ronin") in form.buttons)
        self.reader.send(form, ("system", "ronin"), way="same")
        assert self.reader.at.startswith("/play/")
        text = self.reader.person.page(self.reader.at).text
        found = PLAIN.search(text)
        assert found, "the page of play leads a browser without script to the plain one"
        self.address = found[1]
        self.typed = 0

    def goes(self) -> bool:
        """Whether something was asked, and answered by what the page offers alone."""
        is_there = self.reader.status == 200 and self.reader.at == self.address
        page = self.reader.page if is_there else self.reader.go(self.address)
        while True:
            pressed = [(form, button) for form in page.forms if form.action.endswith("/plain")
                       for button in form.buttons if button[0] in ("pick", "silence")]  # fmt: skip
            onward = [link for link in page.links if "/plain?" in link and "at=" in link and "%5B%5D" not in link]
            fields = [form for form in page.forms if form.action.endswith("/plain") and (form.typed or form.options)]
            if not (pressed or onward or fields):
                return False
            if fields and self.types(fields[0]):
                return True
            picks = [one for one in pressed if one[1][0] == "pick"]
            choice = self.rng.choice([*onward, *picks] or pressed) if not fields else None
            if isinstance(choice, str) and choice not in self.above(page.links):
                page = self.reader.go(choice)
                continue
            form, button = choice if isinstance(choice, tuple) else pressed[-1]
            self.reader.send(form, button)
            assert self.reader.status in (200, 422)
            return True

    def above(self, links: list[str]) -> list[str]:
        """Links that lead back up."""
        here = self.reader.at
        return [link for link in links if len(link) <= len(here) and "at=" in here]

    def types(self, form: Form) -> bool:
        """Whether something was typed that the rules take: a place as offered, a step or two from where one stands."""
        filled: dict[str, str] = {}
        said = self.reader.page.text
        if "path" in form.typed and (start := re.search(r"From (-?[\d.]+) (-?[\d.]+), at most ([\d.]+)", said)):
            x, y, far = (float(one) for one in start.groups())
            reach = far / 3
            filled["path"] = f"{x + self.rng.uniform(-reach, reach):.2f} {y + self.rng.uniform(-reach, reach):.2f}"
        self.reader.send(form, ("", ""), **filled)
        self.typed += self.reader.status == 200
        return self.reader.status == 200


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_whole_battle_of_ronin_is_fought_by_plain_forms(client: TestClient, tried: Callable[[str], None]) -> None:
    fighter, answers = Fighter(client), 0
    while answers < MOST and fighter.goes():
        answers += 1
    text = fighter.reader.person.page(fighter.address).text
    assert "The battle is over" in text
    assert fighter.typed > 20
    assert answers < MOST
    tried(f"a battle of Ronin without script: {answers} forms sent, {fighter.typed} of them typed")
