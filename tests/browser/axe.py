"""What axe-core finds on a page that keeps somebody out."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

GRAVE = ("serious", "critical")
OPTIONS = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
SHORTEN = """() => {
  for (const list of document.querySelectorAll('ol, ul, dl, tbody, select, optgroup, svg g, section, article')) {
    for (const part of [...list.children].slice(FEW)) part.remove();
  }
}"""
FEW = 10
"""Of a long list so many parts are looked at: what comes after them is made the same way."""


@cache
def axe() -> str:
    """axe-core itself."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Page) -> list[str]:
    """The serious and critical findings on the page as it stands, each rule with the first places it was broken at."""
    page.evaluate(SHORTEN.replace("FEW", str(FEW)))
    page.evaluate("() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => null)))")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", OPTIONS)
    return [told(rule) for rule in found["violations"] if rule["impact"] in GRAVE]


def told(rule: dict[str, Any]) -> str:
    """A rule that was broken, and where."""
    places = [f"{node['target']} {node['html'][:160]} {why(node)}" for node in rule["nodes"]]
    return f"{rule['id']} ({len(places)}): " + " | ".join(places[:3])


def why(node: dict[str, Any]) -> str:
    """What exactly is wrong there."""
    return next((check["message"] for key in ("any", "all", "none") for check in node[key]), "")
