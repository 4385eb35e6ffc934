"""Profiles of a host's own: added by the page, the API or as files, taken by all, and by nobody smuggled in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from app.engine.profiles import ADD, MARK, TOLD, Profile, bounds_of, carried
from app.games.carried import Carried
from app.games.results import GameId
from app.games.verify import verify
from app.systems import SYSTEMS
from app.web.host.changing import printed
from app.web.page.errors import Bad
from app.web.page.words import language
from app.web.rosters import houses, profiles, strange
from app.web.rosters.folder import MOST
from tests.systems.changed import CASES, RONIN, Case, named
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


@pytest.fixture(scope="module")
def founded(client: TestClient) -> House:
    """A server with its host."""
    return House(client)


@pytest.fixture
def house(founded: House) -> Iterator[House]:
    """The same without a profile or a list."""
    yield founded
    for setting in (profiles.SETTING, houses.SETTING):
        founded.run(founded.site.house.set, setting, [])
    for name in (profiles.FOLDER, houses.FOLDER):
        for file in folder(founded, name).iterdir():
            file.unlink()


def folder(house: House, name: str = profiles.FOLDER) -> Path:
    """Where files of the host lie."""
    found = house.site.settings.folder / name
    found.mkdir(exist_ok=True)
    return found


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


# -- by the page, and as files -------------------------------------------------------------


def test_a_host_writes_one_on_the_page_and_everybody_is_offered_it(house: House, person: Person) -> None:
    host = house.browser(house.host)
    given = host.form(PAGE, {"profile": TOML})
    assert given.status_code == 303, given.text
    (one,) = listed(person)
    assert (one["name"], one["system"]) == (f"{MARK} Lame Veteran", "ronin")
    assert msgspec.convert(one["profile"], Profile) == RONIN.profile
    assert f"{MARK} Lame Veteran" in host.page("/admin/lists").text
    assert f"{MARK} Lame Veteran" in person.page("/roster?system=ronin").text
    assert f"{MARK} Lame Veteran" not in person.page("/roster?system=celtos").text
    assert host.form(f"{PAGE}/{one['id']}/remove", {}).status_code == 303
    assert listed(person) == []
    assert f"{MARK} Lame Veteran" not in person.page("/roster?system=ronin").text
    assert host.call("DELETE", f"{HOSTS}/{one['id']}").status_code == 404


def test_the_page_begins_with_a_printed_profile(house: House) -> None:
    host = house.browser(house.host)
    page = host.page("/admin/lists?based=ronin:bushi.samurai").text
    assert "based_on = &#34;bushi.samurai&#34;" in page
    assert "fight = 2" in page
    assert "RON-CBT-03" in page, "how far it may be changed, and the clause of the figure"
    assert host.page("/admin/lists?based=ronin:nobody").status_code == 200
    assert host.page("/admin/lists?based=chess:king").status_code == 200


def test_a_file_of_the_folder_is_offered_and_taken_out_as_it_was(house: House, person: Person) -> None:
    (folder(house) / "veteran.toml").write_text(TOML, encoding="utf-8")
    (one,) = listed(person)
    assert one["file"] == "veteran.toml"
    given = person.get(f"/rosters/profile/{one['id']}/toml")
    assert given.headers["content-disposition"] == 'attachment; filename="lame-veteran.toml"'
    (folder(house) / "veteran.toml").write_text(given.text, encoding="utf-8")
    assert listed(person) == [one]
    assert person.get("/rosters/profile/none/toml").status_code == 404


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('system = "ronin"\nname = \n', "line 2: This is no TOML"),
        (TOML.replace("fight = 3", "fight = 9"), "line 8: fight = 9. It must be a whole number from 0 to 5. (RON-CBT"),
        (TOML.replace("fight = 3", "fihgt = 3"), "line 8: bushi.ashigaru has no figure fihgt"),
        (TOML.replace('["bo"]', '["boo"]'), "line 13: weapons: there is no boo to be added. There is: bo"),
        (TOML.replace('armour = ["light"]', 'weapons = ["bo"]'), "line 17: weapons: the printed profile has no bo"),
        (TOML.replace('armour = ["light"]', 'armour = ["none", "light", "medium"]'), "line 17: armour: at least 1"),
        (TOML.replace("bushi.ashigaru", "bushi.ashigru"), "line 3: There is no printed profile bushi.ashigru. There"),
        (TOML.replace('"ronin"', '"chess"'), "line 1: There is no rule system “chess”"),
        (TOML.replace("points = 14", "points = 900"), "line 4: points = 900. It must be a whole number from 1 to 80."),
        (TOML.replace("points = 14", "points = nan"), "line 4: This cannot be read"),
        (TOML.replace("fight = 3", "fight = nan"), "line 7: This cannot be read"),
        (TOML.replace("most = 2", "hue = 2"), "line 5: “hue” is not known here"),
        (TOML.replace("Lame", "La{me"), "line 2: “La{me Veteran” is no name"),
        ("a = " + "[" * 2000, "This is no TOML"),
        (TOML.replace("fight = 3", "fight = " + "1" * 5000), "This is no TOML"),
        (TOML + "#" * 9000, "This is longer than 8000 characters"),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_told_by_file_line_and_what_would_be_right(
    house: House, person: Person, text: str, said: str
) -> None:
    (folder(house) / "veteran.toml").write_text(text, encoding="utf-8")
    host = house.browser(house.host)
    page = host.page("/admin/lists").text.replace("&#34;", '"')
    assert "veteran.toml" in page
    assert said in page, [line for line in page.split("\n") if "veteran.toml" in line]
    assert listed(person) == []
    given = host.form(PAGE, {"profile": text})
    assert given.status_code == 422
    assert said.removeprefix("line ") in given.text.replace("&#34;", '"').replace("Line ", "")
    assert listed(person) == []


def test_two_of_one_name_are_not_offered(house: House, person: Person) -> None:
    added(house)
    (folder(house) / "veteran.toml").write_text(TOML, encoding="utf-8")
    assert len(listed(person)) == 1
    assert (
        "There is a profile ⌂ Lame Veteran of these rules already."
        in house.browser(house.host).page("/admin/lists").text
    )
    assert house.browser(house.host).post(HOSTS, body(RONIN)).status_code == 409


def test_there_is_room_for_so_many(house: House) -> None:
    rows = [{"id": str(n), "system": "ronin", "profile": {**msgspec.to_builtins(RONIN.profile), "name": f"Aki {n}"}}
            for n in range(MOST)]  # fmt: skip
    house.run(house.site.house.set, profiles.SETTING, rows)
    with pytest.raises(Bad, match="60"):
        house.run(profiles.add, house.site, "ronin", RONIN.profile)


def test_one_that_no_longer_fits_its_rules_is_told_and_not_offered(house: House, person: Person) -> None:
    row = {"id": "1", "system": "ronin", "profile": {**msgspec.to_builtins(RONIN.profile), "figures": {"fight": 40}}}
    house.run(house.site.house.set, profiles.SETTING, [row])
    assert listed(person) == []
    assert "Lame Veteran: fight = 40." in house.browser(house.host).page("/admin/lists").text


def test_others_than_the_host_may_not(house: House, person: Person) -> None:
    assert person.post(HOSTS, body(RONIN)).status_code == 404
    assert person.form(PAGE, {"profile": TOML}).status_code == 404
    assert person.form(f"{PAGE}/{added(house)}/remove", {}).status_code == 404
    assert len(listed(person)) == 1


# -- in rosters, and at the table --------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=named)
def test_it_is_built_kept_played_and_needs_the_host_no_more(house: House, person: Person, case: Case) -> None:
    id = added(house, case)
    kept = person.post("/api/v1/rosters", {"system": case.system, "name": "Mine", "points": case.limit,
                                           "roster": case.roster()})  # fmt: skip
    assert kept.status_code == 201, kept.text
    assert case.profile.shown in person.page(f"/roster/{kept.json()['id']}/print").text
    made = person.post("/api/v1/games", laying(case, kept.json()["roster"]))
    assert made.status_code == 201, made.text
    game = made.json()["id"]
    assert house.browser(house.host).call("DELETE", f"{HOSTS}/{id}").status_code == 204
    house.site.games.forget(GameId(game))
    view = person.get(f"/api/v1/games/{game}?seat=red").json()
    assert any(f"{MARK} " in piece["name"] for piece in every_name(view["view"]))
    assert person.post(f"/api/v1/games/{game}/resign", {"seat": "blue"}).status_code == 200
    record = person.get(f"/api/v1/games/{game}/record").json()
    assert verify(record, SYSTEMS) == []
    again = person.post("/api/v1/games", laying(case, kept.json()["roster"]))
    assert again.status_code == 422, "the host has taken it out"
    assert "is no profile of this server" in again.json()["detail"]


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


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_house_list_with_one_is_carried_to_a_server_that_has_nothing(
    house: House, person: Person, case: Case
) -> None:
    host = house.browser(house.host)
    added(house, case)
    sheet = {"system": case.system, "name": "Herons", "points": case.limit, "roster": case.roster()}
    one = host.post("/api/v1/admin/lists", sheet)
    assert one.status_code == 201, one.text
    forms = {form: person.get(f"/rosters/house/{one.json()['id']}/{form}").text for form in ("text", "json", "toml")}
    own = list(carried(one.json()["roster"]))
    for form, told in forms.items():
        house.run(house.site.house.set, profiles.SETTING, [])
        house.run(house.site.house.set, houses.SETTING, [])
        strange = person.form("/roster/import", {"system": case.system, "text": told})
        assert (strange.status_code, "is no profile of this server" in strange.text) == (422, form != "toml"), form
        given = host.form("/admin/lists", {"system": "ronin", "text": told})
        assert given.status_code == 303, (form, given.text[:3000])
        (came,) = person.get("/api/v1/rosters/house").json()["lists"]
        assert list(carried(came["roster"])) == own
        made = person.post("/api/v1/games", laying(case, came["roster"]))
        assert made.status_code == 201, made.text
    (folder(house, houses.FOLDER) / "herons.toml").write_text(forms["toml"], encoding="utf-8")
    house.run(house.site.house.set, houses.SETTING, [])
    (came,) = person.get("/api/v1/rosters/house").json()["lists"]
    assert list(carried(came["roster"])) == own


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_text_names_one_of_the_house(house: House, person: Person, case: Case) -> None:
    added(house, case)
    kept = person.post("/api/v1/rosters", {"system": case.system, "name": "Mine", "points": case.limit,
                                           "roster": case.roster()})  # fmt: skip
    told = person.get(f"/api/v1/rosters/{kept.json()['id']}/text").text
    bare = "\n".join(line for line in told.split("\n") if not line.startswith(f"{MARK} {{"))
    assert bare != told
    for text in (told, bare):
        given = person.form("/roster/import", {"system": case.system, "text": text})
        assert given.status_code == 303, given.text
    id = given.headers["location"].rsplit("/", 1)[1]
    own = carried(person.get(f"/api/v1/rosters/{id}").json()["roster"])
    assert [msgspec.convert(one, Profile) for one in own] == [case.profile]


def test_a_text_carries_none_that_this_house_has_not_and_so_many(house: House, person: Person) -> None:
    added(house)
    lines = [f'{MARK} {{"name": "Aa {chr(97 + n // 26)}{chr(97 + n % 26)}", "based_on": "bushi.samurai", "points": 9}}'
             for n in range(41)]  # fmt: skip
    for said, some in (("There are 41 profiles in it; 40 are the most", lines), ("Aa aa is no profile of", lines[:1])):
        given = person.form("/roster/import", {"system": "ronin", "text": "\n".join(["Mine", *some, "1 x Samurai"])})
        assert (given.status_code, said in given.text) == (422, True), given.text
    unsound = [line.replace("points", "hue") for line in lines[:20]]
    given = person.form("/roster/import", {"system": "ronin", "text": "\n".join(["Mine", *unsound])})
    assert len(re.findall(r"Line \d+:", given.text)) == TOLD, given.text


def test_what_other_rules_call_so_is_no_profile() -> None:
    roster = {"units": [{"own": True}, {"own": {"name": "Aki"}}]}

    def refused(rules: object) -> list[str]:
        found = asyncio.run(Carried({"toy": rules}).refuse("toy", [roster]))
        return [str(no.facts["profile"]) for no in found]

    assert refused(object()) == []
    assert sorted(refused(RONIN.rules)) == ["?", "Aki"]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("case", CASES, ids=named)
def test_every_printed_profile_is_a_beginning_under_a_name_that_may_be(house: House, case: Case, lang: str) -> None:
    bounds = bounds_of(case.rules)
    assert bounds is not None
    token = language.set(lang)
    try:
        for key in bounds.bases:
            found = profiles.of_text(house.site, printed(house.site, f"{case.system}:{key}"))
            assert isinstance(found, profiles.HouseProfile), (key, found)
    finally:
        language.reset(token)


# -- taken out, and changed ----------------------------------------------------------------------


def kept_with(person: Person, case: Case) -> str:
    """The id of a roster that is kept with the profile."""
    sheet = {"system": case.system, "name": "Mine", "points": case.limit, "roster": case.roster()}
    kept = person.post("/api/v1/rosters", sheet)
    assert kept.status_code == 201, kept.text
    return str(kept.json()["id"])


def lawful(person: Person, id: str) -> set[bool]:
    """Whether it is said to be lawful, in the list and where it is read."""
    rows = person.get("/api/v1/rosters").json()["rosters"]
    told = person.get(f"/api/v1/rosters/{id}").json()
    assert "A lawful roster" in person.page(f"/roster/{id}").text or not told["lawful"]
    return {told["lawful"], *(row["lawful"] for row in rows if row["id"] == id)}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_kept_roster_says_by_unit_that_a_profile_is_gone(house: House, person: Person, case: Case) -> None:
    own = added(house, case)
    id = kept_with(person, case)
    assert lawful(person, id) == {True}
    house.browser(house.host).call("DELETE", f"{HOSTS}/{own}")
    assert lawful(person, id) == {False}
    told = [no for no in person.get(f"/api/v1/rosters/{id}").json()["refusals"] if no["code"].startswith("changed.")]
    (unit,) = [no["unit"] for no in told]
    assert unit
    assert told[0]["code"] == "changed.gone"
    for path in (f"/roster/{id}", f"/roster/{id}/print"):
        assert "offers it no more" in person.page(path).text, path
    assert "As the host has it now" not in person.page(f"/roster/{id}").text
    assert person.form(f"/roster/{id}/rename", {"name": "Other"}).status_code == 422
    added(house, case)
    assert lawful(person, id) == {True}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_kept_roster_takes_a_profile_as_the_host_has_it_now(house: House, person: Person, case: Case) -> None:
    own = added(house, case)
    id = kept_with(person, case)
    house.browser(house.host).call("DELETE", f"{HOSTS}/{own}")
    other = Profile(**{**{key: getattr(case.profile, key) for key in Profile.__struct_fields__}, "most": 7})
    given = house.browser(house.host).post(HOSTS, {"system": case.system, **msgspec.to_builtins(other)})
    assert given.status_code == 201, given.text
    page = person.page(f"/roster/{id}").text
    assert "has it otherwise now" in page
    assert "As the host has it now" in page
    roster = person.get(f"/api/v1/rosters/{id}").json()["roster"]
    draft = {"draft": msgspec.json.encode(roster).decode(), "limit": str(case.limit), "name": "Mine"}
    again = person.form(f"/roster/{id}", {**draft, "renew": "1"}).text
    assert "has it otherwise now" not in again
    given = person.form(f"/roster/{id}", {**draft, "renew": "1", "save": "1"})
    assert given.status_code == 303, given.text[:500]
    assert lawful(person, id) == {True}
    carries = list(carried(person.get(f"/api/v1/rosters/{id}").json()["roster"]))
    assert [msgspec.convert(one, Profile) for one in carries] == [other]


def test_only_the_units_whose_profile_is_strange_are_told(house: House, person: Person) -> None:
    added(house)
    twice = RONIN.rules.draft(RONIN.roster(), 400, {"add": ADD + RONIN.profile.key}, (RONIN.profile,)).roster
    old = msgspec.structs.replace(RONIN.profile, points=20)
    *_, last = carried(twice)
    last |= msgspec.to_builtins(old)
    draft = RONIN.rules.draft(twice, 400, {})
    told = strange.told(RONIN.rules.draft, draft, (RONIN.profile,))
    codes = [[no.code for no in unit.refusals if no.code.startswith("changed.")] for unit in told.units]
    assert sorted(codes)[-1:] == [["changed.otherwise"]]
    assert sum(map(len, codes)) == 1
    assert strange.told(RONIN.rules.draft, draft, (RONIN.profile, old)) == draft


def test_one_that_house_lists_carry_is_told_and_yields_to_a_new_one_of_its_name(house: House, person: Person) -> None:
    host, own = house.browser(house.host), added(house)
    sheet = {"system": "ronin", "name": "Herons", "points": RONIN.limit, "roster": RONIN.roster()}
    assert host.post("/api/v1/admin/lists", sheet).status_code == 201
    gone = host.form(f"{PAGE}/{own}/remove", {})
    assert gone.headers["location"].endswith("done=listed")
    page = host.page(gone.headers["location"]).text
    assert "but house lists carry it" in page
    assert f"carried by the house list {MARK} Herons" in page
    assert person.page("/roster?system=ronin").text.count('id="hire-own:lame-veteran"') == 1
    newer = {**body(RONIN), "points": 33}
    assert host.post(HOSTS, newer).status_code == 201
    page = person.page("/roster?system=ronin").text
    assert page.count('id="hire-own:lame-veteran"') == 1
    made = house.run(houses.dressed, house.site, "ronin").builder.draft(None, 250, {"add": "own:lame-veteran"})
    assert [one["points"] for one in carried(made.roster)] == [33]
    assert person.post("/api/v1/games", laying(RONIN, RONIN.roster())).status_code == 201, "the list's may be played"


def test_one_that_is_not_offered_can_be_removed(house: House, person: Person) -> None:
    plain = msgspec.to_builtins(RONIN.profile)
    rows = [{"id": "1", "system": "ronin", "profile": {**plain, "figures": {"fight": 40, "pool": 90}}},
            {"id": "2", "system": "shogi", "profile": plain},
            *({"id": id, "system": "ronin", "profile": plain} for id in ("3", "4"))]  # fmt: skip
    house.run(house.site.house.set, profiles.SETTING, rows)
    host = house.browser(house.host)
    for id in ("1", "2", "4"):
        page = host.page("/admin/lists").text
        assert page.count(f'action="/admin/lists/profiles/{id}/remove"') == 1
        assert host.form(f"{PAGE}/{id}/remove", {}).status_code == 303
    assert "These files are not offered" not in host.page("/admin/lists").text
    assert len(listed(person)) == 1


def test_two_of_one_name_added_at_one_moment_are_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    added(house)

    async def before(_: object) -> Any:
        return (), ()

    monkeypatch.setattr(profiles, "every", before)
    with pytest.raises(Bad, match="already"):
        house.run(profiles.add, house.site, "ronin", RONIN.profile)


# -- smuggling ---------------------------------------------------------------------------------


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
