"""The guide to a system of one's own: all its code stands in the example, which is run."""

from __future__ import annotations

import re

import pytest

from app.bootstrap.places import ROOT
from tests.packages import EXAMPLE

GUIDE = (ROOT / "docs" / "new-system.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^`([\w/.-]+)`:\n\n```\w*\n(.*?)\n```$", re.M | re.S)
BLOCKS = BLOCK.findall(GUIDE)


def test_every_block_says_where_it_stands() -> None:
    assert len(BLOCKS) == GUIDE.count("```") / 2
    assert len(BLOCKS) > 12


@pytest.mark.parametrize(("file", "code"), BLOCKS, ids=[file for file, _ in BLOCKS])
def test_its_code_is_that_of_the_example(file: str, code: str) -> None:
    assert code in (EXAMPLE / file).read_text(encoding="utf-8")


def test_every_place_it_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (ROOT / "docs" / name).exists(), name
