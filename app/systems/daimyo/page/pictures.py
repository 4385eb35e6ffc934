"""How what happens in Daimyo is shown on the table."""

from __future__ import annotations

from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.pictures import NOBODY, Sketch, always
from app.engine.thoughts import mean
from app.engine.ways import middles, moved
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.moving.events import UnitMoved
from app.systems.daimyo.pursuit.rout_events import RoutMoved
from app.systems.daimyo.state import State


def gone(event: UnitMoved) -> tuple[Point, ...]:
    """The way of a unit whose stations are told, to where it stands."""
    return middles((*event.stations, *(moved(one, event.at, event.facing) for one in event.stations[-1:])))


def unsaid(event: UnitMoved) -> bool:
    """Whether a move keeps no station: pushed back, following up, pursuing; how those who rout go is told apart."""
    return not event.stations and event.how != "rout"


def run(event: RoutMoved) -> tuple[Point, ...]:
    """The way of a rout move, straight on where it leads off the table."""
    off = spot(mean(event.start), event.heading, 0, event.distance)
    return middles((event.start, event.end or (off,)))


def stands(state: State, id: str) -> Point | None:
    """The middle of what a unit covers, or where a leader is."""
    if id in state.leaders:
        return state.leaders[id].at
    unit = state.units.get(id)
    return mean(ground_of(state, unit)) if unit and unit.on_table else None


WORD, BANNER, TEST = Sketch("word", at=NOBODY), Sketch("banner", by=NOBODY), Sketch("test", at=NOBODY)
OF_SIDE, OF_CLAN, PLACED = Sketch("banner", by="seat"), Sketch("word", by="clan"), Sketch("place", place="at")
OF_TABLE, OF_SUM, OF_DECK = (
    "what stands beside the table",
    "reckoned from what is shown",
    "the deck is no piece of the table",
)
PICTURES = {
    # initiative, activation, obedience
    "daimyo.initiative-rolled": OF_SIDE,
    "daimyo.initiative-won": OF_SIDE,
    "daimyo.first-chosen": OF_SIDE,
    "daimyo.activation-rolled": Sketch("test", by="clan", at=NOBODY, good="active"),
    "daimyo.general-activated": OF_SIDE,
    "daimyo.card-drawn": Sketch("card", by="card"),
    "daimyo.card-put-back": Sketch("card", by="card"),
    "daimyo.stance-taken": Sketch("test", by="clan", at=NOBODY),
    "daimyo.intent-declared": OF_CLAN,
    "daimyo.obedience-tested": Sketch("test", good="obeys"),
    # leaders
    "daimyo.leader-diced": Sketch("test", good=lambda e: not e.killed),
    "daimyo.leader-killed": Sketch("fall", place="at", word=lambda _: "dead"),
    "daimyo.leader-escaped": Sketch("walk", by="leader", at="unit", whence=always),
    "daimyo.leader-moved": Sketch("walk", at=NOBODY, way="path", far="used allowed"),
    "daimyo.leader-attached": Sketch("walk", by="leader", at="unit"),
    "daimyo.general-sat": Sketch("walk", by="leader", at="hq"),
    "daimyo.challenge-made": Sketch("cast", by="leader", at="foe"),
    "daimyo.challenge-rolled": TEST,
    "daimyo.challenge-ended": Sketch("blow", by="winner", at="loser", good=lambda e: bool(e.loser)),
    "daimyo.leader-entered": Sketch("place", by="leader", place="at"),
    "daimyo.leader-deployed": Sketch("place", by="leader", place="at"),
    "daimyo.leader-amended": Sketch("place", by="leader", place="at"),
    # events, weather, arrivals, loyalty
    "daimyo.event-tested": OF_SIDE,
    "daimyo.event-side-rolled": OF_SIDE,
    "daimyo.event-came": Sketch("banner", by="seat", word="event"),
    "daimyo.clan-wavers": OF_CLAN,
    "daimyo.assassin-struck": Sketch("blow", by=NOBODY, at="leader"),
    "daimyo.signals-confused": OF_SIDE,
    "daimyo.shot-ran-short": WORD,
    "daimyo.squall-came": BANNER,
    "daimyo.drums-sounded": Sketch("word", by="units"),
    "daimyo.guide-found": WORD,
    "daimyo.omen-seen": BANNER,
    "daimyo.arrival-rolled": OF_SIDE,
    "daimyo.unit-entered": PLACED,
    "daimyo.late-arrivals": OF_SIDE,
    "daimyo.allegiance-rolled": Sketch("test", by="clan", at=NOBODY),
    "daimyo.clan-joined": Sketch("banner", by="clan"),
    "daimyo.coat-tested": Sketch("test", at=NOBODY, good=lambda e: not e.turned),
    "daimyo.season-rolled": Sketch("banner", by=NOBODY, word="season"),
    "daimyo.weather-came": Sketch("banner", by=NOBODY, word="weather"),
    # charging
    "daimyo.charge-declared": Sketch("charge", far="used allowed"),
    "daimyo.charge-called-off": Sketch("word", good=lambda _: False),
    "daimyo.charge-answered": Sketch("word", by="target", at="unit"),
    "daimyo.charge-struck": Sketch("charge", good=lambda _: True),
    "daimyo.charge-fell-short": Sketch("charge", good=lambda _: False),
    # shooting and fighting
    "daimyo.volley-fired": Sketch("shot", at="targets"),
    "daimyo.stand-fired": Sketch("shot", good="hit"),
    "daimyo.melee-began": Sketch("word", by="active", at="foes"),
    "daimyo.stand-struck": Sketch("blow", good="passed"),
    "daimyo.melee-decided": Sketch("blow", by="active", at="foes"),
    "daimyo.unit-beaten": Sketch("word", at="by", good=lambda _: False),
    "daimyo.push-blocked": WORD,
    "daimyo.followed-up": Sketch("card"),
    "daimyo.after-rout": Sketch("card"),
    "daimyo.pursuit-rolled": Sketch("test", at=NOBODY),
    "daimyo.pursuit-met": Sketch("charge", good=lambda _: True),
    "daimyo.pursuit-attack": Sketch("blow"),
    # what comes of it
    "daimyo.morale-tested": Sketch("test", at=NOBODY, good=lambda e: not e.margin, word=lambda e: f"result.{e.result}"),
    "daimyo.halted": WORD,
    "daimyo.frenzy-began": WORD,
    "daimyo.frenzy-ended": WORD,
    "daimyo.calm-tried": Sketch("test", at=NOBODY, good="passed"),
    "daimyo.routed": Sketch("word", at=NOBODY, good=lambda _: False, word=lambda _: "result.rout"),
    "daimyo.broke-off": WORD,
    "daimyo.disordered": Sketch("word", at=NOBODY, good=lambda _: False),
    "daimyo.order-restored": Sketch("word", at=NOBODY, good=lambda _: True),
    "daimyo.rout-moved": Sketch("rout", at=NOBODY, way=run),
    "daimyo.rallied": Sketch("word", at=NOBODY, good=lambda _: True, word=lambda _: "result.rally"),
    "daimyo.hits-taken": Sketch("word", at=NOBODY, good=lambda _: False),
    "daimyo.stand-lost": Sketch("fall", place="at", at=NOBODY),
    "daimyo.unit-lost": Sketch("fall", at=NOBODY, word="fate"),
    # going
    "daimyo.unit-moved": Sketch("walk", at=NOBODY, way=gone, far="used allowed", whence=unsaid),
    "daimyo.unit-reformed": Sketch("walk", at=NOBODY),
    "daimyo.building-entered": Sketch("walk", at=NOBODY, whence=always),
    "daimyo.unit-saved": Sketch("rout", at=NOBODY, word=lambda _: "saved"),
    "daimyo.routers-passed": Sketch("word", at="routers"),
    "daimyo.palisade-worked": WORD,
    "daimyo.palisade-opened": WORD,
    "daimyo.gun-abandoned": WORD,
    "daimyo.gun-taken": Sketch("word", by="unit", at="by"),
    "daimyo.unit-deployed": PLACED,
    "daimyo.amended": PLACED,
    # the battle
    "daimyo.turn-began": BANNER,
    "daimyo.phase-began": BANNER,
    "daimyo.deployment-rolled": OF_SIDE,
    "daimyo.first-to-deploy": OF_SIDE,
    "daimyo.armies-ready": BANNER,
    "daimyo.game-over": BANNER,
    "daimyo.conceded": OF_SIDE,
}
UNPICTURED = {
    "daimyo.flank-picked": OF_TABLE,
    "daimyo.rout-rolled": "how far it runs is shown",
    "daimyo.order-given": "what the unit does is shown",
    "daimyo.cards-shuffled": "the deck is no piece of the table",
    "daimyo.activation-ended": "the next attempt is shown",
    "daimyo.clan-arrived": "its units were shown",
    "daimyo.provoked": "what provoked it is shown",
    "daimyo.shots-near": "remembered by the scenario alone",
    "daimyo.losses-counted": OF_SUM,
    "daimyo.melee-fought": OF_SUM,
    "daimyo.melee-ended": "what parted them is shown",
    "daimyo.attempt-declined": "nothing happens",
    "daimyo.fire-held": "nothing happens",
    "daimyo.stage-done": OF_TABLE,
    "daimyo.piece-placed": OF_TABLE,
    "daimyo.piece-tested": OF_TABLE,
    "daimyo.piece-shifted": OF_TABLE,
    "daimyo.unit-kept-back": "it is not on the table",
    "daimyo.clan-held-back": "it is not on the table",
    "daimyo.clan-deployed": "its units were shown",
    "daimyo.allegiance-drawn": "secret",
    "daimyo.turn-ended": "the next turn is shown",
}
STORIES = {
    "daimyo.activation-ended": "-",
    "daimyo.order-given": "-",
    "daimyo.charge-declared": "charge+",
    "daimyo.charge-called-off": "charge",
    "daimyo.charge-answered": "charge",
    "daimyo.charge-struck": "charge",
    "daimyo.charge-fell-short": "charge",
    "daimyo.volley-fired": "volley+",
    "daimyo.melee-began": "melee+",
    "daimyo.melee-decided": "melee",
    "daimyo.melee-ended": "-",
    "daimyo.challenge-made": "duel+",
    "daimyo.challenge-ended": "duel-",
}
"""Which lines of the log are one deed."""
ASKED = {
    "charge.answer": Sketch("charge", by="enemy", at="unit", far="distance"),
    "fire.defend": Sketch("charge", by="target", at="unit"),
    "rout.after": Sketch("charge"),
    "melee.after": Sketch("charge"),
    "challenge.offer": Sketch("cast", by="leader", at="foe"),
    "challenge.answer": Sketch("cast", by="foe", at="leader"),
}
"""What a question is about: from whom it goes to whom."""
UPSHOTS = (
    ("daimyo.unit-lost", "daimyo.routed", "daimyo.leader-killed", "daimyo.charge-called-off"),
    (
        "daimyo.unit-beaten",
        "daimyo.charge-answered",
        "daimyo.charge-struck",
        "daimyo.charge-fell-short",
        "daimyo.pursuit-met",
    ),
    ("daimyo.melee-decided", "daimyo.challenge-ended"),
    ("daimyo.stand-lost", "daimyo.hits-taken"),
    ("daimyo.morale-tested", "daimyo.calm-tried", "daimyo.obedience-tested", "daimyo.leader-diced"),
)
"""Which lines of the log say what came of a deed: those that matter most first."""
GRAVES = {
    "death": ("daimyo.unit-lost", "daimyo.leader-killed"),
    "rout": ("daimyo.routed", "daimyo.rout-moved", "daimyo.unit-saved", "daimyo.clan-joined"),
    "loss": (
        "daimyo.stand-lost",
        "daimyo.hits-taken",
        "daimyo.unit-beaten",
        "daimyo.challenge-ended",
        "daimyo.melee-decided",
        "daimyo.gun-abandoned",
        "daimyo.gun-taken",
    ),
    "nerve": ("daimyo.morale-tested", "daimyo.calm-tried", "daimyo.coat-tested"),
    "state": (
        "daimyo.charge-called-off",
        "daimyo.disordered",
        "daimyo.order-restored",
        "daimyo.halted",
        "daimyo.frenzy-began",
        "daimyo.frenzy-ended",
        "daimyo.rallied",
        "daimyo.broke-off",
        "daimyo.leader-escaped",
        "daimyo.leader-diced",
        "daimyo.clan-wavers",
        "daimyo.event-came",
        "daimyo.assassin-struck",
        "daimyo.signals-confused",
        "daimyo.shot-ran-short",
    ),
}
"""What tells of something grave, by how grave it is; of what tries a nerve only that it failed."""
