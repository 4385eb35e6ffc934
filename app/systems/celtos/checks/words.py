"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

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
    "topic.TST": N_("Checks"),
}
