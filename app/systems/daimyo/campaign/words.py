"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "campaign.provinces": N_("A campaign map has {least} to {most} provinces, not {provinces}."),
    "campaign.koku": N_("A province yields {least} to {most} koku, not {koku}."),
    "campaign.castle": N_("A castle has a level from {least} to {most}, not {level}."),
    "campaign.houses": N_("A campaign has {least} to {most} houses, not {houses}."),
    "campaign.uneven": N_("Every house begins with as many neighbouring provinces as the others."),
    "campaign.winter": N_("In winter only a General rated {rating} or more marches."),
    "campaign.march": N_("Provinces the army may march this season: {most}; this order has {provinces}."),
    "campaign.purse": N_("Units for {spent} points cannot be bought with {points}."),
    "campaign.won": N_("A battle won. Units that took part: {units}. Enemy stands removed: {stands}."),
    "campaign.lost": N_("A battle lost. Units that took part: {units}. Enemy stands removed: {stands}."),
    "campaign.drew": N_("A battle drawn. Units that took part: {units}. Enemy stands removed: {stands}."),
    "campaign.slew": N_("{who:model} has slain enemy leaders in single combat: {leaders}."),
    "campaign.leader-fell": N_("{who:model} has fallen. Until spring somebody of rating 0 leads in his place."),
    "campaign.stands": N_("{who:model} lost {lost} stands and gets {back} back: {stands} stands now."),
    "campaign.back-left": N_("{who:model} left the table and comes back at half strength: {stands} stands."),
    "campaign.back-dispersed": N_("{who:model} was dispersed and comes back at half strength: {stands} stands."),
    "campaign.lost-destroyed": N_("{who:model} was destroyed and is gone."),
    "campaign.lost-dispersed": N_("{who:model} was dispersed and does not come back."),
    "campaign.lost-left": N_("{who:model} left the table and does not come back."),
    "campaign.lost-captured": N_("{who:model} was captured and is gone."),
    "campaign.deserved": N_("{who:model} has earned {battles} of the {needed} battles for a rise."),
    "campaign.risen": N_("{who:model} rises: {quality:word} troops now."),
    "campaign.new-general": N_("A new General takes command, with a Command Rating of {cr}."),
    "campaign.new-daimyo": N_("A new Daimyo takes over a clan, with a Command Rating of {cr}."),
    "campaign.bought": N_("A new unit for {points} points: {profile:word}, {quality:word}. Stands: {stands}."),
    "campaign.which-clan": N_("Which clan does {who:model} join?"),
    "campaign.joins": N_("{who:model} joins its clan."),
    "campaign.nobody": N_("Nobody is sent to this battle."),
    "campaign.no-member": N_("The army has no member {who}."),
    "campaign.unfit": N_("{who:model} cannot be sent: {state:word}."),
    "campaign.no-offer": N_("There is nothing for sale that is called {offer}."),
    "campaign.no-room": N_("No clan has room for it: a clan has {most} units at most."),
    "campaign.no-choice": N_("There is no such choice: {option}."),
    "topic.CAM": N_("Campaigns"),
}
