"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.TER": N_("Terrain and line of sight"),
    "celtos.terrain-drawn": N_("A layout of {number} pieces of terrain is drawn by dice."),
}
