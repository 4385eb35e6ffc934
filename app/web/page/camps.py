"""A campaign in a list of those that anybody may read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.words import gettext, ngettext


def phase(key: str) -> str:
    """The state of a campaign in words."""
    said = {"recruiting": gettext("gathering"), "running": gettext("under way"), "ended": gettext("over")}
    return said.get(key, key)


def line(here: Site, row: Mapping[str, Any]) -> dict[str, Any]:
    """A campaign as a line of the list."""
    system = here.games.system(row["system"])
    bands = ngettext("{n} warband", "{n} warbands", row["bands"]).format(n=row["bands"])
    said = f"{phase(row['state'])} · {gettext('open to join')}" if row["open"] else phase(row["state"])
    return {
        "href": f"/campaign/{row['id']}", "name": row["name"],
        "system": systems.name(system) if system else row["system"], "state": said, "size": bands,
    }  # fmt: skip
