"""What people are told when they are not looking."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES = {
    "notice.game": N_("{scenario}, {system}"),
    "notice.turn": N_("It is your turn: {game}."),
    "notice.begun": N_("The game has begun: {game}."),
    "notice.ended": N_("The game is over: {game}."),
    "notice.challenge": N_("{name} challenges you: {game}."),
    "notice.talk": N_("Somebody has written at your table: {game}."),
    "notice.campaign": N_("{campaign}: {what}"),
    "notice.campaign-invited": N_("you are invited."),
    "notice.campaign-round": N_("a new round has begun."),
    "notice.campaign-orders": N_("march orders can be given."),
    "notice.campaign-dates": N_("dates for your battle are proposed."),
    "notice.campaign-agreed": N_("the date of your battle is agreed."),
    "notice.campaign-awaited": N_("the other side has said whom it sends; you are awaited."),
    "notice.campaign-laid": N_("your battle is laid."),
    "notice.campaign-overturned": N_("an umpire has overturned the result of your battle; see why and what changed."),
    "notice.campaign-disputed": N_("the other side disputes the result of your battle."),
    "notice.campaign-dispute": N_("a result is disputed, and an umpire is to answer."),
    "notice.campaign-upheld": N_("an umpire has answered the dispute: the result of your battle stands."),
    "notice.campaign-stood-in": N_("a bot leads your warband in its battle until you take over."),
    "notice.campaign-reminded": N_("the others wait for you; see for what."),
    "notice.campaign-fought": N_("your battle is over; see what follows."),
    "notice.campaign-closed": N_("the campaign is over."),
    "notice.campaign-news": N_("the host has written."),
    "hook.table": N_("A table waits for players: {game}. There: {who}."),
    "hook.table-empty": N_("A table waits for players: {game}."),
    "hook.won": N_("The battle is over: {game}. {winner} wins. It was fought by {who}."),
    "hook.draw": N_("The battle is over: {game}. It is a draw. It was fought by {who}."),
    "hook.round": N_("Round {round} of {campaign} has begun."),
    "hook.test": N_("This is how you will be told of new tables, rounds and battles."),
    "notice.test": N_("This is how you will be told that it is your turn."),
    "notice.foot": N_("What you are told, and how: {url}"),
}
KINDS = ("turn", "challenge", "begun", "ended", "talk", "campaign")
"""What one may choose not to be told."""
