"""Words of the general rules: what follows from a battle, what is chosen, what stands against a choice."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES = {
    "campaign.general.back": N_("{who:model} has missed a battle and is back."),
    "campaign.general.fought": N_("{who:model} has fought. Enemies brought down: {kills}."),
    "campaign.general.losses": N_("{who:model} lost {lost} models, of which {returned} come back: {left} are left."),
    "campaign.general.forms": N_("{who:model} was wiped out and forms again with {left}."),
    "campaign.general.lost": N_("{who:model} was wiped out and is lost."),
    "campaign.general.ran": N_("{who:model} left the table; {left} come back."),
    "campaign.general.ran.one": N_("{who:model} left the table and comes back unharmed."),
    "campaign.general.dead": N_("{who:model} is dead."),
    "campaign.general.injured": N_("{who:model} has a lasting injury."),
    "campaign.general.out": N_("{who:model} misses the next battle."),
    "campaign.general.unharmed": N_("{who:model} comes back unharmed."),
    "campaign.general.injury": N_("{who:model} is worse by one for good: {what:word}."),
    "campaign.general.injury.out": N_("The injury leaves no mark, but {who:model} misses the next battle."),
    "campaign.general.spared": N_("Nobody else is left: {who:model} can fight the next battle after all."),
    "campaign.general.found": N_("Nobody else is left: {who:model} was not dead after all and is back with {left}."),
    "campaign.general.experience": N_("{who:model} gains {gain} experience and has {total}."),
    "campaign.general.due": N_("Advances due for {who:model}: {due}."),
    "campaign.general.income.won": N_("Income after a victory: {points}. The purse holds {purse}."),
    "campaign.general.income.drew": N_("Income after a draw: {points}. The purse holds {purse}."),
    "campaign.general.income.lost": N_("Income after a defeat: {points}. The purse holds {purse}."),
    "campaign.general.honour": N_("Honour gained: {honour}. The warband has {total}."),
    "campaign.general.choose": N_("{who:model} has {total} experience. What shall be better?"),
    "campaign.general.advanced": N_("{who:model} is better by one for good: {what:word}."),
    "campaign.general.no-advance": N_("{who:model} has no advance to choose."),
    "campaign.general.not-open": N_("{who:model} cannot choose this: {what:word}."),
}
