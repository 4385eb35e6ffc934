"""What the table itself says, apart from any rulebook: events, refusals, and their English."""

from __future__ import annotations

from app.engine.refusals import Clause
from app.engine.words import N_
from app.games.table_rules import REFUSALS as AGREED

TIME = Clause("ENG-ASK-04")
CLOCK = Clause("ENG-CLK-01")
ZERO = Clause("ENG-CLK-02")
ORDERED = Clause("ENG-CLK-04")
COMMITTED = Clause("ENG-DIC-01")
SEATED = Clause("ENG-SEA-01")
STANDING_IN = Clause("ENG-SEA-02")
RESIGNED = Clause("ENG-SEA-03")
DREW = Clause("ENG-SEA-04")
LED = Clause("ENG-SEA-05")
BEGUN = Clause("ENG-BEG-01")
ENDED = Clause("ENG-END-01")
UNDONE = Clause("ENG-UND-01")
TAKEN_BACK = Clause("ENG-UND-02")
PAUSED = Clause("ENG-PAU-01")
HELD = Clause("ENG-HLD-01")
UMPIRE = Clause("ENG-UMP-01")
STOPPED = Clause("ENG-UMP-02")
RULED = Clause("ENG-UMP-03")
REPLACED = Clause("ENG-UMP-05")
TAUGHT = Clause("ENG-LES-01")
COUNSELLED = Clause("ENG-COU-01")
ANALYSED = Clause("ENG-COU-02")

EVENTS = {
    "engine.committed": N_("The server has chosen its dice; this is their seal: {commit}."),
    "engine.joined": N_("{name} sits down."),
    "engine.begun": N_("The game begins."),
    "engine.timed-out": N_("Time is up for {seat:seat}: the default stands."),
    "engine.out-of-time": N_("The clock of {seat:seat} is at zero."),
    "engine.lost-on-time": N_("The clock of {seat:seat} is at zero: the game is lost on time."),
    "engine.lost-absent": N_("{seat:seat} has not come, and the clock is at zero: the game is lost by absence."),
    "engine.called-off": N_("The campaign has decided this battle: its table is closed."),
    "engine.lead-joined": N_("{who} leads with {seat:seat} now."),
    "engine.lead-left": N_("{who} no longer leads with {seat:seat}: what was led so is the general's."),
    "engine.lead-follows": N_("{who} is the general of the side now: who was it has left."),
    "engine.lead-offered": N_("{who} is asked to lead other parts of the side: {n} in all."),
    "engine.lead-dealt": N_("{who} agrees, and leads {n} parts of the side."),
    "engine.lead-declined": N_("{who} does not agree, and leads what was led before."),
    "engine.lead-for": N_("{who} answers for {whom}, who is away."),
    "engine.side-resign": N_("{who} would give up: {have} of {of} who lead the side."),
    "engine.side-offer": N_("{who} would offer a draw: {have} of {of} who lead the side."),
    "engine.side-draw": N_("{who} would take the draw: {have} of {of} who lead the side."),
    "engine.side-draw-no": N_("{who} would decline the draw: {have} of {of} who lead the side."),
    "engine.undone": N_("{seat:seat} takes the last answer back."),
    "engine.takeback-asked": N_("{seat:seat} asks to take a move back."),
    "engine.takeback-agreed": N_("{seat:seat} agrees to the take-back."),
    "engine.takeback-refused": N_("{seat:seat} does not agree to the take-back."),
    "engine.takeback-withdrawn": N_("{seat:seat} no longer asks to take a move back."),
    "engine.takeback-outgrown": N_(
        "{seat:seat} takes nothing back: it was played by earlier rules, and by those of now it comes out otherwise."
    ),
    "engine.takeback-bot": N_("A bot plays for {seat:seat} and agrees to every take-back: that is practice."),
    "engine.counsel-asked": N_("{seat:seat} asks that all at the table may take counsel."),
    "engine.counsel-agreed": N_("{seat:seat} agrees to counsel."),
    "engine.counsel-refused": N_("{seat:seat} does not agree to counsel."),
    "engine.counsel-withdrawn": N_("{seat:seat} no longer asks for counsel to be allowed."),
    "engine.counsel-opened": N_("All have agreed: whoever is asked may take counsel."),
    "engine.counselled": N_("{seat:seat} asks what a veteran would do."),
    "engine.taken-back": N_("The move of {seat:seat} is taken back."),
    "engine.taken-back.throws": N_(
        "The move of {seat:seat} is taken back. Seen since then: throws of dice {throws}. "
        "The same answers give the same dice again, any others give new ones."
    ),
    "engine.taken-back.secrets": N_(
        "The move of {seat:seat} is taken back. Seen since then: secret choices {secrets}."
    ),
    "engine.taken-back.throws.secrets": N_(
        "The move of {seat:seat} is taken back. Seen since then: throws of dice {throws}, secret choices {secrets}. "
        "The same answers give the same dice again, any others give new ones."
    ),
    "engine.resigned": N_("{seat:seat} gives up."),
    "engine.draw-asked": N_("{seat:seat} offers a draw."),
    "engine.draw-agreed": N_("{seat:seat} takes the draw."),
    "engine.draw-refused": N_("{seat:seat} does not take the draw."),
    "engine.draw-withdrawn": N_("{seat:seat} no longer offers a draw."),
    "engine.drawn": N_("All have agreed: the battle ends drawn."),
    "engine.paused": N_("{seat:seat} pauses the game. {reason}"),
    "engine.resumed": N_("{seat:seat} resumes the game."),
    "engine.stood-in": N_("A bot answers for {seat:seat} from now on."),
    "engine.handed-back": N_("{seat:seat} answers again."),
    "engine.held": N_("The game is held: what is stored no longer fits the rules."),
    "engine.returned": N_("{seat:seat} lets the game go on from the last safe point."),
    "engine.umpire-named": N_("{who} is an umpire of this game from now on."),
    "engine.host-looks": N_("{who}, the host of this server, looks at all that is hidden from now on."),
    "engine.umpire-asked": N_("{by} proposes {who} as umpire, who would see all that is hidden: all must agree."),
    "engine.umpire-agreed": N_("{seat:seat} agrees to {who} as umpire."),
    "engine.umpire-refused": N_("{seat:seat} does not agree to {who} as umpire."),
    "engine.umpire-withdrawn": N_("{who} is no longer proposed as umpire."),
    "engine.umpire-dismissed": N_("{who} is no longer an umpire of this game."),
    "engine.umpire-paused": N_("The umpire {who} stops the game: {reason}"),
    "engine.umpire-resumed": N_("The umpire {who} lets the game go on."),
    "engine.resume-wished": N_("{seat:seat} wants the game to go on; the umpire stopped it, so all must."),
    "engine.time-added": N_("The umpire {who} gives {seat:seat} {seconds} seconds: {reason}"),
    "engine.disputed": N_("{seat:seat} asks for a ruling: {text}"),
    "engine.ruled": N_("The umpire {who} rules: {text}"),
    "engine.amended": N_("The umpire {who} changes the position at the last safe point: {reason}"),
    "engine.unamended": N_("The umpire {who} takes the change back; the game stands where it stood before: {reason}"),
    "engine.replaced": N_("{who} plays for {seat:seat} from now on, in the place of {old}: {reason}"),
    "engine.ended": N_("The game is over."),
    "engine.revealed": N_("The seed of the dice was {seed}: every throw can be checked."),
}

REFUSALS = {
    "lesson.otherwise": N_("{said:said}"),
    "lesson.not-now": N_("That may be done, but the lesson asks for something else now."),
    "lesson.asks": N_("Do first what the lesson asks for."),
    "lesson.asks-nothing": N_("The lesson asks for nothing now: go on reading."),
    "lesson.done": N_("This lesson is done. Go on to the next one."),
    "undo.lesson": N_("In a lesson nothing is taken back: step back instead."),
    "lesson.resign": N_("A lesson is nobody's battle to give up: leave it, and it is kept."),
    "table.open": N_("The game has not begun: a seat is still free."),
    "table.paused": N_("The game is paused. {reason}"),
    "table.held": N_("The game is held: {reason}"),
    "table.over": N_("The game is over."),
    "table.not-held": N_("The game is not held."),
    "table.not-paused": N_("The game is not paused."),
    "table.disk-full": N_("The server's disk is full, so nothing was changed. Tell its owner, and try again later."),
    "table.busy": N_("The server's database is busy, so nothing was changed. Try again."),
    "table.away": N_("The server's database does not answer. Look again in a moment: it may have been kept."),
    "table.begun": N_("The game has begun already."),
    "table.no-system": N_("There is no rule system {system}."),
    "table.seats": N_("The set-up has the seats {expected}, not {got}."),
    "table.no-roster": N_("{seat:seat} has no roster yet."),
    "table.answer-seconds": N_("Time to answer is {least} to {most} seconds, or 0 for none; not {got}."),
    "clock.kind": N_("A clock is live, letter or none, not {got}."),
    "clock.field": N_("A clock of this kind has no {got}."),
    "clock.minutes": N_("A live clock has {least} to {most} whole minutes, not {got}."),
    "clock.increment": N_("The increment is {least} to {most} whole seconds, not {got}."),
    "clock.hours": N_("A clock for games by letter has {least} to {most} whole hours, not {got}."),
    "clock.zero": N_("At zero there is default, bot (it takes over) or forfeit (the game is lost), not {got}."),
    "clock.none": N_("No clock runs for {seat:seat} at this table."),
    "clock.added": N_("Time is added in whole seconds, 1 to {most}, not {got}."),
    "orders.unknown": N_("You have not been asked that out of turn in this game: {got}."),
    "rest.none": N_("Nothing is asked that the others could let pass."),
    "orders.bot": N_("A bot plays this seat."),
    "table.entropy": N_("The bytes for the dice are too many: {bytes}, at most {most}."),
    "lead.his": N_("{who} leads {part:model}: the answer is {who}'s to give."),
    "lead.general": N_("That is for the general of the side: {who} answers."),
    "lead.only-general": N_("Only the general of the side does that: {who}."),
    "lead.not-own": N_("{who} gave that answer. It is taken back by {who}, or if the others agree."),
    "lead.bulk": N_("Several lead this side, each a part of it: nothing is answered for all of it at once."),
    "lead.link": N_("This link no longer leads to a side. Ask its general for a new one."),
    "lead.sits": N_("You lead another side of this game, or this one already."),
    "lead.was": N_("You have led another side of this game."),
    "lead.there": N_("{who} is there: a bot plays for a side only when nobody else of it is."),
    "lead.most": N_("A side has at most {most} leaders beside its general."),
    "lead.not-begun": N_("Parts are dealt once the game has begun."),
    "lead.part": N_("There is no such part of the side: {got}."),
    "lead.taken": N_("{who} leads {part:model} already."),
    "lead.nothing": N_("You were not offered anything else to lead."),
    "lead.seconds": N_("A comrade answers after 0 to {most} whole seconds, not {got}."),
    "table.name": N_("A name has 1 to 40 characters."),
    "table.roster-set": N_("The band of this seat has been chosen already."),
    "table.terms": N_("Who may see this table has changed since you read it. Read it again, then sit down."),
    "table.taken": N_("The seat is taken."),
    "table.secret-record": N_("The record is given out once the game is over: it holds what is hidden."),
    "umpire.own-game": N_("Who holds a seat in a game cannot be its umpire."),
    "umpire.not-yours": N_("Only the umpire of this game, or the host of this server, may do that."),
    "table.stand-in-campaign": N_(
        "In a battle of a campaign nobody puts a bot in the other's place: its umpire does, or the clock."
    ),
    "umpire.not-owner": N_("Only the owner of the table, or the host of this server, names its umpires."),
    "umpire.look": N_("Say first that you look: the players are told."),
    "umpire.joined": N_(
        "Somebody has sat down at a table without this umpire. Name one once the game has begun: then all are asked."
    ),
    "umpire.link-spent": N_("This link has been used: the seat has changed hands."),
    "consent.pending": N_("An umpire is being proposed already."),
    "umpire.known": N_("{who} is an umpire of this game already."),
    "umpire.unknown": N_("That is no umpire of this game."),
    "umpire.reason": N_("Give a reason of 1 to {most} characters: the players will read it."),
    "umpire.seconds": N_("Give {least} to {most} seconds, not {got}."),
    "umpire.no-clock": N_("No clock runs for {seat:seat}."),
    "umpire.not-disputed": N_("That question is not open."),
    "umpire.disputes": N_("You have asked for {most} rulings that are still open: wait for them."),
    "umpire.no-edit": N_("There is no edit to take back."),
    "umpire.seated": N_("{who} holds a seat in this game already."),
    "umpire.bot-campaign": N_(
        "In a battle of a campaign a bot is called on the battle's page, once its player was awaited for long enough."
    ),
    "umpire.is-bot": N_("A bot plays this seat already."),
    "amend.number": N_("An edit has 1 to {most} changes; this has {got}."),
    "amend.unknown": N_("There is nothing called {id} that could be changed now."),
    "amend.deed": N_("{model:model} cannot be changed in this way."),
    "amend.no-place": N_("Say where {model:model} shall stand."),
    "amend.no-facing": N_("{model:model} has no front: leave the facing out."),
    "amend.facing": N_("A facing has 0 to 35999 hundredths of a degree, not {got}."),
    "amend.field": N_("{model:model} has no number called {got}."),
    "amend.value": N_("This number of {model:model} can be {least} to {most}, not {got}."),
    "amend.off-table": N_("{model:model} would not stand wholly on the table."),
    "amend.upon": N_("{model:model} would stand upon {other:model}."),
    "amend.not-here": N_("The positions of this system cannot be edited."),
    "undo.earlier": N_("Your last answer was given in an earlier phase: it is taken back only if the others agree."),
    "undo.silent": N_(
        "Your last answer was given for you, as time ran out, as you let it pass or as offered: it is taken back only "
        "if the others agree."
    ),
    "room.owner": N_("You have {have} tables that are not over, and {most} are the most here: end one first."),
    "room.network": N_("From your network {have} tables were laid that are not over or of today; {most} are the most."),
    "room.bytes": N_("This table takes {bytes} bytes to keep, and {most} are the most: lay fewer or simpler pieces."),
    "counsel.not-here": N_("No counsel is given here: others play, and not all of them have agreed."),
    "counsel.never": N_("No counsel is given on this."),
    "counsel.unmeasured": N_("No counsel is given here: it would tell distances that nobody may measure."),
    "counsel.busy": N_("Nobody has time to give counsel now. Ask again in a moment."),
    "counsel.pending": N_("The table is being asked for that already."),
    "analysis.never": N_("This battle is not looked at again: it is not over, or nobody here can judge it."),
    "analysis.sides": N_("Only a battle of two sides is looked at again: nobody here can judge more of them."),
    "analysis.rules": N_("This battle was fought by earlier rules: it is not looked at again by those of now."),
    "analysis.one": N_("Another battle is being looked at for you. Ask again when that is done."),
    "analysis.busy": N_("Too many battles are being looked at now. Ask again in a minute."),
    "draw.never": N_("This battle ends by its rules alone: no draw is agreed in it."),
    "draw.pending": N_("A draw is being offered already."),
    "draw.often": N_(
        "{seat:seat} offered a draw in turn {turn}: the next may come in turn {next}, and this is turn {now}."
    ),
    "draw.soon": N_("{seat:seat} offered a draw not long ago. It may be offered again after some more answers."),
    "takeback.none": N_("There is nothing to take back."),
    "takeback.outgrown": N_(
        "That cannot be taken back: it was played by earlier rules, and by those of now it comes out otherwise."
    ),
    "takeback.not-asked": N_("Nobody asks you to agree to that."),
    "takeback.pending": N_("A take-back is already being asked for."),
}

NAMES = {
    "topic.CLK": N_("Clocks"),
    "topic.UMP": N_("Umpires"),
    "topic.COU": N_("Counsel"),
    "seat.red": N_("First band"),
    "seat.blue": N_("Second band"),
    "seat.gold": N_("Third band"),
    "seat.green": N_("Fourth band"),
}

SENTENCES = {**EVENTS, **REFUSALS, **NAMES, **AGREED}
