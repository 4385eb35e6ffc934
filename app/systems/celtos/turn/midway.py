"""Questions that are put in the middle of a deed: who answers them begins no go of his own."""

from __future__ import annotations

MIDWAY = frozenset({
    "approach.moves", "assault.moves", "assault.pile-in", "blows.aim", "blows.weapon", "casualty.swap",
    "consolidation.moves", "counter.moves", "evade.moves", "hits.share", "initiative.first", "reaction.act",
    "reaction.use", "response.assault", "response.return-fire", "volley.weapon",
})  # fmt: skip
"""An activation is one deed with what others react to it; who is to begin a turn has not begun it yet."""
