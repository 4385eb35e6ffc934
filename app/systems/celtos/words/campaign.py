"""Words of the campaign: what follows from a battle, what may be bought and chosen."""

from __future__ import annotations

from app.systems.celtos.words import N_

SENTENCES: dict[str, str] = {
    # after a battle
    "campaign.back": N_("{who:model} is back and can fight again."),
    "campaign.fought": N_("{who:model} has one battle more: {kills} enemies killed, {units} enemy units brought down."),
    "campaign.troopers": N_("Of {lost} models that {who:model} lost, {returned} return; it has {left} now."),
    "campaign.wiped-out": N_("None of the {lost} models that {who:model} lost returns: the unit is no more."),
    "campaign.dead": N_("{who:model} is dead."),
    "campaign.hurt": N_("{who:model} is hurt; another die says where."),
    "campaign.unharmed": N_("{who:model} comes back unharmed."),
    "campaign.again": N_("{who:model}: that die is rolled again."),
    "campaign.injured": N_("The injury of {who:model} takes {skill:word} from {now} to {after}."),
    "campaign.spared": N_("{who:model} is hurt, but {skill:word} is at {now} and sinks no further."),
    "campaign.learnt": N_("{who:model} gains {gain} experience and has {total}."),
    "campaign.learnt-due": N_("{who:model} gains {gain} experience and has {total}: an advance is due."),
    "campaign.honour": N_("The band wins {honour} honour."),
    "campaign.income.winner": N_("The winner receives {points} points."),
    "campaign.income.loser": N_("The loser receives {points} points."),
    "campaign.income.draw": N_("After a draw each side receives {points} points."),
    # advances
    "campaign.advance": N_("Which characteristic of {who:model} grows by one?"),
    "campaign.advanced": N_("{who:model} raises {skill:word} to {now}."),
    "campaign.raise.in": N_("Initiative (IN)"),
    "campaign.raise.ds": N_("Shooting (DS)"),
    "campaign.raise.as": N_("Assault (AS)"),
    "campaign.raise.mn": N_("Command (MN)"),
    "campaign.no-advance": N_("{who:model} has no advance to choose."),
    # the market
    "campaign.recruited": N_("{who:model} joins the band for {cost} points; models: {models}."),
    "campaign.joined": N_("One more model joins {who:model} for {cost} points; it has {models} now."),
    "campaign.promoted": N_("{who:model} has a new command model for {cost} points: {role:word}."),
    "campaign.no-offer": N_("The market does not offer this: {offer}."),
    "campaign.purse": N_("This costs {cost} points; there are {purse} in the purse."),
    "campaign.member-twice": N_("There is a member {who} in the band already."),
    # who is sent
    "campaign.nobody": N_("Somebody must be sent to the battle."),
    "campaign.no-member": N_("The band has no member {who}."),
    "campaign.not-fit": N_("{who:model} cannot fight: {state:word}."),
    "campaign.other-list": N_("{who:model} is not in the army list {list} and cannot fight beside its units."),
    # honours and states
    "word.honour-dearest": N_("Brought down the enemy's dearest Individual"),
    "word.honour-many": N_("Brought down two enemy units or more in one battle"),
    "word.state-fit": N_("nobody is left of it"),
    "word.state-out": N_("misses the next battle"),
    "word.state-dead": N_("dead"),
    "word.state-captive": N_("captive"),
    "word.state-retired": N_("retired"),
}
