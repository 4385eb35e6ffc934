"""What leads from one JSON document to the next: a merge patch (RFC 7386).

Documents hold no ``null``: in a patch it says that a key is gone.
"""

from __future__ import annotations

from typing import Any

from app.engine.asks import Json


def patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The smallest patch that makes the new document of the old one; empty where they are equal."""
    found: dict[str, Any] = dict.fromkeys(old.keys() - new.keys())
    for key, value in new.items():
        had = old.get(key)
        if had != value:
            found[key] = patch(had, value) if isinstance(had, dict) and isinstance(value, dict) else value
    return found


def merged(old: Json, given: Json) -> Json:
    """The document that a patch makes of another; neither is changed."""
    if not isinstance(given, dict):
        return given
    found = dict(old) if isinstance(old, dict) else {}
    for key, value in given.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found.get(key), value)
    return found


def said(value: Json) -> Json:
    """A value without what is not said: no key bears ``null``."""
    if isinstance(value, dict):
        return {key: said(part) for key, part in value.items() if part is not None}
    return [said(part) for part in value] if isinstance(value, list | tuple) else value
