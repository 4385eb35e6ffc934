"""What webhooks are sent: no name in it does anything there."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from app.notices.quiet import is_away, is_quiet, refuse
from app.notices.webhook import Letter, payload

LETTER = Letter(kind="challenge", text="<!channel> @everyone **Ana** & co", game="g1", url="https://g.example/play/g1")


def test_plain_json_tells_all() -> None:
    assert json.loads(payload("json", LETTER)) == {
        "kind": "challenge", "game": "g1", "text": LETTER.text, "url": LETTER.url,
    }  # fmt: skip


def test_discord_calls_nobody() -> None:
    told = json.loads(payload("discord", LETTER))
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"] == r"\<!channel\> \@everyone \*\*Ana\*\* & co" + "\n<https://g.example/play/g1>"


def test_slack_calls_nobody() -> None:
    told = json.loads(payload("slack", LETTER))
    assert told["text"] == "&lt;!channel&gt; @everyone **Ana** &amp; co\n<https://g.example/play/g1>"
    assert told["link_names"] == 0


@pytest.mark.parametrize(
    ("hours", "time", "quiet"),
    [
        (("22:00", "07:00"), "21:30", True),  # 22:30 in Madrid
        (("22:00", "07:00"), "20:59", False),
        (("22:00", "07:00"), "05:59", True),
        (("22:00", "07:00"), "06:00", False),
        (("12:00", "14:00"), "11:30", True),
        (("12:00", "14:00"), "13:00", False),
    ],
)
def test_it_is_quiet_by_the_readers_own_clock(hours: tuple[str, str], time: str, quiet: bool) -> None:
    at = datetime.fromisoformat(f"2026-01-15T{time}:00").replace(tzinfo=UTC).timestamp()
    given = {"from": hours[0], "to": hours[1], "zone": "Europe/Madrid"}
    assert is_quiet(given, at) is quiet
    assert refuse(*given.values()) == ""


@pytest.mark.parametrize("broken", [None, [], {}, {"from": "22:00", "to": "07:00", "zone": "../../etc/passwd"}])
def test_hours_that_cannot_be_read_are_not_quiet(broken: object) -> None:
    assert is_quiet(broken, 0.0) is False


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("24:00", "07:00", "Europe/Madrid"), "no-hour"),
        (("7", "8", "Europe/Madrid"), "no-hour"),
        (("07:00", "07:00", "Europe/Madrid"), "same-hour"),
        (("22:00", "07:00", "Europe/Atlantis"), "no-zone"),
        (("22:00", "07:00", ""), "no-zone"),
    ],
)
def test_hours_that_cannot_be_meant_are_refused(given: tuple[str, str, str], why: str) -> None:
    assert refuse(*given) == why


def test_a_vacation_ends_with_its_last_day() -> None:
    noon = datetime(2026, 7, 10, 12, tzinfo=UTC).timestamp()
    assert is_away({"until": "2026-07-10"}, noon)
    assert not is_away({"until": "2026-07-09"}, noon)
    assert not is_away({}, noon)
