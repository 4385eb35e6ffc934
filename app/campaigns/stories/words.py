"""What is said of stories."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "story.no-groups": N_("No battle of groups is ahead of this warband."),
    "story.divided": N_("The groups are settled and cannot be changed any more."),
    "story.groups": N_("The warband is divided into these groups: {groups}."),
    "story.placed": N_("Each of the {fit} who are fit goes into one group; this places {placed}."),
    "story.small": N_("The group {group:word} needs at least {least}; it has {got}."),
    "story.no-choice": N_("There is nothing to choose for this battle."),
    "story.not-drawn": N_("Only these were drawn: {scenarios}."),
    "story.too-late": N_("You have mustered, so the scenario stands."),
    "story.not-loser": N_("The loser of the last chapter chooses."),
    "story.brought": N_("The chapter brings points: {points}, honour: {honour}."),
    "topic.STO": N_("Stories"),
}
