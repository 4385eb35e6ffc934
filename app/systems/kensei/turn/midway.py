"""Questions that are put in the middle of a deed: who answers them begins no go of his own."""

from __future__ import annotations

MIDWAY = frozenset({
    "ability.inspire", "ability.luck", "appear.edge", "appear.spot", "challenge.answer", "challenge.make",
    "charge.carry-on", "charge.reaction", "chase.unit", "combat.ability", "combat.position", "combat.wall",
    "combat.weapon", "duel.again", "duel.round", "face.unit", "hits.give", "hits.give-none", "honour.again",
    "honour.till_the_end", "leave.pursue", "leave.to", "leave.walk", "lightning.where", "magic.keep", "magic.strike",
    "opportunity.use", "orders.block", "storm.victim", "strike.split",
})  # fmt: skip
"""What a charge, a volley, a combat, a duel or a spell asks of either side."""
