"""How a server is watched and run: its log, its health, its counts, its traces."""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from msgspec.structs import replace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from starlette.responses import Response
from starlette.testclient import TestClient

from app import logs, metrics
from app.bootstrap.places import ROOT
from app.bootstrap.words import Stop
from app.games import health, opening
from app.settings import Settings
from app.store import schema
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.host import deeds as administering
from app.web.page.deps import Site
from app.web.server import tracing, watching
from tests.mortal import mortal
from tests.toy import TOY
from tests.web.people import Person, Table

NEAR, FAR = ("127.0.0.1", 50000), ("9.9.9.9", 50000)
SECRET = "s3cret-" * 6
Lines = Callable[[], list[dict[str, Any]]]


def app_on(folder: Path, **settings: Any) -> FastAPI:
    """A server with the toy on it, and a route that breaks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, TOY))
        made = create_app(
            Settings(
                data=str(folder), secret=SECRET, rate="100000/second", work="0/0/0", tables="0/0/0", sent=0, **settings
            )
        )

    async def breaks(game: str) -> Response:
        raise ZeroDivisionError(f"postgresql+psycopg://gunbai:{SECRET}@db/games")

    made.add_api_route("/play/{game}/broken", breaks, include_in_schema=False)
    made.router.routes.insert(0, made.router.routes.pop())
    return made


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that has started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, TOY))
        with TestClient(app_on(tmp_path_factory.mktemp("data")), client=NEAR) as client:
            yield client


@pytest.fixture
def app(started: TestClient) -> FastAPI:
    """What runs there."""
    assert isinstance(started.app, FastAPI)
    return started.app


@pytest.fixture
def client(started: TestClient) -> TestClient:
    """A browser of this machine that knows nobody; it speaks with the server where its other lines end."""
    made = TestClient(started.app, client=NEAR)
    made.portal = started.portal
    return made


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What is logged meanwhile, as JSON."""
    said: list[str] = []
    formatter = logs.Formatter(Settings(secret=SECRET, log_format="json"))

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(formatter.format(record))

    root, handler, level = logging.getLogger(), Kept(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in said]
    root.removeHandler(handler)
    root.setLevel(level)


# -- the log ---------------------------------------------------------------------------


def record(words: str, *facts: object, name: str = "app.games.alarms", exc: Any = None) -> logging.LogRecord:
    """Something a module says."""
    return logging.LogRecord(name, logging.ERROR, __file__, 1, words, facts, exc)


def test_a_line_says_what_is_bound_and_a_traceback_is_part_of_it() -> None:
    form, said_before = logs.Formatter(Settings(log_format="json")), record("an alarm failed at table %s", "g1")
    said_before.message = said_before.getMessage()  # as another handler leaves it
    assert "message" not in json.loads(form.format(said_before))
    try:
        raise ValueError("no such band")
    except ValueError:
        with logs.bound(game="g1", version=7):
            line = form.format(record("an alarm failed at table %s", "g1", exc=sys.exc_info()))
    said = json.loads(line)
    assert {"game": "g1", "version": 7, "level": "error", "logger": "app.games.alarms"}.items() <= said.items()
    assert said["event"] == "an alarm failed at table g1"
    assert "ValueError: no such band" in said["exception"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z", said["at"])
    assert "\n" not in line
    plain = logs.Formatter(Settings()).format(record("an alarm failed"))
    assert "an alarm failed" in plain
    assert not plain.startswith("{")


@pytest.mark.parametrize("format", ["json", "plain"])
def test_no_secret_is_said(format: Any) -> None:
    given = Settings(
        secret='key "quoted" ' + "ü" * 30, database_url="postgresql+psycopg://u:data%2Fword@db/games",
        smtp_url="smtp://m:mailword@relay", valkey_url="redis://:valkeyword@v/0", log_format=format,
    )  # fmt: skip
    form, token = logs.Formatter(given), "gunbai_" + "t0ken" * 8
    key = "k3yk3yk3yk3yk3yk3yk3yk3y"
    said = [
        form.format(record("%s", text))
        for text in (
            repr(given.secret), given.secret, given.database_url, "data/word", given.smtp_url, given.valkey_url,
            f"Authorization: Bearer {token}", token, f"GET /setup/{key}", f"/join/g1/red/{key} broke",
            f"/ws/games/g1?since=0&watch={key}", f"postgresql://other:{key}@elsewhere/x",
            f"postgresql://elsewhere/x?user=u&password={key}&sslpassword={key}",
        )
    ]  # fmt: skip
    for hidden in ("quoted", "üüü", "data%2Fword", "data/word", "mailword", "valkeyword", "t0ken", key):
        assert not [line for line in said if hidden in line]
    assert all(logs.STRUCK in line for line in said)
    assert not logs.is_fit(record('%s - "WebSocket %s" [accepted]', "1.2.3.4", "/ws?watch=k", name="uvicorn.error"))


def test_set_up_takes_in_the_loggers_of_uvicorn_once(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    try:
        for _ in range(2):
            logs.set_up(Settings(log_format="json"))
        logging.getLogger("uvicorn.error").info("Started", extra={"color_message": "[36mStarted"})
        logging.getLogger("alembic.runtime").info("Context impl")
        (line,) = capsys.readouterr().err.splitlines()
        assert json.loads(line)["event"] == "Started"
        assert "color_message" not in line
    finally:
        root.handlers[:], root.level = before, level


def test_a_request_is_told_with_route_game_and_guest_and_nothing_private(client: TestClient, lines: Lines) -> None:
    table = Table(client, turns=1).sit()
    path = f"/api/v1/games/{table.id}"
    given = table.red.get(path, params={"watch": table.key})
    red = table.red.get("/api/v1/me").json()["id"]
    said = lines()
    (line,) = [one for one in said if one.get("request") == given.headers["x-request-id"]]
    expected = {"method": "GET", "route": "/api/v1/games/{game}", "status": 200, "game": table.id, "guest": red}
    assert expected.items() <= line.items()
    assert line["ms"] > 0
    whole = json.dumps(said)
    hidden = (table.key, table.seat_key, "Aki", "Mika", "00ff", "testclient", *table.red.cookies.values())
    assert not [word for word in hidden if word in whole]


def test_what_breaks_in_a_route_is_logged_and_told_with_the_number_of_the_request(
    client: TestClient, lines: Lines
) -> None:
    path = "/play/" + "g" * 22 + "/broken"
    page = client.get(path, headers={"accept": "text/html"})
    id = page.headers["x-request-id"]
    assert page.status_code == 500
    assert f"Nothing more is known of it than its number: {id}." in page.text
    assert page.headers["content-security-policy"]
    (line,) = [one for one in lines() if one.get("request") == id and "exception" in one]
    assert (line["level"], line["game"], line["route"]) == ("error", "g" * 22, "/play/{game}/broken")
    assert "ZeroDivisionError" in line["exception"]
    assert SECRET not in json.dumps(lines())
    program = client.get(path)
    assert program.json()["request_id"] == program.headers["x-request-id"] != id
    assert client.get("/healthz").status_code == 200


# -- alive and ready ---------------------------------------------------------------------


def test_ready_names_what_is_against_it(client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").json() == {"ok": True, "against": [], "valkey": "none"}
    monkeypatch.setattr(schema, "newest", lambda: "9999")
    given = client.get("/readyz")
    assert (given.status_code, given.json()["ok"]) == (503, False)
    assert re.fullmatch(r"the schema of the database is \d+, not 9999", given.json()["against"][0])
    monkeypatch.setattr(health, "PATIENCE", 0.0)
    assert client.get("/readyz").json()["against"] == ["the database did not answer within 0 seconds"]

    def away(_: object) -> str:
        raise ConnectionRefusedError(SECRET)

    monkeypatch.setattr(health, "PATIENCE", 2.0)
    monkeypatch.setattr(schema, "revision", away)
    given = client.get("/readyz")
    assert (given.status_code, given.json()["against"]) == (503, ["the database does not answer"])
    assert given.headers["cache-control"] == "no-store"
    assert int(given.headers["retry-after"]) > 0
    assert client.get("/healthz").json() == {"ok": True}


def test_without_valkey_the_server_is_ready_and_says_so(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    site: Site = app.state.site
    monkeypatch.setattr(site, "settings", replace(site.settings, valkey_url="redis://127.0.0.1:1/0"))
    given = client.get("/readyz")
    assert (given.status_code, given.json()["valkey"]) == (200, "down")


@pytest.mark.servers
def test_valkey_that_answers_is_up(client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    with mortal() as valkey:
        monkeypatch.setattr(app.state.site, "settings", replace(app.state.site.settings, valkey_url=valkey.url))
        assert client.get("/readyz").json() == {"ok": True, "against": [], "valkey": "up"}
        valkey.kill()
        assert client.get("/readyz").json() == {"ok": True, "against": [], "valkey": "down"}


# -- what is counted -----------------------------------------------------------------------


def value(text: str, name: str) -> float:
    """The number of a line; 0 if there is none."""
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)
    return float(found[1]) if found else 0.0


def test_answers_sockets_and_requests_are_counted(client: TestClient, app: FastAPI) -> None:
    def counts() -> str:
        return client.get("/metrics").text

    before = counts()
    table = Table(client, turns=1).sit()
    with client.websocket_connect(f"/ws/games/{table.id}", headers=table.red.cookie) as socket:
        seat, question = next((s, q) for s in ("red", "blue") for q in table.shown(s)["questions"] if q["mine"])
        for ask, status in ((question["id"], 200), (question["id"], 409), ("gone", 404)):
            body = {"ask": ask, "answer": question["default"], "seat": seat}
            assert table.who(seat).post(f"{table.path}/answers", body).status_code == status
        version = table.shown(seat)["version"]
        while socket.receive_json().get("v", 0) < version:
            pass  # what was answered is told when it is drawn
        held = watching.sockets_of(app.state.site)
    assert held == {"seat": 1}
    after = counts()

    def more(name: str) -> float:
        return value(after, name) - value(before, name)

    assert more('gunbai_answers_total{result="accepted",system="toy"}') >= 2  # a seat was taken, an answer given
    assert more('gunbai_answers_total{result="stale",system="toy"}') == 1
    assert more('gunbai_answers_total{result="unknown",system="toy"}') == 1
    assert more('gunbai_answer_seconds_count{system="toy"}') >= 4
    assert more("gunbai_commit_seconds_count") >= 2
    assert more('gunbai_requests_total{kind="api",status="2xx"}') >= 3
    assert more('gunbai_requests_total{kind="api",status="4xx"}') == 2
    assert more("gunbai_messages_total") >= 1
    assert more("gunbai_message_bytes_total") > 100
    assert value(after, "gunbai_workers") == 1
    assert value(after, "gunbai_memory_bytes") > 1e6
    assert value(after, "gunbai_disk_free_bytes") > 0


def test_labels_come_from_closed_lists() -> None:
    metrics._bus.clear()  # others in this process may have had a Valkey
    assert "\ngunbai_bus_up" not in metrics.exposed().decode(), "of a line that is not there nothing is told"
    metrics.requested("a kind nobody knows", 200, 0.01)
    metrics.answered("toy", "a result nobody knows", 0.01)
    metrics.bus_message("out")
    metrics.bus(up=True)
    text = metrics.exposed().decode()
    assert "nobody" not in text
    assert 'kind="other",status="2xx"' in text
    assert value(text, 'gunbai_bus_up{by="valkey"}') == 1


def test_counts_are_for_neighbours_and_for_a_token_of_the_host(app: FastAPI, client: TestClient) -> None:
    far = TestClient(app, client=FAR)
    assert client.get("/metrics").status_code == 200
    assert TestClient(app, client=("10.1.2.3", 1)).get("/metrics").status_code == 200
    assert far.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"x-forwarded-for": "10.0.0.1"}).status_code == 404
    host = Person(client)
    key = app.state.site.people.setup_key()
    assert host.form(f"/setup/{key}", {"name": "Yui", "password": "quiet river at dawn"}).status_code == 303
    assert far.get("/metrics", headers=host.cookie).status_code == 404
    for scopes, status in ((["read"], 200), (["play"], 404)):
        made = host.post("/api/v1/me/tokens", {"name": "watch", "scopes": scopes}).json()["secret"]
        assert far.get("/metrics", headers={"authorization": f"Bearer {made}"}).status_code == status
    assert far.get("/metrics", headers={"authorization": "Bearer gunbai_no"}).status_code == 404
    both = host.get("/api/v1/admin/metrics").text
    assert value(both, "gunbai_accounts") == 1
    assert 'gunbai_requests_total{kind="page"' in both


def test_the_guide_for_hosts_names_counts_that_there_are() -> None:
    guide = (ROOT / "docs/hosting.md").read_text()
    house = {"gunbai_games", *(f"gunbai_{name}" for name in administering.GAUGES)}
    counted = {sample.name for family in metrics.REGISTRY.collect() for sample in family.samples}
    families = {name for family in metrics.REGISTRY.collect() for name in (family.name, f"{family.name}_total")}
    families |= {f"{family.name}_bucket" for family in metrics.REGISTRY.collect() if family.type == "histogram"}
    named = set(re.findall(r"\bgunbai_[a-z_]+[a-z]\b", guide))
    assert named
    assert named <= families | counted | house


# -- traces ----------------------------------------------------------------------------------


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Any]]]:
    """The address of something that takes traces, and the spans it got."""
    spans: list[Any] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = ExportTraceServiceRequest()
            request.ParseFromString(self.rfile.read(int(self.headers["content-length"])))
            spans.extend(s for r in request.resource_spans for scope in r.scope_spans for s in scope.spans)
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", spans
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_request_is_traced_with_its_route_and_its_game(tmp_path: Path, collector: tuple[str, list[Any]]) -> None:
    url, spans = collector
    app, game, key = app_on(tmp_path, trace_url=url), "g" * 22, "k3y" * 8
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.get(f"/api/v1/games/{game}?watch={key}").status_code == 404
        assert client.get(f"/setup/{key}").status_code == 404
        assert client.get(f"/play/{game}/broken").status_code == 500
        sending: Any = app._telemetry["tracer_provider"]
        sending.shutdown()
    found = {span.name: {one.key: one.value for one in span.attributes} for span in spans}
    assert set(found) == {"GET /api/v1/games/{game}", "GET /setup/{key}", "GET /play/{game}/broken"}
    span = found["GET /api/v1/games/{game}"]
    assert span["http.route"].string_value == "/api/v1/games/{game}"
    assert span["gunbai.game"].string_value == game
    assert span["http.response.status_code"].int_value == 404
    assert found["GET /play/{game}/broken"]["error.type"].string_value == "500"
    assert key not in str(spans)


def test_traces_without_their_packages_are_one_clear_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(Stop, match=r"setup"):
        tracing.telemetry(Settings(trace_url="http://127.0.0.1:4318"))
    assert tracing.telemetry(Settings())["tracing"] is False


def test_where_spans_go() -> None:
    assert tracing.endpoint("http://c:4318/") == "http://c:4318/v1/traces"
    assert tracing.endpoint("http://c:4318/other/traces") == "http://c:4318/other/traces"
    assert tracing.first_part("/setup/KEY") == "/setup/…"
    assert tracing.first_part("/rules") == "/rules"
