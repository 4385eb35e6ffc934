"""Which warbands somebody is offered where veterans are welcome, and who has a ready roster cut for him."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.web.campaigns import entering, pages
from tests.web.people import Person
from tests.web.test_campaign_pages import founded, joined, sent
from tests.web.test_lobby import account as signed_up


def test_a_warband_of_a_campaign_he_has_left_is_offered_behind_however_many_that_are_not_free(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "CUTS", 1)
    host, hana, mika = (signed_up(client, name) for name in ("VetHost", "VetHana", "VetMika"))
    first = founded(host, "The first war", open="true", pairing="swiss", rounds="3")
    band = joined(hana, first, "Kurokawa", 1)
    joined(mika, first, "Akagi", 2)
    sent(host, f"{first}/host", "start", {})
    assert sent(hana, first, "leave", {}).status_code == 303
    newer = founded(host, "The second war", open="true", pairing="swiss", rounds="3")
    joined(hana, newer, "Kurokawa", 1)
    third = founded(host, "The third war", open="true", veterans="true")
    offered = re.findall(r'value="veteran:([^"]+)"', hana.page(third).text)
    assert offered == [f"{first.rpartition('/')[2]}:{band.rpartition('/')[2]}"]
    come = {"name": "Kurobane", "band": f"veteran:{offered[0]}", "emblem": "3", "hue": "3"}
    assert sent(hana, third, "raise", come).status_code == 303
    news = re.sub(r"<[^>]+>", "", hana.page(f"{third}/ledger").text)
    assert re.search(r"Kurobane\s*, Kurokawa in the campaign The first war, takes up arms under\s+VetHana", news)


def test_no_ready_roster_is_cut_for_who_may_not_join(
    client: TestClient, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = list[str]()
    monkeypatch.setattr(entering, "cut_down", lambda _, id: cut.append(id))
    host, hana = (signed_up(client, name) for name in ("CutHost", "CutHana"))
    path = founded(host, "By invitation", points="60")
    fields = {"do": "raise", "name": "Kurokawa", "band": "cut:river-league", "emblem": "1", "hue": "1", "command": "x1"}
    answers = [one.form(path, fields).status_code for one in (person, hana)]
    assert cut == []
    assert 303 not in answers
    open_ = founded(host, "For all", points="60", open="true")
    hana.form(open_, fields)
    assert cut == ["river-league"]
