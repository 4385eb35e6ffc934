"""Answers by hand to all that an order of a unit brings up, by units on both sides."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.player import Player
from tests.browser.units import CM, Table, confirmed, crew, drag_unit, open_keys, pick, share_out

DEEDS = ("shoot", "counter-charge", "evade", "yes", "none")
"""What is chosen of a short list, the first that is open; a second time it is rather let go by."""


class Answers:
    """Answers on the page whatever an order brings up, and remembers what came up."""

    def __init__(self, table: Table) -> None:
        self.table, self.seen = table, set[str]()
        self.uses_marker = False

    def settle(self) -> tuple[Player, Any]:
        """All that is asked has been answered by hand, until somebody is asked for an order."""
        for _ in range(60):
            player, question = self.table.asked()
            if question["about"].startswith("activation."):
                return player, question
            self.answer(player, question)
        raise AssertionError("no end of questions")

    def answer(self, player: Player, question: Any) -> None:
        """One question, by its kind; the watcher is told who is asked and has nothing to click."""
        player.ready()
        wanted = (*(["none"] if question["about"] in self.seen else []), *DEEDS, *open_keys(question))
        self.seen.add(question["about"])
        self.watched(player)
        kind = question["domain"]["kind"]
        if question["about"] == "response.assault":
            both_responses(player)
        if question["about"] == "hits.share":
            share_out(player, question)
        elif question["about"] == "reaction.use":
            self.marker(player, question)
        elif question["about"] == "counter.moves":
            meet(player, question)
        elif kind == "moves":
            moved_as_offered(player)
        elif kind == "allot":
            confirmed(player)
        else:
            pick(player, next(key for key in wanted if key in open_keys(question)))

    def watched(self, asked: Player) -> None:
        """The watcher sees who is asked."""
        panel = self.table.watcher.page.locator("#prompt")
        expect(panel).to_contain_text(asked.name)
        expect(panel.locator("button[data-key], [data-act]")).to_have_count(0)

    def marker(self, player: Player, question: Any) -> None:
        """Whether a Reaction marker is used: the panel tells what set it off."""
        panel = player.page.locator("#prompt")
        words = {"move": "Movement order", "shoot": "Shooting order", "assault": "Assault order"}
        expect(panel.locator("h2")).to_contain_text(words[question["facts"]["trigger"]])
        self.seen.add(f"{question['about']} {question['facts']['trigger']}")
        units = [key for key in open_keys(question) if key != "none"]
        pick(player, units[0] if units and self.uses_marker else "none")


def both_responses(player: Player) -> None:
    """The unit that is charged may counter-charge or evade; what it may not do is shown with its reason."""
    panel = player.page.locator("#prompt")
    for key in ("counter-charge", "evade"):
        expect(panel.locator(f"[data-key='{key}'], [data-shut='{key}']")).to_have_count(1)
    expect(panel.locator("h2")).to_contain_text("check needs")


def meet(player: Player, question: Any) -> None:
    """A unit that counter-charges goes up to three centimetres towards the enemy, dragged as one."""
    unit, start = question["facts"]["unit"], crew(player, question["facts"]["unit"])
    drag_unit(player, unit, 0, 3 if start[0]["y"] < 60 * CM else -3)
    confirmed(player)
    assert any(a["y"] != b["y"] for a, b in zip(start, crew(player, unit), strict=True))


def moved_as_offered(player: Player) -> None:
    """A unit that is to go somewhere out of turn goes where it is offered to."""
    page = player.page
    offered = page.locator("#prompt [data-act=offered]")
    if offered.count():
        offered.click()
    confirmed(player)
