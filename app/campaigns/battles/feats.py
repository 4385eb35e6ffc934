"""Who brought whom down in a battle, told from what was shown of it at its table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.campaigns.model import Feat
from app.engine.pictures import Picture
from app.engine.views import View
from app.games.replay import turn_of
from app.games.results import Shown

STRIKES = ("shot", "blow", "charge", "cast")
"""What is shown of somebody who does something to another."""
FALL = "fall"
MOST = 200
"""The most that is kept of one battle."""


class Body(Struct, frozen=True):
    """One that stood at the table: its warband and member, or its name where it is of none; and its seat."""

    seat: str
    side: str
    name: str


def feats(events: Sequence[Shown], bodies: Mapping[str, Body]) -> tuple[Feat, ...]:
    """Who brought whom down, in order; who struck last at somebody of the other side brought him down."""
    found: dict[tuple[Body | None, Body], Feat] = {}
    struck: dict[Body, str] = {}
    turn = 0
    for event in events:
        turn = turn_of(event) or turn
        picture = event.telling.picture if event.telling and not event.struck else None
        if picture is None:
            continue
        struck.update(strikes(picture, bodies))
        for body in fallen(picture, bodies):
            by = bodies.get(struck.get(body, ""))
            known = found.pop((by, body), Feat(times=0))
            found[by, body] = replace(
                known, side=by.side if by else "", who=by.name if by else "", foe=body.side, whom=body.name,
                times=known.times + count(picture, bodies, body), turn=turn, version=event.version,
            )  # fmt: skip
    return tuple(found.values())[:MOST]


def strikes(picture: Picture, bodies: Mapping[str, Body]) -> Iterator[tuple[Body, str]]:
    """Whom somebody of the other side has struck, and who that is."""
    by = next((id for id in picture.by if id in bodies), "")
    if picture.kind in STRIKES and by:
        yield from ((bodies[id], by) for id in picture.at if id in bodies and bodies[id].seat != bodies[by].seat)


def fallen(picture: Picture, bodies: Mapping[str, Body]) -> list[Body]:
    """Those that fall, each once."""
    return list(dict.fromkeys(bodies[id] for id in picture.by if id in bodies)) if picture.kind == FALL else []


def count(picture: Picture, bodies: Mapping[str, Body], body: Body) -> int:
    """How many of a unit fall at once."""
    return sum(bodies.get(id) == body for id in picture.by)


def bodies_of(view: View, members: Mapping[str, Mapping[str, str]], sides: Mapping[str, str]) -> dict[str, Body]:
    """All that stood at a table by their ids, those of a unit as their unit.

    ``members``: by seat the counter, unit or leader of each member; ``sides``: the warband of each seat.
    """
    found = dict[str, Body]()
    for band in view.sides:
        known = {piece: member for member, piece in members.get(band.seat, {}).items()}
        side = sides.get(band.seat, "")
        names = {one.id: one.name for one in band.models} | {one.id: one.name for one in band.groups}
        for id, name in names.items():
            found[id] = Body(band.seat, side if id in known else "", known.get(id, name))
        for group in band.groups:
            inside = {id: found[group.id] for id in group.members if id not in known}
            found.update(inside)
    return found
