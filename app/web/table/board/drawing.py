"""What is drawn of a table: counters, layers below them, panels beside them; what is as it was is what was drawn."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from jinja2.environment import TemplateModule
from markupsafe import Markup
from msgspec.structs import replace

from app.web.page.kept import Before, once
from app.web.page.prompts import Prompt
from app.web.page.templates import ENV, kept, render
from app.web.page.words import language
from app.web.table.seen import Seen

PANELS = ("phases", "bands", "go", "strip")
"""The panels beside the board."""
OF_A_SIDE = ("seat", "side", "emblem", "player", "stood")
"""What the panel of whose go it is shows of a side."""
STANDS = ("side", "emblem", "name", "losses", "score", "by")
"""And that of how the sides stand."""
TWO = 2


def panels(view: dict[str, Any], you: str | None) -> dict[str, str]:
    """The panels beside the board."""
    return {name: panel(name, view, you) for name in PANELS}


def panel(name: str, view: dict[str, Any], you: str | None) -> str:
    """One of them."""
    match name:
        case "bands":
            return str(bands(view, you))
        case "phases":
            shown = {key: view[key] for key in ("phases", "turn", "turns")}
        case "strip":
            sides = [{key: side[key] for key in STANDS} for side in view["sides"]]
            shown = {"sides": sides} | {key: view[key] for key in ("turn", "turns", "rules")}
        case _:
            sides = [{key: side[key] for key in OF_A_SIDE} for side in view["sides"]]
            shown = {"sides": sides, "go": view["go"], "asked": view["asked"], "over": view["over"], "you": you}
    return once(name, shown, partial(render, f"table/panels/_{name}.html", view=shown, you=you))


def bands(view: dict[str, Any], you: str | None) -> Markup:
    """The sides, the reader's last, with what the counters mean below the first."""
    rows, sides = rows_of(language.get()), sorted(view["sides"], key=lambda side: bool(side["seat"] == you))
    found = [band(rows, side, view, you) for side in sides]
    if len(sides) == TWO:
        found.insert(1, kept(rows.legend, {  # type: ignore[attr-defined]
            "id": ("", you), "side": sides[0]["side"], "cards": view["cards"], "legend": view["legend"],
            "arms": view["arms"], "grounds": view["grounds"], "many": any(side["groups"] for side in view["sides"]),
            "measures": view["measures"],
            "clans": any(f["clan"] for f in view["formations"]), "fronts": any(f["arms"] for f in view["formations"]),
            "heads": any(p.get("seat") for p in view["pieces"]), "empties": any(f["empty"] for f in view["formations"]),
        }))  # fmt: skip
    return Markup("").join(found)


def band(rows: TemplateModule, side: dict[str, Any], view: dict[str, Any], you: str | None) -> Markup:
    """A side; what stands in it is drawn once for all."""
    seat = side["seat"]
    inside = {"id": seat, "forces": side["forces"], "groups": side["groups"], "models": side["models"]}
    head = {key: side[key] for key in (*OF_A_SIDE, "led", "name", "facts")}
    shown = {"id": (seat, you), "side": head, "mine": seat == you, "goes": seat == view["go"],
             "inside": str(kept(rows.inside, inside))}  # type: ignore[attr-defined]  # fmt: skip
    return kept(rows.band, shown)  # type: ignore[attr-defined]


@lru_cache
def rows_of(_lang: str) -> TemplateModule:
    """All macros of the sides' rows."""
    return ENV.get_template("table/panels/_band.html").make_module()


ENV.globals["bands"] = bands


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
    """The layers below the counters: the ground, what clashes on it, and the zones."""
    zones = "".join(once("zone", z, partial(art, "zone", z)) for z in view["zones"])
    clashes = "".join(once("clash", c, partial(art, "clash", c)) for c in view["clashes"])
    land = {name: view[name] for name in ("width", "depth", "size", "terrain")}
    ground = once("ground", land, lambda: art("landscape", land) + art("names", land))
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
