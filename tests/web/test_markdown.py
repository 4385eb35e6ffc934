"""Markdown that people write: what it may say, and that nothing of it acts."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from app.web.page.markdown import TAGS, rendered


def test_what_it_may_say() -> None:
    made = rendered(
        "# Ours\n\nNo *fog*.\nTea at **four**.\n\n1. one\n2. two\n\n> said\n\n[site](https://example.org/?a=1&b=2)"
    )
    assert "<h3>Ours</h3>" in made
    assert "<p>No <em>fog</em>.<br>\nTea at <strong>four</strong>.</p>" in made
    assert "<ol>\n<li>one</li>" in made
    assert "<blockquote>" in made
    assert '<a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">site</a>' in made


def test_tables_are_tables() -> None:
    assert "<td>2</td>" in rendered("| a | b |\n|---|---|\n| 1 | 2 |")


@pytest.mark.parametrize("text", [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))", "[a](data:text/html,x)",
    "![a](https://example.org/x.png)", "<a href='https://x' onclick='y'>z</a>", "[a](//example.org)",
    "<style>*{display:none}</style>", "[a](https://x 'on\" onmouseover=\"y')", "<https://example.org/\"onclick=1>",
    "&lt;script&gt;x", "[a]: javascript:x\n[a]",
])  # fmt: skip
def test_nothing_of_it_acts(text: str) -> None:
    found = Parts()
    found.feed(str(rendered(text)))
    for tag, attributes in found.tags:
        assert tag in TAGS
        assert set(attributes) <= {"href", "rel", "title", "start"}, attributes
        assert str(attributes.get("href", "https:")).startswith(("https:", "http:", "/")), attributes


class Parts(HTMLParser):
    """The tags of a text with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One more."""
        self.tags.append((tag, dict(attrs)))


def test_what_goes_too_deep_comes_to_an_end() -> None:
    assert rendered("> " * 2000)
    assert rendered("[" * 4000)
    assert rendered("*a " * 1300)
