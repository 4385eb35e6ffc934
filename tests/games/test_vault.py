"""Dice that can be checked, and a record that shows any change made to it."""

from __future__ import annotations

import asyncio
import copy
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from app.engine.asks import Json
from app.engine.dice import Dice
from app.engine.digest import START, link
from app.games.vault import Vault, commitment, one
from app.games.verify import examined, verify
from tests.games.table import Host
from tests.toy import BLUE, RED, TOY


def test_throws_depend_on_everything_they_should() -> None:
    made = Vault(b"seed", "game", {"red": "01", "blue": "02"})
    throw = made.throw(3, Dice(20))
    assert throw == Vault(b"seed", "game", {"blue": "02", "red": "01"}).throw(3, Dice(20))
    others = (
        Vault(b"seeD", "game", {"red": "01", "blue": "02"}).throw(3, Dice(20)),
        Vault(b"seed", "gamE", {"red": "01", "blue": "02"}).throw(3, Dice(20)),
        Vault(b"seed", "game", {"red": "01", "blue": "03"}).throw(3, Dice(20)),
        made.throw(4, Dice(20)),
    )
    assert throw not in others
    assert commitment(b"seed") == "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b"


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 20, 100, 256, 257, 1000])
def test_faces_are_in_range_and_even(sides: int) -> None:
    faces = Counter(Vault(b"s", "g", {}).throw(0, Dice(sides * 60, sides)))
    assert set(faces) <= set(range(1, sides + 1))
    chi = sum((faces[face] - 60) ** 2 / 60 for face in range(1, sides + 1))
    assert chi < sides + 5 * (2 * sides) ** 0.5 + 5


def test_bytes_that_would_favour_a_face_are_thrown_away() -> None:
    assert one(iter([252, 255, 7]), 6) == 2
    assert one(iter([251]), 6) == 6
    assert one(iter([255, 255, 0, 5]), 1000) == 6


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """A finished game."""
    return asyncio.run(recorded(tmp_path_factory.mktemp("record")))


async def recorded(folder: Path) -> Json:
    """A finished game with an undo in it."""
    host, rng = Host(folder), Random(3)
    game = await host.table()
    while await host.random_input(game, rng):
        if rng.random() < 0.4:
            await host.games.undo(game, rng.choice((RED, BLUE)))
    made = await host.games.record(game)
    host.store.close()
    return made


def rechained(record: Any) -> Any:
    """The record with a chain that fits its events, as a forger would make it."""
    chain = START
    for line in record["events"]:
        chain = line["chain"] = link(chain, line["body"])
    return record


def forged(record: Any, how: str) -> Any:
    """The record with one thing changed."""
    record = copy.deepcopy(record)
    throw = next(line for line in record["tape"] if line["kind"] == "throw")
    event = next(line for line in record["events"] if line["body"]["kind"] == "toy.drew")
    if how == "throw":
        throw["body"]["faces"] = [throw["body"]["faces"][0] % 4 + 1]
    elif how == "event":
        event["body"]["card"] = event["body"]["card"] % 4 + 1
    elif how == "event-rechained":
        event["body"]["card"] = event["body"]["card"] % 4 + 1
        rechained(record)
    elif how == "seed":
        record["seed"] = "00" * 32
    elif how == "no-seed":
        record["seed"] = "?"
    elif how == "entropy":
        record["seats"][0]["entropy"] = "ff"
    elif how == "outcome":
        record["outcome"]["reason"] = "toy.gave-up"
    elif how == "missing":
        del record["events"][5]
    elif how == "cut":
        del record["tape"][-1]
    elif how == "answer":
        next(line for line in record["tape"] if line["kind"] == "answer")["body"] = "nonsense"
    elif how == "kind":
        next(line for line in record["tape"] if line["kind"] == "answer")["kind"] = "gift"
    return record


FAULTS = {
    "throw": "input 3",
    "event": "the chain breaks",
    "event-rechained": "is not what the rules and the dice give",
    "seed": "not the one the server committed to",
    "no-seed": "not hexadecimal",
    "entropy": "bytes are not those",
    "outcome": "ends otherwise",
    "missing": "event 6 is missing",
    "cut": "where playing it again gives",
    "answer": "cannot be played",
    "kind": "of no known kind",
}


def test_a_true_record_is_sound(record: Json) -> None:
    assert verify(record, [TOY]) == []
    assert any(line["kind"] == "undo" for line in record["tape"])


@pytest.mark.parametrize("how", FAULTS)
def test_a_changed_record_is_found_out(record: Json, how: str) -> None:
    faults = verify(forged(record, how), [TOY])
    assert FAULTS[how] in "; ".join(faults)


def test_what_is_no_record_is_told_so() -> None:
    assert verify({"format": 1}, [TOY])[0].startswith("not a record")
    assert verify([], [TOY])[0].startswith("not a record")


def test_an_unknown_system_or_format_is_told(record: Json) -> None:
    assert "no rule system" in verify(record, [])[0]
    assert "format 9" in verify({**record, "format": 9}, [TOY])[0]


def of_rules(record: Any, begun: object, last: int) -> Any:
    """The record as one that says it was begun and ended by these versions of the rules."""
    record = copy.deepcopy(record)
    record["rules"] = last
    next(line["body"] for line in record["events"] if line["body"]["kind"] == "engine.begun")["rules"] = begun
    return rechained(record)


def test_a_record_of_other_rules_is_no_forgery(record: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    """What still comes out the same is sound; else it is said by which rules it was played."""
    monkeypatch.setattr(type(TOY), "version", record["rules"] + 1)
    assert verify(record, [TOY]) == []
    told = examined(forged(record, "event-rechained"), [TOY])
    assert told.faults == ()
    (earlier,) = told.earlier
    assert (earlier.system, earlier.rules, earlier.now) == ("toy", 1, 2)
    (said,) = told.told()
    assert "says of itself that it was begun by rules version 1 of toy, and here are those of version 2" in said
    assert "is not what the rules and the dice give" in said


def test_a_record_begun_by_earlier_rules_and_ended_by_those_of_now_is_sound(
    record: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "version", 2)
    assert verify(of_rules(record, 1, 2), [TOY]) == []
    told = examined(of_rules(forged(record, "event-rechained"), 1, 2), [TOY])
    assert (told.faults, len(told.earlier)) == ((), 1)


@pytest.mark.parametrize(("begun", "last"), [(99, 99), (2, 1), (1, 3), (0, 2), (None, 2), (True, 2), (1, 0)])
def test_versions_of_the_rules_that_cannot_be_are_a_fault_and_excuse_nothing(
    record: Json, begun: object, last: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "version", 2)
    told = examined(of_rules(forged(record, "event-rechained"), begun, last), [TOY])
    assert told.earlier == ()
    assert "this program knows versions 1 to 2" in told.faults[0]
    assert any("is not what the rules and the dice give" in fault for fault in told.faults)
    assert "this program knows versions 1 to 2" in verify(of_rules(record, begun, last), [TOY])[0]


@pytest.mark.parametrize("how", ["throw", "seed", "entropy", "event", "missing"])
def test_earlier_rules_excuse_neither_dice_nor_seal_nor_chain(
    record: Json, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "version", 2)
    faults = examined(forged(record, how), [TOY]).faults
    wanted = {"throw": "the dice of input 3 are not those that the seed gives"}.get(how, FAULTS[how])
    assert wanted in "; ".join(faults)


@pytest.mark.parametrize(
    "body", [{}, [], {"faces": [7], "dice": [1, 6], "draw": 0}, {"faces": 1, "dice": [1], "draw": 0}]
)
def test_a_throw_that_cannot_be_read_is_not_due(record: Json, body: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "version", 2)
    bent = copy.deepcopy(record)
    next(line for line in bent["tape"] if line["kind"] == "throw")["body"] = body
    assert "the dice of input 3 are not those that the seed gives" in examined(bent, [TOY]).faults
