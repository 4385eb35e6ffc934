"""Whether anybody sees anything else of a mutant: of cases row by row, and of games that are drawn."""

from __future__ import annotations

import pytest

from app.mutation import looking
from app.mutation.command import Report, looked_at
from app.mutation.loading import Shelf
from app.mutation.mutants import Mutant, standing
from app.mutation.playing import cases, learn

LEVEL = "faces[0] > faces[1] -> faces[0] >= faces[1]"


@pytest.fixture(scope="module")
def places() -> tuple[list[Mutant], dict[str, str]]:
    """Where something else is seen of each mutant of one file."""
    mutants = standing("ronin", "turn/rolloff.py", 1)
    shelf = Shelf("ronin")
    shelf.keep_tables()
    known = learn(shelf, [b for b in cases("ronin") if "turn" in b.file.parts][:40], mutants)
    shelf = Shelf("ronin")
    shelf.keep_tables()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(looking, "GAMES", 2)
        patch.setattr(looking, "INPUTS", 40)
        return mutants, dict(looked_at(shelf, known, mutants))


def test_what_changes_a_game_is_seen_and_what_changes_nothing_is_not(
    places: tuple[list[Mutant], dict[str, str]],
) -> None:
    mutants, seen = places
    level = [m for m in mutants if str(m).endswith(LEVEL)]
    assert len(level) == 1
    assert level[0].name not in seen
    assert len(seen) > len(mutants) / 2
    assert any(place.startswith("drawn game") for place in seen.values())


def test_a_figure_is_always_seen() -> None:
    shelf, figure = Shelf("ronin"), standing("ronin", "weapons.toml:40", 1)[0]
    assert figure.figure
    assert looking.where_seen(shelf, figure, learn(shelf, [], ()), (), ()) == "a figure"


def test_survivors_of_which_nothing_else_is_seen_do_not_count() -> None:
    one, other = standing("ronin", "turn/rolloff.py", 1)[:2]
    report = Report(survived=[one, other], seen={one.name: "drawn game 3"})
    assert report.faults() == 1
    assert report.line() == "2 mutants, 0 killed, 2 survived, 1 of them seen"
    assert Report(survived=[one, other]).faults() == 2
