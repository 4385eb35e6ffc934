"""The pages on the engine: each example does what it says, and what a page names is there."""

from __future__ import annotations

import re
from doctest import DocTestParser, DocTestRunner
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "engine"
INDEX = FOLDER / "README.md"
PAGES = sorted(set(FOLDER.glob("*.md")) - {INDEX})
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:]+)\)")
FILE = re.compile(r"`((?:app|docs|tests)/[\w/.-]+)`")
LONGEST, EXAMPLE = 120, 30
"""Lines of a page, and of one block of it."""

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def blocks(text: str) -> list[tuple[int, str]]:
    """The examples of a page, each with the number of lines before it."""
    return [(text[: found.start(1)].count("\n"), found[1]) for found in BLOCK.finditer(text)]


def failures(name: str, text: str) -> list[str]:
    """What the examples of a page come to that the page does not say; its blocks share their names."""
    names: dict[str, Any] = {"__name__": name}
    said: list[str] = []
    for above, block in blocks(text):
        if block.startswith(">>>"):
            example = DocTestParser().get_doctest(block, names, name, name, above)
            DocTestRunner(verbose=False).run(example, out=said.append, clear_globs=False)
            names = example.globs
        else:
            exec(compile("\n" * above + block, name, "exec", dont_inherit=True), names)
    return said


@every_page
def test_every_example_does_what_it_says(page: Path) -> None:
    assert failures(page.name, page.read_text(encoding="utf-8")) == []


@every_page
def test_an_example_shows_what_comes_out_and_mixes_it_with_nothing(page: Path) -> None:
    found = [block for _, block in blocks(page.read_text(encoding="utf-8"))]
    shown = [block for block in found if block.startswith(">>>")]
    assert shown, "a page without a >>> cannot fail"
    assert [block for block in found if ">>>" in block and block not in shown] == []
    assert [block for block in found if block.count("\n") > EXAMPLE] == []


@every_page
def test_a_page_is_short_and_built_as_the_others_are(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST
    parts = re.findall(r"^## (.+)$", text, re.M)
    assert text.startswith("# ")
    assert text.index("```python") < text.index("## What always holds")
    assert parts[-2:] == ["What always holds", "Where to read on"]


def test_the_index_names_every_page() -> None:
    named = LINK.findall(INDEX.read_text(encoding="utf-8"))
    assert len(PAGES) > 9
    assert [page.name for page in PAGES if page.name not in named] == []


@pytest.mark.parametrize("page", [INDEX, *PAGES], ids=lambda page: page.stem)
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    places = [FOLDER / link for link in LINK.findall(text)] + [ROOT / file for file in FILE.findall(text)]
    assert places
    assert [str(place) for place in places if not place.exists()] == []


def test_an_example_that_is_wrong_is_told_with_its_place() -> None:
    page = "# Two\n\n```python\ntwo = 1 + 1\n```\n\n```python\n>>> two\n2\n>>> two + 1\n4\n```\n"
    (said,) = failures("two.md", page)
    assert "line 10" in said
    assert "Got:\n    3" in said
    with pytest.raises(ZeroDivisionError):
        failures("two.md", page.replace("1 + 1", "1 / 0"))
