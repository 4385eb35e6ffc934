"""The kinematics that the page draws with, against those by which the server judges: equal to the last digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from app.engine.formations import ROUND, Formation, Step, course, footprint
from app.engine.geometry import Point
from app.engine.manoeuvre import BOUNDS, TURNS

STATIC = Path(__file__).resolve().parents[2] / "static" / "js"
pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGE = "http://formation.test/"
CASES = 400
WALKED = """async (cases) => {
  const { course, formed, footprint } = await import('/table/space/formation.js');
  const step = ([name, by, way]) => ({ name, by, way });
  return cases.map(({ start, steps }) => course(formed(start), steps.map(step)).map((body) =>
    [body.at.x, body.at.y, body.facing, body.files, ...footprint(body).flatMap((p) => [p.x, p.y])]));
}"""
AIMED = """async ([start, p, most]) => {
  const { formed, wheelTo } = await import('/table/space/formation.js');
  return wheelTo(formed(start), p, most);
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it that may load the scripts of the site."""

    def served(route: Route) -> None:
        name = route.request.url.removeprefix(PAGE)
        body = (STATIC / name).read_text(encoding="utf-8") if name else "<!doctype html><title>-</title>"
        route.fulfill(body=body, content_type="text/javascript" if name else "text/html")

    context = browser.new_context()
    found = context.new_page()
    found.route(f"{PAGE}**", served)
    found.goto(PAGE)
    yield found
    context.close()


def any_formation(rng: Random) -> Formation:
    """Some formation somewhere."""
    number = rng.randrange(1, 13)
    return Formation(
        Point(rng.randrange(-20_000, 200_000), rng.randrange(-20_000, 150_000)), rng.randrange(0, 36_000),
        rng.randrange(1, number + 1), number, rng.randrange(1_000, 6_001), rng.randrange(1_000, 8_001),
    )  # fmt: skip


def any_steps(rng: Random) -> list[Step]:
    """Some steps of every kind."""
    found = []
    for _ in range(rng.randrange(1, 7)):
        do = rng.choice(list(BOUNDS))
        low, high = BOUNDS[do]
        by = rng.choice(TURNS) if do == "turn" else rng.randrange(low, min(high, 40_000) + 1)
        way = rng.randrange(0, ROUND) if do == "slide" else 0
        found.append(Step(do, rng.randrange(1, 13) if do == "files" else by, way))
    return found


def as_numbers(body: Formation) -> list[int]:
    """Where a formation stands and its corners, one after the other."""
    return [*body.at, body.facing, body.files, *(n for p in footprint(body) for n in p)]


def on_the_wire(body: Formation) -> Any:
    """A formation as a question describes it."""
    return json.loads(json.dumps(body._asdict()))


def test_every_step_ends_where_the_server_has_it(page: Page) -> None:
    rng = Random(7)
    cases = [(any_formation(rng), any_steps(rng)) for _ in range(CASES)]
    sent = [{"start": on_the_wire(body), "steps": [list(step) for step in steps]} for body, steps in cases]
    drawn = page.evaluate(WALKED, sent)
    for (body, steps), found in zip(cases, drawn, strict=True):
        assert found == [as_numbers(one) for one in course(body, tuple(steps))], (body, steps)


def test_a_wheel_towards_a_point_is_the_smallest_that_has_it_straight_ahead(page: Page) -> None:
    body = Formation(Point(50_000, 50_000), 0, 3, 3, 4_000, 1_500)
    right = page.evaluate(AIMED, [on_the_wire(body), {"x": 60_000, "y": 30_000}, 9_000])
    left = page.evaluate(AIMED, [on_the_wire(body), {"x": 40_000, "y": 30_000}, 9_000])
    assert 0 < right == -left < 4_500
    assert page.evaluate(AIMED, [on_the_wire(body), {"x": 80_000, "y": 48_000}, 3_000]) is None
    assert page.evaluate(AIMED, [on_the_wire(body), {"x": 50_000, "y": 20_000}, 3_000]) == 0
