"""What is said in this room: endings, and what the dice must show."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "odds.no-wound": N_("no Wound"),
    "odds.few-wounds": N_("1 or 2 Wounds"),
    "odds.some-wounds": N_("3 to 5 Wounds"),
    "odds.many-wounds": N_("6 Wounds or more"),
    "odds.spell-fails": N_("the spell fails"),
    "odds.spell-blocked": N_("blocked"),
    "odds.spell-cast": N_("cast"),
    "odds.lost": N_("combat lost"),
    "odds.even": N_("combat undecided"),
    "odds.won": N_("combat won"),
    "odds.shots": N_("{number} dice"),
    "odds.over": N_("{dice}+ on one D10"),
    "odds.in-range": N_("If it is in range: at medium range, in the open, helped by nobody outside it"),
    "odds.spell-reaches": N_("If it reaches its target, helped by nobody else"),
    "odds.at-short": N_("At short range {adds:sign} to Attack"),
    "odds.at-long": N_("At long range {adds:sign} to Attack"),
    "odds.this-round": N_("This round, with nothing but blows"),
}
