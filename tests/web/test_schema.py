"""The API as its own description has it: whatever is sent, the answer is one of those that are documented."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from schemathesis import Case, Config
from starlette.testclient import TestClient

from app.settings import Settings
from app.web.app import create_app
from tests.web.people import Person, Table

CONFIG = Config.from_dict({
    "generation": {"deterministic": True, "max-examples": 4, "mode": "all"},
    "phases": {"stateful": {"enabled": False}},
})  # fmt: skip


class Caller:
    """A player at a table of its own, or a stranger: ids in paths lead to the table."""

    def __init__(self, table: Table, who: Person) -> None:
        self.table, self.who = table, who

    def call(self, case: Case) -> Any:
        """The answer to a case."""
        if isinstance(case.path_parameters.get("game"), str) and len(case.path_parameters["game"]) < 20:
            case.path_parameters["game"] = self.table.id
        given = case.as_transport_kwargs(base_url="http://testserver")
        given.pop("cookies", None)
        headers = {k: v for k, v in given.pop("headers").items()}
        return self.who.call(given.pop("method"), given.pop("url"), headers=headers, **given)


@pytest.fixture(scope="module")
def caller(client: TestClient) -> Caller:
    table = Table(client).sit().bids()
    return Caller(table, table.red)


schema = schemathesis.openapi.from_dict(create_app(Settings()).openapi(), config=CONFIG)


@schema.parametrize()
def test_whatever_is_sent_the_answer_is_documented(case: Case, caller: Caller) -> None:
    case.validate_response(caller.call(case))
