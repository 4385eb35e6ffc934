"""A table drawn for those who have it open: all there is to tell of it, and the same by the places it is put at."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.views import View
from app.live.connections import Audience
from app.web.page.kept import BEFORE, Before, once
from app.web.page.templates import render
from app.web.page.words import language
from app.web.table import lesson
from app.web.table.board.able import able, still
from app.web.table.board.drawing import counters, layers, panel, question
from app.web.table.board.drawn import drawn, said, unsaid
from app.web.table.clocks import clocks_of
from app.web.table.ending import ending
from app.web.table.entries import entries
from app.web.table.seen import Seen, first

TIME_LEFT = re.compile(' data-left="[0-9]+"')
"""What a clock says; that it runs is no news."""
Parts = dict[str, Any]
"""What is shown, by its place: a panel, a layer, ``p`` and a counter's id, ``may`` for who may act."""


@dataclass(slots=True)
class Drawing:
    """A table as it was last drawn, for all who see the same of it but for what is said of a side and of the table."""

    view: View
    about: tuple[object, ...]
    shown: dict[str, Any]
    counters: Parts
    layers: dict[str, str]


def told(
    table: Seen, audience: Audience, drawing: Drawing | None, before: Before
) -> tuple[Parts, dict[str, str], Parts]:
    """All there is to tell of a table, its panels, and the same without what is no news by itself."""
    message: Parts = {"v": table.info.version, "status": table.info.status, "asked": table.asked}
    html = {"prompt": question(first(table), table)}
    now: Parts = {"prompt": TIME_LEFT.sub("", html["prompt"])}
    if table.view is None or drawing is None:
        return message, html, now
    message["clocks"] = clocks_of(table, drawing.shown["sides"])
    fill(table, table.view, drawing, before, audience, message, html)
    now["may"] = message["may"]
    lasting = {name: part for name, part in html.items() if name != "log"}
    return message, html, lasting | now | drawing.counters


def draw(table: Seen, known: Iterable[Drawing], before: Before) -> Drawing | None:
    """The table, drawn: with what is drawn of one that is ``known`` where that is the same.

    Who may act is not drawn; what is said of a side and of the table is worded for each who looks.
    """
    if table.view is None:
        return None
    view, about = unsaid(still(table.view)), (table.info.seats, table.asked, table.worn)
    one = next((one for one in known if one.about == about and one.view == view), None)
    if one is None:
        shown = drawn(table.words, view, table.info, table.asked, before, table.worn, table.does)
        found = {f"p {id}": svg for id, svg in counters(shown, before).items()}
        one = Drawing(view, about, shown, found, layers(shown))
    return Drawing(view, about, one.shown | said(table.words, table.view, one.shown["sides"]), one.counters, one.layers)


def fill(
    table: Seen, seen: View, drawing: Drawing, before: Before, audience: Audience, message: Parts, html: dict[str, str]
) -> None:
    """All that is drawn of a table stands in its message and its panels."""
    view, rules = drawing.shown, table.rules
    you = None if audience.borrowed else audience.seat
    token = BEFORE.set(before)
    try:
        html |= {
            "phases": panel("phases", view, you),
            "go": panel("go", view, you),
            "strip": panel("strip", view, you),
            "bands": panel("bands", view | {"go": None}, you),
        }
    finally:
        BEFORE.reset(token)
    message["go"] = view["go"]
    if rows := entries(table.words, table.events, seen):
        html["log"] = once(
            "log", [rows, rules], partial(render, "table/panels/_log_rows.html", entries=rows, rules=rules)
        )
        message["say"] = [row["plain"] for row in reversed(rows)][-3:]
    message["may"] = able(seen)
    html |= drawing.layers
    if table.lesson:
        html |= {"lesson": lesson.strip(table), "layer-lesson": lesson.pointed(table, view)}
    if end := ending(table, view):
        html["victory"] = render("table/_victory.html", end=end, view=view, rules=rules, you=table.viewer)


def mark(table: Seen) -> str:
    """What tells apart two drawings of a table for the same eyes: a secret answer changes one without an event."""
    seats = [replace(seat, guest="") for seat in table.info.seats]
    worn = [(seat, key) for seat, faces in table.worn.items() for key in faces.values()]
    shown = [language.get(), table.info.version, table.info.status, seats, table.asked, table.view, table.lesson, worn]
    return blake2b(msgspec.json.encode(shown), digest_size=16).hexdigest()
