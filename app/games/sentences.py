"""What the table itself says, apart from any rulebook: events, refusals, and their English."""

from __future__ import annotations

from app.engine.refusals import Clause

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
    "engine.committed": "The server has chosen its dice; this is their seal: %(commit)s.",
    "engine.joined": "%(name)s takes the seat %(seat)s.",
    "engine.begun": "The game begins.",
    "engine.undone": "%(seat)s takes the last answer back.",
    "engine.takeback-asked": "%(seat)s asks to take a move back.",
    "engine.takeback-agreed": "%(seat)s agrees to the take-back.",
    "engine.takeback-refused": "%(seat)s does not agree to the take-back.",
    "engine.taken-back": "The move of %(seat)s is taken back; dice thrown since will fall the same again.",
    "engine.resigned": "%(seat)s gives up.",
    "engine.paused": "%(seat)s pauses the game. %(reason)s",
    "engine.resumed": "%(seat)s resumes the game.",
    "engine.stood-in": "A bot answers for %(seat)s from now on.",
    "engine.handed-back": "%(seat)s answers again.",
    "engine.held": "The game is held: what is stored no longer fits the rules.",
    "engine.returned": "%(seat)s lets the game go on from the last safe point.",
    "engine.ended": "The game is over.",
    "engine.revealed": "The seed of the dice was %(seed)s: every throw can be checked.",
}

REFUSALS = {
    "table.open": "The game has not begun: a seat is still free.",
    "table.paused": "The game is paused. %(reason)s",
    "table.held": "The game is held: %(reason)s",
    "table.over": "The game is over.",
    "table.not-held": "The game is not held.",
    "table.not-paused": "The game is not paused.",
    "table.begun": "The game has begun already.",
    "table.no-system": "There is no rule system %(system)s.",
    "table.seats": "The set-up has the seats %(expected)s, not %(got)s.",
    "table.no-roster": "%(seat)s has no roster yet.",
    "table.entropy": "The bytes for the dice are too many: %(bytes)s, at most %(most)s.",
    "table.name": "A name has 1 to 40 characters.",
    "table.taken": "The seat is taken.",
    "table.secret-record": "The record is given out once the game is over: it holds what is hidden.",
    "undo.fenced": "This cannot be taken back alone: dice fell, something was revealed, or another seat has answered.",
    "takeback.none": "There is nothing to take back.",
    "takeback.not-asked": "Nobody asks you to agree to a take-back.",
    "takeback.pending": "A take-back is already being asked for.",
}

SENTENCES = {**EVENTS, **REFUSALS}
