"""Two at one screen: the table between them shows what both may see, a secret question comes behind the veil."""

from __future__ import annotations

from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_pages import ronin

GOALS = ("Secret minor goal", "Your secret minor goal:")


def answer_goals(person: Person, game: str) -> dict[str, str]:
    """Both goals, answered seat by seat."""
    path = f"/api/v1/games/{game}"
    found: dict[str, str] = {}
    for _ in range(10):
        for seat in ("red", "blue"):
            shown = person.get(f"{path}?seat={seat}").json()
            asked = next((q for q in shown["questions"] if q["mine"] and not q["sealed"]), None)
            if asked is None or len(found) == 2:
                continue
            answer = asked["default"]
            if asked["about"] == "setup.goal":
                keys = [o["key"] for o in asked["domain"]["options"] if o["no"] is None]
                page = person.page(f"/play/{game}?seat={seat}").text
                assert 'id="veil"' in page
                answer = found[seat] = keys[0]
            body = {"ask": asked["id"], "answer": answer, "seat": seat}
            assert person.post(f"{path}/answers", body).status_code == 200
    return found


def test_what_is_one_sides_secret_stands_in_no_panel_of_a_shared_screen(client: TestClient, person: Person) -> None:
    game = ronin(person, "same")
    assert set(answer_goals(person, game)) == {"red", "blue"}
    for seat in ("red", "blue"):
        page = person.page(f"/play/{game}?seat={seat}").text
        assert not any(words in page for words in GOALS)
    assert client is not None


def test_the_question_of_one_side_names_what_the_table_between_them_hides(client: TestClient, person: Person) -> None:
    sides = [{"seat": seat, "roster": {"sample": f"{band}_1000"}, "player": "me"}
             for seat, band in (("red", "kuge"), ("blue", "sohei"))]  # fmt: skip
    options = {"points": 1000, "terrain": "two_woods"}
    body = {"system": "kensei", "scenario": "pitched_battle", "name": "Hana", "options": options, "sides": sides}
    path = f"/api/v1/games/{person.post('/api/v1/games', body).json()['id']}"
    for _ in range(20):
        asked = [(seat, q) for seat in ("red", "blue") for q in person.get(f"{path}?seat={seat}").json()["questions"]
                 if q["mine"] and q["seat"] == seat]  # fmt: skip
        seat, question = asked[0]
        if question["about"] == "deploy.card":
            break
        person.post(f"{path}/answers", {"ask": question["id"], "answer": question["default"], "seat": seat})
    assert question["about"] == "deploy.card"
    page = person.page(f"/play/{path.rsplit('/', 1)[1]}?seat={seat}").text
    panel, rest = page[page.index('id="prompt"') : page.index('id="roll"')], page[: page.index('id="prompt"')]
    assert "Ashigaru" in panel
    assert "Ashigaru" not in rest
    assert client is not None


def test_who_leads_both_sides_sees_which_of_them_each_answer_means(client: TestClient, person: Person) -> None:
    sides = [{"seat": seat, "roster": {"sample": "gael"}, "player": "me"} for seat in ("red", "blue")]
    body = {"system": "celtos", "scenario": "open-field", "name": "Hana", "options": {"points": 600}, "sides": sides}
    told = person.post("/api/v1/games", body).json()
    path = f"/api/v1/games/{told['id']}"
    for _ in range(80):
        open_ = {seat: person.get(f"{path}?seat={seat}").json()["questions"] for seat in ("red", "blue")}
        asked = [(seat, q) for seat, found in open_.items() for q in found
                 if q["mine"] and not q["sealed"] and q["seat"] == seat]  # fmt: skip
        seat, question = asked[0]
        if question["about"] == "initiative.first":
            break
        person.post(f"{path}/answers", {"ask": question["id"], "answer": question["default"], "seat": seat})
    assert question["about"] == "initiative.first"
    page = person.page(f"/play/{path.rsplit('/', 1)[1]}?seat={seat}").text
    panel = page[page.index('id="prompt"') : page.index('id="roll"')]
    assert [f"#side-{side}" in panel for side in "ab"] == [True, True]
    assert client is not None
