"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.hits-taken": N_("{unit:model} takes hits: {hits}; carried: {carried}."),
    "daimyo.stand-lost": N_("{unit:model} loses a stand; left: {stands}."),
    "daimyo.unit-lost.destroyed": N_("{unit:model} is destroyed."),
    "daimyo.unit-lost.dispersed": N_("{unit:model} disperses and is gone."),
    "daimyo.unit-lost.captured": N_("{unit:model} surrenders."),
    "daimyo.unit-lost.left": N_("{unit:model} leaves the table and is lost."),
    "daimyo.unit-lost.saved": N_("{unit:model} leaves the table in safety."),
    "topic.ORG": N_("Organisation"),
}
