"""What the tests of a host's own profiles share: one of each system, added, listed, laid on a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tests.systems.changed import RONIN, Case
from tests.web.people import Person
from tests.web.scene import House

API, HOSTS, PAGE = "/api/v1/rosters/profiles", "/api/v1/admin/profiles", "/admin/lists/profiles"
TOML = """system = "ronin"
name = "Lame Veteran"
based_on = "bushi.ashigaru"
points = 14
most = 2

[figures]
fight = 3
pool = 3
shoot = 0

[add]
weapons = ["bo"]
attributes = ["fast"]

[take]
armour = ["light"]
"""


def body(case: Case) -> dict[str, Any]:
    """A profile as a program adds it."""
    return {"system": case.system, **msgspec.to_builtins(case.profile)}


def added(house: House, case: Case = RONIN) -> str:
    """The id of the profile that the host has added."""
    given = house.browser(house.host).post(HOSTS, body(case))
    assert given.status_code == 201, given.text
    return str(given.json()["id"])


def listed(person: Person) -> list[Any]:
    """All profiles, as a program reads them."""
    return list(person.get(API).json()["profiles"])


def laying(case: Case, roster: Any, blue: str = "me", **options: Any) -> dict[str, Any]:
    """A table for somebody who brings this roster."""
    setup = case.setup(**options)
    sides = [{"seat": "red", "roster": roster, "player": "me"},
             {"seat": "blue", "roster": {"sample": case.other}, "player": blue}]  # fmt: skip
    return {"system": case.system, "scenario": setup.scenario, "name": "Aki", "options": setup.options, "sides": sides}


def every_name(view: Any) -> Iterator[Any]:
    """Whatever a view shows under a name."""
    left = [view]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if isinstance(one.get("name"), str):
                yield one
            left += one.values()
        elif isinstance(one, list):
            left += one
