"""Templates leave nothing behind once they are drawn, and what is kept for good goes on working."""

from __future__ import annotations

import gc

import pytest
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro

from app.web.page.templates import ENV, passing, render

TOLD = {"entries": [], "rules": "/rules/ronin"}
HALF = "{% macro half(n) %}{{ n / 2 }}{% endmacro %}"
WITH = "{% import 'half' as other with context %}{{ other.half(n) }}"
WITHOUT = "{% from 'half' import half %}{{ half(n) }}"


@pytest.fixture
def half(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template of this name is known."""
    made, before = ENV.from_string(HALF), ENV.get_template
    monkeypatch.setattr(ENV, "get_template", lambda name, *more: made if name == "half" else before(name, *more))


def held() -> int:
    """How many contexts and macros there are that are not frozen."""
    return sum(isinstance(thing, Context | Macro | TemplateModule) for thing in gc.get_objects())


def test_what_was_made_to_draw_a_template_is_gone_at_once() -> None:
    render("table/panels/_log_rows.html", **TOLD)
    gc.collect()
    gc.freeze()  # what was there before is not looked through
    gc.disable()
    try:
        for _ in range(5):
            render("table/panels/_log_rows.html", **TOLD)
        assert held() == 0
    finally:
        gc.enable()


def test_what_is_imported_is_there_for_who_draws_next(half: None) -> None:
    for text in (WITH, WITHOUT):
        template = ENV.from_string(text)
        for n in (4, 8):
            with passing():
                assert template.render(n=n) == str(n / 2)


def test_macros_that_are_kept_stay_while_others_are_drawn(half: None) -> None:
    kept = ENV.get_template("half").make_module({"lang": "en"})
    with passing():
        assert ENV.from_string(WITH).render(n=2) == "1.0"
    with pytest.raises(ZeroDivisionError), passing():
        ENV.from_string("{{ 1 / n }}").render(n=0)
    assert str(kept.half(6)) == "3.0"  # type: ignore[attr-defined]
