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
