"""The API as its own description has it: whatever is sent, the answer is one of those that are documented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from starlette.testclient import TestClient

from tests.web.people import Person, Table

EACH = settings(
    max_examples=5, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)  # fmt: skip


class Caller:
    """A browser whose cases are about one table and one campaign: an id in a path that is none leads there."""

    def __init__(self, who: Person, table: Table, campaign: str) -> None:
        self.who, self.table, self.campaign = who, table, campaign

    def call(self, case: Any) -> Response:
        """The answer to a case."""
        if "game" in case.path_parameters:
            case.path_parameters["game"] = self.table.id
        if "/campaigns/{id}" in case.path:
            case.path_parameters["id"] = self.campaign
        sent = case.as_transport_kwargs(base_url="http://testserver")
        body = {"content": sent["data"]} if "data" in sent else {"json": sent["json"]} if "json" in sent else {}
        return self.who.call(sent["method"], sent["url"], sent["headers"], params=sent.get("params"), **body)


def operations(client: TestClient) -> Iterator[Any]:
    """Everything that the description offers; who calls is the caller's business."""
    book = client.get("/api/v1/openapi.json").json()
    for methods in book["paths"].values():
        for told in methods.values():
            del told["security"]
    described: Any = schemathesis.openapi.from_dict(book)
    yield from (found.ok() for found in described.get_all_operations())


@pytest.mark.parametrize("name", ["player", "stranger"])
def test_whatever_is_sent_the_answer_is_one_that_is_documented(client: TestClient, name: str) -> None:
    from schemathesis.specs.openapi import checks  # it takes a second, of which only this test is to know

    unfit = [
        # What has the right shape may still be against the rules of a game: a 422 with code and clause.
        checks.positive_data_acceptance,
        # The framework names the methods of the first route at a path, not of all that share it.
        checks.allow_header_conformance,
    ]
    table = Table(client).sit().bids()
    signed_up = table.red.form("/signup", {"name": f"Red {name}", "password": "quiet river at dawn"})
    assert signed_up.status_code == 303
    body = {"name": "Autumn", "system": "ronin", "settings": {"points": 200}}
    campaign = table.red.post("/api/v1/campaigns", body).json()["id"]
    caller = Caller(table.red if name == "player" else Person(client), table, campaign)

    for operation in operations(client):
        right, wrong = map(operation.as_strategy, (GenerationMode.POSITIVE, GenerationMode.NEGATIVE))

        @EACH
        @given(case=right | wrong)
        def holds(case: Any) -> None:
            case.validate_response(caller.call(case), excluded_checks=unfit)

        holds()
