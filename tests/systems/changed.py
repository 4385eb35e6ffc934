"""Profiles of a host's own for each system, and set-ups whose first side has a unit of one."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from app.engine.profiles import ADD, Profile
from app.engine.system import RuleSystem, Setup
from app.games import offers
from app.systems import system_of


class Case(Struct, frozen=True):
    """A profile, and a ready roster of its lists that takes one in, at this limit; ``about``: a choice of the whole."""

    system: str
    profile: Profile
    sample: str
    limit: int
    scenario: str
    other: str

    @property
    def rules(self) -> Any:
        """Its system."""
        return system_of(self.system)

    def roster(self) -> Any:
        """The ready roster with one unit of the profile more."""
        before = self.rules.draft({"sample": self.sample}, self.limit, {}, (self.profile,))
        made = self.rules.draft(before.roster, self.limit, {"add": ADD + self.profile.key}, (self.profile,))
        assert len(made.units) == len(before.units) + 1, [offer.id for offer in made.offers][-3:]
        return msgspec.json.decode(msgspec.json.encode(made.roster))

    def setup(self, **options: Any) -> Setup:
        """A lawful table of it against a ready roster."""
        book = self.rules.catalogue()
        row = offers.scenario(book, self.scenario)
        assert row is not None
        sides = offers.laid(2, (self.roster(), {"sample": self.other}))
        return Setup(self.scenario, sides, {**offers.options(row, self.limit), **options})


RONIN = Case(
    "ronin",
    Profile(
        "Lame Veteran", "bushi.ashigaru", {"fight": 3, "pool": 3, "shoot": 0},
        {"weapons": ("bo",), "attributes": ("fast",)}, {"armour": ("light",)}, points=14, most=2,
    ),
    "red-devils", 250, "skirmish", "river-league",
)  # fmt: skip
CELTOS = Case(
    "celtos",
    Profile(
        "Old Pikes", "kurogane.pikes", {"as": 5, "mv": 15}, {"weapons": ("yari",), "abilities": ("courage",)},
        {"weapons": ("nagae",)}, most=1,
    ),
    "black-pass", 600, "open-field", "cedar-bell",
)  # fmt: skip
KENSEI = Case(
    "kensei",
    Profile(
        "River Guard", "yari_ashigaru", {"attack": 5, "wounds": 2, "armour": "none", "ranged": "yumi"},
        {"melee": ("katana",)}, {"melee": ("yari",)}, points=11, most=1,
    ),
    "buke_500", 1000, "pitched_battle", "kuge_1000",
)  # fmt: skip
DAIMYO = Case(
    "daimyo",
    Profile(
        "Hill Bows", "AS", {"armour": "medium", "missile": "bow", "arm": "improvised"}, {}, {"qualities": ("veteran",)},
        points=7, most=1,
    ),
    "oda", 900, "meeting", "takeda",
)  # fmt: skip
CASES = [RONIN, CELTOS, DAIMYO, KENSEI]


def named(case: Case) -> str:
    """The system of a case."""
    return case.system


def bounds(rules: RuleSystem[Any]) -> Any:
    """What may be changed in a system."""
    return rules.profiles  # type: ignore[attr-defined]
