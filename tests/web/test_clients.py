"""Clients that two public generators make of the API's description: each plays a whole game against the bot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType
from starlette.testclient import TestClient

from app.games.verify import verify
from app.systems import SYSTEMS
from tests.browser.server import SWIFT, Server
from tests.web.people import BAND
from tests.web.scene import House

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tests" / "js" / "node_modules"
TYPES = ("--strict", "--skipLibCheck", "--target", "es2022", "--module", "commonjs", "--lib", "es2022,dom")


@pytest.fixture(scope="module")
def written(client: TestClient, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The description in a file."""
    path = tmp_path_factory.mktemp("described") / "openapi.json"
    path.write_bytes(client.get("/api/v1/openapi.json").content)
    return path


class Through(httpx.BaseTransport):
    """The way of a client to the server of the tests."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """What the server answers."""
        self.client.cookies.clear()
        given = self.client.request(
            request.method, request.url.raw_path.decode(), headers=dict(request.headers), content=request.read()
        )
        return httpx.Response(given.status_code, headers=dict(given.headers), content=given.content)


class Made:
    """The client that ``openapi-python-client`` has made."""

    def __init__(self, client: TestClient, folder: Path, token: str) -> None:
        self.package = import_module(folder.name)
        caller = self.package.AuthenticatedClient("http://testserver", token=token, raise_on_unexpected_status=True)
        headers = {"authorization": f"Bearer {token}"}
        web = httpx.Client(base_url="http://testserver", transport=Through(client), headers=headers)
        self.caller = caller.set_httpx_client(web)

    def call(self, room: str, name: str, body: Any = None, **given: Any) -> Any:
        """What an operation answers, as the type that was made for it."""
        module = import_module(f"{self.package.__name__}.api.{room}.{name}")
        return module.sync(client=self.caller, **({} if body is None else {"body": body}), **given)

    def model(self, kind: str, /, **fields: Any) -> Any:
        """A body."""
        return getattr(import_module(f"{self.package.__name__}.models"), kind).from_dict(fields)


@pytest.fixture
def made(client: TestClient, written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """The client, with a token of somebody's."""
    house = House(client)
    member = house.member("Aki")
    _, token = house.run(house.site.people.tokens.make, member.id, "client", ["read", "play", "make"])
    folder = tmp_path / "gunbai_client"
    settings = ConfigFile(post_hooks=[])
    config = Config.from_sources(settings, MetaType.NONE, written, "utf-8", overwrite=False, output_path=folder)
    assert generate(config=config) == [], "nothing is left out"
    monkeypatch.syspath_prepend(str(tmp_path))
    yield Made(client, folder, token)
    for name in [name for name in sys.modules if name.partition(".")[0] == folder.name]:
        del sys.modules[name]


def drawn(made: Made, game: str, asked: Any, rng: Random) -> Any:
    """An answer drawn by chance; of what is shared out as much as there is to the first that take it."""
    option = rng.choice([one for one in asked.domain.options if one.no is None])
    if asked.domain.kind == "pick" or not option.more:
        return option.key
    half = made.model("HalfAnswer", ask=asked.id, answer={"pick": option.key})
    below, shares = made.call("games", "preview_answer", half, game=game).domain, dict[str, int]()
    for part, most in below.limits.additional_properties.items():
        shares[part] = min(most, below.total - sum(shares.values()))
    return {"pick": option.key, "then": shares}


@pytest.mark.slow
def test_a_client_plays_a_whole_game_against_the_bot(made: Made) -> None:
    sides = [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND, "player": "bot"}]
    new = made.model("NewGame", system="toy", scenario="meadow", name="Aki", options={"turns": 2}, sides=sides)
    game, answered, rng = made.call("games", "make_game", new).id, 0, Random(1)
    for _ in range(4000):
        now = made.call("games", "get_game", game=game)
        if now.status == "over":
            break
        asked = next((one for one in now.questions if one.mine and not one.sealed), None)
        if asked is None:
            continue
        answer = drawn(made, game, asked, rng)
        look = made.call("games", "preview_answer", made.model("HalfAnswer", ask=asked.id, answer=answer), game=game)
        body = made.model("Answer", ask=asked.id, answer=answer if look.legal else asked.default)
        assert made.call("games", "give_answer", body, game=game).version >= now.version
        answered += 1
    assert now.status == "over"
    assert answered >= 4
    told = made.call("games", "get_record", game=game)
    assert told.outcome.reason == now.outcome.reason
    refused = made.call("games", "do_deed", made.model("TableDeed", seat="red"), game=game, deed="resign")
    assert (refused.status, refused.type_) == (422, "urn:gunbai:problem:refused")


# -- of another language ----------------------------------------------------------------


@pytest.fixture(scope="module")
def there() -> dict[str, Any]:
    """How the tools of scripts are run."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {"env": {**os.environ, "PATH": path}, "capture_output": True, "text": True, "timeout": 100}


@pytest.fixture(scope="module")
def scripted(written: Path, there: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a program in TypeScript that plays by the client that ``openapi-typescript-codegen`` has made."""
    folder = tmp_path_factory.mktemp("scripted")
    command = [str(TOOLS / ".bin" / "openapi"), "--input", str(written), "--output", str(folder / "client")]
    made = subprocess.run(command, **there)
    assert made.returncode == 0, made.stderr
    (folder / "plays.ts").write_text(PLAYS, encoding="utf-8")
    told = subprocess.run([str(TOOLS / ".bin" / "tsc"), *TYPES, str(folder / "plays.ts")], **there)
    assert told.returncode == 0, told.stdout
    return folder


@pytest.mark.slow
def test_a_client_of_another_language_has_the_types_of_everything(
    scripted: Path, there: dict[str, Any], written: Path
) -> None:
    models = {path.stem for path in (scripted / "client" / "models").glob("*.ts")}
    schemas = json.loads(written.read_text(encoding="utf-8"))["components"]["schemas"]
    assert {"Looked", "Menu", "Problem"} < models
    assert {*schemas} <= models
    wrong = scripted / "wrong.ts"
    wrong.write_text(PLAYS.replace("now.version", "now.versoin"), encoding="utf-8")
    told = subprocess.run([str(TOOLS / ".bin" / "tsc"), *TYPES, str(wrong)], **there)
    assert "versoin" in told.stdout, "what the description does not have is no type"
    wrong.unlink()


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_client_of_another_language_plays_a_whole_game_against_the_bot(
    scripted: Path, there: dict[str, Any], tmp_path: Path
) -> None:
    server = Server(tmp_path, SWIFT)
    server.start()
    try:
        token = signed_up(server)
        plays = ["node", str(scripted / "plays.js"), server.url, token, json.dumps(TWO_TURNS)]
        told = subprocess.run(plays, **{**there, "timeout": 280})
        assert told.returncode == 0, told.stderr[-2000:]
        said = json.loads(told.stdout)
        record = httpx.get(f"{server.url}/api/v1/games/{said['game']}/record", headers=bearer(token)).json()
    finally:
        server.stop()
    assert (said["status"], said["turn"], said["refused"]) == ("over", 2, [422, "urn:gunbai:problem:refused"])
    assert said["outcome"] == record["outcome"]["reason"]
    by_itself = ("offer", "rest", "table")
    mine = [row for row in record["tape"] if row["seat"] == "red" and row["kind"] == "answer"]
    assert [row["by"] for row in mine if row["by"] not in by_itself] == ["person"] * said["answered"]
    assert said["answered"] >= 4
    assert verify(record, SYSTEMS) == []


def bearer(token: str) -> dict[str, str]:
    """The header of a program."""
    return {"authorization": f"Bearer {token}"}


def signed_up(server: Server) -> str:
    """The token of the first account of a server."""
    with httpx.Client(base_url=server.url) as web:
        given = web.post(server.setup(), data={"name": "Aki", "password": "quiet river at dawn"})
        assert given.status_code == 303, given.text
        made = web.post("/api/v1/me/tokens", json={"name": "client", "scopes": ["read", "play", "make"]})
        assert made.status_code == 201, made.text
        return str(made.json()["secret"])


TWO_TURNS: dict[str, Any] = {
    "system": "ronin", "scenario": "skirmish", "name": "Aki", "offered": True,
    "options": {"points": 200, "own": '{"name": "Two turns", "changes": {"length": "fixed", "turns": 2}}'},
    "sides": [
        {"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
        {"seat": "blue", "roster": {"sample": "river-league"}, "player": "bot"},
    ],
}  # fmt: skip
PLAYS = """
import { ApiError, GamesService, OpenAPI, type GameSeen, type NewGame } from "./client/index";

declare const process: { argv: string[] };
const [, , base, token, table] = process.argv;
OpenAPI.BASE = base;
OpenAPI.TOKEN = token;
const moment = () => new Promise((done) => setTimeout(done, 20));

async function answered(game: string, now: GameSeen): Promise<boolean> {
  const asked = now.questions.find((one) => one.mine && !one.sealed);
  if (!asked?.id) return false;
  const given = { ask: asked.id, answer: asked.default, seat: "red" };
  const look = await GamesService.previewAnswer(game, given);
  if (look.legal === false) throw new Error(`the default of ${asked.about} is refused`);
  const told = await GamesService.giveAnswer(game, given);
  return told.version >= now.version;
}

async function played(game: string): Promise<void> {
  let [now, count] = [await GamesService.getGame(game), 0];
  while (now.status !== "over") {
    if (await answered(game, now)) count += 1;
    else await moment();
    now = await GamesService.getGame(game);
  }
  const no = await GamesService.doDeed(game, "resign", { seat: "red" }).catch((error: ApiError) => error);
  const refused = no instanceof ApiError ? [no.status, no.body.type] : [];
  const { status, outcome, view } = now;
  console.log(JSON.stringify({ game, status, outcome: outcome?.reason, turn: view?.turn, answered: count, refused }));
}

GamesService.makeGame(JSON.parse(table) as NewGame).then((made) => played(made.id));
"""
"""A program that would not be one if a type were missing."""
