"""Whole games kept as files play again to the same chain and the same end.

A change of the rules shows here: record anew with ``python -m tests.record`` and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.engine.events import Seat
from app.systems import SYSTEMS, system_of
from tests.record import ENDINGS, GAMES, PLAYTHROUGHS, TOLD_IN_FULL, Recorded, load, play, playthrough, text_of

FILES = sorted(GAMES.glob("*/*.game"))
LARGEST = 400_000


def named(path: Path) -> str:
    """The system and the name of a file."""
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_kept_game_plays_again_to_the_same_chain_and_end(path: Path) -> None:
    kept = load(path)
    states = []
    again = play(system_of(kept.system), kept, lambda drive: states.append(drive.live.state))
    assert again.outcome == kept.outcome
    assert (again.events, again.chain) == (kept.events, kept.chain)
    assert ENDINGS[kept.system][path.stem](states[-1])


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_game_file_is_written_as_it_was_read(path: Path) -> None:
    assert text_of(load(path)) == path.read_text()


def test_every_system_keeps_a_game_for_each_way_of_ending() -> None:
    wanted = {f"{system.key}/{name}" for system in SYSTEMS for name in ENDINGS[system.key]}
    assert wanted == {named(path) for path in FILES}


def test_another_seed_leads_elsewhere() -> None:
    kept = load(FILES[0])
    other = msgspec.structs.replace(kept, seed="00" * 32, inputs=())
    assert play(system_of(kept.system), other).chain != play(system_of(kept.system), bare(kept)).chain


def test_an_answer_that_the_rules_refuse_is_told() -> None:
    kept = load(FILES[0])
    wrong = msgspec.structs.replace(kept, inputs=((Seat("nobody"), "x"),))
    with pytest.raises(ValueError, match=r"nobody: ask\.not-you"):
        play(system_of(kept.system), wrong)


def bare(game: Recorded) -> Recorded:
    """The game before its first input."""
    return msgspec.structs.replace(game, inputs=())


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_playthrough_is_what_the_rules_lead_to(system: object) -> None:
    rules = next(s for s in SYSTEMS if s is system)
    text = (PLAYTHROUGHS / f"{rules.key}.txt").read_text()
    assert len(text) < LARGEST
    assert playthrough(rules, load(GAMES / rules.key / f"{TOLD_IN_FULL[rules.key]}.game")) == text
