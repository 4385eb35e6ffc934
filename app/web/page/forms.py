"""Small forms of the pages, read as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.datastructures import FormData
from starlette.requests import Request

from app.engine.asks import Json
from app.web.page.errors import Bad


def typed(form: Mapping[str, Any], name: str) -> str:
    """A field exactly as it was typed; empty if it is missing or a file."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def text(form: Mapping[str, Any], name: str, most: int = 200) -> str:
    """A field as text; empty if it is missing or a file."""
    return typed(form, name).strip()[:most]


def texts(form: FormData, name: str) -> list[str]:
    """All fields of this name, files left out."""
    return [one for one in form.getlist(name) if isinstance(one, str)]


def value(form: Mapping[str, Any], name: str) -> Json:
    """A field that holds JSON; ``None`` if it is empty, a 422 if it cannot be read."""
    raw = typed(form, name)
    if not raw:
        return None
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        raise Bad(422, f"{name} is no JSON") from None


def keys(raw: str) -> list[str]:
    """A JSON list of keys from a query or a field; empty if there is none, a 422 if it is something else."""
    if not raw:
        return []
    try:
        return msgspec.json.decode(raw, type=list[str])[:20]
    except (msgspec.DecodeError, RecursionError):
        raise Bad(422, "at is no JSON list of keys") from None


def number(form: Mapping[str, Any], name: str) -> int | None:
    """A whole number, or ``None``."""
    raw = text(form, name, 12)
    return int(raw) if raw.isdecimal() else None


def whole(form: Mapping[str, Any], name: str) -> int | str:
    """A whole number, 0 where nothing stands; what is no number as it was given, so that its refusal can name it."""
    raw = text(form, name, 12)
    return int(raw) if raw.isdecimal() else raw or 0


LONG = 600_000
"""Bytes of a field that holds a text of 60 000 characters, each of which may be nine bytes in a form."""


async def form_of(request: Request, most: int = 65536) -> FormData:
    """The form that was posted: few fields, each of so many bytes at most, no files."""
    return await request.form(max_files=0, max_fields=200, max_part_size=most)


def local(path: str) -> str:
    """A path of this site to go on to, or the front page."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return quote(path, safe="/?&=%#:+,;@!$'()*~") if is_ours else "/"
