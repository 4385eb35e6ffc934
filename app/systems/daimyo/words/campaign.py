"""Words of armies on campaign: what a battle and a season bring them, what they buy, what is refused."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    # after a battle
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
    # the season
    "campaign.new-general": N_("A new General takes command, with a Command Rating of {cr}."),
    "campaign.new-daimyo": N_("A new Daimyo takes over a clan, with a Command Rating of {cr}."),
    # the market
    "campaign.bought": N_("A new unit for {points} points: {profile:word}, {quality:word}. Stands: {stands}."),
    "campaign.which-clan": N_("Which clan does {who:model} join?"),
    "campaign.joins": N_("{who:model} joins its clan."),
    # what is refused
    "roster.campaign": N_("This list names {number} members of a campaign; it is for battles of that campaign alone."),
    "setup.no-campaign": N_("The option {option} belongs to battles of a campaign."),
    "setup.season": N_("There is no season {season}. Choose from: {known}."),
    "campaign.nobody": N_("Nobody is sent to this battle."),
    "campaign.no-member": N_("The army has no member {who}."),
    "campaign.unfit": N_("{who:model} cannot be sent: {state:word}."),
    "campaign.no-offer": N_("There is nothing for sale that is called {offer}."),
    "campaign.no-room": N_("No clan has room for it: a clan has {most} units at most."),
    "campaign.no-choice": N_("There is no such choice: {option}."),
    # words
    "word.out": N_("misses the next battle"),
    "word.captive": N_("captive"),
    "word.retired": N_("retired"),
    "word.slew-a-leader": N_("slew a leader in single combat"),
    "word.fell-in-battle": N_("fell in battle"),
}
