"""How what happens in Celtos is shown on the table."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.pictures import NOBODY, Sketch
from app.engine.ways import Carried, middles
from app.systems.celtos.activation.events import OrderGiven
from app.systems.celtos.moving.events import ModelMoved, UnitMoved

WORD, BANNER, TEST = Sketch("word"), Sketch("banner", by=NOBODY), Sketch("test")
OF_SIDE = Sketch("banner", by="seat")
OF_TABLE, OF_SUM, OF_UNIT = "what stands beside the table", "reckoned from what is shown", "shown with its unit"
PICTURES = {
    # activation, orders and reactions
    "celtos.unit-activated": WORD,
    "celtos.order-given": Sketch("card", word="order"),
    "celtos.order-lost": WORD,
    "celtos.reaction-readied": Sketch("card", word=lambda _: "reaction"),
    "celtos.reaction-lost": WORD,
    "celtos.reaction-used": Sketch("card", at="by", word=lambda _: "reaction"),
    "celtos.reacted": Sketch("word", at="by"),
    "celtos.responded": Sketch("word", at="by", word="response"),
    "celtos.check-rolled": Sketch("test", good="passed"),
    # going
    "celtos.unit-moved": Sketch("walk", at=NOBODY),
    "celtos.model-left": Sketch("rout"),
    "celtos.charged": Sketch("charge", good=lambda _: True),
    "celtos.counter-charged": Sketch("charge", at="by", good=lambda _: True),
    "celtos.assault-fell-short": Sketch("charge", good=lambda _: False),
    "celtos.unit-deployed": Sketch("place"),
    "celtos.unit-waits": WORD,
    "celtos.amended": Sketch("place", place="at"),
    # shooting and fighting
    "celtos.volley-aimed": Sketch("shot"),
    "celtos.hit-rolled": Sketch("shot", good="passed"),
    "celtos.save-rolled": Sketch("test", at=NOBODY, good="passed"),
    "celtos.no-hits": Sketch("word", by="target", at=NOBODY),
    "celtos.combat-began": Sketch("word", at="foes"),
    "celtos.weapon-taken": Sketch("card", word="weapon"),
    "celtos.step-began": Sketch("word"),
    "celtos.blow-rolled": Sketch("blow", good="passed"),
    "celtos.damage-rolled": Sketch("blow", good="passed", hurt=lambda e: int(e.passed)),
    "celtos.combat-ended": Sketch("word", at="foes"),
    "celtos.casualties": Sketch("fall", by="models", at=NOBODY, word=lambda _: "dead"),
    "celtos.swapped": Sketch("fall", at="instead"),
    # nerve
    "celtos.panicked": Sketch("word", good=lambda _: False, word=lambda _: "panic"),
    "celtos.panic-stayed": Sketch("word", good=lambda _: False, word=lambda _: "panic"),
    "celtos.defeated": Sketch("fall", by="models unit", at=NOBODY, word=lambda _: "defeated"),
    "celtos.rallied": Sketch("word", good=lambda _: True),
    # goals
    "celtos.granary-placed": Sketch("place", by="tokens"),
    "celtos.token-held": Sketch("word", by="token"),
    "celtos.granary-lit": Sketch("word", by="unit", at="token"),
    "celtos.captive-freed": Sketch("word", by="unit", at="token"),
    "celtos.captive-left": Sketch("word", by="token", place="at"),
    "celtos.envoy-joined": WORD,
    "celtos.token-scored": OF_SIDE,
    "celtos.rite-made": OF_SIDE,
    "celtos.edges-shown": OF_SIDE,
    # the battle
    "celtos.turn-began": BANNER,
    "celtos.phase-began": BANNER,
    "celtos.roll-won": OF_SIDE,
    "celtos.rolled-off": OF_SIDE,
    "celtos.first-chosen": OF_SIDE,
    "celtos.game-over": BANNER,
    "celtos.conceded": OF_SIDE,
}
UNPICTURED = {
    "celtos.activation-ended": "the next activation is shown",
    "celtos.model-moved": OF_UNIT,
    "celtos.captive-moved": OF_UNIT,
    "celtos.hits-shared": OF_SUM,
    "celtos.hit-passed-through": "nothing happens",
    "celtos.markers-removed": "markers are drawn on the table",
    "celtos.roll-tied": "the roll that decides is shown",
    "celtos.turn-ended": "the next turn is shown",
    "celtos.scored": OF_SUM,
    "celtos.unit-left-out": "it was never on the table",
    "celtos.stage-done": OF_TABLE,
    "celtos.layout-judged": OF_TABLE,
    "celtos.edge-taken": OF_TABLE,
    "celtos.role-taken": OF_TABLE,
    "celtos.ground-laid": OF_TABLE,
    "celtos.terrain-drawn": OF_TABLE,
    "celtos.dearest-named": OF_TABLE,
    "celtos.edges-assigned": "secret until edges are shown",
}
STORIES = {
    "celtos.unit-activated": "activation+",
    "celtos.activation-ended": "-",
    "celtos.order-given": "activation",
    "celtos.unit-moved": "activation",
    "celtos.volley-aimed": "volley+",
    "celtos.charged": "charge+",
    "celtos.counter-charged": "charge",
    "celtos.assault-fell-short": "charge+",
    "celtos.combat-began": "combat+",
    "celtos.combat-ended": "combat-",
}
"""Which lines of the log are one deed."""
ASKED = {
    "response.assault": Sketch("charge", by="enemy", at="unit"),
    "response.return-fire": Sketch("shot", by="enemy", at="unit"),
    "reaction.act": Sketch("cast", at="enemy"),
    "assault.moves": Sketch("charge"),
    "counter.moves": Sketch("charge", by="enemy", at="unit"),
    "evade.moves": Sketch("charge", by="enemy", at="unit"),
    "volley.weapon": Sketch("shot"),
    "hits.share": Sketch("shot"),
}
"""What a question is about: from whom it goes to whom."""
UPSHOTS = (
    ("celtos.defeated", "celtos.panicked", "celtos.panic-stayed"),
    ("celtos.combat-ended", "celtos.assault-fell-short"),
    ("celtos.casualties", "celtos.no-hits", "celtos.swapped"),
    ("celtos.check-rolled", "celtos.responded"),
)
"""Which lines of the log say what came of a deed: those that matter most first."""
GRAVES = {
    "death": ("celtos.casualties", "celtos.defeated", "celtos.swapped"),
    "rout": ("celtos.panicked", "celtos.panic-stayed", "celtos.model-left"),
    "loss": ("celtos.combat-ended",),
    "nerve": (),
    "state": (
        "celtos.order-lost",
        "celtos.responded",
        "celtos.reaction-lost",
        "celtos.rallied",
        "celtos.granary-lit",
        "celtos.captive-freed",
        "celtos.captive-left",
        "celtos.token-held",
        "celtos.token-scored",
        "celtos.rite-made",
    ),
}
"""What tells of something grave, by how grave it is; of what tries a nerve only that it failed."""
QUIET = ("move", "run")
"""How a unit moves where the order has told it."""


def told(events: Iterable[tuple[int, Event]]) -> dict[int, tuple[Point, ...]]:
    """From the middle of those who moved to where it came, by the numbers of the events that show it."""
    found: dict[int, tuple[Point, ...]] = {}
    ordered, gone = dict[str, int](), list[ModelMoved]()
    for seq, event in events:
        if isinstance(event, OrderGiven):
            ordered[event.unit] = seq
        elif isinstance(event, ModelMoved):
            gone.append(event)
        elif isinstance(event, UnitMoved):
            shown = ordered.pop(event.unit, None) if event.how in QUIET else seq
            paths = [one.path for one in gone if one.model in event.models]
            if shown is not None:
                found[shown] = middles([[path[0] for path in paths], [path[-1] for path in paths]])
            gone = []
    return {seq: way for seq, way in found.items() if way}


CARRIED = Carried(frozenset({"celtos.order-given", "celtos.model-moved", "celtos.unit-moved"}), told)
"""Along which way a unit went is told of its models one by one, and shown of the order or the step it was for."""
