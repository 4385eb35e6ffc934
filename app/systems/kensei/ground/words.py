"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "kensei.wall-reached": N_("{unit:model} is at the wall."),
    "kensei.wall-struck.standing": N_("{unit:model} batters the building: Wounds {wounds}, left {left}."),
    "kensei.wall-struck.destroyed": N_("{unit:model} brings the building down: all inside perish."),
    "combat.wall": N_("{unit:model} stands at the walls of a building: does it strike them?"),
    "kensei.teppo-soaked": N_("{unit:model} comes into water: {wet} of {models} Teppos are wet and useless."),
    "topic.TER": N_("Terrain"),
}
