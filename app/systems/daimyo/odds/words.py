"""What is said in this room: endings, and what the dice must show."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "odds.active": N_("active"),
    "odds.idle": N_("not active"),
    "odds.rallies": N_("rallies"),
    "odds.runs-on": N_("no change"),
    "odds.dispersed": N_("dispersed"),
    "odds.no-hit": N_("no hit"),
    "odds.one-hit": N_("one hit"),
    "odds.two-hits": N_("two hits"),
    "odds.more-hits": N_("three hits or more"),
    "odds.lost": N_("melee lost"),
    "odds.even": N_("melee undecided"),
    "odds.won": N_("melee won"),
    "odds.routs-us": N_("own unit routs or is gone"),
    "odds.routs-them": N_("enemy routs or is gone"),
    "odds.stays": N_("the charge does not start"),
    "odds.short": N_("no contact"),
    "odds.contact": N_("contact"),
    "odds.we-die": N_("our leader dies"),
    "odds.both-live": N_("both live"),
    "odds.he-dies": N_("their leader dies"),
    "odds.halts": N_("it halts"),
    "odds.obeys": N_("it obeys"),
    "odds.escapes": N_("they escape"),
    "odds.runs-into": N_("runs into another enemy"),
    "odds.reached": N_("struck in the back"),
    "odds.cut-down": N_("cut down"),
    "odds.lead": N_("{lead:sign} against his die"),
    "odds.on-one": N_("{dice}+ on one die"),
    "odds.runs-alone": N_("If nobody else pursues"),
    "odds.on-two": N_("{dice}+ on two dice"),
    "odds.stands": N_("{number} stands fire"),
    "odds.with-fire": N_("With all fire at the charger and the first round of melee"),
}
