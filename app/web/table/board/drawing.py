"""What is drawn of a table: counters, layers below them, panels beside them; what is as it was is what was drawn."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from jinja2.environment import TemplateModule
from msgspec.structs import replace

from app.web.page.kept import BEFORE, Before, once
from app.web.page.prompts import Prompt
from app.web.page.templates import ENV, render
from app.web.page.words import language
from app.web.table.seen import Seen

PANELS = {"phases": ("phases", "turn", "turns"), "bands": ("sides", "go", "ranked", "cards", "legend"),
          "go": ("sides", "go", "asked")}  # fmt: skip
"""The panels beside the board, and all that each shows."""


def panels(view: dict[str, Any], you: str | None) -> dict[str, str]:
    """The panels beside the board."""
    return {name: panel(name, view, you) for name in PANELS}


def panel(name: str, view: dict[str, Any], you: str | None) -> str:
    """One of them."""
    shown, before = {key: view[key] for key in PANELS[name]}, BEFORE.get()
    draw = partial(render, f"table/panels/_{name}.html", view=shown, you=you)
    return before.of((name, you), shown, draw) if before else once(name, [shown, you], draw)


def art(macro: str, *args: Any) -> str:
    """A macro of the board's drawings, drawn."""
    return str(getattr(macros(language.get()), macro)(*args))


@lru_cache
def macros(lang: str) -> TemplateModule:
    """All macros of the board's drawings; none changes what another one draws."""
    return ENV.get_template("page/_art.html").make_module({"lang": lang})


def counters(view: dict[str, Any], before: Before | None = None) -> dict[str, str]:
    """Every counter as it is drawn, by its id."""
    before = before or Before()
    emblems = {side["side"]: side["emblem"] for side in view["sides"]}
    found = {}
    for p in view["pieces"]:
        emblem = emblems.get(p["side"], 0) if p["kind"] not in ("body", "object") else 0
        found[p["id"]] = before.of(("counter", p["id"]), (p, emblem), partial(art, "counter", p, emblem, p["said"]))
    for f in view["formations"]:
        found[f["id"]] = before.of(("formation", f["id"]), f, partial(art, "formation", f))
    return found


def layers(view: dict[str, Any]) -> dict[str, str]:
    """The layers below the counters: the ground only while it may still change, and the zones."""
    zones = "".join(once("zone", z, partial(art, "zone", z)) for z in view["zones"])
    clashes = "".join(once("clash", c, partial(art, "clash", c)) for c in view["clashes"])
    if view["turn"] > 1:
        return {"layer-zones": zones, "layer-clashes": clashes}
    land = {name: view[name] for name in ("width", "depth", "terrain")}
    ground = once("ground", land, partial(art, "landscape", land))
    return {"layer-zones": zones, "layer-clashes": clashes, "ground": ground}


def question(panel: Prompt, table: Seen) -> str:
    """The question panel: made once for the message and the reply to an answer, and of those who are not asked for all
    versions and all who wait alike; again where time runs."""
    game = {"id": table.info.id}
    draw = partial(render, "table/question/_prompt.html", prompt=panel, game=game, rules=table.rules)
    if panel.left is not None:
        return draw()
    shown = panel if panel.state == "mine" else replace(panel, version=0)
    return once("prompt", [shown, game, table.rules], draw)
