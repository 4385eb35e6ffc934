"""Every page asks for style sheets that are there, and for no more than are joined to one file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.web.page.files import sheets
from app.web.page.templates import TEMPLATES

BLOCK = re.compile(r"{% block sheets %}(.*?){% endblock %}")
EXTENDS = re.compile(r"{% extends '([^']+)' %}")
ALL = sorted(path for path in TEMPLATES.rglob("*.html") if BLOCK.search(path.read_text(encoding="utf-8")))


def asked(path: Path) -> str:
    """What a page asks for besides what all do, with all it may ask for."""
    text = path.read_text(encoding="utf-8")
    parent, own = EXTENDS.search(text), BLOCK.search(text)
    above = asked(TEMPLATES / parent[1]) if parent else ""
    return re.sub(r"{%.*?%}", "", own[1].replace("{{ super() }}", above)) if own else above


@pytest.mark.parametrize("path", ALL, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_page_has_all_its_sheets(path: Path) -> None:
    assert sheets(f"css/page/tokens+page/base+page/differ{asked(path)}.css"), asked(path)
