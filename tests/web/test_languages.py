"""Every page is wholly in the reader's language: nothing English is left on a Spanish one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from app.campaigns.ledger.checking import Check, Checks
from app.games.verify import Earlier
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from tests.web.people import Person

PASSWORD = "rio tranquilo al alba"
ENGLISH = re.compile(
    r"\b(the|and|of|with|without|your|you|to|for|is|are|this|that|not|who|from|by|or|an|it|on|off|may|all|every|"
    r"save|new|open|close|sign|send|game|games|turn|name|board|table|player|players|seat|roster|rosters|choose|watch)\b",
    re.IGNORECASE,
)  # fmt: skip
"""Words of English pages that are no words of Spanish ones."""
SYSTEM = {system.key: system for system in SYSTEMS}
POINTS = {"ronin": 200, "celtos": 400, "daimyo": 600, "kensei": 500}
SAID_ALOUD = ("aria-label", "title", "alt", "placeholder")
OPEN_ENDED = {"meta", "link", "input", "br", "hr", "img", "path", "use", "rect", "circle"}
QUOTED = re.compile("«[^»]*»")
PAGES = (
    "/", "/lobby", "/lobby?show=live", "/games/mine", "/rules", "/rosters", "/roster/import?system=ronin", "/terrain",
    "/scenarios?system=ronin", "/campaigns", "/campaigns/rules",
    "/people", "/account", "/account/notices", "/forgot", "/no-such-page", "/people/ana", "/admin",
    *(f"/admin/{part}" for part in ("accounts", "errors", "games", "reports", "settings")),
)  # fmt: skip
OF_A_CAMPAIGN = (
    "", "/standings", "/ledger", "/rules", "/verify", "/host", "/battle/{fixture}", "/warband/{warband}",
)  # fmt: skip
AT_A_TABLE = ("/play/{}", "/replay/{}", "/umpire/{}", "/report/{}")


class Texts(HTMLParser):
    """What a page says: its texts and what its elements are called, but for what keeps a language of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.inside: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Go into an element."""
        given = dict(attrs)
        foreign = tag in ("script", "style", "code", "pre", "textarea") or given.get("lang") == "en"
        if not (foreign or any(self.inside)):
            self.said += [given[name] or "" for name in SAID_ALOUD if name in given]
        if tag not in OPEN_ENDED:
            self.inside.append(foreign)

    def handle_endtag(self, tag: str) -> None:
        """Come out of it."""
        if tag not in OPEN_ENDED:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        """A text."""
        if data.strip() and not any(self.inside):
            self.said.append(data.strip())


def said(html: str) -> list[str]:
    """The texts of a page."""
    texts = Texts()
    texts.feed(html)
    return texts.said


@pytest.fixture(scope="module")
def ana(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """The host of a server, who reads Spanish."""
    settings = Settings(
        data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0
    )
    with TestClient(create_app(settings)) as client:
        ana = Person(client)
        key = client.app.state.site.people.setup_key()  # type: ignore[attr-defined]
        assert ana.form(f"/setup/{key}", {"name": "Ana", "password": PASSWORD}).status_code == 303
        ana.cookies["gunbai-lang"] = "es"
        yield ana


def english(who: Person, path: str) -> list[str]:
    """What is left in English on a page that is shown in Spanish."""
    html = who.page(path).text
    assert '<html lang="es"' in html, path
    texts = said(html)
    assert len(texts) > 15, "that is no page"
    return [text for text in texts if ENGLISH.search(QUOTED.sub("", text))]


def test_pages_are_wholly_spanish(ana: Person) -> None:
    assert {path: left for path in PAGES if (left := english(ana, path))} == {}


@pytest.mark.parametrize("system", [system.key for system in SYSTEMS])
def test_pages_of_every_system_are_wholly_spanish(ana: Person, system: str) -> None:
    game = ana.form("/games", {"way": "same", "system": system, "name": "Ana"}).headers["location"].rsplit("/", 1)[1]
    kept = ana.post("/api/v1/rosters", {"system": system, "name": "Mia", "points": 500, "roster": {}}).json()["id"]
    paths = chain((way.format(game) for way in AT_A_TABLE), (f"/new?system={system}", f"/roster/{kept}"))
    assert {path: left for path in paths if (left := english(ana, path))} == {}


def campaign(ana: Person, system: str, **settings: str) -> dict[str, str]:
    """A campaign that has begun: its id, a warband of it, and a battle if there is one already."""
    body = {"name": "Lago", "system": system, "settings": {"open": True, "points": POINTS[system], **settings}}
    id = ana.post("/api/v1/campaigns", body).json()["id"]
    eva = Person(ana.client)
    assert eva.form("/signup", {"name": f"Eva {id[:6]}", "password": PASSWORD}).status_code == 303
    samples = [row["id"] for row in SYSTEM[system].catalogue()["samples"] if row.get("points", 0) <= POINTS[system]]
    for mark, who in enumerate((ana, eva), 1):
        given(who, id, {"do": "join", "name": f"Ana {mark}"})
        given(
            who,
            id,
            {"do": "raise", "name": f"Garzas {mark}", "emblem": mark, "hue": mark, "roster": {"sample": samples[0]}},
        )
    given(ana, id, {"do": "start"})
    now = ana.get(f"/api/v1/campaigns/{id}").json()
    return {"id": id, "warband": next(iter(now["warbands"])), "fixture": next(iter(now.get("fixtures", ())), "")}


def given(who: Person, id: str, command: dict[str, object]) -> None:
    """Somebody has given a command to a campaign."""
    answer = who.post(f"/api/v1/campaigns/{id}/commands", {"give": command})
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("system", [system.key for system in SYSTEMS])
def test_pages_of_campaigns_are_wholly_spanish(ana: Person, system: str) -> None:
    there = campaign(ana, system)
    paths = chain(
        (f"/campaign/{there['id']}{part.format(**there)}" for part in OF_A_CAMPAIGN),
        (f"/campaigns/new?system={system}",),
    )
    assert {path: left for path in paths if (left := english(ana, path))} == {}


@pytest.mark.parametrize("faults", [(), ("battle x: the chain breaks at event 3",)])
def test_battles_of_earlier_rules_stand_apart_from_faults_in_spanish(ana: Person, faults: tuple[str, ...]) -> None:
    there = campaign(ana, "ronin")
    apart = Earlier("ronin", 1, 2, ("rules event 7 is not what the rules give",), there["fixture"])
    path = f"/campaign/{there['id']}/verify"
    with patch.object(Checks, "of", return_value=Check("done", faults, (apart,))):
        assert english(ana, path) == []
        texts, page = said(ana.page(path).text), ana.page(path).text
    assert "1 batalla de reglas anteriores" in texts
    assert ("Se ha encontrado 1 fallo" in texts) == bool(faults)
    assert ": empezó con la versión 1 de las reglas, aquí está la 2" in texts
    assert f'href="/campaign/{there["id"]}/battle/{there["fixture"]}"' in page
    assert "rules event 7" in page
    assert not any(text.startswith("Todo está en orden") for text in texts)


def test_pages_of_a_war_on_a_map_are_wholly_spanish(ana: Person) -> None:
    war = {"pairing": "map", "map": "heron-bay"}
    there = campaign(ana, "daimyo", **war)
    body = {"name": "Lago", "system": "daimyo", "settings": {"points": 600, **war}}
    plan = ana.post("/api/v1/campaigns", body).json()["id"]
    paths = [f"/campaign/{plan}/map", *(f"/campaign/{there['id']}{part}" for part in ("", "/ledger", "/host"))]
    assert {path: left for path in paths if (left := english(ana, path))} == {}


def test_english_is_noticed(ana: Person) -> None:
    ana.cookies["gunbai-lang"] = "en"
    html = ana.page("/lobby").text.replace(' lang="en"', "")
    ana.cookies["gunbai-lang"] = "es"
    assert len([text for text in said(html) if ENGLISH.search(text)]) > 5
