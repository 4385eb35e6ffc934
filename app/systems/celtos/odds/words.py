"""What is said in this room: endings, and what the dice must show."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "odds.unhurt": N_("nobody is hurt"),
    "odds.hurt": N_("wounded"),
    "odds.fallen": N_("some fall"),
    "odds.fallen.up": N_("some fall or worse"),
    "odds.shaken": N_("in Panic"),
    "odds.gone": N_("destroyed or put to flight"),
    "odds.lost": N_("combat lost"),
    "odds.drawn": N_("combat drawn"),
    "odds.apart": N_("no contact"),
    "odds.apart.up": N_("no contact or combat won"),
    "odds.won": N_("combat won"),
    "odds.won.up": N_("combat won"),
    "odds.broken": N_("combat won, enemy gone"),
    "odds.beaten": N_("own unit gone"),
    "odds.passes": N_("passes"),
    "odds.fails": N_("fails"),
    "odds.gets-away": N_("gets away"),
    "odds.caught": N_("is caught all the same"),
    "odds.stays": N_("must stand"),
    "odds.check": N_("{needed}+ on one D10"),
    "odds.check.adds": N_("{needed}+ on one D10 {adds:sign}"),
    "odds.as-offered": N_("If it goes to the places offered"),
    "odds.if-stand": N_("If they stand"),
    "odds.may.evade": N_("They may evade: their check passes {percent} times in 100"),
    "odds.may.counter-charge": N_("They may counter-charge: their check passes {percent} times in 100"),
    "odds.dice": N_("{number} dice"),
}
