"""Profiles of a host's own: added by the page, the API or as files, and offered to all."""

from __future__ import annotations

import msgspec
import pytest

from app.engine.profiles import MARK, Profile
from app.web.page.errors import Bad
from app.web.rosters import profiles
from app.web.rosters.folder import MOST
from tests.systems.changed import RONIN
from tests.web.house_profiles import HOSTS, PAGE, TOML, added, body, listed
from tests.web.people import Person
from tests.web.scene import House, laid_in


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
    (laid_in(house, profiles.FOLDER) / "veteran.toml").write_text(TOML, encoding="utf-8")
    (one,) = listed(person)
    assert one["file"] == "veteran.toml"
    given = person.get(f"/rosters/profile/{one['id']}/toml")
    assert given.headers["content-disposition"] == 'attachment; filename="lame-veteran.toml"'
    (laid_in(house, profiles.FOLDER) / "veteran.toml").write_text(given.text, encoding="utf-8")
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
    (laid_in(house, profiles.FOLDER) / "veteran.toml").write_text(text, encoding="utf-8")
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
    (laid_in(house, profiles.FOLDER) / "veteran.toml").write_text(TOML, encoding="utf-8")
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
