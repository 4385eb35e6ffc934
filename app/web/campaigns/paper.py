"""A warband to take along: as plain text, with its roster as builders of rosters read it back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.model import Warband
from app.campaigns.warbands.cards import unmarked
from app.web.campaigns.book import record
from app.web.campaigns.roll import roll
from app.web.campaigns.shared import Room, room, warband_of
from app.web.campaigns.words import advances_of, house
from app.web.page import systems
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.words import gettext
from app.web.rosters.drafts import building, builds
from app.web.rosters.share import download
from app.web.rosters.text import written

router = APIRouter(include_in_schema=False)
REMARK = "# "
"""Before what is told and not read back."""


@router.get("/campaign/{id}/warband/{warband}/text")
async def taken(request: Request, id: str, warband: str, here: SiteDep, who: GuestDep) -> Response:
    """The warband as a file of plain text."""
    at = await room(request, id, here, who)
    band = warband_of(at, warband)
    books = await here.campaigns.books(at.now, at.rules.value)
    members, gone = await roll(at, band, books.lines.get(band.id, []))
    lines = [*headed(at, band), *(line for row in (*members, *gone) for line in told(at, row))]
    text = "".join(f"{REMARK}{line}".rstrip() + "\n" for line in lines)
    return download(f"{text}\n{roster(at, band)}".encode(), "warband.txt", "text/plain; charset=utf-8")


def headed(at: Room, band: Warband) -> Iterator[str]:
    """What it is, where it fights, what it has."""
    won = record(at, band)
    yield f"{band.name} · {at.now.name} · {systems.name(at.system)}"
    yield gettext("led by %(name)s") % {"name": house(at.now, band.id)["leader"]}
    yield gettext("Worth {worth}, purse {purse}, honour {honour}; won {won}, drawn {drawn}, lost {lost}").format(
        worth=at.rules.value(band.band), purse=band.band.purse, honour=band.band.honour, **won
    )
    yield ""


def told(at: Room, row: dict[str, Any]) -> Iterator[str]:
    """A member in a few lines."""
    models = f" ({row['models']}/{row['full']})" if row["full"] > 1 else ""
    yield " · ".join(filter(None, [row["name"] + models, row["kind"], str(row["cost"]), row["state_name"]]))
    card = row["card"] or {"profile": (), "arms": (), "abilities": ()}
    yield from (f"    {line}" for line in (
        ", ".join(f"{one['name']} {one['value']}" for one in card["profile"]),
        "; ".join(f"{one['name']} {one['more']}".strip() for one in card["arms"]),
        ", ".join(one["name"] for one in card["abilities"]),
        ", ".join([*row["gained"], *row["injuries"], *row["honours"]]),
        gettext("%(n)s experience") % {"n": row["experience"]} if advances_of(at.rules) else "",
        row["word"],
    ) if line)  # fmt: skip


def roster(at: Room, band: Warband) -> str:
    """Those who belong to it as a new roster, where its system builds rosters; nothing they have gained is in it."""
    if not builds(at.system) or not band.band.living():
        return ""
    by, fresh = building(at.here, at.now.system), unmarked(band.band)
    raw = at.rules.muster(fresh, tuple(one.id for one in fresh.living()))
    return written(by.words, by.name, by.draft(raw, max(at.now.settings.points, at.rules.value(band.band)), band.name))
