"""How what happens in Kensei is shown on the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from app.engine.geometry import Point, Polygon, distance
from app.engine.pictures import NOBODY, Sketch, always
from app.engine.ways import LEAST, middles
from app.systems.kensei.charging.events import ChargeMoved
from app.systems.kensei.measure import centre
from app.systems.kensei.moving.events import UnitMoved
from app.systems.kensei.state import State


def gone(event: UnitMoved | ChargeMoved) -> tuple[Point, ...]:
    """The way of a unit, of what it covered at each station."""
    return middles(tuple(chain(*shapes)) for shapes in stations(event.way, len(event.spots)))


def stations(way: tuple[Polygon, ...], loose: int) -> Iterator[tuple[Polygon, ...]]:
    """What is drawn of each station: a rectangle, or so many bases of those who end in loose order.

    At the first it may have stood the other way: in ranks before so many bases, loose before rectangles.
    """
    first = len(way) % loose if loose else sum(not alike(shape, way[-1]) for shape in way)
    yield way[:first]
    yield from (way[n : n + (loose or 1)] for n in range(first, len(way), loose or 1))


def alike(shape: Polygon, other: Polygon) -> bool:
    """Whether two shapes are as wide and as deep as each other."""
    return all(abs(distance(*shape[n : n + 2]) - distance(*other[n : n + 2])) < LEAST for n in (0, 1))


def stands(state: State, id: str) -> Point | None:
    """The middle of what a unit covers; of who is in one, of his base."""
    unit = state.units.get(id)
    return centre(state, unit) if unit and unit.on_table else None


WORD, BANNER, TEST = Sketch("word", at=NOBODY), Sketch("banner", by=NOBODY), Sketch("test", at=NOBODY)
OF_SIDE, ONTO, GOES = Sketch("banner", by="seat"), Sketch("word"), Sketch("walk", at=NOBODY, whence=always)
NOT_DONE = Sketch("card", at=NOBODY, good=lambda _: False, order="order")
BAD, GOOD = Sketch("word", good=lambda _: False), Sketch("word", good=lambda _: True)
OF_TABLE, OF_SUM, LATER = "what stands beside the table", "reckoned from what is shown", "what the unit does is shown"
PICTURES = {
    # orders
    "kensei.order-told": Sketch("card", word="order", order="order"),
    "kensei.order-settled": NOT_DONE,
    "kensei.order-barred": replace(NOT_DONE, why=True),
    "kensei.warning-told": Sketch("card", word=lambda e: f"response-{e.response}", order=lambda _: "warning"),
    "kensei.warning-lapsed": Sketch("card", at=NOBODY, good=lambda _: False, order=lambda _: "warning"),
    "kensei.opportunity-taken": Sketch("card", at="foe", good=lambda _: True, order=lambda _: "warning"),
    "kensei.ability-announced": Sketch("card", by="seat", word="ability"),
    "kensei.strategic-announced": Sketch("card", word=lambda _: "strategic"),
    "kensei.strategic-given": Sketch("card", word=lambda _: "strategic"),
    "kensei.ap-gained": WORD,
    "kensei.taisho-tried": Sketch("cast", word="ability"),
    "kensei.regrouped": GOOD,
    "kensei.regroup-barred": Sketch("card", at=NOBODY),
    # tests
    "kensei.tested": Sketch("test", at=NOBODY, good="passed"),
    "kensei.opposed": Sketch("test", by="unit seat", at=NOBODY),
    "kensei.rolled-again": TEST,
    "kensei.honour-certain": Sketch("word", at=NOBODY, good="passed", word=lambda _: "honour"),
    # charging
    "kensei.charge-declared": Sketch("charge", order=lambda _: "charge"),
    "kensei.reaction-chosen": Sketch("card", by="target", at="unit"),
    "kensei.charge-rolled": Sketch("charge", good="reached"),
    "kensei.charge-moved": Sketch("walk", way=gone),
    "kensei.contact-made": Sketch("charge", good=lambda _: True),
    "kensei.charge-failed": Sketch("charge", good=lambda _: False),
    "kensei.charge-broken-off": Sketch("charge", good=lambda _: False),
    "kensei.counter-charged": Sketch("charge"),
    "kensei.counter-too-late": BAD,
    "kensei.fled-reached": Sketch("blow", good=lambda _: True),
    "kensei.charge-not-dared": Sketch("word", good=lambda _: False, word=lambda _: "fear"),
    "kensei.shaken": Sketch("word", good=lambda _: False, word=lambda _: "fear"),
    "kensei.cry-raised": Sketch("cast", word=lambda _: "battle-cry"),
    "kensei.spears-set": Sketch("card", by="target", at="unit"),
    "kensei.building-stormed": Sketch("walk", order=lambda _: "storm"),
    "kensei.wall-reached": Sketch("charge", good=lambda _: True),
    # shooting
    "kensei.volley-fired": Sketch("shot", order=lambda _: "shoot"),
    "kensei.shots-rolled": Sketch("shot", good=lambda e: e.hits > 0),
    "kensei.shots-parried": TEST,
    "kensei.shots-hurt": Sketch("shot"),
    "kensei.weapons-loaded": Sketch("word", at=NOBODY, word=lambda _: "load"),
    "kensei.shot-hampered": BAD,
    "kensei.half-shot": BAD,
    # fighting
    "kensei.combat-began": Sketch("word", by="units"),
    "kensei.hidden-revealed": Sketch("card", word=lambda _: "hidden"),
    "kensei.position-taken": Sketch("card", word=lambda _: "defensive"),
    "kensei.weapon-chosen": Sketch("card", word="weapon"),
    "kensei.attack-rolled": Sketch("blow"),
    "kensei.defence-rolled": TEST,
    "kensei.damage-rolled": Sketch("blow"),
    "kensei.wall-struck": Sketch("blow"),
    "kensei.wounds-taken": Sketch("word", at=NOBODY, good=lambda _: False, word=lambda _: "wounds"),
    "kensei.unit-lost": Sketch("fall", at=NOBODY, word=lambda _: "destroyed"),
    # flights
    "kensei.flight-began": Sketch("word", at=NOBODY, good=lambda _: False, word=lambda _: "flight"),
    "kensei.flight-held": GOOD,
    "kensei.unit-fled": Sketch("rout", at=NOBODY, whence=always),
    "kensei.ran-through": Sketch("word", at="by", good=lambda _: False),
    "kensei.locked": Sketch("word", at="by", word=lambda _: "locked"),
    "kensei.chase-chosen": ONTO,
    "kensei.chased": Sketch("charge", whence=always),
    "kensei.chase-met": Sketch("charge", good=lambda _: True),
    "kensei.chase-charged": Sketch("charge", good=lambda _: True),
    "kensei.bolted": Sketch("rout", at="by", whence=always),
    # characters and duels
    "kensei.leave-tried": Sketch("test", at="host", good="passed"),
    "kensei.pursuer-moved": Sketch("walk", whence=always),
    "kensei.challenge-made": Sketch("cast", word=lambda _: "challenge"),
    "kensei.challenge-rejected": BAD,
    "kensei.confrontation-began": Sketch("word", word=lambda _: "challenge"),
    "kensei.duel-round": Sketch("blow"),
    "kensei.hide-tried": Sketch("word", at=NOBODY, good="passed", word=lambda _: "hide"),
    "kensei.confrontation-ended": Sketch("blow", by="winner", at="loser"),
    "kensei.left-alone": GOES,
    "kensei.character-left": replace(GOES, order=lambda _: "leave"),
    "kensei.character-joined": Sketch("walk", at="host", whence=always, order=lambda _: "join"),
    # abilities and magic
    "kensei.effects-laid": Sketch("cast", by="by", at="laid"),
    "kensei.ability-tried": Sketch("cast", word="ability", order=lambda _: "ability"),
    "kensei.ability-failed": Sketch("word", good=lambda _: False, word="ability"),
    "kensei.spied": Sketch("cast", word=lambda _: "spying"),
    "kensei.sworn": WORD,
    "kensei.spell-begun": Sketch("cast", word="spell", order=lambda _: "cast"),
    "kensei.spell-rolled": Sketch("test", at=NOBODY, good="passed", word="spell"),
    "kensei.spell-failed": Sketch("word", good=lambda _: False, word="spell"),
    "kensei.block-announced": Sketch("cast", word=lambda _: "block"),
    "kensei.block-tried": Sketch("test", at="caster", good="blocked", word=lambda _: "block"),
    "kensei.magic-dice-rolled": Sketch("cast"),
    "kensei.resisted": Sketch("test", at="by", good=lambda e: not e.failures, word=lambda _: "resist"),
    "kensei.spell-sustained": Sketch("cast", word="spell"),
    "kensei.spell-kept": Sketch("cast", word="spell"),
    "kensei.spell-dropped": Sketch("word", word="spell"),
    "kensei.models-restored": Sketch("word", at="by", good=lambda _: True),
    "kensei.lightning-left": Sketch("word", at=NOBODY),
    "kensei.lightning-tried": Sketch("word", at=NOBODY),
    # going
    "kensei.unit-moved": Sketch("walk", at=NOBODY, way=gone, order=lambda _: "move"),
    "kensei.friends-passed": Sketch("word", at="other"),
    "kensei.building-occupied": replace(GOES, order=lambda _: "occupy"),
    "kensei.building-left": replace(GOES, order=lambda _: "exit"),
    "kensei.teppo-soaked": TEST,
    # set-up
    "kensei.terrain-placed": Sketch("place", by="piece"),
    "kensei.card-placed": Sketch("place", by="card", place="at"),
    "kensei.cards-swapped": Sketch("card", by="cards"),
    "kensei.unit-deployed": Sketch("card", place="at"),
    "kensei.unit-shifted": Sketch("walk", at=NOBODY),
    "kensei.unit-appeared": Sketch("place", at=NOBODY, place="at"),
    "kensei.cards-turned": BANNER,
    "kensei.amended": Sketch("place", at=NOBODY, place="at"),
    "kensei.camp-marked": OF_SIDE,
    "kensei.camp-lost": OF_SIDE,
    # the battle
    "kensei.turn-began": BANNER,
    "kensei.phase-began": BANNER,
    "kensei.first-taken": OF_SIDE,
    "kensei.condition-decided": OF_SIDE,
    "kensei.game-over": BANNER,
    "kensei.conceded": OF_SIDE,
}
UNPICTURED = {
    "kensei.honour-due": "the test is shown",
    "kensei.orders-closed": "what was declared is shown",
    "kensei.formed-up": "the charge that brings them together is shown",
    "kensei.initiative-order": OF_SUM,
    "kensei.strike-began": "its dice are shown",
    "kensei.meditated": LATER,
    "kensei.spell-upheld": "the spell is drawn on the table",
    "kensei.command-spent": OF_TABLE,
    "kensei.stage-done": OF_TABLE,
    "kensei.terrain-declined": OF_TABLE,
    "kensei.edge-taken": OF_TABLE,
    "kensei.zone-settled": OF_TABLE,
    "kensei.card-written": "secret",
    "kensei.cards-left": OF_TABLE,
    "kensei.spot-written": "secret",
    "kensei.hidden-deployed": "secret",
    "kensei.ap-spent": OF_TABLE,
    "kensei.order-declared": "told once the declaration is closed",
    "kensei.orders-cleared": "told once the declaration is closed",
    "kensei.warning-given": "secret",
    "kensei.opportunity-offered": "told once it is taken",
    "kensei.opportunity-passed": "secret",
    "kensei.special-step": OF_TABLE,
    "kensei.regroup-tried": "its roll is shown",
    "kensei.faced": "it is drawn so on the table",
    "kensei.magic-forgone": "nothing happens",
    "kensei.go-passed": OF_TABLE,
    "kensei.turn-ended": "the next turn is shown",
    "kensei.pool-filled": OF_TABLE,
    "kensei.victory-proposed": OF_TABLE,
    "kensei.victory-settled": OF_TABLE,
    "kensei.score-counted": OF_SUM,
    "kensei.combat-fought": OF_SUM,
    "kensei.combat-settled": OF_SUM,
}
ASKED = {
    "charge.reaction": Sketch("charge", by="enemy", at="unit"),
    "charge.carry-on": Sketch("charge", at="enemy"),
    "chase.unit": Sketch("charge"),
    "leave.pursue": Sketch("charge"),
    "challenge.answer": Sketch("cast", by="target", at="unit"),
    "duel.round": Sketch("blow"),
    "orders.block": Sketch("cast", by="caster"),
    "hits.give": Sketch("shot", by="by", at="unit"),
}
"""What a question is about: from whom it goes to whom."""
UPSHOTS = (
    ("kensei.unit-lost", "kensei.flight-began", "kensei.charge-not-dared"),
    (
        "kensei.combat-fought",
        "kensei.charge-failed",
        "kensei.charge-broken-off",
        "kensei.confrontation-ended",
        "kensei.spell-failed",
    ),
    ("kensei.contact-made", "kensei.wounds-taken", "kensei.flight-held", "kensei.effects-laid"),
    (
        "kensei.shots-rolled",
        "kensei.shots-parried",
        "kensei.weapons-loaded",
        "kensei.tested",
        "kensei.spell-rolled",
        "kensei.order-settled",
        "kensei.order-barred",
        "kensei.reaction-chosen",
    ),
)
"""Which lines of the log say what came of a deed: those that matter most first."""
GRAVES = {
    "death": ("kensei.unit-lost",),
    "rout": ("kensei.flight-began", "kensei.bolted", "kensei.unit-fled", "kensei.camp-lost"),
    "loss": ("kensei.wounds-taken", "kensei.combat-fought", "kensei.confrontation-ended"),
    "nerve": ("kensei.honour-certain", "kensei.charge-not-dared", "kensei.shaken"),
    "state": (
        "kensei.spell-failed",
        "kensei.ability-failed",
        "kensei.locked",
        "kensei.ran-through",
        "kensei.friends-passed",
        "kensei.regrouped",
        "kensei.regroup-barred",
        "kensei.flight-held",
        "kensei.models-restored",
        "kensei.ap-gained",
        "kensei.half-shot",
        "kensei.shot-hampered",
        "kensei.counter-too-late",
    ),
}
"""What tells of something grave, by how grave it is; of what tries a nerve only that it failed."""
