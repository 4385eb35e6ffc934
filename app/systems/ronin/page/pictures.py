"""How what happens in Ronin is shown on the table."""

from __future__ import annotations

from app.engine.pictures import NOBODY, Sketch

WORD, BANNER, TEST = Sketch("word"), Sketch("banner", by=NOBODY), Sketch("test")
OF_TABLE, OF_SUM = "what stands beside the table", "reckoned from what is shown"
PICTURES = {
    # going
    "ronin.moved": Sketch("walk", at=NOBODY, way="path", far="used allowed"),
    "ronin.followed": Sketch("walk", at="of", way="path", far="used allowed"),
    "ronin.drifted": Sketch("rout", way="path", word=lambda _: "stunned"),
    "ronin.withdraw-answered": Sketch("word", at="of"),
    "ronin.follow-failed": Sketch("word", at="of"),
    "ronin.left-table": Sketch("rout", word="fate"),
    "ronin.deployed": Sketch("place", place="at"),
    "ronin.amended": Sketch("place", place="at"),
    "ronin.mounted": Sketch("place", place="at"),
    "ronin.dismounted": Sketch("place", place="at"),
    "ronin.terrain-placed": Sketch("place", by="piece"),
    # shooting
    "ronin.shot": Sketch("shot", good=lambda e: e.wound > 0),
    "ronin.shot-passed-on": Sketch("shot", good=lambda e: e.wound > 0),
    "ronin.shot-rerolled": TEST,
    # fighting
    "ronin.combat-began": Sketch("word", by="fighters"),
    "ronin.counters-shown": Sketch("banner", by=NOBODY),
    "ronin.initiative-rolled": TEST,
    "ronin.weapon-named": Sketch("card", word="weapon"),
    "ronin.initiative-enhanced": Sketch("card", word=lambda _: "initiative"),
    "ronin.roll-enhanced": Sketch("card", word="roll"),
    "ronin.counter-turned": Sketch("card", word="to"),
    "ronin.attack-rolled": Sketch("blow"),
    "ronin.defence-rolled": TEST,
    "ronin.blow-scored": Sketch("blow", good=lambda e: e.score > 0),
    "ronin.free-attack-taken": Sketch("blow", word=lambda _: "free-attack"),
    "ronin.die-rerolled": TEST,
    "ronin.wound-passed": Sketch("word", at="of"),
    "ronin.fighter-passed": WORD,
    "ronin.river-entered": TEST,
    "ronin.drowning-rolled": TEST,
    # what comes of it
    "ronin.wounded": Sketch("word", good=lambda _: False, word=lambda e: f"wound.{e.result}"),
    "ronin.subdued": Sketch("word", good=lambda _: False, word=lambda _: "wound.stunned"),
    "ronin.stunned-rolled": TEST,
    "ronin.killed": Sketch("fall", place="at", word=lambda _: "dead"),
    "ronin.captured": Sketch("fall", word=lambda _: "captured"),
    "ronin.morale-tested": Sketch("banner", by="seat", good="passed"),
    "ronin.morale-changed": Sketch("banner", by="seat", word="morale"),
    # acting
    "ronin.reloaded": WORD,
    "ronin.looted": WORD,
    "ronin.head-taken": Sketch("word", word=lambda _: "head"),
    "ronin.picked-up": Sketch("word", at="giver"),
    "ronin.dropped": Sketch("word", place="at"),
    "ronin.rested": Sketch("word", word=lambda _: "rested"),
    # the battle
    "ronin.turn-began": BANNER,
    "ronin.phase-began": BANNER,
    "ronin.reserves-called": Sketch("banner", by="seat"),
    "ronin.unbound": BANNER,
    "ronin.leader-taken": Sketch("banner", by="seat"),
    "ronin.goal-scored": Sketch("banner", by="seat"),
    "ronin.last-turn-known": BANNER,
    "ronin.rolled-off": BANNER,
    "ronin.game-over": BANNER,
    "ronin.conceded": Sketch("banner", by="seat"),
}
UNPICTURED = {
    "ronin.withdraw-ordered": "the step away itself is shown",
    "ronin.aimed": "the shot itself is shown",
    "ronin.attack-declared": "the blow itself is shown",
    "ronin.blow-thrown": "the rolls of both are shown",
    "ronin.initiative-thrown": "the roll that is kept is shown",
    "ronin.initiative-ordered": OF_SUM,
    "ronin.combats-formed": OF_SUM,
    "ronin.counters-sealed": "secret until counters are shown",
    "ronin.counters-lost": "the fall of who held them is shown",
    "ronin.combat-ended": "its last blow was shown",
    "ronin.fighter-up": "what the fighter does is shown",
    "ronin.activated": "what the model does is shown",
    "ronin.held": "nothing happens",
    "ronin.morale-held": "nothing happens",
    "ronin.turn-ended": "the next turn is shown",
    "ronin.scored": OF_SUM,
    "ronin.length-set": OF_TABLE,
    "ronin.roles-taken": OF_TABLE,
    "ronin.edges-paired": OF_TABLE,
    "ronin.edges-taken": OF_TABLE,
    "ronin.goal-drawn": "secret",
    "ronin.weather-rolled": OF_TABLE,
    "ronin.time-rolled": OF_TABLE,
    "ronin.flow-rolled": OF_TABLE,
    "ronin.stage-done": OF_TABLE,
    "ronin.combats-amended": "an umpire's edit is shown by its piece",
}
STORIES = {
    "ronin.activated": "-",
    "ronin.aimed": "volley+",
    "ronin.combat-began": "combat+",
    "ronin.combat-ended": "combat-",
}
"""Which lines of the log are one deed."""
ASKED = {
    "withdraw.answer": Sketch("charge", at="of"),
    "withdraw.follow": Sketch("charge", at="of"),
    "combat.enhance-attack": Sketch("blow", at="enemy"),
    "combat.enhance-defence": Sketch("blow", by="enemy", at="model"),
    "bodyguard": Sketch("cast", by="guard", at="model"),
}
"""What a question is about: from whom it goes to whom."""
UPSHOTS = (
    ("ronin.killed", "ronin.captured", "ronin.left-table"),
    ("ronin.wounded", "ronin.subdued", "ronin.drifted", "ronin.morale-changed"),
    ("ronin.shot", "ronin.shot-passed-on", "ronin.blow-scored", "ronin.follow-failed", "ronin.morale-tested"),
    ("ronin.stunned-rolled",),
)
"""Which lines of the log say what came of a deed: those that matter most first."""
GRAVES = {
    "death": ("ronin.killed", "ronin.captured"),
    "rout": ("ronin.left-table",),
    "loss": ("ronin.wounded", "ronin.subdued"),
    "nerve": ("ronin.morale-tested",),
    "state": ("ronin.morale-changed", "ronin.drifted", "ronin.leader-taken", "ronin.goal-scored", "ronin.head-taken"),
}
"""What tells of something grave, by how grave it is; of what tries a nerve only that it failed."""
