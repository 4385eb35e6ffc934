"""Words of disorder, morale tests, frenzy and rallying."""

from __future__ import annotations

from app.systems.daimyo.words import N_

SENTENCES: dict[str, str] = {
    # events
    "daimyo.disordered": N_("{unit:model} falls into disorder."),
    "daimyo.disordered.1": N_("{unit:model} falls into disorder: its nerve."),
    "daimyo.disordered.2": N_("{unit:model} falls into disorder: difficult ground or an obstacle."),
    "daimyo.disordered.3": N_("{unit:model} falls into disorder: it could not be pushed back."),
    "daimyo.disordered.4": N_("{unit:model} falls into disorder: it was charged in flank or rear."),
    "daimyo.disordered.5": N_("{unit:model} falls into disorder: units went through each other."),
    "daimyo.disordered.6": N_("{unit:model} falls into disorder: a long melee is over."),
    "daimyo.order-restored": N_("{unit:model} is in good order again."),
    "daimyo.morale-tested": N_("{unit:model} tests its morale."),
    "daimyo.morale-tested.none": N_("{unit:model} passes its morale test ({why:word}): {total} against {needed}+."),
    "daimyo.morale-tested.stand": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it may choose what to do."
    ),
    "daimyo.morale-tested.charge": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it charges."
    ),
    "daimyo.morale-tested.rally": N_(
        "{unit:model} passes its morale test ({why:word}): {total} against {needed}+; it rallies."
    ),
    "daimyo.morale-tested.halt": N_(
        "{unit:model} fails its morale test ({why:word}): {total} against {needed}+; it must halt."
    ),
    "daimyo.morale-tested.retire": N_(
        "{unit:model} fails its morale test ({why:word}): {total} against {needed}+; it must retire."
    ),
    "daimyo.morale-tested.retreat": N_(
        "{unit:model} fails its morale test ({why:word}): {total} against {needed}+; it must retreat."
    ),
    "daimyo.morale-tested.rout": N_(
        "{unit:model} fails its morale test ({why:word}): {total} against {needed}+; it routs."
    ),
    "daimyo.morale-tested.dispersed": N_(
        "{unit:model} fails its morale test ({why:word}): {total} against {needed}+; it disperses."
    ),
    "daimyo.morale-tested.frenzy": N_("{unit:model} tests its morale ({why:word}): the roll makes it frenzied."),
    "daimyo.halted": N_("{unit:model} halts until the end of turn {until}."),
    "daimyo.frenzy-began": N_("{unit:model} is frenzied."),
    "daimyo.calm-tried": N_("{unit:model} tries to come to its senses."),
    "daimyo.calm-tried.passed": N_("{unit:model} tries to come to its senses: {total} against {needed}+; it does."),
    "daimyo.calm-tried.failed": N_(
        "{unit:model} tries to come to its senses: {total} against {needed}+; it stays frenzied."
    ),
    "daimyo.frenzy-ended": N_("{unit:model} is frenzied no longer."),
    "daimyo.rallied": N_("{unit:model} rallies and stays where it is, still disordered."),
    "daimyo.flank-picked": N_("{seat:seat} has the tests begin in the {flank:word}."),
    # questions and options
    "rally.unit": N_("Rally: which unit tries?"),
    "morale.flank": N_("Morale at the end of the turn: from which flank do the tests begin?"),
    "option.rally-rout": N_("{unit:model} rallies: needs {needed}+ on 2d6 {adds:sign}, or it disperses"),
    "option.rally-frenzy": N_("{unit:model} comes to its senses: needs {needed}+ on 2d6 {adds:sign}"),
    # refusals
    "rally.no-need": N_("{unit:model} neither routs nor is frenzied."),
    "rally.once": N_("{unit:model} has tried in this activation already."),
    "rally.tried": N_("{unit:model} has had the one attempt a unit gets in a battle."),
    "rally.second-rout": N_("{unit:model} routs for the second time and cannot rally."),
    "rally.broke-now": N_("{unit:model} broke this turn: it may try from next turn on."),
    "rally.no-rout-move": N_("{unit:model} must have made a rout move first; rout moves needed: {least}."),
    "rally.shot-at": N_("{unit:model} was shot at this turn and cannot rally."),
    "rally.young-frenzy": N_("{unit:model} became frenzied this turn: it may try from next turn on."),
    "rally.stays": N_("{unit:model} rallied this turn and stays where it is."),
    # words
    "word.reason-1": N_("stand lost"),
    "word.reason-2": N_("charged"),
    "word.reason-3": N_("charged by cavalry"),
    "word.reason-4": N_("starts a charge"),
    "word.reason-5": N_("General or Daimyo lost"),
    "word.reason-6": N_("friends rout"),
    "word.reason-7": N_("routers went through it"),
    "word.reason-8": N_("rally"),
    "grid.morale": N_("Results of morale tests"),
    "word.column.stand-loss": N_("Stand lost"),
    "word.column.charged": N_("Is charged"),
    "word.column.charge": N_("Starts a charge"),
    "word.column.critical": N_("Critical event"),
    "word.column.rally": N_("Rally from rout"),
    "word.row.pass": N_("Passed"),
    "word.row.fail-1": N_("Fail by 1"),
    "word.row.fail-2": N_("Fail by 2"),
    "word.row.fail-3": N_("Fail by 3"),
    "word.row.fail-4": N_("Fail by 4 or more"),
    "word.result.none": N_("No effect"),
    "word.result.stand": N_("Stand, retire or counter-charge"),
    "word.result.charge": N_("Charge"),
    "word.result.halt": N_("Halt"),
    "word.result.retire": N_("Retire"),
    "word.result.retreat": N_("Retreat"),
    "word.result.rout": N_("Rout"),
    "word.result.rally": N_("Rally"),
    "word.result.dispersed": N_("Dispersed"),
}
