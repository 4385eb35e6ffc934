"""What programs are told when something is refused: one shape, whatever it was."""

from __future__ import annotations

from typing import Annotated, NamedTuple, NotRequired, TypedDict

from msgspec import Meta
from starlette.responses import JSONResponse

from app.engine.refusals import Fact, Refusal


class Sort(NamedTuple):
    """A type of problems: the last part of its name, what it is called, when it is told."""

    name: str
    title: str
    when: str


SORTS = {
    400: Sort("unreadable", "Unreadable request", "What was sent is no JSON, or no request."),
    401: Sort("unknown-caller", "Unknown caller", "Nobody is signed in, or the token is wrong, revoked or over."),
    403: Sort("not-allowed", "Not allowed", "This caller may not do that, or not with this token."),
    404: Sort("nothing-here", "Nothing here", "There is nothing of that name, or nothing this caller may know of."),
    405: Sort("wrong-method", "Wrong method", "This address does not take that method."),
    409: Sort("moved-on", "Moved on", "What was asked no longer fits how things stand: look again."),
    413: Sort("too-large", "Too large", "The body is larger than what is read."),
    422: Sort("refused", "Refused", "The rules or the table say no, or a field is wrong; nothing has changed."),
    429: Sort("too-much", "Too much", "Too much was asked for; `Retry-After` says when to come again."),
    500: Sort("broken", "Broken", "Something broke here; nothing has changed."),
    503: Sort("away", "Away", "The server cannot do it now: try again after `Retry-After`."),
    507: Sort("full", "Full", "The disk of the server is full."),
}  # fmt: skip
"""The types of problems by status; they never change their names."""
PREFIX = "urn:gunbai:problem:"


class RefusalTold(TypedDict):
    """Why the rules or the table say no: a code that never changes, the clause it rests on, its numbers, in words."""

    code: str
    clause: str
    facts: dict[str, Fact]
    sentence: str


class Problem(TypedDict):
    """A problem document (RFC 9457).

    ``type`` and the codes of refusals stay as they are; ``title`` and ``detail`` are for people, ``detail`` in the
    language of the caller.  ``refusals``: all that stand against it, where more than one may; ``refusal`` is the
    first.  ``problems``: where a file cannot be read.  ``version``: that of the game.
    """

    type: str
    title: str
    status: Annotated[int, Meta(ge=400, le=599)]
    detail: str
    refusal: NotRequired[RefusalTold]
    refusals: NotRequired[list[RefusalTold]]
    problems: NotRequired[list[str]]
    version: NotRequired[int]


def told(no: Refusal, sentence: str) -> RefusalTold:
    """A refusal as programs read it."""
    return {"code": no.code, "clause": no.clause, "facts": no.facts, "sentence": sentence}


def type_of(status: int) -> tuple[str, str]:
    """The type of a problem of this status, and what it is called."""
    sort = SORTS.get(status)
    return (PREFIX + sort.name, sort.title) if sort else ("about:blank", "Problem")


def document(status: int, detail: str, **more: object) -> dict[str, object]:
    """A problem document (RFC 9457) with what a program may want to know."""
    kind, title = type_of(status)
    return {"type": kind, "title": title, "status": status, "detail": detail, **more}


def problem(status: int, detail: str, **more: object) -> JSONResponse:
    """The same as an answer."""
    return JSONResponse(document(status, detail, **more), status, media_type="application/problem+json")
