"""Nobody brings a profile that this house has not: to a table, by any of its doors, nor into a campaign."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.engine.profiles import MARK, carried
from tests.systems.changed import RONIN, Case
from tests.web.house_profiles import HOSTS, added, every_name, laying
from tests.web.people import Person
from tests.web.scene import House


def forged(case: Case, **changes: Any) -> Any:
    """A roster whose profile says something else than its host's."""
    roster = msgspec.json.decode(msgspec.json.encode(case.roster()))
    for one in carried(roster):
        one |= changes
    return roster


SMUGGLED: list[dict[str, Any]] = [{}, {"points": 2}, {"figures": {"fight": 5}}, {"name": "Lame Veterana"}, {"most": 9}]


@pytest.mark.parametrize("changes", SMUGGLED, ids=str)
def test_nobody_brings_one_that_this_house_has_not(house: House, person: Person, changes: dict[str, Any]) -> None:
    if changes:
        added(house)
    roster, sheet = forged(RONIN, **changes), {"system": "ronin", "name": "Mine", "points": 250}
    doors = {
        "keep": person.post("/api/v1/rosters", {**sheet, "roster": roster}),
        "check": person.post("/api/v1/rosters/check", {**sheet, "roster": roster}),
        "lay": person.post("/api/v1/games", laying(RONIN, roster)),
        "own scenario": person.post("/api/v1/games", laying(RONIN, roster, own='{"name":"Mine"}')),
        "forces": person.post("/api/v1/games", laying(RONIN, roster, own=msgspec.json.encode(
            {"name": "Mine", "forces": [roster, None]}).decode())),
        "text": person.form("/roster/import", {"system": "ronin", "text": msgspec.json.encode(
            {"gunbai": "roster", **sheet, "roster": roster}).decode()}),
        "form": person.form("/roster?system=ronin", {"draft": msgspec.json.encode(roster).decode(), "limit": "250",
                                                     "name": "Mine", "save": "1"}),
    }  # fmt: skip
    for door, given in doors.items():
        assert given.status_code == 422, (door, given.text[:400])
        assert "is no profile of this server" in given.text, (door, given.text[:400])
    assert person.get("/api/v1/rosters").json()["rosters"] == []


def test_nobody_sits_down_with_one_at_a_table_that_waits(house: House, person: Person) -> None:
    made = person.post("/api/v1/games", {**laying(RONIN, None), "sides": [
        {"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
        {"seat": "blue", "roster": None, "player": "person"}]})  # fmt: skip
    assert made.status_code == 201, made.text
    key = made.json()["links"]["seats"]["blue"].rsplit("/", 1)[1]
    guest, joined = Person(person.client), {"seat": "blue", "key": key, "name": "Mika", "roster": forged(RONIN)}
    given = guest.post(f"/api/v1/games/{made.json()['id']}/join", joined)
    assert given.status_code == 422
    assert "is no profile of this server" in given.text
    added(house)
    assert guest.post(f"/api/v1/games/{made.json()['id']}/join", joined).status_code == 200


def test_a_bomb_for_a_roster_is_refused_in_words(house: House, person: Person) -> None:
    added(house)
    bombs: list[Any] = [[1] * 5000, "x" * 20_000, {"own": {"own": {}}}, {f"f{n}": n for n in range(2000)}, 7, True]
    for own in bombs:
        roster = forged(RONIN)
        roster["models"][0]["own"] = own
        given = person.post("/api/v1/games", laying(RONIN, roster))
        assert given.status_code == 422, given.text[:300]
        assert len(given.text) < 5000


def test_a_rematch_brings_none_that_the_host_has_taken_out(house: House, person: Person) -> None:
    id = added(house)
    game = person.post("/api/v1/games", laying(RONIN, RONIN.roster())).json()["id"]
    assert person.post(f"/api/v1/games/{game}/resign", {"seat": "blue"}).status_code == 200
    house.browser(house.host).call("DELETE", f"{HOSTS}/{id}")
    given = person.post(f"/api/v1/games/{game}/rematch", {})
    assert given.status_code == 422
    assert "is no profile of this server" in given.text


def test_a_name_of_ones_own_bears_no_mark_at_the_table(house: House, person: Person) -> None:
    roster = msgspec.json.decode(msgspec.json.encode(RONIN.rules.draft({"sample": "red-devils"}, 250, {}).roster))
    roster["models"][0]["name"] = f"{MARK} Kimata"
    game = person.post("/api/v1/games", laying(RONIN, roster)).json()["id"]
    view = person.get(f"/api/v1/games/{game}").json()["view"]
    assert not [one for one in every_name(view) if MARK in one["name"]]
    assert [one for one in every_name(view) if one["name"] == "Kimata"]


# -- in campaigns ------------------------------------------------------------------------------


def begun(house: House) -> tuple[Person, str]:
    """Somebody with an account, and a campaign that he has joined."""
    owner = house.browser(house.member(f"Owner {len(house.run(house.site.people.accounts, ''))}"))
    made = owner.post("/api/v1/campaigns", {"name": "Herons", "system": "ronin", "settings": {"points": 250}})
    assert made.status_code == 201, made.text
    id = made.json()["id"]
    assert give(owner, id, do="join", name="Aki").status_code == 200
    return owner, id


def give(person: Person, id: str, **command: Any) -> Any:
    """What a command of a campaign is answered."""
    return person.post(f"/api/v1/campaigns/{id}/commands", {"give": command})


def test_a_warband_begins_with_none_that_this_house_has_not(house: House) -> None:
    owner, id = begun(house)
    warband = {"do": "raise", "name": "Herons", "emblem": 1, "hue": 1, "roster": RONIN.roster()}
    given = give(owner, id, **warband)
    assert given.status_code == 422
    assert "is no profile of this server" in given.text
    added(house)
    assert give(owner, id, **warband).status_code == 200


def test_what_has_come_into_a_campaign_stays_in_it(house: House) -> None:
    owner, id = begun(house)
    own = added(house)
    given = give(owner, id, do="raise", name="Herons", emblem=1, hue=1, roster=RONIN.roster())
    assert given.status_code == 200, given.text
    house.browser(house.host).call("DELETE", f"{HOSTS}/{own}")
    now = owner.get(f"/api/v1/campaigns/{id}").json()
    (warband,) = now["warbands"].values()
    kinds = [member["kind"] for member in warband["band"]["members"].values()]
    assert kinds.count(RONIN.profile.shown) == 1
    page = owner.page(f"/campaign/{id}/warband/{warband['id']}")
    assert RONIN.profile.shown in page.text
