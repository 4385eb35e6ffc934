"""The description of the API is whole, true, and an example of each answer is one that a server gave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.games.results import COUNSEL, DRAW, TAKE_BACK, UMPIRE
from app.web.page.kinds import KINDS, Question
from app.web.page.problems import PREFIX, SORTS, Problem
from app.web.server.description import RECORDED, operations, recorded
from app.web.table.api import Deed
from app.web.table.calls import DEEDS
from tests.web.people import Person, Table
from tests.web.recording import Recorder, asked, serving

PROBLEM = "application/problem+json"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"


@pytest.fixture(scope="module")
def played() -> Iterator[Recorder]:
    """Every address, called once."""
    with serving() as client:
        yield Recorder(client)


@pytest.fixture(scope="module")
def fresh(played: Recorder) -> dict[str, Any]:
    """What was answered, by operation."""
    return played.play()


@pytest.fixture(scope="module")
def book(played: Recorder) -> dict[str, Any]:
    """The description that a server gives."""
    found: dict[str, Any] = played.book
    return found


def references(value: Any) -> Iterator[str]:
    """Every reference in a part of the description."""
    if isinstance(value, dict):
        yield from [value["$ref"]] if isinstance(value.get("$ref"), str) else []
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def fits(book: dict[str, Any], schema: Any, value: Any) -> list[str]:
    """What keeps a value from being one of this schema of the description."""
    whole = jsonschema_rs.Draft202012Validator({**schema, "components": book["components"]})
    return [f"{error.instance_path}: {error.message}"[:300] for error in whole.iter_errors(value)]


def answered(told: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The media type of the answer to an operation, and what is said of it; empty where there is none."""
    success = next(one for code, one in told["responses"].items() if code.startswith("2"))
    return next(iter(success.get("content", {}).items()), ("", {}))


def test_it_is_openapi_and_every_reference_leads_somewhere(book: dict[str, Any]) -> None:
    OpenAPIV31SpecValidator(book).validate()
    there = {f"#/components/{part}/{name}" for part, named in book["components"].items() for name in named}
    assert {*references(book)} <= there


def test_every_operation_has_its_own_name_an_answer_refusals_and_keys(book: dict[str, Any]) -> None:
    names = [told["operationId"] for _, told in operations(book)]
    assert len(names) == len({*names}) >= 60
    for path, told in operations(book):
        name = told["operationId"]
        assert re.fullmatch("[a-z]+(_[a-z]+)*", name), name
        assert told["summary"], path
        assert {*told["tags"]} <= {tag["name"] for tag in book["tags"]}
        assert {"401", "429", "4XX", "5XX"} < {*told["responses"]}, name
        kinds = [key for one in told["security"] for key in one]
        assert {*kinds} == {*book["components"]["securitySchemes"]}, name
        media, content = answered(told)
        assert bool(content.get("schema")) == (media != ""), name
        assert ("204" in told["responses"]) == (media == ""), name
        assert media == "" or "example" in content, name
        if "requestBody" in told:
            ((_, sent),) = told["requestBody"]["content"].items()
            assert sent["example"], name
            assert fits(book, sent["schema"], sent["example"]) == [], name
    closed = [path for path, told in operations(book) if {} not in told["security"]]
    assert {path.split("/")[3] for path in closed} == {"me", "admin"}


def test_schemas_have_names_that_stay_and_nothing_is_left_unsaid(book: dict[str, Any]) -> None:
    for name, shape in book["components"]["schemas"].items():
        assert re.fullmatch("[A-Z][A-Za-z]+", name), name
        assert shape.get("title", name) == name
        assert shape["description"], name


def test_every_answer_is_as_it_is_described(book: dict[str, Any], fresh: dict[str, Any], played: Recorder) -> None:
    found = dict[str, list[str]]()
    for _, told in operations(book):
        media, content = answered(told)
        name = told["operationId"]
        assert played.media[name] == media, name
        if media:
            found[name] = fits(book, content["schema"], played.answers[name])
            found[name] += fits(book, content["schema"], content["example"])
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_every_example_is_what_a_server_answers(book: dict[str, Any], fresh: dict[str, Any]) -> None:
    shown = recorded()["answers"]
    assert {*shown} == {*fresh}, f"python3 -m tests.web.recording writes {RECORDED.name} anew"
    for name, answer in fresh.items():
        assert shape(shown[name]) == shape(answer), name
    for _, told in operations(book):
        _, content = answered(told)
        assert content.get("example") == shown.get(told["operationId"])


def shape(answer: Any) -> Any:
    """What does not hang on chance: the names of the fields; of a list those of what is in it."""
    if isinstance(answer, dict):
        return sorted(answer)
    return [shape(one) for one in answer[:1]] if isinstance(answer, list) else type(answer).__name__


# -- questions ------------------------------------------------------------------------


def test_every_kind_of_question_is_described_with_an_answer(book: dict[str, Any]) -> None:
    schemas = book["components"]["schemas"]
    tags = {str(kind.__struct_config__.tag) for kind in KINDS}
    assert {*get_args(Question)} == {*KINDS}
    assert {*recorded()["questions"]} == tags == {*schemas["Question"]["discriminator"]["mapping"]}
    for kind in KINDS:
        told = schemas[kind.__name__]
        assert len(told["description"]) > 40
        (example,) = told["examples"]
        assert fits(book, {"$ref": "#/components/schemas/Question"}, example) == []
        assert "x-answer" in told


@pytest.mark.parametrize("seed", [0, 1])
def test_whatever_is_asked_is_of_a_kind_that_is_described(book: dict[str, Any], seed: int) -> None:
    read = msgspec.json.Decoder(Question)
    seen = set()
    for domain, _ in asked(seed):
        seen.add(type(read.decode(msgspec.json.encode(domain))))
    assert len(seen) >= 10


# -- refusals -------------------------------------------------------------------------


def test_refusals_have_one_shape_and_types_that_stay(book: dict[str, Any], table: Table, person: Person) -> None:
    table.bids()
    problem = {"$ref": "#/components/schemas/Problem"}
    side = {"seat": "red", "roster": {"sample": "red-devils"}}
    refused = [
        (400, person.call("POST", "/api/v1/games", content=b"{")),
        (401, person.get("/api/v1/me")),
        (403, person.post(f"{table.path}/undo")),
        (404, person.get("/api/v1/games/none")),
        (404, person.get("/api/v1/nowhere")),
        (405, person.call("DELETE", "/api/v1/games")),
        (409, table.red.get(f"{table.path}/record")),
        (413, person.call("POST", "/api/v1/games", content=b" " * 70_000)),
        (422, person.post("/api/v1/games", {"system": "ronin"})),
        (422, person.post("/api/v1/games", {"system": "ronin", "scenario": "none", "sides": [side]})),
        (422, table.say("red", "no-such")),
        (422, person.get(f"{table.path}/events?since=x")),
        (403, person.call("POST", "/api/v1/games", headers={"sec-fetch-site": "cross-site"}, json={})),
    ]  # fmt: skip
    for status, given in refused:
        told = given.json()
        assert (given.status_code, given.headers["content-type"]) == (status, PROBLEM), given.text
        assert fits(book, problem, told) == []
        assert {*told} <= {*Problem.__annotations__}
        assert told["type"] == PREFIX + SORTS[status].name
        assert told["title"] == SORTS[status].title
    no = refused[10][1].json()
    assert no["refusal"]["code"] == "ask.not-offered"
    assert no["refusal"]["sentence"] == no["detail"]
    several = refused[9][1].json()
    assert several["refusals"][0] == several["refusal"]


def test_the_page_and_the_description_name_every_deed_and_all_that_is_consented_to() -> None:
    (row,) = re.findall(r"^.*`consent` with `about`.*$", PAGE.read_text(encoding="utf-8"), re.M)
    motions = (TAKE_BACK, UMPIRE, COUNSEL, DRAW)
    assert [what for what in (*DEEDS, *motions) if f"`{what}`" not in row.replace("/undo`", "`undo`")] == []
    assert [what for what in motions if f"``{what}``" not in str(Deed.__doc__)] == []


def test_the_page_lists_every_kind_and_every_type() -> None:
    page = PAGE.read_text(encoding="utf-8")
    kinds, types = (page.partition(f"## {name}")[2].partition("\n## ")[0] for name in ("The kinds", "Refusals"))
    assert re.findall(r"^\| `(\w+)` \|", kinds, re.M) == [str(kind.__struct_config__.tag) for kind in KINDS]
    rows = [f"| `{sort.name}` | {status} | {sort.when} |" for status, sort in SORTS.items()]
    assert re.findall(r"^\| `[a-z-]+` \| \d+ .*$", types, re.M) == rows
    for table in re.findall(r"(?:^\|.*\n)+", page, re.M):
        head, line, *rest = table.splitlines()
        assert set(line) == {"|", "-"}, head
        assert rest, head
