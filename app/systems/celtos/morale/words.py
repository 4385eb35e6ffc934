"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "celtos.panicked": N_("{unit:model} falls into Panic."),
    "celtos.panic-stayed": N_("{unit:model} stays in Panic."),
    "celtos.defeated": N_("{unit:model} is defeated and taken off the battlefield."),
    "celtos.rallied": N_("{unit:model} rallies: its Panic is over."),
    "badge.panic": N_("Panic"),
    "badge.activated": N_("Activated"),
    "badge.moved": N_("Moved"),
    "badge.reaction": N_("Reaction"),
    "badge.responded": N_("Responded"),
    "badge.charged": N_("Charged"),
    "word.defeated": N_("Defeated"),
    "word.watched": N_("Enemies at medium range"),
    "word.pressed": N_("Enemies at short range"),
    "word.contact": N_("In contact"),
    "topic.MOR": N_("Morale"),
    "topic.RAL": N_("Rally"),
}
