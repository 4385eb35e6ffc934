"""Scenarios of one's own over the web: made by form, judged, kept, shared, played, taken along and brought in."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person, problem

API = "/api/v1/scenarios"
WORLD: dict[str, Any] = {
    "system": "ronin", "base": "skirmish", "name": "The ford at dusk",
    "changes": {"length": "fixed", "turns": 6, "time_of_day": "dusk"}, "points": 150,
}  # fmt: skip


def fields(**more: str | list[str]) -> dict[str, Any]:
    """The form with all parts that a skirmish of fixed length has."""
    base = {"system": "ronin", "base": "skirmish", "name": "Dusk", "was": json.dumps(WORLD),
            "part": ["length", "turns", "depth", "scores", "minor_goals"], "part_length": "fixed", "part_turns": "6",
            "part_depth": "6", "part_scores": ["kills", "tokens", "minor-goal"], "part_minor_goals": "1"}  # fmt: skip
    return {**base, **more}


def kept(person: Person, **more: Any) -> dict[str, Any]:
    """A scenario this person keeps."""
    given = person.post(API, {**WORLD, **more})
    assert given.status_code == 201, given.text
    found: dict[str, Any] = given.json()
    return found


def options(person: Person, game: str) -> dict[str, Any]:
    """What was agreed at a table."""
    found: dict[str, Any] = person.get(f"/api/v1/games/{game}").json()["options"]
    return found


# -- the page ----------------------------------------------------------------------


def test_the_page_begins_from_a_printed_scenario(person: Person) -> None:
    page = person.page("/scenarios?system=ronin&base=duel").text
    assert 'name="part_bound_turn"' in page
    assert "It can be played." in page
    assert 'name="part_bound_turn"' not in person.page("/scenarios?system=ronin").text
    assert problem(person.get("/scenarios?system=toy"), 422)
    assert problem(person.get("/scenarios?system=ronin&base=chess"), 422)


def test_a_form_is_judged_in_place_and_keeps_nothing(person: Person) -> None:
    """A number comes with the choice that makes room for it; points for what is not there are refused in words."""
    page = person.form("/scenarios/look", fields()).text
    assert 'name="part_turns"' in page
    assert "It can be played." in page
    assert 'name="part_turns"' not in person.form("/scenarios/look", fields(part_length="roll")).text
    said = person.form("/scenarios/look", fields(part_scores=["kills", "shrine"])).text
    assert "cannot count" in said
    assert "RON-SCN-06" in said
    assert "It can be played." not in said
    assert "whole number from 2 to 12" in person.form("/scenarios/look", fields(part_depth="13")).text
    assert person.get(API).json() == []


def test_it_is_kept_changed_copied_and_forgotten(person: Person) -> None:
    path = person.form("/scenarios", fields()).headers["location"]
    id = path.rsplit("/", 1)[1]
    [one] = person.get(API).json()
    assert one["scenario"]["changes"] == {"length": "fixed", "turns": 6}
    assert person.form("/scenarios", fields(kept=id, name="Later", part_depth="9")).headers["location"] == path
    [one] = person.get(API).json()
    assert (one["scenario"]["name"], one["scenario"]["changes"]["depth"]) == ("Later", 9)
    copy = person.form("/scenarios", fields(kept=id, copy="1")).headers["location"]
    assert copy != path
    assert person.form(f"{path}/forget", {}).status_code == 303
    assert (person.page(path).status_code, person.page(copy).status_code) == (404, 200)


def test_another_base_keeps_what_fits_it(person: Person) -> None:
    """What has no place in a Duel is left out, and what it has as printed is no change."""
    page = person.form("/scenarios/look", fields(base="duel")).text
    assert "dusk" in page
    assert 'name="part_late"' not in page


def test_somebody_else_has_it_by_its_link_and_takes_a_copy(client: TestClient, person: Person) -> None:
    one, other = kept(person), Person(client)
    assert other.page(f"/scenarios/{one['id']}").status_code == 404
    page = other.page(one["link"]).text
    assert "Somebody else made this scenario." in page
    assert other.form(f"/scenarios/{one['id']}/forget", {}).status_code == 404
    copied = other.form("/scenarios", fields(kept=one["id"])).headers["location"]
    assert copied != f"/scenarios/{one['id']}"
    assert person.get(f"{API}/{one['id']}").json()["scenario"]["name"] == "The ford at dusk"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"system": "chess", "base": "skirmish", "name": "x"}', json.dumps({**WORLD, "base": "chess"}),
     json.dumps({**WORLD, "dragons": 2}), json.dumps({**WORLD, "name": ""}), "[" * 20_000, "x" * 60_001],
)  # fmt: skip
def test_a_text_that_is_no_scenario_is_refused_in_words(person: Person, text: str) -> None:
    given = person.form("/scenarios/bring", {"system": "ronin", "text": text})
    assert given.status_code == 422
    assert 'role="alert"' in given.text
    assert person.get(API).json() == []


def test_a_file_that_is_taken_along_is_the_same_when_it_is_brought_in(client: TestClient, person: Person) -> None:
    one, other = kept(person, forces=[{"sample": "two-cranes-school"}, None]), Person(client)
    file = person.get(f"/scenarios/{one['id']}/file")
    assert "attachment" in file.headers["content-disposition"]
    path = other.form("/scenarios/bring", {"system": "ronin", "text": file.text}).headers["location"]
    assert other.get(f"{API}/{path.rsplit('/', 1)[1]}").json()["scenario"] == one["scenario"]
    assert other.get(f"{path}/file").text == file.text


@pytest.mark.parametrize(
    "changes",
    [{"scores": 3}, {"scores": [["kills"]]}, {"length": ["fixed"]}, {"length": {"a": [1]}}, {"turns": "x"}, {"": ""},
     {"minor_goals": "yes"}, {"depth": True}, {"depth": None}, {"dragons": {"x": {}}}],
)  # fmt: skip
def test_whatever_a_part_holds_it_is_refused_in_words(person: Person, changes: dict[str, Any]) -> None:
    """It may be kept, is shown, and stands in the list of what cannot be played."""
    one = kept(person, changes=changes)
    page = person.page(f"/scenarios/{one['id']}")
    assert page.status_code == 200
    assert "It can be played." not in page.text
    [no] = person.post(f"{API}/check", {**WORLD, "changes": changes}).json()["refusals"]
    assert no["sentence"]


@pytest.mark.parametrize("name", ["\u202egnol", "a\nb", "   ", " blanks", "a  b"])
def test_a_table_over_rest_is_laid_under_no_name_that_cannot_be_shown(person: Person, name: str) -> None:
    side = {"roster": {"sample": "red-devils"}, "player": "me"}
    body = {"system": "ronin", "scenario": "skirmish", "name": "Aki",
            "sides": [{"seat": "red", **side}, {"seat": "blue", **side}]}  # fmt: skip
    given = person.post("/api/v1/games", {**body, "options": {"own": json.dumps({"name": name})}})
    assert given.status_code == 422
    assert "The name of a scenario is one line" in given.text
    given = person.post("/api/v1/games", {**body, "options": {"own": json.dumps({"name": "The ford"})}})
    assert "The name of a scenario" not in given.text


def test_a_scenario_is_kept_and_told_under_a_name_that_can_be_shown(person: Person) -> None:
    one = kept(person, name=" The \u202eford\n at dusk ")
    assert person.get(f"{API}/{one['id']}").json()["scenario"]["name"] == "The ford at dusk"
    assert person.post(API, {**WORLD, "name": "\u202e"}).status_code == 422


@pytest.mark.parametrize("path", ["/scenarios/bring", "/scenarios/look", "/scenarios"])
def test_a_form_is_read_however_many_bytes_its_characters_take(person: Person, path: str) -> None:
    """Each of these is nine bytes in a form."""
    given = person.form(path, fields(text="\u2302" * 59_000))
    assert given.status_code in (200, 303, 422)


# -- at the table ------------------------------------------------------------------


def test_it_is_tried_against_the_bot_at_once(person: Person) -> None:
    """The table knows its figures, and goes on with them when the scenario is forgotten."""
    one = kept(person, forces=[{"sample": "two-cranes-school"}, None])
    laid = person.form("/games", {"system": "ronin", "own": one["id"], "way": "bot", "setup": "offered"})
    game = laid.headers["location"].rsplit("/", 1)[1]
    assert person.form(f"/scenarios/{one['id']}/forget", {}).status_code == 303
    told = person.get(f"/api/v1/games/{game}").json()
    assert (told["view"]["turns"], told["own"]["name"], "forces" in told["own"]) == (6, "The ford at dusk", False)
    assert "The ford at dusk (a scenario of one&#39;s own, after Skirmish)" in person.page(f"/play/{game}").text


def test_one_that_cannot_be_played_lays_no_table(client: TestClient, person: Person) -> None:
    one = kept(person, changes={"scores": ["shrine"]})
    tried = {"system": "ronin", "own": one["id"], "way": "bot"}
    assert person.form("/games", tried).status_code == 422
    assert person.form("/games", {**tried, "own": "nobody"}).status_code == 404
    assert Person(client).form("/games", tried).status_code == 404


def test_it_stands_among_the_scenarios_of_the_set_up(person: Person) -> None:
    """Marked as one's own; its points, its forces and what is left to choose."""
    one = kept(person, forces=[None, {"sample": "black-pine-gang"}])
    page = person.page(f"/new?system=ronin&scenario=own:{one['id']}").text
    assert "Of your own, after Skirmish." in page
    assert "the one that the scenario lays down" in page
    form = {"system": "ronin", "scenario": f"own:{one['id']}", "band_a": "sample:two-cranes-school", "band_b": "force",
            "way_b": "bot", "points": "150", "layout": "rice-valley", "setup": "offered"}  # fmt: skip
    laid = person.form("/new", form)
    assert laid.status_code == 303, laid.text
    game = laid.headers["location"].rsplit("/", 1)[1]
    assert person.get(f"/api/v1/games/{game}").json()["view"]["turns"] == 6
    strange = {**form, "scenario": "own:nobody"}
    assert person.form("/new", strange).status_code == 422


def test_a_drawn_table_is_its_ground(person: Person) -> None:
    wood = {"id": "wood-1", "kind": "wood", "outline": [[6, 12], [12, 12], [12, 18]]}
    body = {"table": [24, 24], "pieces": [wood]}
    ground = person.post("/api/v1/grounds", {"system": "ronin", "name": "Ford", "body": body}).json()["id"]
    path = person.form("/scenarios", fields(ground=f"ground:{ground}")).headers["location"]
    assert "24 × 24" in person.page(path).text
    escort = person.form("/scenarios/look", fields(base="escort", ground=f"ground:{ground}")).text
    laid = person.form("/games", {"system": "ronin", "own": path.rsplit("/", 1)[1], "way": "bot", "setup": "offered"})
    view = person.get(f"/api/v1/games/{laid.headers['location'].rsplit('/', 1)[1]}").json()["view"]
    assert "not played on a table of 24 x 24" in escort
    assert [piece["id"] for piece in view["terrain"]] == ["wood-1"]
    assert view["width"] == 24 * view["unit_length"]


# -- programs ----------------------------------------------------------------------


def test_the_printed_scenarios_are_files_of_this_form(person: Person) -> None:
    """Each is lawful as it is, also with every part written out, and says nothing that is not so."""
    for key, book in person.get("/api/v1/systems").json().items():
        for row in [row for row in book["scenarios"] if row.get("own")]:
            found = person.get(f"{API}/printed/{key}/{row['id']}").json()
            assert found["changes"]
            assert found["base"] == row["id"]
            assert person.post(f"{API}/check", found).json() == {"refusals": []}, row["id"]
    assert person.get(f"{API}/printed/ronin/chess").status_code == 404


def test_a_program_is_told_what_stands_against_it(person: Person) -> None:
    [no] = person.post(f"{API}/check", {**WORLD, "changes": {"depth": 13}}).json()["refusals"]
    assert (no["code"], no["clause"], no["facts"]["most"]) == ("own.number", "RON-SCN-90", 12)
    assert no["sentence"] == "Depth of the zones: 13. It must be a whole number from 2 to 12."
    [no] = person.post(f"{API}/check", {**WORLD, "points": 1}).json()["refusals"]
    assert no["code"] == "world.no-rosters"
    assert problem(person.post(API, {**WORLD, "base": "chess"}), 422)


# -- zones drawn by hand -------------------------------------------------------------


def drawn(north: str = "", south: str = "") -> dict[str, Any]:
    """The form with the zones of a skirmish as they are typed, or as its board wrote them."""
    parts = ["length", "turns", "depth", "scores", "minor_goals", "zones"]
    return fields(
        part=parts, zone_of=["north", "south", "east", "west"], part_zones_north=north, part_zones_south=south
    )


def test_zones_are_typed_drawn_and_kept_as_one_thing(person: Person) -> None:
    """What is typed stands on the board, in its field and in the file; left empty they are as printed."""
    page = person.form("/scenarios/look", drawn("30,8 20,0; 0,0 10,6")).text
    assert 'value="20,0 30,8; 0,0 10,6"' in page
    assert 'aria-label="north: zone 20,0 30,8, 10 in × 8 in"' in page
    assert 'aria-label="south: zone 0,30 36,36, 36 in × 6 in"' in page
    assert "It can be played." in page
    person.form("/scenarios", drawn("30,8 20,0; 0,0 10,6"))
    [one] = person.get(API).json()
    assert one["scenario"]["changes"]["zones"] == {"north": [[20, 0, 30, 8], [0, 0, 10, 6]]}
    again = person.page(f"/scenarios/{one['id']}").text
    assert 'aria-label="north: zone 0,0 10,6, 10 in × 6 in"' in again
    assert 'id="grip-north-1-nw"' in again
    person.form("/scenarios", {**drawn(), "kept": one["id"], "was": json.dumps(one["scenario"])})
    [one] = person.get(API).json()
    assert "zones" not in one["scenario"]["changes"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [("north half", "Zones drawn by hand: north half. A zone is written as two of its corners"),
     ("0,0 40,8", "north: the zone 0,0 40,8 lies beyond the table, which is 36 in by 36 in."),
     ("0,0 36,2", "north: the zone 0,0 36,2 is 36 in by 2 in; each side of it is 3 in or more."),
     ("0,0 10,8; 5,5 15,9", "north: two of these zones lie over one another."),
     ("0,12 36,20", "north and south: 10 in lie between their zones; it must be 12 in or more."),
     ("0,0 3,3", "north: 9 squares of open ground in these zones"),
     ("0,0 5,5; 6,0 11,5; 12,0 17,5; 18,0 23,5", "north: 4 zones. There may be 3 at most.")],
)  # fmt: skip
def test_zones_that_cannot_be_are_refused_in_words_with_numbers_and_stay_as_they_were_typed(
    person: Person, typed: str, said: str
) -> None:
    page = person.form("/scenarios/look", drawn(typed)).text
    assert said in page
    assert "RON-SCN-92" in page
    assert f'value="{typed}"' in page
    assert "It can be played." not in page


def test_zones_of_roles_are_drawn_where_a_scenario_has_them(person: Person) -> None:
    """Who lies in ambush has the edges printed; where each clan has its own zone there is no board."""
    page = person.page("/scenarios?system=celtos&base=ambush").text
    assert 'name="part_zones_column"' in page
    assert 'name="part_zones_ambusher"' not in page
    assert 'id="zone-ambusher-0"' in page
    assert 'id="grip-ambusher-0-nw"' not in page
    assert 'id="zones"' not in person.page("/scenarios?system=daimyo&base=sekigahara").text
    assert "150 cm × 30 cm" in person.page("/scenarios?system=daimyo&base=meeting").text


@pytest.mark.parametrize(
    ("base", "said", "dicho"),
    [
        ("nagashino", ["Oda and Tokugawa: Gun line", "Oda and Tokugawa: Headquarters", "Takeda: Headquarters"],
         ["Oda y Tokugawa: Línea de arcabuces", "Takeda: Cuartel general"]),
        ("kawanakajima", ["Uesugi: Rearguard at the fords", "Takeda: Headquarters"],
         ["Uesugi: Retaguardia en los vados"]),
        ("okehazama", ["Imagawa: Baggage guard sets up there as printed; Imagawa"], ["Imagawa: Guardia del bagaje"]),
        ("meeting", [], []),
    ],
)  # fmt: skip
def test_ground_that_stays_as_printed_is_drawn_beside_what_may_be(
    person: Person, base: str, said: list[str], dicho: list[str]
) -> None:
    """Of a headquarters, of a clan, a circle as it is round: by it one sees why a zone of the enemy is too near."""
    page = person.page(f"/scenarios?system=daimyo&base={base}").text
    found = re.findall(r'aria-label="([^"]+) sets up there as printed"', page)
    assert {*said} <= {*found}
    assert bool(found) == bool(said)
    assert page.count('<circle class="zone') == {"kawanakajima": 1, "okehazama": 1}.get(base, 0)
    assert ('id="zone-imagawa-0"' in page) is False, "the square about a circle is nobody's zone"
    spanish = person.get(
        f"/scenarios?system=daimyo&base={base}", headers={"accept-language": "es", "accept": "text/html"}
    ).text
    for words in dicho:
        assert f"{words} se despliega ahí, como está impreso" in spanish, re.findall(
            r'aria-label="([^"]+impreso)"', spanish
        )


def test_a_table_is_laid_with_its_zones_and_refused_where_they_cannot_be(person: Person) -> None:
    one = kept(person, changes={"zones": {"north": [[0, 0, 36, 9]]}})
    assert person.post(f"{API}/check", one["scenario"]).json()["refusals"] == []
    bad = {**one["scenario"], "changes": {"zones": {"north": [[0, 0, 36, 30]]}}}
    [no] = person.post(f"{API}/check", bad).json()["refusals"]
    assert (no["code"], no["clause"]) == ("zone.near", "RON-SCN-92")
