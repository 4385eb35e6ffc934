"""House lists: rosters a host offers to all, by the page or as files, checked as all are, marked where they stand."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest

from app.web.page.errors import Bad
from app.web.rosters import houses
from app.web.rosters.drafts import MARK, building
from app.web.rosters.folder import MOST, Fault, texts
from app.web.rosters.houses import FOLDER, SETTING
from tests.web.people import Person
from tests.web.scene import House, laid_in

API, HOSTS = "/api/v1/rosters/house", "/api/v1/admin/lists"
LIST: dict[str, Any] = {"system": "ronin", "name": "Heron Guard", "points": 200, "roster": {"sample": "red-devils"}}
WORDS = """Heron Guard
Ronin
150 pts
Faction = Bushi

1 × Samurai "Kimata": Armour = heavy; Weapon = Wakizashi
2x Ashigaru: Yari
"""
TOML = '''system = "ronin"
name = "Heron Guard"
points = 150
text = """
Faction = Bushi

1 × Samurai "Kimata": Armour = heavy; Weapon = Wakizashi
2x Ashigaru: Yari
"""
'''


def folder(house: House) -> Path:
    """Where files of house lists lie."""
    return laid_in(house, FOLDER)


def laid(house: House, name: str, text: str) -> None:
    """A file lies in the folder."""
    (folder(house) / name).write_text(text, encoding="utf-8")


def listed(person: Person) -> list[Any]:
    """All house lists, as a program reads them."""
    return list(person.get(API).json()["lists"])


def faults(house: House) -> str:
    """What the host's page says."""
    return house.browser(house.host).page("/admin/lists").text


# -- by the page -----------------------------------------------------------------------


@pytest.mark.parametrize("told", [WORDS, TOML], ids=["text", "toml"])
def test_a_host_adds_what_is_pasted_and_everybody_is_offered_it(house: House, person: Person, told: str) -> None:
    host = house.browser(house.host)
    given = host.form("/admin/lists", {"system": "ronin", "text": sound(person, told)})
    assert given.status_code == 303, given.text
    (one,) = listed(person)
    assert one["name"] == f"{MARK} Heron Guard"
    assert f'value="house:{one["id"]}"' in person.page("/new?system=ronin").text
    assert f"{MARK} Heron Guard" in person.page("/rosters").text
    assert f'value="house:{one["id"]}"' not in person.page("/new?system=celtos").text


def sound(person: Person, told: str) -> str:
    """The text with units that stand against nothing, in the form it has."""
    ready = person.post("/api/v1/rosters", LIST).json()
    text = str(person.get(f"/api/v1/rosters/{ready['id']}/text").text)
    if not told.startswith("system"):
        return text
    escaped = text.replace('"', '\\"')
    return f'system = "ronin"\nname = "Heron Guard"\npoints = 200\ntext = """\n{escaped}"""\n'


def test_one_is_removed_and_offered_no_more(house: House, person: Person) -> None:
    host = house.browser(house.host)
    id = host.post(HOSTS, LIST).json()["id"]
    assert host.form(f"/admin/lists/{id}/remove", {}).status_code == 303
    assert listed(person) == []
    assert host.call("DELETE", f"{HOSTS}/{id}").status_code == 404


def test_what_is_not_lawful_is_refused_with_its_clauses_and_changes_nothing(house: House, person: Person) -> None:
    host = house.browser(house.host)
    given = host.post(HOSTS, {**LIST, "points": 100})
    assert given.status_code == 422
    assert "100" in given.json()["detail"]
    page = host.form("/admin/lists", {"system": "ronin", "text": sound(person, "").replace("200 pts", "100 pts")})
    assert page.status_code == 422
    assert "(RON-" in page.text
    assert listed(person) == []


def test_others_than_the_host_may_not(house: House, person: Person) -> None:
    assert person.post(HOSTS, LIST).status_code == 404
    assert person.form("/admin/lists", {"system": "ronin", "text": TOML}).status_code == 404
    assert listed(person) == []


def test_a_text_of_many_bytes_is_read_and_what_is_wrong_with_it_told(house: House) -> None:
    given = house.browser(house.host).form("/admin/lists", {"system": "ronin", "text": "\u2302" * 59_000})
    assert given.status_code == 422
    assert "Nothing was added" in given.text


def test_one_that_was_removed_meanwhile_leaves_the_form_as_it_was_filled_in(house: House, person: Person) -> None:
    form = {"system": "ronin", "scenario": "skirmish", "points": "200", "name": "Aki of the ford", "way_b": "same",
            "band_a": "sample:red-devils", "band_b": "house:gone"}  # fmt: skip
    given = person.form("/new", form)
    assert given.status_code == 422
    assert "There is no such house list." in given.text
    assert "Aki of the ford" in given.text


# -- as files --------------------------------------------------------------------------


def test_a_file_of_the_folder_is_offered_as_soon_as_it_lies_there(house: House, person: Person) -> None:
    laid(house, "herons.toml", sound(person, TOML))
    (one,) = listed(person)
    assert (one["file"], one["name"], one["points"]) == ("herons.toml", f"{MARK} Heron Guard", 200)
    (folder(house) / "herons.toml").unlink()
    assert listed(person) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('system = "ronin"\nname = \n', "herons.toml, line 2: This is no TOML"),
        ('system = "ronin"\nname = "A"\nhue = 3\ntext = ""\n', "herons.toml, line 3: “hue” is not known here"),
        ('name = "A"\nsystem = "chess"\ntext = "x"\n', "herons.toml, line 2: There is no rule system “chess”"),
        ('system = "ronin"\nname = "A"\n', "herons.toml: Say who is in it"),
        ('system = "ronin"\nname = "A"\npoints = 9\n[roster]\nfaction = "bushi"\n', "herons.toml, line 3: The points"),
        (TOML.replace("150", '"150"'), "herons.toml, line 3: The points are a whole number"),
        (TOML.replace("150", "150.5"), "herons.toml, line 3: The points are a whole number"),
        (TOML.replace("150", "true"), "herons.toml, line 3: The points are a whole number"),
        (TOML.replace("150", "1" * 5000), "herons.toml: This is no TOML"),
        ("a = " + "[" * 2000, "herons.toml: This is no TOML"),
        ('system = "ronin"\nname = "A"\nroster' + ".a" * 3000 + " = 1\n", "herons.toml"),
        ('system = "ronin"\nname = "A"\n[roster]\nfaction = 1979-05-27\n', "herons.toml"),
        (TOML.replace("Ashigaru", "Ashigarru"), "herons.toml: Line 8:"),
        (TOML.replace("Ashigaru", "Ashigarru"), "Did you mean “Ashigaru”?"),
        ('system = "ronin"\nname = "A"\n[roster]\nfaction = "bushi"\n[[roster.models]]\ncode = "S1"\n'
         'title = "samurai"\nleader = true\nattributes = []\nweapons = ["katana"]\narmour = "light"\n'
         '[[roster.models]]\ncode = "S2"\ntitle = "wizard"\n', "herons.toml, line 12: "),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_told_by_file_line_and_what_would_be_right(
    house: House, person: Person, text: str, said: str
) -> None:
    laid(house, "herons.toml", text)
    assert said in faults(house)
    assert listed(person) == []


def test_one_that_is_wrong_takes_no_other_with_it(house: House, person: Person) -> None:
    laid(house, "bad.toml", "name")
    laid(house, "good.toml", sound(person, TOML))
    assert [one["file"] for one in listed(person)] == ["good.toml"]


def test_what_else_lies_in_the_folder_takes_nothing_with_it(house: House, person: Person) -> None:
    """A lock of an editor, a folder, a link to nothing."""
    here = folder(house)
    (here / ".#herons.toml").symlink_to("aki@house.1:2")
    (here / "folder.toml").mkdir()
    (here / "nothing.toml").symlink_to(here / "no such file")
    laid(house, "good.toml", sound(person, TOML))
    assert [one["file"] for one in listed(person)] == ["good.toml"]
    for path in ("/rosters", "/new?system=ronin"):
        assert f"{MARK} Heron Guard" in person.page(path).text
    told = faults(house)
    assert "folder.toml: This cannot be read: this is no file" in told
    assert "nothing.toml: This cannot be read" in told
    assert ".#herons" not in told


def test_a_file_that_may_not_be_read_is_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(file: Path, *_: Any, **_more: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(file))

    laid(house, "herons.toml", TOML)
    monkeypatch.setattr(Path, "open", refused)
    (found,) = texts(folder(house))
    assert str(found[1]) == "herons.toml: This cannot be read: Permission denied."


@pytest.mark.parametrize("name", ["武士", 'a"b', "a#b?c%20d", "one:two", "long" * 40, os.fsdecode(b"\xff\xfe")])
def test_a_file_of_any_name_is_had_and_laid(house: House, person: Person, name: str) -> None:
    laid(house, f"{name}.toml", sound(person, TOML))
    (one,) = listed(person)
    given = person.get(f"/rosters/house/{one['id']}/toml")
    assert given.headers["content-disposition"] == 'attachment; filename="heron-guard.toml"'
    assert f"/rosters/house/{one['id']}/" in person.page("/rosters").text
    form = {"system": "ronin", "scenario": "skirmish", "points": "200", "name": "Aki", "way_b": "same",
            "band_a": f"house:{one['id']}", "band_b": "sample:river-league"}  # fmt: skip
    assert person.form("/new", form).status_code == 303


def test_files_whose_names_begin_alike_are_told_apart(house: House, person: Person) -> None:
    for end in "ab":
        laid(house, f"{'long' * 20}{end}.toml", sound(person, TOML))
    assert len({one["id"] for one in listed(person)}) == 2


def test_files_are_judged_beside_the_loop(house: House, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    where = list[str]()

    def noted(*_: Any) -> tuple[Fault, ...]:
        where.append(current_thread().name)
        return ()

    laid(house, "herons.toml", TOML)
    monkeypatch.setattr(houses, "judged", noted)
    assert person.page("/rosters").status_code == 200
    assert [name.partition("_")[0] for name in where] == ["aside"]


def test_two_that_add_at_once_lose_nothing(house: House) -> None:
    by = building(house.site, "ronin")
    draft = by.draft({"sample": "red-devils"}, 200, "Heron Guard")

    async def all_at_once() -> None:
        await asyncio.gather(*(houses.add(house.site, by, draft) for _ in range(MOST)))

    house.run(all_at_once)
    assert len(house.run(house.site.house.get, SETTING)) == MOST
    with pytest.raises(Bad, match="60"):
        house.run(houses.add, house.site, by, draft)


# -- at the table, and carried ---------------------------------------------------------


def test_a_table_is_laid_with_one_and_shows_its_mark(house: House, person: Person) -> None:
    one = house.browser(house.host).post(HOSTS, LIST).json()
    form = {"system": "ronin", "scenario": "skirmish", "points": "200", "name": "Aki", "way_b": "same",
            "band_a": f"house:{one['id']}", "band_b": "sample:river-league"}  # fmt: skip
    given = person.form("/new", form)
    assert given.status_code == 303, given.text[:2000]
    game = given.headers["location"].rstrip("/").rsplit("/", 1)[1]
    view = person.get(f"/api/v1/games/{game}").json()
    names = [side["name"] for side in view["view"]["sides"]]
    assert f"{MARK} Heron Guard" in names


def laid_over_rest(person: Person, roster: Any) -> list[str]:
    """The names of the sides of a table of which one brings this roster."""
    sides = [{"seat": "red", "roster": roster, "player": "me"},
             {"seat": "blue", "roster": {"sample": "river-league"}, "player": "me"}]  # fmt: skip
    given = person.post("/api/v1/games", {"system": "ronin", "scenario": "skirmish", "name": "Aki",
                                          "options": {"points": 200}, "sides": sides})  # fmt: skip
    assert given.status_code == 201, given.text
    told = person.get(f"/api/v1/games/{given.json()['id']}").json()
    return [side["name"] for side in told["view"]["sides"]]


def test_what_a_program_lays_is_marked_where_it_is_a_house_list_and_only_there(house: House, person: Person) -> None:
    house.browser(house.host).post(HOSTS, LIST)
    (one,) = listed(person)
    assert f"{MARK} Heron Guard" in laid_over_rest(person, one["roster"])
    leader, _, *others = one["roster"]["models"]
    fewer = {**one["roster"], "models": [leader, *others]}
    for forged in ({"sample": "red-devils"}, fewer):
        assert MARK not in "".join(laid_over_rest(person, {**forged, "name": f" {MARK} Heron Guard"}))


def test_nobody_keeps_a_roster_of_his_own_under_the_mark(house: House, person: Person) -> None:
    kept = person.post("/api/v1/rosters", {**LIST, "name": f"{MARK} Heron Guard"}).json()
    assert (kept["name"], kept["roster"]["name"]) == ("Heron Guard", "Heron Guard")
    person.form(f"/roster/{kept['id']}/rename", {"name": f"{MARK}{MARK} Herons"})
    kept = person.get(f"/api/v1/rosters/{kept['id']}").json()
    assert (kept["name"], kept["roster"]["name"]) == ("Herons", "Herons")
    assert person.post("/api/v1/rosters", {**LIST, "name": MARK}).status_code == 422


def test_it_is_taken_out_as_text_json_and_toml_and_brought_in_elsewhere(house: House, person: Person) -> None:
    host = house.browser(house.host)
    one = host.post(HOSTS, LIST).json()
    toml, text, plain = (person.get(f"/rosters/house/{one['id']}/{form}").text for form in ("toml", "text", "json"))
    house.run(house.site.house.set, SETTING, [])
    for told in (toml, text, plain):
        given = host.form("/admin/lists", {"system": "celtos", "text": told})
        assert given.status_code == 303, given.text
    laid(house, "again.toml", toml)
    same = [(each["system"], each["name"], each["points"]) for each in listed(person)]
    assert same == [("ronin", f"{MARK} Heron Guard", 200)] * 4
    models = [[{**one, "code": ""} for one in each["roster"]["models"]] for each in listed(person)]
    assert models == [models[0]] * 4


def test_a_copy_is_ones_own_and_bears_no_mark(house: House, person: Person) -> None:
    one = house.browser(house.host).post(HOSTS, LIST).json()
    given = person.form("/roster/copy", {"from": f"house:{one['id']}"})
    assert given.status_code == 303
    assert MARK not in person.page(given.headers["location"]).text
    assert person.form("/roster/copy", {"from": "house:none"}).status_code == 404
