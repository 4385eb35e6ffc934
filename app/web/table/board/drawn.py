"""A view made ready for the templates: labels worded, counters named, lengths in drawing units."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.views import ARMS, Band, Ground, Group, Piece, View
from app.games.likenesses import Worn
from app.games.results import GameInfo, SeatInfo
from app.web.page.kept import Before
from app.web.page.shapes import PER_UNIT
from app.web.page.words import Words, gettext, language
from app.web.table.board import formed, inside
from app.web.table.board.able import told
from app.web.table.board.badges import badge, trait
from app.web.table.board.figures import silhouette
from app.web.table.board.ground import key
from app.web.table.board.worn import likenesses

SCALE, PART = 120, 20
"""Drawing units on a table of a yard: how long the scale bar and each of its parts must be at least."""
YARD = 36 * 2540
EMBLEMS = 6
CHIEFS = {"general", "leader"}
"""Who is the first among those who lead."""
CARD = "card"
NOTHING: Mapping[str, Worn] = {}
OPEN: Mapping[str, tuple[str, ...]] = {}
POINTS = "ap"
"""The badge of points still to be spent, drawn as pips."""
LEGEND = (
    "engaged", "routing", "caught", "panic", "disordered", "stunned", "grievous", "light", "halted", "frenzied",
    "pursuing", "hits", "cover", "reaction", "alight", "empty", "defensive", "idle", "failed", "charged", "responded",
    "moved", "wound", "head", "loot", "object", "encumbered", "hidden", "standard",
)  # fmt: skip
"""Badges that are told of beside the table while somebody wears them, most pressing first."""
LETTER = 930
"""How wide a letter of a name is at a table of a yard."""
DRAWINGS = {
    "woods": "wood", "shallow-water": "ford", "low-wall": "wall", "gentle-hill": "hill", "steep-hill": "hill",
    "lake": "water",
}  # fmt: skip
"""Kinds of terrain drawn as another kind is."""
STEEP = "steep-hill"
"""The hill whose strokes are close."""


def piece(words: Words, shown: Piece) -> dict[str, Any]:
    """A counter with what a screen reader says of it.  Not to be changed: it is kept for whoever asks again."""
    sentences = words.sentences
    return kept(sentences, language.get(), shown) if isinstance(sentences, Hashable) else worded(words, shown)


@lru_cache(1 << 14)
def kept(sentences: Mapping[str, str], _language: str, shown: Piece) -> dict[str, Any]:
    """The same, made once: what is said of a counter needs no name of a player and no length."""
    return worded(Words(sentences, 1, ""), shown)


def worded(words: Words, shown: Piece) -> dict[str, Any]:
    """The same, made afresh."""
    row = {name: getattr(shown, name) for name in shown.__struct_fields__}
    badges = ", ".join(badge(words, b)["said"] for b in shown.badges)
    state = ", ".join(filter(None, [badges, gettext("has acted") if shown.used else ""]))
    row["name"] = name(words, shown.name)
    row["plain"] = f"{shown.code} {row['name']}" + (f": {state}" if state else "")
    row["said"] = told(row["plain"], shown.may)
    row["lost"] = shown.gone not in ("", "reserve")
    row["gone"] = words.word(shown.gone) if shown.gone else ""
    row["wears"], row["bears"] = shown.badges, armed(words, shown)
    row["badges"] = ["horse" if b == "mounted" else b for b in shown.badges]
    row["told"] = [(key, badge(words, b)["said"]) for key, b in zip(row["badges"], shown.badges, strict=True)]
    return row


def armed(words: Words, shown: Piece | Group) -> str:
    """Its weapons as a row of the roster names them."""
    return ", ".join(words.word(key) for key in shown.weapons)


def group(words: Words, shown: Group, models: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A unit as a row of the roster: how many of it live, its badges, its profile, its models."""
    row = {name: getattr(shown, name) for name in ("id", "side", "code", "members", "force", "used", "may")}
    mine = [models[id] for id in shown.members if id in models]
    badges = [badge(words, key) for key in shown.badges]
    figure = next((b for b in badges if b["key"] == "left"), None)
    living = sum(not m["lost"] for m in mine)
    row["name"] = words.says(shown.name) if shown.name in words.sentences else gettext(shown.name)
    row["left"] = figure["figure"] if figure else f"{living}/{len(mine)}"
    row["left_said"] = figure["said"] if figure else gettext("{n} of {of} left").format(n=living, of=len(mine))
    row["badges"] = [b for b in badges if b is not figure and b["key"] != POINTS]
    row["points"] = next((b for b in badges if b["key"] == POINTS and b["figure"].isdigit()), None)
    row["left_to_spend"] = int(row["points"]["figure"]) if row["points"] else 0
    row["traits"] = [trait(words, key) for key in shown.traits]
    row["models"], row["bears"] = mine, armed(words, shown)
    row["arm"] = silhouette(shown.traits) if shown.weapons and not shown.outline else ""
    row["pips"] = formed.pips(row["left"]) if shown.outline or shown.force else []
    row["lost"] = shown.gone not in ("", "reserve", "waiting")
    row["gone"] = words.word(shown.gone) if shown.gone else ""
    row["state"] = "is-used" if shown.used else ""
    return row


def placed(words: Words, shown: Piece, unit: str, force: str, before: Before) -> dict[str, Any]:
    """A counter with the unit and the force it belongs to."""
    return before.of(
        ("placed", shown.id), (shown, unit, force), lambda: {**piece(words, shown), "group": unit, "force": force}
    )


def band(
    words: Words, shown: Band, player: str, emblem: int, before: Before, stood: bool, led: bool = False
) -> dict[str, Any]:  # fmt: skip
    """A side with its player's name, and whether a bot stands in for him, without its facts.  In its rows nobody
    stands anywhere: who only moved is the same row."""
    models = [before.of(("model", m.id), m, partial(rostered, words, m)) for m in shown.models]
    known = {m["id"]: m for m in models}
    groups = [
        before.of(("group", g.id), (g, [known.get(id) for id in g.members]), partial(group, words, g, known))
        for g in shown.groups
    ]
    return {
        "seat": shown.seat, "side": shown.side, "name": name(words, gettext(shown.name)), "emblem": emblem,
        "player": player, "stood": stood, "led": led, "models": models, "groups": formed.nested(groups, before),
        "forces": formed.forces(words, shown, groups, models, before),
    }  # fmt: skip


def rostered(words: Words, shown: Piece) -> dict[str, Any]:
    """A counter as its row shows it, wherever it stands."""
    return piece(words, replace(shown, x=0, y=0, outline=()))


def played_by(seat: SeatInfo) -> str:
    """Who plays a seat: its player, and that a bot answers for him where it does."""
    name = gettext("{name} (a bot plays)").format(name=seat.name) if seat.stand_in else seat.name
    led = ", ".join(one.name for one in seat.leaders)
    return gettext("{name} with {others}").format(name=name, others=led) if led else name


def bands(words: Words, view: View, info: GameInfo, before: Before) -> list[dict[str, Any]]:
    """Every side with its facts worded, each with an emblem of its own."""
    players = {str(s.seat): played_by(s) for s in info.seats if s.name}
    stood = {str(s.seat) for s in info.seats if s.stand_in and info.status != "over"}
    led = {str(s.seat) for s in info.seats if s.leaders}
    found = []
    for shown, emblem in zip(view.sides, distinct([band.emblem for band in view.sides]), strict=True):
        player, bare = players.get(shown.seat, shown.seat), quiet(shown)
        bot = shown.seat in stood
        make = partial(band, words, bare, player, emblem, before, bot, shown.seat in led)
        found.append(before.of(("side", shown.seat), (bare, player, emblem, words, bot), make))
    return found


def unsaid(view: View) -> View:
    """The view without what is said of a side and of the table, which alone is worded for each who looks."""
    return replace(view, notes=(), sides=tuple(quiet(band) for band in view.sides))


def quiet(band: Band) -> Band:
    """A side without what is said of it."""
    return replace(band, facts=(), losses=(), score=None)


def said(words: Words, view: View, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What is said of the sides, with their rows, and of the table."""
    sides = [
        {**row, "facts": [words.says(n.about, n.facts) for n in band.facts], **strength(words, band)}
        for row, band in zip(rows, view.sides, strict=True)
    ]
    return {"sides": sides, "notes": [{"text": words.says(n.about, n.facts), "clause": n.clause} for n in view.notes]}


def strength(words: Words, band: Band) -> dict[str, Any]:
    """What a side and its forces have lost, each as a bar of a hundred, and what the side has scored."""
    forces = {f.id: {"name": name(words, gettext(f.name))} for f in band.forces}
    found = [
        {"lost": one.lost, "whole": one.whole, "said": words.says(one.note.about, one.note.facts),
         "part": part(one.lost, one.whole),
         "bears": None if one.bears is None else part(one.bears, one.whole),
         "past": one.bears is not None and one.lost > one.bears, **forces.get(one.force, {})}
        for one in band.losses if not one.force or one.force in forces
    ]  # fmt: skip
    score, by = (words.says(band.score.about, band.score.facts), band.score.clause) if band.score else ("", "")
    return {"losses": found, "score": score, "by": by}


def part(n: int, whole: int) -> float:
    """So much of a hundred."""
    return round(100 * min(n, whole) / whole, 1) if whole else 0


def owners(view: View) -> dict[str, str]:
    """The unit of every counter that belongs to one: of who is in another unit his own."""
    inside = formed.hosts(view)
    groups = sorted((g for band in view.sides for g in band.groups), key=lambda g: g.id in inside)
    return {id: g.id for g in groups for id in g.members}


def seated(row: dict[str, Any], hosts: dict[str, Group], worn: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A counter that leads, with the badges of its unit, and where it stands in another unit its seat there."""
    if row["kind"] != "leader":
        return row
    mine = worn.get(row["group"])
    keys = [b["key"] for b in mine["badges"]] if mine else row["badges"]
    plain = ", ".join(filter(None, [row["plain"], *(b["said"] for b in mine["badges"])])) if mine else row["plain"]
    row = {**row, "marks": [key for key in formed.LOUD if key in keys], "chief": bool({*keys, *row["wears"]} & CHIEFS),
           "said": told(plain, row["may"])}  # fmt: skip
    host = hosts.get(row["id"])
    return {**row, "seat": formed.seat(row), "force": host.id} if host else row


def faced(rows: Iterable[dict[str, Any]], faces: Mapping[str, str]) -> list[dict[str, Any]]:
    """Counters, each with the likeness it wears if it wears any."""
    return [{**row, "likeness": faces[row["id"]]} if row["id"] in faces else row for row in rows]


def legend(sides: Sequence[dict[str, Any]], groups: Collection[dict[str, Any]]) -> list[dict[str, str]]:
    """The badges that are worn on the table now, each once."""
    units = [(b["key"], b["said"]) for g in groups if not g["gone"] for b in g["badges"]]
    models = [told for side in sides for m in side["models"] if not m["gone"] for told in m["told"]]
    spent = [(POINTS, g["points"]["said"]) for g in groups if g["points"] and not g["gone"]]
    found = {key: said.partition(":")[0] for key, said in (*models, *units, *spent) if key in (*LEGEND, POINTS)}
    return [{"key": key, "said": found[key]} for key in (*LEGEND, POINTS) if key in found]


def borne(view: View) -> list[str]:
    """What counters bear that are in this battle."""
    armed = {p.id: p.arm for p in (*view.pieces, *(m for band in view.sides for m in band.models))}
    units = {silhouette(g.traits) for band in view.sides for g in band.groups
             if g.outline or (g.weapons and not any(armed.get(id) for id in g.members))}  # fmt: skip
    known = units | set(armed.values())
    return [arm for arm in ARMS if arm in known]


def size(view: View) -> Fraction:
    """How much larger than at a table of a yard letters are drawn, to be read as well at full view."""
    return max(Fraction(1), Fraction(view.width, YARD))


def scale(view: View) -> tuple[int, int]:
    """The bar by which a reader measures by eye, in units: how long it is, and how long each of its parts."""
    drawn = [every * view.unit_length / PER_UNIT / size(view) for every in view.ticks]
    part = next((every for every, long in zip(view.ticks, drawn, strict=True) if long >= PART), view.ticks[-1])
    return view.ticks[-1] * max(1, -(-SCALE // ceil(drawn[-1]))), part


def distinct(emblems: Sequence[int]) -> list[int]:
    """No two sides bear the same emblem: who comes later takes the next that is free."""
    found: list[int] = []
    for emblem in emblems:
        free = [n for n in range(1, EMBLEMS + 1) if n not in found]
        found.append(emblem if emblem in free else free[0])
    return found


def name(words: Words, given: str) -> str:
    """A name as it is called here: a sentence where it is the key of one, else itself."""
    return words.says(given) if given in words.sentences else given


def ground(words: Words, shown: Ground) -> dict[str, Any]:
    """A piece of terrain under the name of the drawing that is its own."""
    label = words.word(shown.label) if shown.label else ""
    kind = shown.look or DRAWINGS.get(shown.kind, shown.kind)
    return {**fields(shown), "kind": kind, "look": kind, "label": label, "steep": shown.kind == STEEP}


def grounds(words: Words, shown: Sequence[Ground], large: float) -> list[dict[str, Any]]:
    """The terrain, each with whether its name is written: not where it would lie on another's."""
    rows = [ground(words, piece) for piece in shown]
    boxes: list[tuple[float, float, float]] = []
    for row in rows:
        outline = row["outline"]
        x, y = sum(p.x for p in outline) / len(outline), max(p.y for p in outline)
        half, high = LETTER * large * len(row["label"]) / 2, 2 * LETTER * large
        row["named"] = not any(abs(x - a) < half + b and abs(y - c) < high for a, b, c in boxes)
        if row["label"] and row["named"]:
            boxes.append((x, half, y))
    return rows


def drawn(
    words: Words, view: View, info: GameInfo, asked: Sequence[str], before: Before | None = None,
    worn: Mapping[str, Worn] = NOTHING, does: Mapping[str, tuple[str, ...]] = OPEN,
) -> dict[str, Any]:  # fmt: skip
    """The view as the templates take it; what is as it was ``before`` is the same row.  ``worn``: what the counters of
    each seat may wear that their player made; ``does``: what each kind of ground does."""
    before = before or Before()
    sides = bands(words, view, info, before)
    units_of, part, force_of = owners(view), formed.folded(view), formed.forces_of(view)
    seats = {p.id: part[p.id] for p in view.pieces if p.kind == "leader" and p.id in part}
    stood = inside.marks(words, view, before)
    rows = {g["id"]: inside.marked(g, stood.get(g["id"])) for side in sides for g in side["groups"]}
    large, faces = float(round(size(view), 2)), likenesses(view, worn)
    return {
        "width": view.width, "depth": view.depth, "unit": words.word(view.unit), "unit_length": view.unit_length,
        "ticks": view.ticks, "measures": view.measures, "scale": scale(view), "size": large,
        "asked": list(asked), "over": info.status == "over", "rings": [(r, words.length(r)) for r in view.rings],
        "turn": view.turn, "turns": view.turns, "rules": f"/rules/{info.system}",
        "go": asked[0] if len(asked) == 1 else view.go if view.go in asked else None,
        "phases": [{"key": s.key, "state": s.state, "label": words.says(f"phase.{s.key}")} for s in view.phases],
        "terrain": before.of("terrain", (view.terrain, large), lambda: grounds(words, view.terrain, large)),
        "grounds": before.of("grounds", (view.terrain, does), lambda: grounded(words, view.terrain, does)),
        "zones": [{**fields(z), "label": name(words, z.label), "size": large} for z in view.zones],
        "pieces": faced((seated(placed(words, p, units_of.get(p.id, ""), force_of.get(p.id, ""), before), seats, rows)
                         for p in view.pieces if p.id not in part or p.id in seats), faces),
        "formations": faced(formed.formations(view, rows, before), faces), "legend": legend(sides, rows.values()),
        "arms": borne(view), "cards": any(p.kind == CARD for p in view.pieces),
        "markers": [], "clashes": [{"at": clash.at} for clash in view.clashes],
        **said(words, view, sides),
    }  # fmt: skip


def grounded(words: Words, shown: Sequence[Ground], does: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """The kinds of ground that lie here with what they do, under the names of their drawings."""
    return [{**row, "kind": DRAWINGS.get(row["kind"], row["kind"])} for row in key(words, shown, does)]


def fields(thing: msgspec.Struct) -> dict[str, Any]:
    """A struct as a dict of its fields."""
    return {name: getattr(thing, name) for name in thing.__struct_fields__}
