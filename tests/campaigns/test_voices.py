"""Who comments the tables of a campaign (CPN-PEO-13)."""

from __future__ import annotations

import pytest

from app.campaigns.people.members import SetRoles, Watch
from app.campaigns.people.voices import commentators, refuse_voice
from tests.campaigns.people_table import shop
from tests.campaigns.rounds_table import HOST
from tests.campaigns.test_people import code


@pytest.mark.parametrize(
    ("role", "tables", "sits", "ahead", "said"),
    [
        ("commentator", 2, False, False, ""),
        ("commentator", 2, True, False, "people.voice-sits"),
        ("commentator", 2, False, True, "people.voice-ahead"),
        ("commentator", 0, False, False, "people.voice-none"),
        ("watcher", 2, False, False, "people.no-voice"),
    ],
)
def test_who_talks_to_all_who_watch_a_round(role: str, tables: int, sits: bool, ahead: bool, said: str) -> None:
    table = shop(0, public=True)
    assert code(table, "eva", Watch()) == ""
    assert code(table, HOST, SetRoles(guest="eva", roles=(role,))) == ""
    no = refuse_voice(table.now, "eva", tables=tables, sits=sits, ahead=ahead)
    assert (no.code if no else "") == said
    assert no is None or no.clause == "CPN-PEO-13"
    assert commentators(table.now) == (("eva",) if role == "commentator" else ())
