"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.amended.placed": N_("The umpire places {unit:model} elsewhere."),
    "daimyo.amended.set": N_("The umpire sets {field:word} of {unit:model} to {value}."),
    "daimyo.leader-amended": N_("{leader:model} stands alone where the umpire placed him."),
}
