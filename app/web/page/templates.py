"""The Jinja environment: filters, translations, one place for all pages."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, Template, select_autoescape
from jinja2.runtime import Context, Macro
from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from app.aside import aside
from app.web.page.compiled import compiled
from app.web.page.deps import choose_language
from app.web.page.files import address, unpacks
from app.web.page.kept import BEFORE, once
from app.web.page.levels import level_of, odds_of
from app.web.page.markdown import rendered
from app.web.page.marked import sided
from app.web.page.outlines import contours, soft, strewn
from app.web.page.parts import IN_PLACE, leads_on, narrows, part_of, path_of, wanted
from app.web.page.roofs import dykes, roofs
from app.web.page.shapes import stamps, units
from app.web.page.words import gettext, language, ngettext, tail

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = ROOT / "templates"
PACKED = 5
"""How hard a page is packed: what more would save costs more time than it takes to send."""
LOOKS = ("deuter", "protan", "tritan", "contrast", "less")
"""Palettes, and less motion."""


def kept(macro: Macro, thing: Any) -> Markup:
    """What a macro that looks at nothing else makes of a thing with an id; made again where the thing is another."""
    before, draw = BEFORE.get(), partial(macro, thing)
    if before is None:
        return Markup(once(f"macro {macro.name}", thing, draw))
    return Markup(before.of(("macro", macro.name, thing["id"]), thing, draw))


MADE: ContextVar[list[Context] | None] = ContextVar("made", default=None)
"""What was made to draw what is being drawn now; ``None``: nothing is, and what is made is to stay."""


class Passing(Template):
    """A template that tells what was made to draw it: the first of it, and what it imports or includes with that."""

    def new_context(
        self, vars: dict[str, Any] | None = None, shared: bool = False, locals: Mapping[str, Any] | None = None
    ) -> Context:
        """A context, known to whoever draws."""
        found, made = super().new_context(vars, shared, locals), MADE.get()
        if made is not None and (shared or not made):
            made.append(found)
        return found


@contextmanager
def passing() -> Iterator[None]:
    """What is made inside to draw a template is gone at the end.

    A context and its macros hold each other: left alone they are garbage of which thousands must pile up until it is
    searched for, and that takes longer than an answer.
    """
    made: list[Context] = []
    token = MADE.set(made)
    try:
        yield
    finally:
        MADE.reset(token)
        for context in made:
            context.vars.clear()


def environment() -> Environment:
    """All templates, autoescaped."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(default=True),
        extensions=["jinja2.ext.i18n"], trim_blocks=False, auto_reload=False,
        bytecode_cache=compiled(),
    )  # fmt: skip
    env.template_class = Passing
    env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals["kept"], env.globals["file"] = kept, address
    env.globals["in_place"], env.globals["narrows"] = IN_PLACE, narrows
    env.globals["level_of"], env.globals["odds_of"] = level_of, odds_of
    env.filters["u"], env.filters["tail"], env.filters["sided"] = units, tail, sided
    env.filters["markdown"] = rendered
    env.filters["stamps"], env.filters["strewn"] = stamps, strewn
    env.filters["soft"], env.filters["contours"] = soft, contours
    env.filters["roofs"], env.filters["dykes"] = roofs, dykes
    return env


ENV = environment()


def render(name: str, /, **context: Any) -> str:
    """A template or fragment in the language of the context."""
    with passing():
        return ENV.get_template(name).render(lang=language.get(), **context)


def known(look: str) -> str:
    """A way of looking that was chosen, or none."""
    return look if look in LOOKS else ""


class Page(HTMLResponse):
    """A page that is drawn when it is sent, beside the event loop, or ``at_once``, where somebody must look at it.

    It is sent packed to whoever unpacks it.
    """

    def __init__(self, draw: Callable[[], str], status: int, headers: Mapping[str, str]) -> None:
        super().__init__(None, status, headers)
        self._draw: Callable[[], str] | None = partial(copy_context().run, draw)

    def at_once(self) -> bytes:
        """The page as it is sent to whoever unpacks nothing."""
        if draw := self._draw:
            self._draw, self.body = None, self.render(draw())
            self.headers["content-length"] = str(len(self.body))
        return bytes(self.body)

    def _packed(self) -> None:
        self.body = gzip.compress(self.at_once(), PACKED, mtime=0)
        self.headers["content-encoding"], self.headers["content-length"] = "gzip", str(len(self.body))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """It is drawn if it was not yet, and sent."""
        await aside(self._packed if unpacks(Headers(scope=scope)) else self.at_once)
        await super().__call__(scope, receive, send)


def onward(request: Request) -> str:
    """What brings who signs in or up from a page back to it, with the key that let him see it; empty at an entry."""
    is_entry = request.url.path == "/" or request.url.path.startswith(ENTRIES)
    return "" if is_entry or request.method != "GET" else f"?{urlencode({'next': path_of(request)})}"


ENTRIES = ("/sign", "/forgot", "/reset", "/account", "/confirm")
"""Pages by which one comes to an account: nobody goes back to them."""
HEADERS = {"cache-control": "no-store", "vary": "cookie, accept-language, accept-encoding, hx-request-type, hx-target"}


def page(
    request: Request, name: str, /, *, status: int = 200, parts: Sequence[str] = (), leads: bool = True, **context: Any
) -> Page:
    """A whole page in the reader's language; to htmx the one of its fragments that will be put in place.

    Where a page has not what htmx asks for, as after a form that leads elsewhere, the browser goes to the page; where
    it has, and is another than the one that is shown, its address is shown from now on, unless it ``leads`` nowhere.
    """
    choose_language(request)
    asked = wanted(request)
    part = part_of(asked, parts)
    if asked and not part and request.method == "GET":
        return Page(str, status, {**HEADERS, "hx-redirect": path_of(request)})
    theme, who = request.cookies.get("gunbai-theme", ""), getattr(request.state, "who", None)
    look = {kind: known(request.cookies.get(f"gunbai-{kind}", "")) for kind in ("palette", "motion")}
    here = getattr(request.app.state, "site", None)
    full = here is not None and here.games.store.full
    ways = {"path": request.url.path, "whole": path_of(request), "onward": onward(request)}
    draw = partial(render, part or name, **ways, theme=theme, caller=who, full=full, **look, **context)
    return Page(
        draw, status, {**HEADERS, "hx-push-url": path_of(request)} if part and leads and leads_on(request) else HEADERS
    )
