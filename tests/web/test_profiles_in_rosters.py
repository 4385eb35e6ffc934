"""Profiles of a host's own in rosters: built, kept, played and carried; taken out by him, or changed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.engine.profiles import ADD, MARK, TOLD, Profile, bounds_of, carried
from app.games.carried import Carried
from app.games.results import GameId
from app.games.verify import verify
from app.systems import SYSTEMS
from app.web.host.changing import printed
from app.web.page.errors import Bad
from app.web.page.once import reading
from app.web.page.words import language
from app.web.rosters import houses, profiles, strange
from app.web.rosters.folder import Fault, texts
from tests.systems.changed import CASES, RONIN, Case, named
from tests.web.house_profiles import HOSTS, PAGE, added, body, every_name, laying, listed
from tests.web.people import Person
from tests.web.scene import House, laid_in


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
    (laid_in(house, houses.FOLDER) / "herons.toml").write_text(forms["toml"], encoding="utf-8")
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


# -- read once ---------------------------------------------------------------------------------


def test_a_request_reads_the_folders_once_and_the_next_reads_them_again(
    house: House, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(house)
    id = kept_with(person, RONIN)
    read = list[str]()

    def noted(folder: Path) -> list[tuple[str, str | Fault]]:
        read.append(folder.name)
        return texts(folder)

    monkeypatch.setattr(profiles, "texts", noted)
    monkeypatch.setattr(houses, "texts", noted)
    roster = person.get(f"/api/v1/rosters/{id}").json()["roster"]
    draft = {"draft": msgspec.json.encode(roster).decode(), "limit": str(RONIN.limit), "name": "Mine"}
    asked: list[Callable[[], Any]] = [
        lambda: person.page(f"/roster/{id}"),
        lambda: person.form(f"/roster/{id}", draft),
        lambda: person.form(f"/roster/{id}", {**draft, "save": "1"}),
        lambda: person.page("/rosters"),
        lambda: person.post("/api/v1/games", laying(RONIN, roster)),
        lambda: house.browser(house.host).page("/admin/lists"),
    ]
    for n, ask in enumerate(asked):
        read.clear()
        assert ask().status_code < 400, n
        assert sorted(read) == ["lists", "profiles"], n


def test_what_a_request_has_changed_it_reads_again(house: House) -> None:
    host = house.browser(house.host)

    async def both() -> list[int]:
        counts = [len((await profiles.every(house.site))[0])]
        one = await profiles.add(house.site, "ronin", RONIN.profile)
        counts.append(len((await profiles.every(house.site))[0]))
        await profiles.remove(house.site, one.id)
        return [*counts, len((await profiles.every(house.site))[0])]

    async def in_a_request() -> list[int]:
        with reading():
            return await both()

    assert house.run(in_a_request) == [0, 1, 0]
    assert host.page("/admin/lists").status_code == 200
