"""Campaigns of a furnished house: one of Ronin in its second round, a war on a map, and one that still gathers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from app.campaigns.map.maps import ready_maps
from tests.browser.player import until

if TYPE_CHECKING:
    from tests.browser.house import House, Who

Json = Any
DAY, EVENING = 86_400_000, 19 * 3_600_000
"""A day and the time of an evening in it, in milliseconds."""
SENT = 6
BANDS: dict[Who, str] = {"hana": "Red Lanterns", "mika": "River Guard"}
MAP = "heron-bay"
SKIRMISHES = {"points": 200, "rounds": 3, "scenarios": ["skirmish"]}
FOUNDED: dict[str, tuple[str, str, dict[str, Json], tuple[str, ...]]] = {
    "ronin": ("Lantern Isle", "ronin", SKIRMISHES, ("red-devils", "river-league")),
    "war": ("War of Heron Bay", "daimyo", {"points": 300, "pairing": "map", "map": MAP}, ("asai", "mori")),
    "gathers": ("Nine Lakes", "kensei", {"points": 500, "pairing": "map", "map": MAP}, ()),
}
"""Of each its name, its system, its settings, and the rosters with which Hana and Mika begin."""
CHAPTER = {"title": "The lamp in the reeds", "text": "We waited for the dawn.\nIt came, and they with it."}
SNOW = {"title": "Snow", "text": "The passes close early this year: agree on your dates soon."}


def gather(house: House) -> None:
    """The campaigns are there, all but one have begun, and the first battle of Ronin is laid."""
    for key, (name, system, settings, rosters) in FOUNDED.items():
        body = {"name": name, "system": system, "settings": {"open": True, **settings}}
        house.camps[key] = house.people["host"].post("/campaigns", body)["id"]
        for mark, (who, roster) in enumerate(zip(BANDS, rosters, strict=False), 1):
            give(house, who, key, "join", name=who.title(), entropy="ab" * 8)
            give(house, who, key, "raise", name=BANDS[who], emblem=mark, hue=mark, roster={"sample": roster})
        if rosters:
            give(house, "host", key, "start")
    house.camps["band"] = band(house, "ronin", "hana")
    muster(house)


def muster(house: House) -> None:
    """Both send some of theirs to the first battle."""
    (one,) = read(house, "ronin")["fixtures"].values()
    house.camps["over"] = one["id"]
    for who in BANDS:
        mine = band(house, "ronin", who)
        members = list(read(house, "ronin")["warbands"][mine]["band"]["members"])[:SENT]
        give(house, who, "ronin", "muster", warband=mine, fixture=one["id"], members=members)
    house.games["campaign"] = battle(house)["game"]


def home(house: House) -> Who:
    """Who is at home in the first battle, which is to say at red."""
    return "hana" if battle(house)["sides"][0] == house.camps["band"] else "mika"


def settle(house: House) -> None:
    """The battle is in the ledger, dates are offered for the next; a chapter, news, a march, an invitation."""
    until(lambda: len(battle(house).get("settled", ())) == 2)
    mine, other = house.camps["band"], band(house, "ronin", "mika")
    give(house, "hana", "ronin", "write", warband=mine, fixture=house.camps["over"], **CHAPTER)
    give(house, "host", "ronin", "announce", **SNOW)
    if len(read(house, "ronin")["rounds"]) == 1:  # somebody has still to choose what was learnt
        give(house, "host", "ronin", "close-round", reason="All that was to be fought is fought.")
    house.camps["open"] = next(f["id"] for f in read(house, "ronin")["fixtures"].values() if f["round"] == 2)
    today = int(time.time() * 1000) // DAY * DAY + EVENING
    give(house, "mika", "ronin", "propose", warband=other, fixture=house.camps["open"],
         times=[today + n * DAY for n in (1, 2, 3)])  # fmt: skip
    march(house)
    hana = read(house, "ronin")["warbands"][mine]["guest"]
    give(house, "host", "gathers", "invite", guest=hana, name="Hana")


def march(house: House) -> None:
    """Hana's army is to go one province on; her order is sealed."""
    mine = band(house, "war", "hana")
    way = ready_maps()[MAP].neighbours(read(house, "war")["land"]["armies"][mine])[:1]
    give(house, "hana", "war", "march", warband=mine, way=way)


def give(house: House, who: Who, key: str, do: str, **fields: Json) -> None:
    """Somebody has given a command to a campaign."""
    house.people[who].post(f"/campaigns/{house.camps[key]}/commands", {"give": {"do": do, **fields}})


def read(house: House, key: str) -> Json:
    """A campaign as its host sees it."""
    return house.people["host"].get(f"/campaigns/{house.camps[key]}")


def band(house: House, key: str, who: Who) -> str:
    """The warband that somebody leads."""
    return next(str(id) for id, one in read(house, key)["warbands"].items() if one["name"] == BANDS[who])


def battle(house: House) -> Json:
    """The first battle of Ronin."""
    return read(house, "ronin")["fixtures"][house.camps["over"]]


RONIN = "/campaign/{camp_ronin}"
PAGES: list[tuple[str, str, Who]] = [
    ("campaigns", "/campaigns", "hana"),
    ("campaign-new", "/campaigns/new?system=ronin", "hana"),
    ("campaign-all-rules", "/campaigns/rules", "stranger"),
    ("campaign", RONIN, "mika"),
    ("campaign-map", "/campaign/{camp_war}", "hana"),
    ("campaign-join", "/campaign/{camp_gathers}", "mika"),
    ("campaign-battle", RONIN + "/battle/{camp_open}", "hana"),
    ("campaign-battle-over", RONIN + "/battle/{camp_over}", "hana"),
    ("campaign-warband", RONIN + "/warband/{camp_band}", "hana"),
    ("campaign-standings", RONIN + "/standings", "stranger"),
    ("campaign-chronicle", RONIN + "/chronicle", "host"),
    ("campaign-ledger", RONIN + "/ledger", "stranger"),
    ("campaign-rules", RONIN + "/rules", "stranger"),
    ("campaign-verify", RONIN + "/verify", "hana"),
    ("campaign-host", RONIN + "/host", "host"),
    ("campaign-draw", "/campaign/{camp_gathers}/map", "host"),
]
"""The pages of campaigns: name, path, who looks at it."""
