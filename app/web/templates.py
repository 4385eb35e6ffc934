"""The Jinja environment: filters, translations, one place for all pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.web.board import stamps, units
from app.web.deps import choose_language
from app.web.words import gettext, language, ngettext

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = ROOT / "templates"
LOOKS = ("deuter", "protan", "tritan", "contrast", "less")
"""Palettes, and less motion."""


def environment() -> Environment:
    """All templates, autoescaped."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(default=True),
        extensions=["jinja2.ext.i18n"], trim_blocks=False,
    )  # fmt: skip
    env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.filters["u"] = units
    env.filters["stamps"] = stamps
    return env


ENV = environment()


def render(name: str, /, **context: Any) -> str:
    """A template or fragment in the language of the context."""
    return ENV.get_template(name).render(lang=language.get(), **context)


def known(look: str) -> str:
    """A way of looking that was chosen, or none."""
    return look if look in LOOKS else ""


def page(request: Request, name: str, /, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A whole page in the reader's language."""
    choose_language(request)
    theme, who = request.cookies.get("gunbai-theme", ""), getattr(request.state, "who", None)
    look = {kind: known(request.cookies.get(f"gunbai-{kind}", "")) for kind in ("palette", "motion")}
    html = render(name, path=request.url.path, theme=theme, caller=who, **look, **context)
    return HTMLResponse(html, status, headers={"cache-control": "no-store", "vary": "cookie, accept-language"})
