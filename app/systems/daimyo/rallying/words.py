"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.calm-tried": N_("{unit:model} tries to come to its senses."),
    "daimyo.calm-tried.passed": N_("{unit:model} tries to come to its senses: {total} against {needed}+; it does."),
    "daimyo.calm-tried.failed": N_(
        "{unit:model} tries to come to its senses: {total} against {needed}+; it stays frenzied."
    ),
    "daimyo.rallied": N_("{unit:model} rallies and stays where it is, still disordered."),
    "rally.unit": N_("Rally: which unit tries?"),
    "rally.once": N_("{unit:model} has tried in this activation already."),
    "topic.RAL": N_("Rally"),
}
