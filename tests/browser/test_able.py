"""Who may act: what a page shows that was told so by messages is what one shows that is loaded afresh."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.house import READY, Caller, fight
from tests.browser.player import until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

LOOK = """() => {
  for (const box of document.querySelectorAll('#bands details')) box.open = true;
  const plain = (node) => [...node.classList].filter((name) => !/^(is-(told|moving|new))$/.test(name)).join(' ');
  const rows = [...document.querySelectorAll('#bands button[data-piece]')];
  return {
    counters: Object.fromEntries([...document.querySelectorAll('#layer-counters .counter')].map((node) =>
      [node.id, [plain(node), node.getAttribute('aria-label'), node.getAttribute('transform')]])),
    rows: rows.map((button) => [button.dataset.piece, plain(button.parentElement), button.innerText, button.title,
      [...button.querySelectorAll('.dot-may')].filter((dot) => dot.checkVisibility()).length]),
    names: Object.fromEntries([...document.querySelectorAll('.unit-name')].map((node) =>
      [node.dataset.unit, plain(node)])),
  };
}"""
MOST, CHANGES = 80, 5


def look(page: Page, version: int) -> Any:
    """The counters, rows and names of a page that has come to a version."""
    until(lambda: int(page.evaluate("document.body.dataset.version")) >= version)
    return page.evaluate(LOOK)


def agree(shown: Any, may_act: str) -> set[str]:
    """Who may act, by the classes of counters and rows; dot and words say the same as the class."""
    for classes, label, _ in shown["counters"].values():
        assert label.endswith(may_act) == ("may" in classes.split()), label
    for _, classes, text, _, dots in shown["rows"]:
        assert (may_act in text) == ("may" in classes.split()), text
        assert dots == 0 or "may" in classes.split()
    able = {id.removeprefix("p-") for id, (classes, _, _) in shown["counters"].items() if "may" in classes.split()}
    return able | {id for id, classes, *_ in shown["rows"] if "may" in classes.split()}


@pytest.mark.parametrize(("system", "lang", "may_act"), [
    ("ronin", "en", "may act"), ("celtos", "es", "puede actuar"), ("daimyo", "en", "may act"),
])  # fmt: skip
def test_who_may_act_is_shown_as_on_a_page_loaded_afresh(
    browser: Browser, server: Server, system: str, lang: str, may_act: str
) -> None:
    caller, (scenario, red, blue, options) = Caller(server.url), READY[system]
    sides = [{"seat": "red", "roster": red, "player": "me"}, {"seat": "blue", "roster": blue, "player": "me"}]
    made = caller.post("/games", {"system": system, "scenario": scenario, "name": "Hana", "options": options,
                                  "sides": sides})  # fmt: skip
    game, context = made["id"], browser.new_context(locale=lang, reduced_motion="reduce")
    told, fresh, seen = context.new_page(), context.new_page(), list[set[str]]()
    while not caller.get(f"/games/{game}?seat=red")["view"]:
        assert act(caller, game)
    told.goto(made["links"]["watch"])
    for _ in range(MOST):
        version = caller.get(f"/games/{game}?seat=red")["version"]
        shown = look(told, version)
        able = agree(shown, may_act)
        if not seen or able != seen[-1]:
            fresh.goto(made["links"]["watch"])
            assert shown == look(fresh, version)
            seen.append(able)
        if len(seen) == CHANGES:
            break
        assert act(caller, game)
    context.close()
    caller.http.close()
    assert len(seen) == CHANGES, "who may act changes too seldom"


def act(caller: Caller, game: str) -> bool:
    """Whether somebody was asked, and answered."""
    return any(fight(caller, game, seat, caller.get(f"/games/{game}?seat={seat}")) for seat in ("red", "blue"))
