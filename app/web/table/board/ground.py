"""What each kind of ground does, beside the table: read from what a system says of its terrain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.system import RuleSystem
from app.engine.views import Ground
from app.engine.words import N_
from app.web.page.words import Words, gettext

WALKED, UPHILL = "walked", "uphill"
FAR, BLOCKS, CREST, INSIDE = (
    N_("nobody sees far in it"), N_("blocks sight"), N_("its crest blocks sight"), N_("cover in it"),
)  # fmt: skip
HARD, NEVER = N_("difficult"), N_("nobody enters")
DOES = {
    "movement": {"difficult": HARD, "doors": N_("entered by its doors"), "impassable": NEVER,
                 "low": N_("stepped over"), "climb": N_("climbed over")},
    "ground": {"difficult": HARD, "impassable": NEVER, "obstacle": N_("an obstacle"), "building": N_("a building"),
               "construction": N_("its garrison alone enters")},
    "cover": {"light": N_("light cover"), "heavy": N_("heavy cover"), "hard": N_("hard cover"),
              "fortification": N_("cover of a fortification"), "inside": INSIDE, "building": INSIDE,
              "behind": N_("cover behind it")},
    "sight": {"deep": FAR, "forest": N_("nothing in it or past it is seen from outside"), "woods": FAR,
              "blocks": BLOCKS, "wall": BLOCKS, "through": BLOCKS, "crest": CREST,
              "hill": N_("nobody sees through it")},
}  # fmt: skip
"""What is said of a kind that is so, by what a system calls it; what is as open ground is not told."""
ROADS = ("road", "track")
WHERE = {
    "light": {UPHILL: N_("light cover from below"), "on": N_("light cover on it"), "inside": N_("light cover in it"),
              "edge": N_("light cover at its edge")},
    "heavy": {"inside": N_("heavy cover in it"), "melee": N_("heavy cover in melee alone")},
}  # fmt: skip
"""What is said of cover that is not had from whatever lies between."""


READ: dict[str, tuple[RuleSystem[Any], Mapping[str, tuple[str, ...]]]] = {}
"""What is known of each system, by its key: read once."""


def effects(system: RuleSystem[Any]) -> Mapping[str, tuple[str, ...]]:
    """What each kind of ground of a system does, in English; nothing of what is as open ground."""
    known = READ.get(system.key)
    if known is None or known[0] is not system:
        READ[system.key] = known = (system, read(system))
    return known[1]


def read(system: RuleSystem[Any]) -> Mapping[str, tuple[str, ...]]:
    """The same, as its catalogue has it now; what is no table of terrain tells nothing."""
    rows = system.catalogue().get("terrain", ())
    rows = [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list | tuple) else []
    found = {text(row, "id"): tuple(told(row)) for row in rows}
    return {kind: does for kind, does in found.items() if kind and does}


def text(row: Mapping[str, Any], field: str) -> str:
    """What a row says in a field; nothing if it is no text, as it may be in a package of somebody else's."""
    said = row.get(field)
    return said if isinstance(said, str) else ""


def told(row: Mapping[str, Any]) -> list[str]:
    """What one kind does."""
    where = WHERE.get(text(row, "cover"), {}).get(text(row, "cover_when") or text(row, "cover_by"), "")
    found = [where if where and field == "cover" else known[text(row, field)]
             for field, known in DOES.items() if text(row, field) in known]  # fmt: skip
    if row.get(WALKED):
        found = [said for said in found if said != DOES["ground"]["construction"]]
    return list(dict.fromkeys(found))


def key(words: Words, shown: Sequence[Ground], does: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """The kinds of ground that lie here and do anything, and roads, each once."""
    kinds = {piece.label: piece for piece in shown if piece.label and (piece.label in does or piece.kind in ROADS)}
    return [
        {"label": words.word(kind), "kind": piece.look or piece.kind, "closed": piece.closed,
         "does": ", ".join(gettext(said) for said in does.get(kind, ()))}
        for kind, piece in kinds.items()
    ]  # fmt: skip
