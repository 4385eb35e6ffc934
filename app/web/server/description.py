"""The API's own description (OpenAPI 3.1), made of the types that its addresses take and give."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from inspect import cleandoc
from pathlib import Path
from threading import Lock
from typing import Any, get_args

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.web.page.kinds import Question
from app.web.page.problems import PREFIX, SORTS, Problem
from app.web.page.rest import JSON, SPOKEN, Spoken

RECORDED = Path(__file__).with_name("recorded.json")
"""Answers of a server, by operation, and questions with an answer to each, by kind; ``tests/web/recording.py`` writes
it."""
REF = "#/components/schemas/{name}"
ROOMLESS = ("api", "results", "model")
"""Modules that say nothing of what is in them: the package does."""
BUILT_IN = {"Record": "GameRecord"}
"""What another language calls something of its own."""
ASKED = {"OpenQuestion": "domain", "Looked": "domain"}
"""Where a question of any kind stands, or none."""
GAME = "/api/v1/games/{game}"
WATCH = {
    "name": "watch", "in": "query", "required": False, "schema": {"type": "string"},
    "description": "The key of the watchers' link: who comes by it looks on as watchers do.",
}  # fmt: skip
TAGS = {
    "games": "Tables: laid, joined, looked at, played.",
    "replays": "What was: a game's moments.",
    "lobby": "Tables that wait or may be watched; rematches, challenges.",
    "talk": "What is said at a table.",
    "umpires": "What an umpire does.",
    "rosters": "Warbands, kept and checked.",
    "scenarios": "Scenarios of one's own, kept and judged, and the printed ones.",
    "grounds": "Drawn tables, kept and checked.",
    "likenesses": "Pictures for one's own counters.",
    "campaigns": "Warbands over many battles.",
    "me": "The caller's account.",
    "host": "For the host of the server.",
}
SCHEMES = {
    "token": {
        "type": "http", "scheme": "bearer",
        "description": "A program's token, made at `/account` or `POST /api/v1/me/tokens`; its scopes say what it may.",
    },
    "cookie": {
        "type": "apiKey", "in": "cookie", "name": "gunbai",
        "description": "A browser's: set by making or joining a game. Over TLS its name begins with `__Host-`.",
    },
}  # fmt: skip
RETRY = {"Retry-After": {"description": "Seconds until it may be asked again.", "schema": {"type": "integer"}}}
ONE = Lock()
"""Types are found out by one thread at a time."""
DESCRIPTION = """A digital tabletop on which the server judges every rule.

Lengths are whole 1/100 mm, facings whole 1/100 degree. What stays as it is: the names of operations, of fields, of the
types of problems and the codes of refusals; new fields, kinds and codes may come, so pass over what you do not know."""


def described(app: FastAPI) -> dict[str, Any]:
    """The description of the application; made once."""
    with ONE:
        if app.openapi_schema is None:
            found = get_openapi(
                title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes,
                tags=[{"name": name, "description": text} for name, text in TAGS.items()],
                license_info={"name": "MIT", "identifier": "MIT"},
            )  # fmt: skip
            app.openapi_schema = whole(found)
        return app.openapi_schema


def install(app: FastAPI) -> None:
    """The application describes itself so."""
    app.openapi = partial(described, app)  # type: ignore[method-assign]


def whole(found: dict[str, Any]) -> dict[str, Any]:
    """What the framework found of routes and parameters, with types, refusals, keys and examples."""
    refs, schemas = types()
    found["components"] = {"schemas": schemas, "securitySchemes": SCHEMES, "responses": refusals(refs[Problem])}
    for path, operation in operations(found):
        spoken, success = SPOKEN[operation["operationId"]], min(operation["responses"])
        told = operation["responses"][success]
        told["description"] = "Done" if spoken.answer is None else "As asked"
        operation["responses"] = {success: told} | {
            code: {"$ref": f"#/components/responses/{name}"} for code, name in REFUSED.items()
        }
        if spoken.answer is None:
            told.pop("content", None)
        else:
            told["content"] = {spoken.media: answer([refs[one] for one in spoken.answers], operation["operationId"])}
        if spoken.body is not None:
            sent = {"schema": refs[spoken.body], "example": spoken.example}
            operation["requestBody"] = {"required": not spoken.optional, "content": {JSON: sent}}
        operation["security"] = [*([] if spoken.closed else [{}]), {"token": []}, {"cookie": []}]
        if path.startswith(GAME) and "get" in found["paths"][path] and operation is found["paths"][path]["get"]:
            operation.setdefault("parameters", []).append(WATCH)
    return found


def operations(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation of a description, with its path."""
    for path, methods in found["paths"].items():
        for operation in methods.values():
            yield path, operation


# -- answers -----------------------------------------------------------------------


@cache
def recorded() -> dict[str, dict[str, Any]]:
    """``answers`` and ``questions`` as a server gave them."""
    found: dict[str, dict[str, Any]] = msgspec.json.decode(RECORDED.read_bytes()) if RECORDED.exists() else {}
    return {"answers": {}, "questions": {}, **found}


def answer(schemas: list[dict[str, Any]], id: str) -> dict[str, Any]:
    """The content of an answer, with one that was recorded."""
    told: dict[str, Any] = {"schema": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}}
    return told | ({"example": recorded()["answers"][id]} if id in recorded()["answers"] else {})


REFUSED = {"401": "UnknownCaller", "429": "TooMuch", "4XX": "Refused", "5XX": "Broken"}


def refusals(problem: dict[str, Any]) -> dict[str, Any]:
    """What else may be answered, whatever is asked."""
    content = {"application/problem+json": {"schema": problem}}
    key = {"WWW-Authenticate": {"description": "`Bearer`", "schema": {"type": "string"}}}
    again = {"Retry-After": RETRY["Retry-After"] | {"description": "With a 503: seconds until it may be asked again."}}
    return {
        "UnknownCaller": {"description": SORTS[401].when, "headers": key, "content": content},
        "TooMuch": {"description": SORTS[429].when, "headers": RETRY, "content": content},
        "Refused": {"description": "Not so, and why; nothing has changed.", "content": content},
        "Broken": {"description": "It went wrong here; nothing has changed.", "headers": again, "content": content},
    }


# -- types -------------------------------------------------------------------------


def types() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """How each type is referred to, and the schemas of all."""
    wanted = list(dict.fromkeys(t for one in SPOKEN.values() for t in spoken_types(one)))
    wanted += [Problem, Question]
    schemas, components = msgspec.json.schema_components(wanted, ref_template=REF)
    names = {long: short(long) for long in components}
    moved = {REF.format(name=long): REF.format(name=name) for long, name in names.items()}
    shapes = {names[long]: titled(names[long], renamed(shape, moved)) for long, shape in components.items()}
    refs = dict(zip(wanted, renamed(schemas, moved), strict=True))
    shapes["Question"] = asked(refs[Question], shapes)
    for name, field in ASKED.items():
        shapes[name]["properties"][field] = {"anyOf": [{"$ref": REF.format(name="Question")}, {"type": "null"}]}
    shapes["Problem"]["properties"]["type"] |= {"examples": [PREFIX + sort.name for sort in SORTS.values()]}
    return refs, shapes


def spoken_types(spoken: Spoken) -> list[Any]:
    """The types of an operation."""
    return [one for one in (*spoken.answers, spoken.body) if one is not None]


def asked(union: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    """A question of any kind; each kind with an example and an answer to it."""
    for kind in get_args(Question):
        tag = kind.__struct_config__.tag
        if tag in recorded()["questions"]:
            given = recorded()["questions"][tag]
            shapes[kind.__name__]["examples"] = [given["question"]]
            shapes[kind.__name__]["x-answer"] = given["answer"]
    return {"description": "What a question asks for, by its kind.", **union}


def short(long: str) -> str:
    """The name of a schema: that of its class; where several have it, that of its room before it."""
    *rooms, name = long.split(".")
    if not rooms:
        return BUILT_IN.get(name, name)
    room = next((part for part in reversed(rooms) if part not in ROOMLESS), "")
    return f"{room.removesuffix('_api').capitalize()}{name}"


def titled(name: str, shape: dict[str, Any]) -> dict[str, Any]:
    """The schema under the one name it has here; what is said of it begins at the margin."""
    return {**shape, "title": name, "description": cleandoc(shape.get("description", name))}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The same with every reference led to where it stands now.

    That nothing follows the parts of a tuple its ``maxItems`` says; ``items: false`` few readers know, nor a word among
    others that is empty.
    """
    if isinstance(value, dict) and "" in (words := value.get("enum", ())):
        return {"anyOf": [{"enum": [word for word in words if word]}, {"type": "string", "maxLength": 0}]}
    if isinstance(value, dict):
        return {key: renamed(of, names) for key, of in value.items() if of is not False or key != "items"}
    if isinstance(value, list | tuple):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value
