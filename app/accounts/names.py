"""Names of accounts: told apart without case, safe to say, to type and to put in an address."""

from __future__ import annotations

import re
from unicodedata import normalize

from app.accounts.sentences import no
from app.engine.refusals import Refusal
from app.games.seats import clean_name

LEAST, MOST = 2, 30
SIGNS = re.compile(r"[^\W_][\w .'-]*")
FORMER = "Former player"
"""What is read where somebody was whose account is gone."""


def tidy(name: str) -> str:
    """The name as it is shown: printable, composed, without blanks to spare."""
    return " ".join(normalize("NFKC", name if name.isprintable() else "").split())


def handle_of(name: str) -> str:
    """What two names share that are the same but for case."""
    return normalize("NFKC", tidy(name).casefold())


def refuse_name(name: str) -> Refusal | None:
    """Why nobody can be called so, or ``None``."""
    if not LEAST <= len(name) <= MOST or len(handle_of(name)) > MOST + 10:
        return no("name.length", least=LEAST, most=MOST)
    if not SIGNS.fullmatch(name) or clean_name(name) != name:
        return no("name.signs")
    return no("name.taken") if handle_of(name) == handle_of(FORMER) else None
