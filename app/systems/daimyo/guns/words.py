"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.ART": N_("Artillery"),
    "daimyo.gun-abandoned": N_("The crew of {unit:model} abandons it."),
    "daimyo.gun-taken.captured": N_("{by:model} captures {unit:model}: it belongs to {seat:seat} from now on."),
    "daimyo.gun-taken.crewed": N_("{by:model} takes {unit:model} over."),
}
