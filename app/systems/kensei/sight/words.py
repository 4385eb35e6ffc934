"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.LOS": N_("Line of sight"),
    "sight.inside": N_("{target:model} is inside a building and out of sight."),
    "sight.arc": N_("{target:model} is not ahead of the front of {unit:model}."),
    "sight.dark": N_("{unit:model} stands deep in the trees and does not see as far as {target:model}."),
    "sight.hidden": N_("{unit:model} does not see {target:model}: something stands between."),
}
