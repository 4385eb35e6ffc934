"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.ATT": N_("Attributes"),
    "ronin.counter-turned": N_("{model:model} turns a counter over by Intuition; it is now: {to:word}."),
    "ronin.die-rerolled": N_("{model:model} rerolls a {was} by bujutsu: {now}."),
    "ronin.shot-rerolled": N_("{model:model} rolls the {was} again: {now}."),
    "ronin.wound-passed": N_("{model:model} steps in and takes the wound meant for {of:model}."),
}
