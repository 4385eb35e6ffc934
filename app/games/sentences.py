"""What the table itself says, apart from any rulebook: events, refusals, and their English."""

from __future__ import annotations

from app.engine.refusals import Clause
from app.engine.words import N_

TIME = Clause("ENG-ASK-04")
COMMITTED = Clause("ENG-DIC-01")
SEATED = Clause("ENG-SEA-01")
STANDING_IN = Clause("ENG-SEA-02")
RESIGNED = Clause("ENG-SEA-03")
BEGUN = Clause("ENG-BEG-01")
ENDED = Clause("ENG-END-01")
UNDONE = Clause("ENG-UND-01")
TAKEN_BACK = Clause("ENG-UND-02")
PAUSED = Clause("ENG-PAU-01")
HELD = Clause("ENG-HLD-01")

EVENTS = {
    "engine.committed": N_("The server has chosen its dice; this is their seal: {commit}."),
    "engine.joined": N_("{name} sits down."),
    "engine.begun": N_("The game begins."),
    "engine.timed-out": N_("Time is up for {seat:seat}: the default stands."),
    "engine.undone": N_("{seat:seat} takes the last answer back."),
    "engine.takeback-asked": N_("{seat:seat} asks to take a move back."),
    "engine.takeback-agreed": N_("{seat:seat} agrees to the take-back."),
    "engine.takeback-refused": N_("{seat:seat} does not agree to the take-back."),
    "engine.taken-back": N_("The move of {seat:seat} is taken back; dice thrown since will fall the same again."),
    "engine.resigned": N_("{seat:seat} gives up."),
    "engine.paused": N_("{seat:seat} pauses the game. {reason}"),
    "engine.resumed": N_("{seat:seat} resumes the game."),
    "engine.stood-in": N_("A bot answers for {seat:seat} from now on."),
    "engine.handed-back": N_("{seat:seat} answers again."),
    "engine.held": N_("The game is held: what is stored no longer fits the rules."),
    "engine.returned": N_("{seat:seat} lets the game go on from the last safe point."),
    "engine.ended": N_("The game is over."),
    "engine.revealed": N_("The seed of the dice was {seed}: every throw can be checked."),
}

REFUSALS = {
    "table.open": N_("The game has not begun: a seat is still free."),
    "table.paused": N_("The game is paused. {reason}"),
    "table.held": N_("The game is held: {reason}"),
    "table.over": N_("The game is over."),
    "table.not-held": N_("The game is not held."),
    "table.not-paused": N_("The game is not paused."),
    "table.disk-full": N_("The server's disk is full, so nothing was changed. Tell its owner, and try again later."),
    "table.busy": N_("The server's database is busy, so nothing was changed. Try again."),
    "table.begun": N_("The game has begun already."),
    "table.no-system": N_("There is no rule system {system}."),
    "table.seats": N_("The set-up has the seats {expected}, not {got}."),
    "table.no-roster": N_("{seat:seat} has no roster yet."),
    "table.answer-seconds": N_("Time to answer is {least} to {most} seconds, or 0 for none; not {got}."),
    "table.entropy": N_("The bytes for the dice are too many: {bytes}, at most {most}."),
    "table.name": N_("A name has 1 to 40 characters."),
    "table.roster-set": N_("The band of this seat has been chosen already."),
    "table.taken": N_("The seat is taken."),
    "table.secret-record": N_("The record is given out once the game is over: it holds what is hidden."),
    "undo.silent": N_("Time ran out on your last answer: it is taken back only if the others agree."),
    "takeback.none": N_("There is nothing to take back."),
    "takeback.not-asked": N_("Nobody asks you to agree to a take-back."),
    "takeback.pending": N_("A take-back is already being asked for."),
}

NAMES = {
    "seat.red": N_("First band"),
    "seat.blue": N_("Second band"),
    "seat.gold": N_("Third band"),
    "seat.green": N_("Fourth band"),
}

SENTENCES = {**EVENTS, **REFUSALS, **NAMES}
