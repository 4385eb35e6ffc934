"""People at a server: each keeps a cookie, sits at tables, and answers over REST."""

from __future__ import annotations

from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

from app.engine.asks import Json

BAND = {"sample": "band"}


class Person:
    """A browser of somebody's own."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.cookies = client, dict[str, str]()

    @property
    def cookie(self) -> dict[str, str]:
        """The header that says who this is."""
        return {"cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())} if self.cookies else {}

    def call(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
        """An answer of the server; cookies it sets are kept."""
        self.client.cookies.clear()
        given = self.client.request(
            method, path, headers={**self.cookie, **(headers or {})}, follow_redirects=False, **more
        )
        for line in given.headers.get_list("set-cookie"):
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value
        self.client.cookies.clear()
        return given

    def get(self, path: str, **more: Any) -> Response:
        """What lies there."""
        return self.call("GET", path, **more)

    def post(self, path: str, body: Json = None, **more: Any) -> Response:
        """A JSON body sent there."""
        return self.call("POST", path, json=body, **more)

    def page(self, path: str, **more: Any) -> Response:
        """The same, as a browser asks for a page."""
        return self.call("GET", path, headers={"accept": "text/html"}, **more)

    def part(self, path: str, id: str, fields: dict[str, str] | None = None) -> Response:
        """What htmx puts in place of the element of this id; of a form that leads on, what lies there."""
        headers = {"accept": "text/html", "hx-request": "true", "hx-request-type": "partial", "hx-target": f"div#{id}"}
        given = self.call("POST", path, headers, data=fields) if fields is not None else self.call("GET", path, headers)
        return self.call("GET", given.headers["location"], headers) if given.status_code == 303 else given

    def form(self, path: str, fields: dict[str, str]) -> Response:
        """A form posted there as a browser does it."""
        return self.call("POST", path, headers={"accept": "text/html"}, data=fields)


class Table:
    """A game of the toy (or of another system), red and blue seated, a watcher with the link."""

    def __init__(self, client: TestClient, **options: Json) -> None:
        self.client = client
        self.red, self.blue, self.watcher = Person(client), Person(client), Person(client)
        body = {
            "system": "toy", "scenario": "meadow", "options": options, "name": "Aki",
            "sides": [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}],
        }  # fmt: skip
        made = self.red.post("/api/v1/games", body)
        assert made.status_code == 201, made.text
        self.links = made.json()["links"]
        self.id = made.json()["id"]
        self.path = f"/api/v1/games/{self.id}"
        self.key = self.links["watch"].rsplit("/", 1)[1]
        self.seat_key = self.links["seats"]["blue"].rsplit("/", 1)[1]

    def sit(self) -> Table:
        """Blue has taken its seat and the game has begun."""
        body = {"seat": "blue", "key": self.seat_key, "name": "Mika", "entropy": "00ff"}
        assert self.blue.post(f"{self.path}/join", body).status_code == 200
        return self

    def who(self, seat: str) -> Person:
        """The person of a seat."""
        return {"red": self.red, "blue": self.blue}[seat]

    def shown(self, seat: str = "red") -> dict[str, Any]:
        """The game as a seat sees it."""
        found: dict[str, Any] = self.who(seat).get(self.path).json()
        return found

    @property
    def version(self) -> int:
        """The number of the last event."""
        return int(self.shown()["version"])

    def question(self, seat: str) -> dict[str, Any]:
        """What the seat is asked."""
        return next(q for q in self.shown(seat)["questions"] if q["mine"] and not q["sealed"])

    def say(self, seat: str, raw: Json, **more: Json) -> Response:
        """The seat's answer to what it is asked."""
        body = {"ask": self.question(seat)["id"], "answer": raw, **more}
        return self.who(seat).post(f"{self.path}/answers", body)

    def bids(self) -> Table:
        """Both have bid, red is to walk."""
        assert self.say("red", "1").status_code == 200
        assert self.say("blue", "3").status_code == 200
        return self

    def picture(self) -> list[Any]:
        """All that anybody may see."""
        seen: list[Any] = []
        for who, key in ((self.red, ""), (self.blue, ""), (self.watcher, f"?watch={self.key}")):
            seen += [who.get(self.path + key).json(), who.get(f"{self.path}/events{key}").json()]
        return seen


def problem(given: Response, *statuses: int) -> dict[str, Any]:
    """The problem document of a refused request, which says in words what is wrong."""
    assert given.status_code in statuses, f"{given.status_code}: {given.text[:300]}"
    assert given.headers["content-type"] == "application/problem+json"
    said: dict[str, Any] = given.json()
    assert said["status"] == given.status_code
    assert len(said["detail"]) > 5
    return said
