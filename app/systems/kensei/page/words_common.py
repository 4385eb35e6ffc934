"""Words that several topics share: answers, kinds of troops, lines of a breakdown."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    # answers
    "option.done": N_("Done"),
    "option.clear": N_("Take back what it has been ordered"),
    "option.yes": N_("Yes"),
    "option.no": N_("No"),
    "option.pass": N_("Let it go"),
    "option.keep": N_("Leave it as it is"),
    "option.none": N_("None"),
    "option.withstand": N_("Withstand"),
    "option.run": N_("Run"),
    "option.march_charge": N_("March and charge"),
    "option.run_charge": N_("Run and charge"),
    # kinds of troops
    "word.infantry": N_("Infantry"),
    "word.cavalry": N_("Cavalry"),
    "word.creature": N_("Creature"),
    "word.loose": N_("Loose order"),
    "word.bushi": N_("Bushi"),
    "word.special": N_("Special Character"),
    "word.spiritual": N_("Spiritual Character"),
    "word.size-small": N_("small"),
    "word.size-medium": N_("medium"),
    "word.size-large": N_("large"),
    # lines of a breakdown
    "word.printed": N_("printed"),
    "word.standard": N_("battle standard"),
    "word.passed-through": N_("went through friends"),
    "word.daisho": N_("Daisho"),
    "word.hero": N_("Hero"),
    "word.taisho": N_("Taisho"),
    "word.run-through": N_("run through by friends in flight"),
    "word.character-left": N_("a character has left"),
    # what Action Points are spent on
    "word.move": N_("moving"),
    "word.load": N_("loading"),
    "word.shoot": N_("shooting"),
    "word.join": N_("joining a unit"),
    "word.leave": N_("leaving a unit"),
    "word.occupy": N_("occupying a Construction"),
    "word.exit": N_("leaving a Construction"),
    "word.storm": N_("storming a building"),
    "word.move_then_charge": N_("moving and charging"),
    "word.ability": N_("ability"),
    "word.cast": N_("casting a spell"),
}
