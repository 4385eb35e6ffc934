"""The host's page of webhooks: made, tried, switched, removed; refused in words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.notices.guard import Guard
from tests.accounts.town import PASSWORD
from tests.notices.servers import receiver
from tests.web.people import Person
from tests.web.test_admin import shown, site_of


@pytest.fixture(scope="module")
def host(client: TestClient) -> Person:
    """The host of the server."""
    person = Person(client)
    person.form(f"/setup/{site_of(client).people.setup_key()}", {"name": "Yui", "password": PASSWORD})
    return person


def test_a_webhook_of_the_house_is_made_tried_switched_and_removed(host: Person, client: TestClient) -> None:
    site_of(client).notices.channels.guard = Guard(loopback=True)
    with receiver() as there:
        there.first = [500]
        given: Any = {
            "address": there.url,
            "format": "discord",
            "language": "es",
            "kind": ["table.opened", "round.opened"],
        }
        assert Person(client).form("/admin/webhooks", given).status_code == 404
        page = unescape(host.form("/admin/webhooks", given).text)
        secret = re.search(r'value="(whsec_[^"]+)"', page)
        assert secret
        assert "whsec_" not in shown(host, "/webhooks"), "the secret is shown once"
        page = shown(host, "/webhooks")
        assert f"127.0.0.1:{there.port}</h2>" in page, "the end of an address may be a secret"
        id = re.search(r'action="/admin/webhooks/([\w-]+)/test"', page)
        assert id
        failed = host.form(f"/admin/webhooks/{id[1]}/test", {})
        assert failed.status_code == 422
        assert "The other server answered 500." in unescape(failed.text)
        assert host.form(f"/admin/webhooks/{id[1]}/test", {}).headers["location"] == "/admin/webhooks?done=tried"
        assert there.said[1]["content"].startswith("Así se os avisará")
        assert "The other server answered 500." in shown(host, "/webhooks")
        assert host.form(f"/admin/webhooks/{id[1]}/off", {}).status_code == 303
        assert "It is off. Switch it on first." in unescape(host.form(f"/admin/webhooks/{id[1]}/test", {}).text)
        assert host.form(f"/admin/webhooks/{id[1]}/remove", {}).status_code == 303
        assert host.form(f"/admin/webhooks/{id[1]}/remove", {}).status_code == 404
    site_of(client).notices.channels.guard = Guard()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"address": "https://10.0.0.1/x"}, "does not lead to the public internet"),
        ({"address": "http://example.org/x"}, "Only addresses that begin with https://"),
        ({"kind": []}, "Choose at least one thing to tell."),
        ({"format": "xml"}, "Choose plain JSON, Discord or Slack."),
    ],
)
def test_a_webhook_is_refused_in_words_and_its_form_is_kept(host: Person, given: dict[str, Any], why: str) -> None:
    whole = {"address": "https://10.0.0.1/x", "format": "json", "language": "en", "kind": ["battle.over"], **given}
    refused = host.form("/admin/webhooks", whole)
    assert refused.status_code == 422
    page = unescape(refused.text)
    assert why in page
    assert f'value="{whole["address"]}"' in page
    assert page.count('name="kind" value="battle.over" checked') == len(whole["kind"])
    assert 'name="kind" value="table.opened" checked' not in page
