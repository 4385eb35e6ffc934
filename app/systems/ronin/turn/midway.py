"""Questions that are put in the middle of a deed: who answers them begins no go of his own."""

from __future__ import annotations

MIDWAY = frozenset({
    "bodyguard", "combat.commit", "combat.enhance-attack", "combat.enhance-defence", "combat.go", "combat.level",
    "combat.lose", "combat.reroll", "combat.split", "combat.turn", "combat.weapon", "exit", "morale.reroll",
    "shot.reroll", "withdraw.answer", "withdraw.follow", "withdraw.order",
})  # fmt: skip
"""A combat is one deed, of whoever chose it, with every blow in it; so is a test with what is thrown again."""
