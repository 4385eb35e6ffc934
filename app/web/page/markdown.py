"""Texts that people write in Markdown, as HTML in which nothing can act: no scripts, no pictures, no HTML of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

DEEPER, LEAST = 2, 6
"""Headings stand below those of the page: so many levels down, no smaller than the last."""
TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong", "table",
    "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
READER = MarkdownIt("js-default", {"html": False, "breaks": True}).disable("image")


@lru_cache(maxsize=64)
def rendered(text: str) -> Markup:
    """The text as HTML."""
    tokens = READER.parse(text)
    lowered(tokens)
    made = READER.renderer.render(tokens, READER.options, {})
    return Markup(
        nh3.clean(made, tags=TAGS, attributes={"a": {"href"}, "ol": {"start"}}, url_schemes={"http", "https"})
    )


def lowered(tokens: Sequence[Token]) -> None:
    """The headings of the text stand below those of the page."""
    for one in tokens:
        if one.type in ("heading_open", "heading_close"):
            one.tag = f"h{min(int(one.tag[1:]) + DEEPER, LEAST)}"
