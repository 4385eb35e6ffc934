"""Why an account's matter is refused, in words."""

from __future__ import annotations

from app.engine.refusals import Clause, Fact, Refusal
from app.engine.words import N_

NO_CLAUSE = Clause("")
"""No rulebook speaks of accounts."""

SENTENCES = {
    "name.length": N_("A name has {least} to {most} characters."),
    "name.signs": N_("A name begins with a letter or a digit and has only those, blanks and . _ - ' in it."),
    "name.taken": N_("Somebody has this name already: choose another."),
    "password.short": N_("A password has at least {least} characters; this one has {got}."),
    "password.long": N_("A password has at most {most} characters."),
    "password.name": N_("A password must not be the name."),
    "password.wrong": N_("The password is not right."),
    "signin.wrong": N_("There is no such account, or the password is not right."),
    "signin.banned": N_("This account is closed by the host: {reason}"),
    "attempts": N_("Too many attempts. Wait ten minutes and try again."),
    "wait": N_("Too many wrong attempts. Wait {seconds} seconds and try again."),
    "mail.form": N_("This is no mail address: one looks like name@example.org."),
    "mail.off": N_("This server sends no mail, so it keeps no addresses."),
    "mail.taken": N_("Another account has this address."),
    "key.gone": N_("This link has been used or has ended: ask for a new one."),
    "setup.gone": N_("This link does not make a host: it is wrong, or there is a host already."),
    "register.closed": N_("This server takes no new accounts."),
    "register.code": N_("This server takes new accounts by invitation only, and this invitation is wrong or used."),
    "role.last": N_("This is the only host: make somebody else host first."),
    "role.unknown": N_("A role is host or player."),
    "account.none": N_("There is no such account."),
    "token.name": N_("Give the token a name, so that you know it again."),
    "token.scopes": N_("Choose what the token may do: {known}."),
    "token.ends": N_("The token must end on a day to come, written like 2027-01-31, or not at all."),
    "token.most": N_("An account has at most {most} tokens: revoke one first."),
    "prefs.unknown": N_("There is no preference {key}; there are {known}."),
    "prefs.value": N_("{key} cannot be {got}."),
    "vacation.day": N_("Choose the day your vacation ends, today or later, written like 2027-01-31."),
    "vacation.most": N_("You have {left} of {most} days of vacation left in {year}; this would take {days}."),
    "register.value": N_("Registration is open, invited or closed."),
}


def no(code: str, **facts: Fact) -> Refusal:
    """A refusal of an account's matter; its sentence stands above."""
    return Refusal(code, NO_CLAUSE, facts)
