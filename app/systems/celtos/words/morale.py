"""Words of checks, Panic, Defeat and rallying."""

from __future__ import annotations

from app.systems.celtos.words import N_

SENTENCES: dict[str, str] = {
    "celtos.check-rolled": N_("{unit:model} makes a check."),
    "celtos.check-rolled.reaction.passed": N_(
        "{unit:model} passes its Reaction check: {total} against {needed}+ (IN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.reaction.failed": N_(
        "{unit:model} fails its Reaction check: {total} against {needed}+ (IN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.morale.passed": N_(
        "{unit:model} passes its Morale check: {total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.morale.failed": N_(
        "{unit:model} fails its Morale check: {total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.rally.passed": N_(
        "{unit:model} passes its Rally check: {total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.rally.failed": N_(
        "{unit:model} fails its Rally check and stays in Panic: {total} against {needed}+ "
        "(MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.morale.passed.commander": N_(
        "{unit:model} passes its Morale check with the MN of {commander:model}: "
        "{total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.morale.failed.commander": N_(
        "{unit:model} fails its Morale check with the MN of {commander:model}: "
        "{total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.rally.passed.commander": N_(
        "{unit:model} passes its Rally check with the MN of {commander:model}: "
        "{total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
    "celtos.check-rolled.rally.failed.commander": N_(
        "{unit:model} fails its Rally check with the MN of {commander:model}: "
        "{total} against {needed}+ (MN {active}, difficulty {dif})."
    ),
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
}
