"""What people write is shown as they wrote it, and never comes alive: on every page, in every feed, in a browser."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.games.results import GameId
from app.games.seats import Guest
from tests.attacks.living import LONG, ZAP, judged
from tests.web.people import BAND, Person
from tests.web.scene import COUNT, PASSWORD, ROWS, House, Scene, sent

BREAKS = "\r\nATTACH:zap\r\nX-ZAP:1\x0b\x1b\u2028\u0085"


class Written(Scene):
    """A scene in which everybody has written what would come alive, wherever something can be written."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.refused = Counter[int]()
        self.names()
        self.table("own")
        self.reasons()
        self.belongs()
        self.sagas()
        self.hosts()

    def tries(self, role: str, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """What is answered to something written; refused is as good as shown dead."""
        given = self.who[role].call(method, path, **({"json": body} if body is not None else {}), **more)
        assert given.status_code < 500, f"{path}: {given.text[:300]}"
        self.refused[given.status_code] += given.status_code >= 400
        return given.json() if given.headers.get("content-type", "").endswith("json") else {}

    def names(self) -> None:
        """Guests are called so, and so is who sits at a table."""
        for role in "UBWCG":
            self.tries(role, "PATCH", "/api/v1/me", {"name": ZAP[:40]})
        self.house.run(self.site.people.rename, self.ids["B"], ZAP[:40])
        self.tries("H", "PATCH", "/api/v1/me", {"name": ZAP[:30]})

    def lay(self, by: str, **more: Any) -> str:
        sides = [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}]
        body = {"system": "toy", "scenario": "meadow", "name": ZAP[:40], "sides": sides, **more}
        return str(self.done(by, "/games", body)["id"])

    def reasons(self) -> None:
        """Talk, disputes, holds and rulings, each with its reason; and a report for the host."""
        game = self.table("own")
        api = f"/api/v1/games/{game}"
        self.house.run(self.site.talk.say, GameId(game), Guest(self.ids["B"], ZAP[:40]), "table", LONG[:300], 1, "blue")
        for role, path, body in (
            ("R", "/talk", {"text": ZAP}),
            ("R", "/talk", {"text": LONG[:400]}),
            ("U", "/talk", {"text": ZAP, "scope": "watchers"}),
            ("R", "/umpire/dispute", {"reason": LONG[:200], "text": LONG[:200], "seat": "red"}),
            ("U", "/umpire/rule", {"reason": LONG[:200], "text": LONG[:200], "dispute": 1}),
            ("U", "/umpire/pause", {"reason": LONG[:200], "text": LONG[:200]}),
            ("R", "/pause", {"seat": "red", "reason": LONG[:200]}),
            ("B", "/join", {"seat": "blue", "key": "x", "name": ZAP}),
            ("W", f"/talk/{self.lines[game]}/report", {"reason": LONG}),
        ):
            self.tries(role, "POST", api + path, body)
        self.tries("U", "POST", f"{api}/umpire/resume", {"reason": ZAP})

    def belongs(self) -> None:
        """Rosters, drawn tables, tokens and browsers are called so."""
        for system, key in (("ronin", "models"), ("celtos", "units"), ("daimyo", "units"), ("kensei", "units")):
            sample = self.site.games.system(system).catalogue()["samples"][0]["id"]  # type: ignore[union-attr]
            read = self.tries(
                "R", "POST", "/api/v1/rosters/check", {"system": system, "name": "A", "roster": {"sample": sample}}
            )
            roster = read["roster"]
            for row in roster.get(key, ()):
                row |= {"name": ZAP[:24]} if "name" in row else {}
            self.tries("R", "POST", "/api/v1/rosters", {"system": system, "name": ZAP[:40], "roster": roster})
            self.tries(
                "R", "POST", "/api/v1/rosters", {"system": system, "name": ZAP[:30], "roster": {"sample": sample}}
            )
        own = self.things["rosters.id"]
        self.who["R"].form(f"/roster/{own}/rename", {"name": ZAP[:40]})
        body = {"table": [36, 36], "pieces": [{"id": "zap", "kind": ZAP[:30], "outline": [[1, 1], [2, 1], [2, 2]]}]}
        ground = self.things["grounds.id"]
        self.tries(
            "R",
            "POST",
            "/api/v1/grounds",
            {"system": "ronin", "name": ZAP[:40], "body": {"table": [36, 36], "pieces": []}},
        )
        self.tries(
            "R", "PUT", f"/api/v1/grounds/{ground}", {"name": ZAP[:40], "body": {"table": [36, 36], "pieces": []}}
        )
        self.tries("R", "POST", "/api/v1/grounds", {"system": "ronin", "name": "B", "body": body})
        self.tries("R", "POST", "/api/v1/me/tokens", {"name": ZAP[:40], "scopes": ["read"]})
        self.house.run(self.site.people.sessions.open, self.red.id, LONG)

    def sagas(self) -> None:
        """Campaigns, their news, warbands and stories."""
        for name in ("public", "shut", "plan"):
            id = self.campaign(name)["id"]
            more = self.campaign(name)
            for do in (
                {"do": "announce", "title": ZAP[:60], "text": LONG},
                {"do": "announce", "title": "A" + BREAKS, "text": BREAKS},
                {"do": "rename", "name": ZAP[:40]},
                {"do": "describe", "text": LONG},
                {"do": "say", "text": LONG},
                {"do": "write", "warband": more.get("warband", ""), "title": ZAP[:60], "text": LONG},
                {"do": "name", "warband": more.get("warband", ""), "name": ZAP[:40]},
                {"do": "schedule", "fixture": more.get("fixture", ""), "at": 1_900_000_000_000, "place": ZAP},
            ):
                self.tries("R", "POST", f"/api/v1/campaigns/{id}/commands", {"give": do})
        found = {"name": ZAP[:40], "system": "ronin", "settings": {"points": 200, "public": True}}
        self.tries("R", "POST", "/api/v1/campaigns", found)

    def hosts(self) -> None:
        """The house, its invitations, the reports and the bans."""
        host = self.who["H"]
        host.form("/admin/settings/house", {"name": ZAP[:40], "line": LONG})
        host.form("/admin/invitations", {"note": ZAP[:40]})
        for name in (self.red.name.lower(), "hosta"):
            self.who["R"].form(f"/people/{name}/report", {"text": LONG, "reason": LONG})
        culprit = self.house.member(f"Rude {next(COUNT)}")
        host.form(f"/admin/accounts/{culprit.id}/ban", {"reason": LONG[:200]})


@pytest.fixture(scope="module")
def written(house: House) -> Written:
    """Everybody has written."""
    return Written(house)


def test_nothing_that_was_written_comes_alive(written: Written, tried: Callable[[str], None]) -> None:
    shown, pages, alive = Counter[str](), 0, list[str]()
    for row in [row for row in ROWS if row.method in ("GET", "ANY") and row.template != "/static/{file}"]:
        for role in dict.fromkeys([*"HURBWG"]):
            path = written.path(role, row)
            given = sent(written.who[role], row, path, written.facts(role, row))
            if given.status_code == 200:
                kind = given.headers.get("content-type", "")
                assert given.headers["x-content-type-options"] == "nosniff"
                found, dead = judged(kind, given.text)
                alive += [f"{role} {path}: {what}" for what in found]
                shown[row.template] += dead
                pages += 1
    assert alive == []
    assert {
        "/play/{game}",
        "/rosters",
        "/terrain",
        "/campaign/{id}",
        "/admin/reports",
        "/account",
        "/campaign/{id}/news.atom",
        "/games/mine",
        "/umpire/{game}",
        "/admin/settings",
    } <= {t for t, n in shown.items() if n}
    told = sum(shown.values())
    tried(
        f"{pages} pages of {len(shown)} routes show what was written {told} times, alive nowhere; "
        f"{sum(written.refused.values())} of it was refused"
    )


def test_what_is_asked_for_is_not_said_back_alive(
    scene: Scene, client: TestClient, tried: Callable[[str], None]
) -> None:
    """In a path, behind a question mark, in a form that is refused, in a header."""
    asked = (
        "next",
        "name",
        "done",
        "code",
        "q",
        "show",
        "system",
        "as",
        "seat",
        "at",
        "v",
        "key",
        "page",
        "scenario",
        "error",
    )
    count = 0
    for row in [row for row in ROWS if not row.is_api and row.method in ("GET", "POST")]:
        path = scene.path("R", row).partition("?")[0]
        headers = {
            "accept": "text/html",
            "user-agent": LONG.split("\n")[0],
            "accept-language": ZAP,
            "referer": "javascript:zap()",
        }
        for place in (path, path.rsplit("/", 1)[0] + "/%3Czap%20onzap=1%3E"):
            data = (
                {"data": dict.fromkeys((*asked, "text", "mail", "password", "reason", "title", "body"), ZAP)}
                if row.method == "POST"
                else {}
            )
            if row.template in ("/signup", "/signout", "/account/sessions", "/account/delete", "/admin/backup"):
                continue
            given = scene.who["R"].call(row.method, place, headers=headers, params=dict.fromkeys(asked, ZAP), **data)
            assert given.status_code != 500, place
            found, _ = judged(given.headers.get("content-type", ""), given.text) if given.text else ([], 0)
            assert found == [], place
            to = given.headers.get("location", "/")
            assert to[:1] == "/", to
            assert to[1:2] not in ("/", "\\"), to
            count += 1
    tried(f"{count} requests with it in path, query, form and headers")


def test_who_signs_up_is_called_nothing_that_lives(client: TestClient) -> None:
    for name in (ZAP[:30], "<b>", "a\u202eb", "a\x00b", "\ufeffab", "a\nb", '"onzap="1', "javascript:", "</script>"):
        given = Person(client).form("/signup", {"name": name, "password": PASSWORD})
        assert given.status_code in (422, 429), name
        assert judged("html", given.text)[0] == []
