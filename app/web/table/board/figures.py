"""What tells formations apart at a glance: foot or horse on each stand, and what they bear before their front."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

Place = tuple[float, float]
CORNERS = 4
HORSE = ("cavalry", "mounted")
DOTS = 3
"""How many on foot are drawn on a stand."""
ARMS = {
    "lance": ("long", 10.0, 12.0), "spear": ("long", 6.0, 9.0), "pole-arm": ("long", 8.0, 6.5),
    "bow": ("bow", 10.0, 5.0),
    "arquebus": ("gun", 8.0, 6.5), "light-gun": ("cannon", 12.0, 7.0), "heavy-gun": ("cannon", 14.0, 9.0),
}  # fmt: skip
"""How what is borne is drawn, every how many drawing units of the front, and how far it reaches."""
SAME = {
    "yari": "spear", "jumonji_yari": "spear", "omi_yari": "lance", "naginata": "pole-arm", "onagamaki": "pole-arm",
    "no_dachi": "pole-arm", "yumi": "bow", "teppo": "arquebus",
}  # fmt: skip
"""Arms by other names."""
SWORDS = ("no_dachi",)
"""Those of them that reach out and are swords yet."""


def silhouette(traits: Sequence[str]) -> str:
    """What a formation is from afar: what reaches out, else horse, else what is borne."""
    known = {SAME.get(key, key) for key in traits if key not in SWORDS}
    kinds = {ARMS[key][0] for key in known if key in ARMS}
    horse = "horse" if any(key in HORSE for key in traits) else ""
    shots = next((kind for kind in ("cannon", "gun", "bow") if kind in kinds), "sling" if "sling" in known else "")
    bare = "beast" if "claws" in known else "tool" if "improvised" in known else "blade"
    return shots or horse or ("spear" if kinds else bare)


def figures(traits: Sequence[str], stands: Sequence[Sequence[Place]]) -> dict[str, str]:
    """What stands on each stand as the ``d`` of a path, and of which kind; a stand begins with its front edge."""
    kind = "horse" if any(key in HORSE for key in traits) else "foot"
    draw = _rider if kind == "horse" else _dots
    return {"kind": kind, "d": "".join(draw(stand) for stand in stands if len(stand) == CORNERS)}


def arms(traits: Sequence[str], frame: Sequence[Place]) -> dict[str, str] | None:
    """What a formation bears, drawn ahead of its front edge; missiles first, since they are what reaches out."""
    known = {SAME.get(key, key) for key in traits}
    borne = [key for key in reversed(ARMS) if key in known]
    if not borne or len(frame) != CORNERS:
        return None
    kind, every, far = ARMS[borne[0]]
    (ax, ay), (bx, by) = frame[0], frame[1]
    (ux, uy), wide = unit(frame[0], frame[1])
    number = max(1, int(wide / every))
    places = [(ax + (bx - ax) * (2 * n + 1) / (2 * number), ay + (by - ay) * (2 * n + 1) / (2 * number))
              for n in range(number)]  # fmt: skip
    return {
        "kind": kind,
        "d": "".join(_bow(p, ux, uy, far) if kind == "bow" else _pole(p, ux, uy, far) for p in places),
    }


def unit(a: Place, b: Place) -> tuple[Place, float]:
    """The direction from one place to another, and how far it is."""
    far = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return ((b[0] - a[0]) / far, (b[1] - a[1]) / far), far


def _pole(at: Place, ux: float, uy: float, far: float) -> str:
    return f"M{at[0]:.1f} {at[1]:.1f}l{uy * far:.1f} {-ux * far:.1f}"


def _bow(at: Place, ux: float, uy: float, far: float) -> str:
    x, y = at[0] - ux * far * 0.8 + uy * 1.5, at[1] - uy * far * 0.8 - ux * 1.5
    bend, end = (ux * 0.8 + uy, uy * 0.8 - ux), (ux * 1.6, uy * 1.6)
    return f"M{x:.1f} {y:.1f}q" + " ".join(f"{far * part:.1f}" for part in (*bend, *end))


def _dots(stand: Sequence[Place]) -> str:
    (lx, ly), (rx, ry) = _middle(stand[0], stand[3]), _middle(stand[1], stand[2])
    parts = [(n + 1) / (DOTS + 1) for n in range(DOTS)]
    return "".join(f"M{lx + (rx - lx) * at:.1f} {ly + (ry - ly) * at:.1f}h.01" for at in parts)


def _rider(stand: Sequence[Place]) -> str:
    (cx, cy) = _middle(stand[0], stand[2])
    (ux, uy), wide = unit(stand[0], stand[1])
    deep = unit(stand[0], stand[3])[1]
    h, w = deep * 0.3, min(wide * 0.3, deep * 0.45)
    tip = (cx + uy * h, cy - ux * h)
    left, right = (cx - ux * w - uy * h, cy - uy * w + ux * h), (cx + ux * w - uy * h, cy + uy * w + ux * h)
    return "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate((tip, right, left))) + "z"


def _middle(a: Place, b: Place) -> Place:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
