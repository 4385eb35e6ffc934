"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.DIS": N_("Disorder"),
    "daimyo.push-blocked.unit": N_("{unit:model} cannot be pushed back: {piece:model} is behind it."),
    "daimyo.push-blocked.ground": N_("{unit:model} cannot be pushed back: the ground behind it is closed to it."),
    "daimyo.push-blocked.edge": N_("{unit:model} cannot be pushed back: the edge of the table is behind it."),
    "daimyo.push-blocked.walls": N_("{unit:model} is held by its walls."),
    "daimyo.disordered": N_("{unit:model} falls into disorder."),
    "daimyo.disordered.1": N_("{unit:model} falls into disorder: its nerve."),
    "daimyo.disordered.2": N_("{unit:model} falls into disorder: difficult ground or an obstacle."),
    "daimyo.disordered.3": N_("{unit:model} falls into disorder: it could not be pushed back."),
    "daimyo.disordered.4": N_("{unit:model} falls into disorder: it was charged in flank or rear."),
    "daimyo.disordered.5": N_("{unit:model} falls into disorder: units went through each other."),
    "daimyo.disordered.6": N_("{unit:model} falls into disorder: a long melee is over."),
    "daimyo.order-restored": N_("{unit:model} is in good order again."),
    "daimyo.unit-reformed": N_("{unit:model} takes a new facing or formation."),
}
