"""A unit of loose models in a browser: set up as a block, moved as one, one model of it astray and taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player, alone, asked, until
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

CM = 1000


@pytest.fixture
def player(browser: Browser, server: Server) -> Iterator[Player]:
    """Somebody who plays both sides of an open field at one screen."""
    one = alone(browser, server.url, "celtos", "open-field", ("black-pass", "cedar-bell"), terrain="none", points=400)
    yield one
    one.close()


def until_asked(player: Player, about: str) -> Any:
    """Everything before the first question of this kind is answered by silence."""
    player.leave()
    for _ in range(200):
        question = asked(player)
        if question["about"] == about:
            player.sit()
            return player.ready()
        body = {"seat": player.seat, "ask": question["id"], "answer": question["default"]}
        given = player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body)
        assert given.ok, given.text()
    raise AssertionError(f"{about} is never asked")


def crew(player: Player, unit: str) -> list[Any]:
    """The models of a unit on the table."""
    return [p for p in player.look()["view"]["pieces"] if p["id"].startswith(f"{unit}-")]


def biggest(player: Player) -> Any:
    """The unit of this seat with most models."""
    band = next(band for band in player.look()["view"]["sides"] if band["seat"] == player.seat)
    return max(band["groups"], key=lambda g: len(g["members"]))


def test_a_unit_is_set_up_moved_and_kept_together_by_hand(player: Player) -> None:
    until_asked(player, "deploy.unit")
    unit = biggest(player)["id"]
    place(player, unit)
    question = until_asked(player, "activation.unit")
    while not any(o["key"] == unit for o in question["domain"]["options"]):
        pass_on(player, question)
        question = until_asked(player, "activation.unit")
    march(player, unit)
    assert player.trouble == []


def place(player: Player, unit: str) -> None:
    """The unit stands in two ranks about the point that was clicked."""
    player.choose(unit)
    player.page.keyboard.press("2")
    outline = next(z for z in player.look()["view"]["zones"] if z["side"] == ("a" if player.seat == "red" else "b"))
    middle = sum(p[1] for p in outline["outline"]) // len(outline["outline"])
    version = player.look()["version"]
    player.click(90 * CM, middle)
    player.confirm()
    until(lambda: player.look()["version"] > version)
    ranks = {p["y"] for p in crew(player, unit)}
    assert len(ranks) == 2
    assert all(abs(y - middle) < 3 * CM for y in ranks)


def pass_on(player: Player, question: Any) -> None:
    """This seat's activation goes by."""
    body = {"seat": player.seat, "ask": question["id"], "answer": question["default"]}
    assert player.page.request.post(f"{player.url}/api/v1/games/{player.game}/answers", data=body).ok


def march(player: Player, unit: str) -> None:
    """The unit goes five centimetres; a model that would stray is refused and taken back."""
    page, before = player.page, crew(player, unit)
    on = 5 * CM if before[0]["y"] < 60 * CM else -5 * CM
    player.choose(unit)
    player.choose("move")
    player.rest()
    first = before[0]
    player.drag((first["x"], first["y"]), (first["x"], first["y"] + on))
    expect(page.locator("#prompt [data-act=confirm]")).to_be_enabled()
    page.keyboard.down("Alt")
    player.drag((first["x"], first["y"] + on), (first["x"] - 9 * CM, first["y"] - on))
    page.keyboard.up("Alt")
    expect(page.locator("#prompt .refusal .clause")).to_have_text("CEL-MOV-10")
    assert page.locator(".troop .link-no").get_attribute("d")
    page.keyboard.press("Backspace")
    expect(page.locator("#prompt .refusal")).to_have_count(0)
    version = player.look()["version"]
    page.keyboard.press("Enter")
    until(lambda: player.look()["version"] > version)
    until(lambda: abs(crew(player, unit)[0]["y"] - first["y"]) > CM)
    moved = {p["id"]: p for p in crew(player, unit)}
    aside = [moved[p["id"]]["x"] - p["x"] for p in before]
    ahead = [moved[p["id"]]["y"] - p["y"] for p in before]
    assert aside == pytest.approx([0] * len(before), abs=120)
    assert ahead == pytest.approx([on] * len(before), abs=120)
