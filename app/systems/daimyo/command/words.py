"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.OBE": N_("Obedience"),
    "daimyo.obedience-tested.passed": N_("{unit:model}, out of command, obeys: {total} against {needed}+."),
    "daimyo.obedience-tested.failed": N_("{unit:model}, out of command, halts: {total} against {needed}+."),
}
