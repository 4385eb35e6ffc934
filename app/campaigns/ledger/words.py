"""What is said of a campaign's ledger: its news, corrections, files."""

from __future__ import annotations

from app.engine.words import N_

NEWS: dict[str, str] = {
    "campaign.news.founded": N_("{who:model} founds the campaign {name}."),
    "campaign.news.changed": N_("The settings have changed. {reason}"),
    "campaign.news.invited": N_("{name} is invited."),
    "campaign.news.joined": N_("{name} joins."),
    "campaign.news.watching": N_("{name} follows the campaign."),
    "campaign.news.roles-set": N_("{who:model} has other roles now: {roles}."),
    "campaign.news.roles-none": N_("{who:model} has no part in the campaign any more."),
    "campaign.news.left": N_("{who:model} leaves. {reason}"),
    "campaign.news.announced": N_("{title}"),
    "campaign.news.key-renewed": N_("The link that invites is a new one."),
    "campaign.news.brought": N_("{warband:model}, {was} in another campaign, takes up arms under {who:model}."),
    "campaign.news.brought-from": N_(
        "{warband:model}, {was} in the campaign {origin}, takes up arms under {who:model}."
    ),
    "campaign.news.raised": N_("{warband:model} takes up arms under {who:model}."),
    "campaign.news.offered": N_("{warband:model} offers {other:model} a trade."),
    "campaign.news.withdrawn": N_("An offer of trade is withdrawn."),
    "campaign.news.traded": N_("{warband:model} and {other:model} have made a trade."),
    "campaign.news.transferred": N_(
        "An umpire moves points or members from {warband:model} to {other:model}. {reason}"
    ),
    "campaign.news.active": N_("{warband:model} is led by its player again."),
    "campaign.news.reserve": N_("{warband:model} goes into reserve; a stand-in leads it."),
    "campaign.news.retired": N_("{warband:model} is retired. {reason}"),
    "campaign.news.handed-over": N_("{who:model} leads {warband:model} from now on."),
    "campaign.news.written": N_("A new page in the story of {warband:model}: {title}"),
    "campaign.news.round-opened": N_("Round {number} opens. Battles: {battles}."),
    "campaign.news.season-opened": N_("Year {year}, {season:word}. Battles: {battles}."),
    "campaign.news.fixture-added": N_("A battle is set between {warband:model} and {other:model}."),
    "campaign.news.fixture-garrison": N_("{warband:model} marches on a province that is nobody's: a battle is set."),
    "campaign.news.proposed": N_("{warband:model} offers dates. Dates: {dates}."),
    "campaign.news.agreed": N_("A date is agreed for {warband:model} against {other:model}."),
    "campaign.news.extended": N_("There is more time until the deadline. {reason}"),
    "campaign.news.extended-battle": N_("{warband:model} and {other:model} have more time for their battle. {reason}"),
    "campaign.news.closing": N_("The round is closed before its deadline. {reason}"),
    "campaign.news.scenario-set": N_("The scenario of {warband:model} against {other:model} is settled."),
    "campaign.news.mustered": N_("{warband:model} has chosen who is sent."),
    "campaign.news.unmustered": N_("{warband:model} chooses anew who is sent."),
    "campaign.news.split-set": N_("{warband:model} has divided its members into groups."),
    "campaign.news.stood-in": N_("A stand-in leads {warband:model} in its next battle."),
    "campaign.news.reminded": N_("The leader of {warband:model} is reminded that others wait."),
    "campaign.news.laid": N_("{warband:model} and {other:model} meet at the table."),
    "campaign.news.laid-garrison": N_("{warband:model} meets those who hold the place at the table."),
    "campaign.news.disputed": N_("{warband:model} disputes the result of its battle against {other:model}. {reason}"),
    "campaign.news.upheld": N_(
        "{who:model} rules: the result of {warband:model} against {other:model} stands. {reason}"
    ),
    "campaign.news.chaired": N_("{who:model} umpires the table of {warband:model} against {other:model}."),
    "campaign.news.won": N_("{warband:model} beats {other:model}."),
    "campaign.news.draw": N_("{warband:model} and {other:model} part without a winner."),
    "campaign.news.bye": N_("{warband:model} has no opponent in this round."),
    "campaign.news.forfeit": N_("{warband:model} wins without a fight against {other:model}. {reason}"),
    "campaign.news.absent": N_("{other:model} has not come to the table: {warband:model} wins without a fight."),
    "campaign.news.resigned": N_("{other:model} gives up early: the battle is that of {warband:model}."),
    "campaign.news.standoff": N_("{warband:model} and {other:model} never met. {reason}"),
    "campaign.news.garrison": N_("{warband:model} is beaten off by those who hold the place."),
    "campaign.news.taken-by-storm": N_("{warband:model} beats those who held the place."),
    "campaign.news.ruled-won": N_("{who:model} rules: {warband:model} has beaten {other:model}. {reason}"),
    "campaign.news.ruled-draw": N_("{who:model} rules: {warband:model} and {other:model} have drawn. {reason}"),
    "campaign.news.ruled-forfeit": N_(
        "{who:model} rules: {warband:model} wins without a fight against {other:model}. {reason}"
    ),
    "campaign.news.ruled-standoff": N_("{who:model} rules: {warband:model} and {other:model} never met. {reason}"),
    "campaign.news.ruled-void": N_(
        "{who:model} rules: the battle of {warband:model} against {other:model} does not count. {reason}"
    ),
    "campaign.news.overturned-won": N_(
        "{who:model} overturns a result: {warband:model} has beaten {other:model}. {reason}"
    ),
    "campaign.news.overturned-draw": N_(
        "{who:model} overturns a result: {warband:model} and {other:model} have drawn. {reason}"
    ),
    "campaign.news.overturned-forfeit": N_(
        "{who:model} overturns a result: {warband:model} wins without a fight against {other:model}. {reason}"
    ),
    "campaign.news.overturned-standoff": N_(
        "{who:model} overturns a result: {warband:model} and {other:model} never met. {reason}"
    ),
    "campaign.news.overturned-garrison": N_(
        "{who:model} overturns a result: {warband:model} was beaten off by those who hold the place. {reason}"
    ),
    "campaign.news.overturned-void": N_(
        "{who:model} overturns a result: the battle of {warband:model} against {other:model} does not count. {reason}"
    ),
    "campaign.news.voided": N_("The battle of {warband:model} against {other:model} does not count. {reason}"),
    "campaign.news.settled": N_("What followed from the battle is done for {warband:model}."),
    "campaign.news.commented": N_("{who:model} says something of a battle."),
    "campaign.news.unsaid": N_("A comment was taken out."),
    "campaign.news.hastened": N_("{warband:model} would begin before the date that was agreed."),
    "campaign.news.unhastened": N_("{warband:model} keeps to the date that was agreed."),
    "campaign.news.round-closed": N_("Round {number} is closed; the seed of its dice can be read."),
    "campaign.news.closed": N_("The campaign is over: {warband:model} has won. {reason}"),
    "campaign.news.closed-level": N_("The campaign is over, and nobody has won it alone. {reason}"),
    "campaign.news.mapped": N_("The map is laid out."),
    "campaign.news.taken": N_("{warband:model} holds {place:model} now."),
    "campaign.news.freed": N_("{place:model} belongs to nobody now."),
    "campaign.news.placed": N_("{warband:model} stands in {place:model}."),
    "campaign.news.nowhere": N_("{warband:model} is off the map."),
    "campaign.news.ordered": N_("{warband:model} has sealed its march."),
    "campaign.news.shown": N_("All march orders are opened. Orders: {orders}."),
    "campaign.news.stepped": N_("The season goes on."),
    "campaign.news.besieged": N_("The castle of {place:model} is under siege. Seasons held: {seasons}."),
    "campaign.news.siege-over": N_("The siege of {place:model} is over."),
    "campaign.news.reached": N_("The story goes on: a new chapter begins."),
    "campaign.news.held": N_("The capital is counted."),
}
SENTENCES: dict[str, str] = {
    **NEWS,
    "campaign.not-yours": N_("This is not yours to do in this campaign."),
    "campaign.no-account": N_("For this you need an account: sign in first."),
    "campaign.no-system": N_("There is no rule system {system}."),
    "campaign.archive": N_("This campaign was read from a file: it can be looked at, not gone on with."),
    "campaign.no-name": N_("A campaign needs a name of at most {most} letters."),
    "export.large": N_("This file has {got} bytes; {most} are read at most."),
    "export.unreadable": N_("This is no export of a campaign: {why}."),
    "export.deep": N_("This file is nested deeper than {most} levels."),
    "export.format": N_("This export has format {got}; this program reads {format}."),
    "export.fold": N_("Entry {seq} does not follow from those before it: {why}."),
    "export.system": N_("There is no rule system {system} here."),
    "topic.RUL": N_("Rulings"),
    "topic.EXP": N_("Export and checking"),
    "topic.LED": N_("The ledger"),
    "campaign.ruling.undone": N_("What followed from the battle is taken back."),
    "campaign.ruling.kept": N_("What came after the battle is kept where it still can be."),
    "campaign.ruling.given-back": N_("Line {line} of the ledger cannot stand any more and is given back."),
    "ruling.own": N_("Nobody rules on his own: another umpire of this campaign does, whom its host names."),
    "ruling.changes": N_("A ruling makes 1 to {most} changes; this was {got}."),
    "ruling.field": N_("A ruling cannot change this so: {field}."),
    "ruling.state": N_("This is no state or name of a member. States are: {states}."),
    "ruling.nobody": N_("{who:model} would stand with no model left: give it models first."),
    "ruling.models": N_("{who:model} has at most {most} models, not {got}."),
}
