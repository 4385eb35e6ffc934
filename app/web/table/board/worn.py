"""What counters wear that their players made: it follows from what is shown of them alone."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.views import Band, View
from app.games.likenesses import Worn, chosen

KINDS = ("model", "leader", "stand", "horse")
"""What has a face of its own; cards and what lies about have none."""


def likenesses(view: View, worn: Mapping[str, Worn]) -> dict[str, str]:
    """The address of what each counter and unit of a view wears that wears anything, by its id."""
    found: dict[str, str] = {}
    for band in view.sides if worn else ():
        if mine := worn.get(band.seat):
            found |= of_side(view, band, mine)
    return {id: key for id, key in found.items() if key}


def of_side(view: View, band: Band, mine: Worn) -> dict[str, str]:
    """The same of one side: of who is in a unit his own code goes before that of his unit."""
    unit = {id: group.code for group in band.groups for id in group.members}
    pieces = (p for p in view.pieces if p.side == band.side and p.kind in KINDS)
    units = {group.id: chosen(mine, band.name, group.code) for group in band.groups}
    return units | {p.id: chosen(mine, band.name, p.code, unit.get(p.id, "")) for p in pieces}
