"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "campaign.nobody": N_("Nobody is sent: at least one member must be."),
    "campaign.no-member": N_("There is no member {who:model} who could."),
    "campaign.twice": N_("{who:model} is sent twice."),
    "campaign.not-fit": N_("{who:model} cannot be sent: {state:word}."),
    "campaign.missed": N_("{who:model} has missed a battle and is fit again."),
    "campaign.healed": N_("The lasting Light wound of {who:model} has healed."),
    "campaign.fought": N_("Models that took the field: {models}. Enemies killed or captured: {taken}."),
    "campaign.experience": N_(
        "{who:model} gains {gained} experience (enemies: {taken}, heads: {heads}) and now has {total}."
    ),
    "campaign.due": N_("{who:model} has {total} experience. Advances that fall due: {due}."),
    "campaign.killed.dead": N_("{who:model} is dead."),
    "campaign.killed.returns-lightly-wounded": N_(
        "{who:model} comes back with a Light wound that lasts the next game."
    ),
    "campaign.killed.returns": N_("{who:model} comes back unharmed."),
    "campaign.captured.dead": N_("{who:model} was captured, and the battle lost: dead."),
    "campaign.captured.returns": N_("{who:model} was captured and comes back."),
    "campaign.misses": N_("A Grievous wound keeps {who:model} from the next game."),
    "campaign.recovers": N_("The Grievous wound of {who:model} has healed."),
    "campaign.loot": N_("Loot brought off: {tokens}. It is worth {points} points."),
    "campaign.rank-due": N_(
        "{who:model} has {total} experience and may be bought anew at Rank {rank} for {cost} points."
    ),
    "campaign.choose-advance": N_("{who:model} has {total} experience. What does it gain?"),
    "campaign.choose-rank": N_("Shall {who:model} be bought anew at Rank {rank} for {cost} of {purse} points?"),
    "campaign.raise.initiative": N_("+1 Initiative"),
    "campaign.raise.fight": N_("+1 Fight"),
    "campaign.raise.shoot": N_("+1 Shoot"),
    "campaign.rise": N_("Buy it anew"),
    "campaign.stay": N_("Not now"),
    "campaign.advanced": N_("{who:model} gains +1 {what:word}."),
    "campaign.learned": N_("{who:model} gains an attribute: {what:word}."),
    "campaign.risen": N_("{who:model} is bought anew at Rank {rank} for {cost} points."),
    "campaign.stays": N_("{who:model} keeps its Rank for now."),
    "campaign.no-choice": N_("{who:model} has nothing of that kind to choose."),
    "campaign.too-green": N_("{who:model} has {experience} experience; the next Rank needs {least}."),
    "campaign.no-rank": N_("{who:model} cannot be bought at a higher Rank."),
    "campaign.bought": N_("{who:model} joins for {cost} points. Points left: {purse}."),
    "campaign.purse": N_("That costs {cost} points; there are {purse} to spend."),
    "campaign.not-offered": N_("The lists of this Buntai have no such model: {offer}."),
    "campaign.member-taken": N_("There is a member {who} already."),
    "word.risen": N_("bought at the next Rank"),
    "word.head": N_("Head of Rank 3 or more"),
    "word.out": N_("misses the next battle"),
    "word.captive": N_("captive"),
    "word.retired": N_("retired"),
    "topic.CAM": N_("Campaigns"),
    "campaign.points": N_("The muster costs {points} points; the limit is {limit}."),
    "campaign.group": N_("The group {group} has {models} models; it needs {least}."),
    "campaign.split": N_("{placed} models are in the groups, {models} are in the muster: each belongs to one group."),
    "campaign.no-skill": N_("An advance cannot raise {skill}."),
    "campaign.raised": N_("{skill} has been raised before."),
}
