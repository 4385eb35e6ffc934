"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.DEF": N_("Destruction"),
    "kensei.unit-lost.slain": N_("{unit:model} is slain."),
    "kensei.unit-lost.taisho": N_("The Taisho, {unit:model}, is dead."),
    "kensei.unit-lost.left": N_("{unit:model} runs off the table and is lost."),
    "kensei.unit-lost.pincer": N_("{unit:model} is taken from Front and Rear and destroyed."),
    "kensei.unit-lost.chase": N_("{unit:model} has nowhere left to run and is destroyed by its pursuers."),
    "kensei.unit-lost.building": N_("{unit:model} dies under the falling building."),
    "kensei.unit-lost.destroyed": N_("{unit:model} is destroyed."),
    "kensei.unit-lost.umpire": N_("The umpire removes {unit:model}."),
}
