"""The sentences of campaigns on a map."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES = {
    "season.begun": N_("The map is chosen before the campaign begins."),
    "season.no-orders": N_("This is not the time for march orders."),
    "season.no-map": N_("This campaign has no map yet: choose a ready one or draw one."),
    "season.starts": N_("The map has {starts} starts; {houses} warbands would need one."),
    "season.spring": N_("Spring"),
    "season.summer": N_("Summer"),
    "season.autumn": N_("Autumn"),
    "season.winter": N_("Winter"),
    "word.spring": N_("spring"),
    "word.summer": N_("summer"),
    "word.autumn": N_("autumn"),
    "word.winter": N_("winter"),
    "campaign.map-income": N_("{koku} koku bring {points} points."),
    "campaign.map-battle": N_("The die makes it the scenario {scenario:scenario}."),
    "campaign.map-border": N_("Who defends on the border: {total} with the General."),
    "campaign.map-disbanded": N_("With nowhere to retreat to the army is disbanded: {units} units are gone."),
    "topic.YEA": N_("Seasons on the map"),
    "topic.MAP": N_("The map"),
}
