"""Words of the builder of bands."""

from __future__ import annotations

from app.systems.celtos.lists import LISTS
from app.systems.celtos.words import N_

MOST = max(entry.max for army in LISTS.values() for entry in army.entries)
FIGURES = {
    "mv": N_("MV"), "in": N_("IN"), "ds": N_("DS"), "as": N_("AS"), "fu": N_("FU"),
    "rs": N_("RS"), "hr": N_("HR"), "mn": N_("MN"), "tm": N_("TM"),
}  # fmt: skip
SENTENCES: dict[str, str] = {
    "build.list": N_("Army list"),
    "build.models": N_("Number of models"),
    "build.yes": N_("yes"),
    "build.no": N_("no"),
    **{f"build.{key}": figure for key, figure in FIGURES.items()},
    **{f"word.{key}": figure for key, figure in FIGURES.items()},
    **{f"number.{n}": str(n) for n in range(1, MOST + 1)},
}
