"""A formation as the board draws it: its frame, its stands, its front, and what stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import cos, hypot, radians, sin
from typing import Any

from app.engine.geometry import Polygon
from app.engine.views import Band, Group, Piece, View
from app.engine.words import N_
from app.web.page.kept import Before
from app.web.page.words import Words, gettext
from app.web.table.board.able import told
from app.web.table.board.badges import badge
from app.web.table.board.figures import arms, figures, silhouette, unit

Place = tuple[float, float]
PER_UNIT = 2540 / 22.5
"""1/100 mm to the drawing unit."""
LOUD = ("routing", "caught", "disordered", "frenzied", "halted", "pursuing", "reaction", "hits")
"""What must be seen however small the table is drawn, most pressing first."""
SOFT = ("cover", "elite", "veteran", "seasoned", "raw", "orders", "engaged", "defensive", "failed", "empty", "wound",
        "charged", "fired", "moved", "rallied", "standard")  # fmt: skip
STATES = ("routing", "caught", "disordered", "cover")
"""What changes the frame itself."""
CORNERS = 4
NEARLY = 0.99
FULL = 0.99
"""How much of its frame the stands of a body cover that has a stand at every place."""
WINDS = (N_("north"), N_("north-east"), N_("east"), N_("south-east"), N_("south"), N_("south-west"), N_("west"),
         N_("north-west"))  # fmt: skip
STONE = 11.25
"""How large the stone of a counter is drawn, in drawing units."""
AIR, ARM = 4.5, 9.0
"""How far its brackets stand off, and how long their arms are, in drawing units."""
ASIDE = 0.36
"""How much of its longer edge its code stands off a leader in its middle."""
PIP = 3.2
"""How large the pips of what may still be spent are, in drawing units."""
HUES = (3, 4, 5, 6, 1, 2, 7)
"""The hues of clans, each of a side another one; on a table none is like that of a side."""
BADGE, OFF = 13.5, 7
"""From one badge to the next, and from the rear to the badges, in pixels."""


def folded(view: View) -> dict[str, Group]:
    """The formation of every counter that is drawn as part of one."""
    groups = [g for band in view.sides for g in band.groups if g.outline]
    return {member: g for g in groups for member in g.members}


def hosts(view: View) -> dict[str, Group]:
    """The unit in which a unit is, for each that is in one."""
    groups = {g.id: g for band in view.sides for g in band.groups}
    return {g.id: groups[g.force] for g in groups.values() if g.force in groups}


def nested(groups: Sequence[dict[str, Any]], before: Before) -> list[dict[str, Any]]:
    """Units in their order, each followed by those that are in it."""
    ids = {g["id"] for g in groups}
    insides = [g["force"] in ids and g["force"] != g["id"] for g in groups]
    rows: list[dict[str, Any]] = [before.of(("nested", g["id"]), (g, inside), partial(dict, g, inside=inside))
            for g, inside in zip(groups, insides, strict=True)]  # fmt: skip
    within: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        within.setdefault(row["force"] if row["inside"] else "", []).append(row)
    return [row for top in within.get("", []) for row in (top, *within.get(top["id"], []))]


def seat(row: dict[str, Any]) -> dict[str, Any]:
    """The place of who leads in a formation, about his middle."""
    frame = [((x - row["x"]) / PER_UNIT, (y - row["y"]) / PER_UNIT) for x, y in row["outline"]]
    return {"d": path(frame), "scale": round(inner(frame) / STONE, 3)}


def forces_of(view: View) -> dict[str, str]:
    """The force of every group, and of every leader."""
    found = {g.id: g.force for band in view.sides for g in band.groups if g.force}
    return found | {f.leader: f.id for band in view.sides for f in band.forces if f.leader}


def clans(view: View) -> dict[str, dict[str, Any]]:
    """By which each force is told from others of its side: a hue, and a sign, the last of what its leader bears."""
    codes = {p.id: p.code for row in (view.pieces, *(band.models for band in view.sides)) for p in row}
    return {f.id: {"hue": HUES[n % len(HUES)], "sign": codes.get(f.leader, f.code)[-1:]}
            for band in view.sides for n, f in enumerate(band.forces)}  # fmt: skip


def formations(view: View, rows: dict[str, dict[str, Any]], before: Before) -> list[dict[str, Any]]:
    """Every formation on the table; ``rows`` are the groups as the roster has them."""
    owners = folded(view)
    leaders = [p for p in view.pieces if p.kind == "leader" and p.id not in owners]
    stands: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        if piece.outline and piece.id in owners and piece.kind != "leader":
            stands.setdefault(owners[piece.id].id, []).append(piece)
    groups = [g for band in view.sides for g in band.groups if g.outline and not g.gone]
    of = clans(view)
    return [formed(g, rows[g.id], stands.get(g.id, []), leaders, of.get(g.force), before) for g in groups]


def formed(
    shown: Group,
    row: dict[str, Any],
    stands: Sequence[Piece],
    leaders: Sequence[Piece],
    clan: dict[str, Any] | None,
    before: Before,
) -> dict[str, Any]:
    """One formation, the same where it, its stands, and whether a leader stands on its middle are as before."""
    body = shape(shown.outline, shown.facing, tuple(s.outline for s in stands), shown.traits)
    held = any(abs(p.x - body["x"]) + abs(p.y - body["y"]) <= p.radius for p in leaders)
    make = partial(formation, shown, row, body, held, clan)
    return before.of(("formed", shown.id), (shown, row, body, held, clan), make)


def formation(
    shown: Group, row: dict[str, Any], body: dict[str, Any], held: bool, clan: dict[str, Any] | None
) -> dict[str, Any]:
    """One formation about its middle, in drawing units; in a building it has no front."""
    frame, front = body["places"], body["front"] is not None
    keys = [b["key"] for b in row["badges"]]
    return {
        "id": shown.id, "side": shown.side, "code": shown.code, "force": shown.force, "used": shown.used,
        "may": shown.may, "said": said(shown, row, front), "states": [key for key in STATES if key in keys],
        "badges": beside(row["badges"], frame, shown.facing if front else 0, OFF + 9 * held),
        "arm": silhouette(shown.traits), "clan": clan,
        "pips": diamonds(row["left_to_spend"], frame) if front else "", "lean": lean(frame, held and front),
        **{key: part for key, part in body.items() if key != "places"},
    }  # fmt: skip


@lru_cache(maxsize=4096)
def shape(outline: Polygon, facing: int, stands: tuple[Polygon, ...], traits: tuple[str, ...]) -> dict[str, Any]:
    """What does not change while a formation stands still; the same every time it is asked for."""
    x, y = sum(p.x for p in outline) // len(outline), sum(p.y for p in outline) // len(outline)
    frame = [((p.x - x) / PER_UNIT, (p.y - y) / PER_UNIT) for p in outline]
    bodies = [[((p.x - x) / PER_UNIT, (p.y - y) / PER_UNIT) for p in stand] for stand in stands]
    front = fronted(frame, facing)
    return {
        "x": x, "y": y, "places": frame, "frame": path(frame), "points": pairs(frame), "brackets": brackets(frame),
        "stands": "".join(path(body) for body in bodies), "radius": round(inner(frame), 2),
        "figures": figures(traits, bodies) if front else None, "arms": arms(traits, frame) if front else None,
        "front": edge(frame, facing) if front else None,
        "empty": 0 < sum(wide(body) for body in bodies) < FULL * wide(frame),
    }  # fmt: skip


def wide(outline: Sequence[Place]) -> float:
    """How large what an outline goes round is."""
    return (
        abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, (*outline[1:], *outline[:1]), strict=True)))
        / 2
    )


def fronted(frame: Sequence[Place], facing: int) -> bool:
    """Whether an outline is a rectangle that looks along a facing."""
    if len(frame) != CORNERS:
        return False
    (ax, ay), (dx, dy) = frame[0], frame[3]
    deep = hypot(ax - dx, ay - dy)
    look = radians(facing / 100)
    return deep > 0 and ((ax - dx) * sin(look) - (ay - dy) * cos(look)) / deep > NEARLY


def said(shown: Group, row: dict[str, Any], front: bool) -> str:
    """What a screen reader says of it."""
    spent = [row["points"]["said"]] if row["points"] else []
    state = [row["left_said"], *spent, *(b["said"] for b in row["badges"])]
    if front:
        state.append(gettext("facing {wind}").format(wind=gettext(WINDS[(shown.facing + 2250) % 36000 // 4500])))
    state += [gettext("has acted")] * shown.used
    return told(f"{shown.code} {row['name']}: {', '.join(filter(None, state))}", shown.may)


def beside(badges: Sequence[dict[str, str]], frame: Sequence[Place], facing: int, off: int) -> list[dict[str, Any]]:
    """The badges in a row behind it, the loud ones in front: each with its place in pixels off the rear's middle."""
    drawn = sorted((b for b in badges if b["key"] in (*LOUD, *SOFT)), key=lambda b: (*LOUD, *SOFT).index(b["key"]))
    loud = sum(b["key"] in LOUD for b in drawn)
    look = radians(facing / 100)
    along, back = (cos(look), sin(look)), (-sin(look), cos(look))
    (cx, cy), (dx, dy) = (frame[2], frame[3]) if len(frame) == CORNERS else (max(frame, key=lambda p: p[1]),) * 2
    place = {"x": round((cx + dx) / 2, 2), "y": round((cy + dy) / 2, 2)}
    found = []
    for n, shown in enumerate(drawn):
        far = (n - ((loud or len(drawn)) - 1) / 2) * BADGE
        shift = {"dx": round(far * along[0] + off * back[0], 1), "dy": round(far * along[1] + off * back[1], 1)}
        found.append({**shown, **place, **shift, "loud": n < loud})
    return found


def edge(frame: Sequence[Place], facing: int) -> dict[str, Any]:
    """Its front edge, and the place and turn of the chevron before it."""
    a, b = frame[0], frame[1]
    return {"d": path([a, b], closed=False), "x": round((a[0] + b[0]) / 2, 2), "y": round((a[1] + b[1]) / 2, 2),
            "turn": facing / 100}  # fmt: skip


def diamonds(number: int, frame: Sequence[Place]) -> str:
    """So many pips in a row inside the middle of its rear edge."""
    (cx, cy), (dx, dy) = frame[2], frame[3]
    (ux, uy), wide = unit(frame[3], frame[2])
    (bx, by), _ = unit(frame[2], frame[1])
    step = min(PIP * 2.6, wide / max(1, number))
    places = [((cx + dx) / 2 + ux * far + bx * PIP * 1.6, (cy + dy) / 2 + uy * far + by * PIP * 1.6)
              for far in (step * (n - (number - 1) / 2) for n in range(number))]  # fmt: skip
    return "".join(path([(x, y - PIP), (x + PIP, y), (x, y + PIP), (x - PIP, y)]) for x, y in places)


def lean(frame: Sequence[Place], held: bool) -> Place:
    """Where its code stands: at its middle, or beside a leader who stands there, along its longer edge."""
    if not held:
        return 0.0, 0.0
    wide, deep = ((end[0] - frame[0][0], end[1] - frame[0][1]) for end in (frame[1], frame[3]))
    x, y = wide if hypot(*wide) >= hypot(*deep) else deep
    return round(-ASIDE * x, 2), round(-ASIDE * y, 2)


def brackets(frame: Sequence[Place]) -> str:
    """Four corners a little off the frame."""
    found = []
    corners = list(frame)
    for i, at in enumerate(corners):
        before, after = toward(at, corners[i - 1]), toward(at, corners[(i + 1) % len(corners)])
        x, y = at[0] - AIR * (before[0] + after[0]), at[1] - AIR * (before[1] + after[1])
        arms = [(x + ARM * before[0], y + ARM * before[1]), (x, y), (x + ARM * after[0], y + ARM * after[1])]
        found.append(path(arms, closed=False))
    return "".join(found)


def toward(a: Place, b: Place) -> Place:
    """The direction from one place to another."""
    far = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def inner(frame: Sequence[Place]) -> float:
    """How far its nearest edge is from its middle."""
    return min(hypot((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(frame, [*frame[1:], frame[0]], strict=True))


def number(value: float) -> str:
    """A length with at most two decimals."""
    return f"{round(100 * value) / 100 + 0:.2f}".rstrip("0").rstrip(".")


def path(places: Sequence[Place], closed: bool = True) -> str:
    """Places as the ``d`` of a path."""
    return "".join(f"{'L' if i else 'M'}{number(x)} {number(y)}" for i, (x, y) in enumerate(places)) + "z" * closed


def pairs(places: Sequence[Place]) -> str:
    """Places as pairs for a script."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


# -- forces -------------------------------------------------------------------


def forces(
    words: Words, shown: Band, groups: Sequence[dict[str, Any]], models: Sequence[dict[str, Any]], before: Before
) -> list[Any]:
    """The forces of a side, each with its leader and its groups; groups of none come last."""
    found: list[dict[str, Any]] = []
    rows = [before.of(("bare", g["id"]), g, partial(bare, g)) for g in groups]
    for force in shown.forces:
        led = next((m for m in models if m["id"] == force.leader), None)
        rank = [badge(words, key) for key in (led["wears"] if led else ())]
        found.append({
            "id": force.id, "side": force.side, "code": force.code, "name": called(words, force.name), "leader": led,
            "rank": rank, "rating": next((b for b in rank if b["key"] == "rating"), None),
            "badges": [badge(words, key) for key in force.badges], "active": "active" in force.badges,
            "groups": [g for g in rows if g["id"] in force.groups], "used": force.used, "may": force.may,
        })  # fmt: skip
    held = {id for force in shown.forces for id in force.groups}
    loose = [g for g in rows if g["id"] not in held]
    return [*found, *([{"id": "", "groups": loose}] if found and loose else [])]


def bare(group: dict[str, Any]) -> dict[str, Any]:
    """A formation as a row: its stands are not told one by one."""
    return {key: shown for key, shown in group.items() if key not in ("models", "members")}


def called(words: Words, name: str) -> str:
    """A name as its system words it, else as it is."""
    return words.says(name) if name in words.sentences else gettext(name)


def pips(left: str) -> list[bool]:
    """A formation's stands as it began: those it still has, and those it has lost."""
    now, _, full = left.partition("/")
    return [n < int(now) for n in range(int(full))] if now.isdigit() and full.isdigit() else []
