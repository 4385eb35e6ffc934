"""What each kind of ground does, beside the table: read from what a system says of its terrain."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from app.engine.asks import Json
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
    "sight": {"deep": FAR, "forest": FAR, "woods": FAR, "blocks": BLOCKS, "wall": BLOCKS, "through": BLOCKS,
              "crest": CREST, "hill": CREST},
}  # fmt: skip
"""What is said of a kind that is so, by what a system calls it; what is as open ground is not told."""
ROADS = ("road", "track")
FROM_BELOW = N_("light cover from below")


def effects(system: RuleSystem[Any]) -> Mapping[str, tuple[str, ...]]:
    """What each kind of ground of a system does, in English; nothing of what is as open ground."""
    return read(cast("Hashable", system))


@lru_cache(maxsize=32)
def read(system: Any) -> Mapping[str, tuple[str, ...]]:
    """The same, read once of each."""
    found = {str(row["id"]): tuple(told(row)) for row in system.catalogue().get("terrain", ())}
    return {kind: does for kind, does in found.items() if does}


def told(row: Json) -> list[str]:
    """What one kind does."""
    found = [known[row[field]] for field, known in DOES.items() if row.get(field) in known]
    if row.get(WALKED):
        found = [said for said in found if said != DOES["ground"]["construction"]]
    below = row.get("cover_when") == UPHILL
    return list(dict.fromkeys(FROM_BELOW if below and said == DOES["cover"]["light"] else said for said in found))


def key(words: Words, shown: Sequence[Ground], does: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    """The kinds of ground that lie here and do anything, and roads, each once."""
    kinds = {piece.label: piece for piece in shown if piece.label and (piece.label in does or piece.kind in ROADS)}
    return [
        {"label": words.word(kind), "kind": piece.look or piece.kind, "closed": piece.closed,
         "does": ", ".join(gettext(said) for said in does.get(kind, ()))}
        for kind, piece in kinds.items()
    ]  # fmt: skip
