"""The drawing board in a browser: a table is drawn by hand and by key, is told what is wrong, and is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(120)]

Place = tuple[float, float]


def spot(page: Page, x: float, y: float) -> Place:
    """Where on the screen a place of the table is."""
    script = """([x, y]) => { const svg = document.querySelector('#drawing'),
      u = JSON.parse(document.querySelector('#terrain').dataset.facts).scale,
      p = new DOMPoint(x * u, y * u).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; }"""
    found = page.evaluate(script, [x, y])
    return found[0], found[1]


def drag(page: Page, start: Place, end: Place) -> None:
    """A drag from one place of the table to another."""
    page.mouse.move(*spot(page, *start))
    page.mouse.down()
    page.mouse.move(*spot(page, *end), steps=4)
    page.mouse.up()


def pieces(page: Page) -> list[dict[str, Any]]:
    """The pieces as the form would keep them."""
    found: list[dict[str, Any]] = json.loads(page.locator("#keep [name=body]").input_value())["pieces"]
    return found


def test_a_table_is_drawn_judged_and_kept(browser: Browser, server: Server) -> None:
    """A wood by corners, a house by a drag, both changed by mouse and key; a fault is named; the table is kept."""
    context = browser.new_context(viewport={"width": 1300, "height": 900})
    page, trouble = context.new_page(), list[str]()
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("console", lambda line: trouble.append(line.text) if line.type in ("error", "warning") else None)
    page.goto(f"{server.url}/terrain?system=ronin")

    page.locator("select[data-kind]").select_option("wood")
    page.locator("[data-tool=draw]").click()
    for corner in ((4, 4), (10, 4), (10, 10)):
        page.mouse.click(*spot(page, *corner))
    page.mouse.dblclick(*spot(page, 4, 10))
    assert pieces(page) == [{"id": "wood-1", "kind": "wood", "outline": [[4, 4], [10, 4], [10, 10], [4, 10]]}]

    page.locator("select[data-kind]").select_option("building")
    page.locator("[data-tool=rect]").click()
    drag(page, (20, 20), (26, 24))
    assert pieces(page)[1]["doors"] == [[23, 20]]
    page.locator("[data-tool=select]").click()
    page.locator("#pieces [data-id=building-1]").click()
    page.locator("[data-act=right]").click()
    expect(page.locator("#fits")).to_be_visible()
    expect(page.locator("#land [data-kind=building] .t-door")).to_have_count(1)
    expect(page.locator("#faults .refusal")).to_have_count(0)

    drag(page, (7, 7), (9, 8))
    assert pieces(page)[0]["outline"][0] == [6, 5]
    page.locator("[data-focus='piece:wood-1']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    assert pieces(page)[0]["outline"][0] == [7, "5.1"]
    page.keyboard.press("Enter")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#faults .refusal")).to_contain_text("crosses or touches itself")
    expect(page.locator(".over-edge.is-bad")).to_have_count(1)
    for _ in range(13):
        page.keyboard.press("Control+z")
    expect(page.locator("#faults .refusal")).to_have_count(0)

    page.locator("[data-mirror=turn]").click()
    assert [piece["id"] for piece in pieces(page)] == ["wood-1", "wood-2"]
    page.locator("#keep [name=name]").fill("Two woods")
    page.locator("#keep .btn.ink").click()
    page.wait_for_url("**/terrain/*")
    expect(page.locator("#pieces button")).to_have_count(2)
    assert trouble == []
    context.close()
