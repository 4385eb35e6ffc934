"""Rulings on the pages of a campaign: who gave them and why, disputes and their answers, a round closed early."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_pages import form_in, founded, joined, sent
from tests.web.test_lobby import account as signed_up


@pytest.fixture(scope="module")
def hana(client: TestClient) -> Person:
    """A player."""
    return signed_up(client, "RuleHana")


@pytest.fixture(scope="module")
def mika(client: TestClient) -> Person:
    """Another."""
    return signed_up(client, "RuleMika")


@pytest.fixture(scope="module")
def ruled(client: TestClient, hana: Person, mika: Person) -> dict[str, Any]:
    """A campaign whose host does not play; its battle was decided by him."""
    host = signed_up(client, "CampOri")
    path = founded(host, "Judged", open="true", rounds="3", pairing="swiss")
    one, other = joined(hana, path, "Kurokawa", 1), joined(mika, path, "Akagi", 2)
    sent(host, f"{path}/host", "start", {})
    battle = re.search(rf'href="({path}/battle/\w+)"', hana.page(path).text)[1]  # type: ignore[index]
    winner = one.rpartition("/")[2]
    said = {"result": "won", "winner": winner, "reason": "Fought at home."}
    assert sent(host, battle, "decide", said).status_code == 303
    return {"host": host, "path": path, "battle": battle, "one": winner, "other": other.rpartition("/")[2]}


def test_a_ruling_says_on_the_page_who_gave_it_and_why(mika: Person, ruled: dict[str, Any]) -> None:
    text = mika.page(ruled["battle"]).text
    assert "CampOri rules: Kurokawa has beaten Akagi. Fought at home." in text
    assert "CampOri rules: Kurokawa has beaten Akagi. Fought at home." in mika.page(f"{ruled['path']}/ledger").text
    assert "by ruling" in text


def test_a_result_is_overturned_on_the_page_of_its_battle(mika: Person, ruled: dict[str, Any]) -> None:
    assert 'id="f-overturn"' not in mika.page(ruled["battle"]).text
    fields = {"result": "won", "winner": ruled["other"], "reason": "The record was misread."}
    assert sent(ruled["host"], ruled["battle"], "overturn", fields).status_code == 303
    text = mika.page(ruled["battle"]).text
    assert "CampOri overturns a result: Akagi has beaten Kurokawa. The record was misread." in text
    assert "CampOri rules: Kurokawa has beaten Akagi." in text


def test_a_result_is_disputed_and_answered_on_the_page_of_its_battle(
    hana: Person, mika: Person, ruled: dict[str, Any]
) -> None:
    battle, host = ruled["battle"], ruled["host"]
    assert sent(mika, battle, "dispute", {"reason": "I had more points."}).status_code == 303
    assert "This result is disputed" in hana.page(battle).text
    assert "A result is disputed" in host.page(ruled["path"]).text
    assert "provisional" in hana.page(f"{ruled['path']}/standings").text
    assert sent(host, battle, "uphold", {"reason": "Counted again."}).status_code == 303
    assert "stands. Counted again." in mika.page(battle).text
    assert "This result is disputed" not in mika.page(battle).text


def test_the_host_says_of_each_battle_what_becomes_of_it_when_he_closes_the_round(ruled: dict[str, Any]) -> None:
    host, page = ruled["host"], f"{ruled['path']}/host"
    battle = re.search(r'name="fate_(\w+)"', host.page(page).text)
    assert battle
    fields = {"reason": "On we go.", f"fate_{battle[1]}": "void"}
    assert sent(host, page, "close-round", fields).status_code == 303
    text = host.page(f"{ruled['path']}/ledger").text
    assert "The round is closed before its deadline. On we go." in text
    assert "CampOri rules: the battle of" in text


def test_a_ruling_starts_from_the_thing_it_changes(client: TestClient) -> None:
    host, player = signed_up(client, "StartHost"), signed_up(client, "StartMika")
    path = founded(host, "From the sheet", open="true")
    band = joined(player, path, "Cranes", 2)
    page = unescape(host.page(band).text)
    links = re.findall(r'href="(/campaign/[^"]+/host\?rule=[^"#]+)#rule-', page)
    assert len(links) > 1
    assert "?rule=" not in player.page(band).text, "whose warband it is rules on nothing of it"
    member = next(link for link in links if "member=" in link)
    form = form_in(host.page(member).text, f"correct-{band.rpartition('/')[2]}")
    assert re.search(r'<option value="experience" selected>', form)
    assert f'<option value="{member.rpartition("member=")[2]}" selected>' in form
    whole = form_in(
        host.page(next(link for link in links if "member=" not in link)).text, f"correct-{band.rpartition('/')[2]}"
    )
    assert re.search(r'<option value="purse" selected>', whole)
    assert host.page(f"{path}/host?rule=nothing&member=x").status_code == 200
