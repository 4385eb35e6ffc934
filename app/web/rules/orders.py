"""What may be ordered under each clause, as the declarations of a system say it."""

from __future__ import annotations

import re
from typing import Any

from app.web.page.words import gettext

COST = re.compile(r" \([^()]*\{[^()]*\)")
"""What a sentence says beside its name of this time: what it costs, say."""


def given_under(system: Any) -> dict[str, list[str]]:
    """By clause what the orders are called that are given under it, in the reader's language.

    One whose sentence names somebody is carried out under the clause and given elsewhere: it is left out.
    """
    found: dict[str, list[str]] = {}
    for order in (order for orders in getattr(system, "orders", ()) for order in orders):
        name = COST.sub("", gettext(system.sentences.get(order.about or f"option.{order.key}", "")))
        names = found.setdefault(order.clause, [])
        if name and "{" not in name and name not in names:
            names.append(name)
    return found
