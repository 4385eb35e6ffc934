"""Of bodies that are led each tells what it is from afar: who leads within it, its places, its own arm under a sign."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.glance import LARGEST, READ, SIZES, begin, opened
from tests.browser.player import Player, alone
from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(300)]

HEADS = """() => [...document.querySelectorAll('.counter.head')].map((one) => {
  const size = (node) => node?.getBoundingClientRect() || { width: 0, height: 0 };
  const rim = () => getComputedStyle(one.querySelector('.tag')).strokeWidth;
  one.classList.remove('is-lit', 'is-on', 'is-told');
  const plain = rim();
  one.classList.add('is-lit');
  const asked = rim();
  return { id: one.id, arm: size(one.querySelector('.bears .arm')).width, letter: size(one.querySelector('.bears text')).height, louder: parseFloat(asked) > parseFloat(plain) };
})"""  # noqa: E501
"""Of each who leads within a formation: how large what he is and his letter stand on his tag, and whether that is
louder where one is asked about him."""
EMPTY = """() => [...document.querySelectorAll('.formation')].map((one) => {
  const { fill } = getComputedStyle(one.querySelector('.frame'));
  return [one.id, fill, getComputedStyle(one.querySelector('.stands')).fill];
}).filter(([, frame, stands]) => frame !== stands)"""
"""Whose places without a stand are not of the hue of their stands."""
OWN = """() => {
  const inside = (one, points) => {
    const shape = one.querySelector('.frame');
    const to = shape.getScreenCTM().inverse();
    return points.every(([x, y]) => shape.isPointInFill(new DOMPoint(x, y).matrixTransform(to)));
  };
  const bodies = [...document.querySelectorAll('.formation.is-gathered')];
  const arms = bodies.filter((one) => one.matches('.is-own')).map((one) => {
    const { left, right, top, bottom, width } = one.querySelector('.bears > .arm').getBoundingClientRect();
    return { id: one.id, width, on: inside(one, [[left, top], [right, top], [right, bottom], [left, bottom]]) };
  });
  const knots = [...document.querySelectorAll('#borders .knot')].map((one) => {
    const { x, y, width, height } = one.getBBox();
    const { x: cx, y: cy } = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(one.getScreenCTM());
    return bodies.some((body) => inside(body, [[cx - .5, cy], [cx + .5, cy], [cx, cy - .5], [cx, cy + .5]]));
  });
  return { arms, knots, signs: document.querySelectorAll('.muster').length };
}"""
"""Of those under a sign of several arms that bear their own: how wide, and whether on them; and whether each line of a
sign ends on a body."""


@pytest.fixture(scope="module", params=list(LARGEST))
def battle(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Player:
    """The largest battle that is offered, both sides set up as proposed."""
    scenario, bands, options = LARGEST[request.param]
    one = alone(browser, server.url, request.param, scenario, bands, **options)
    begin(one)
    return one


@pytest.mark.parametrize("size", SIZES)
def test_who_leads_within_a_formation_is_told_from_afar_with_his_helmet_and_letter(
    battle: Player, size: tuple[int, int]
) -> None:
    opened(battle, size)
    heads: list[dict[str, Any]] = battle.page.evaluate(HEADS)
    assert bool(heads) == (not battle.look()["view"]["sides"][0]["forces"])
    assert [one for one in heads if one["arm"] < READ or one["letter"] < READ or not one["louder"]] == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_place_without_a_stand_is_no_hole_in_its_formation(battle: Player, dark: bool) -> None:
    opened(battle, SIZES[0], dark)
    assert battle.page.evaluate(EMPTY) == []


@pytest.mark.parametrize("dark", [False, True])
def test_the_standard_in_the_key_has_the_hue_of_a_clan(battle: Player, dark: bool) -> None:
    opened(battle, SIZES[0], dark)
    hue = "(use) => getComputedStyle(use).getPropertyValue('--clan')"
    hues = battle.page.locator('.arms-key [href="#standard"]').evaluate_all(f"(all) => all.map({hue})")
    assert len(hues) == int(bool(battle.look()["view"]["sides"][0]["forces"]))
    assert all(hues)


@pytest.mark.parametrize("size", SIZES)
def test_the_line_of_a_sign_ends_on_a_body_and_under_a_sign_of_several_arms_bodies_tell_theirs(
    battle: Player, size: tuple[int, int]
) -> None:
    opened(battle, size)
    told: dict[str, Any] = battle.page.evaluate(OWN)
    assert len(told["knots"]) == told["signs"]
    assert all(told["knots"])
    assert [one for one in told["arms"] if one["width"] < READ or not one["on"]] == []


def test_come_nearer_bodies_under_a_sign_of_several_arms_bear_their_own(battle: Player) -> None:
    opened(battle, SIZES[0])
    led = bool(battle.look()["view"]["sides"][0]["forces"])
    told: dict[str, Any] = battle.page.evaluate(OWN)
    for _ in range(NEARER):
        if told["arms"]:
            break
        battle.page.keyboard.press("+")
        battle.rest()
        told = battle.page.evaluate(OWN)
    assert bool(told["arms"]) == led
    assert [one for one in told["arms"] if one["width"] < READ or not one["on"]] == []


ROWS = """() => {
  const rows = [...document.querySelectorAll('#borders .rows')];
  const bodies = [...document.querySelectorAll('.formation.is-gathered')];
  const shapes = rows.flatMap((row) => row.getAttribute('d').split('z').filter(Boolean).map((part) => {
    const [x, y] = part.match(/-?[\\d.]+/g).map(Number);
    return new DOMPoint(x, y).matrixTransform(row.getScreenCTM());
  }));
  const on = (body) => {
    const shape = body.querySelector('.frame');
    const to = shape.getScreenCTM().inverse();
    return shapes.filter((p) => shape.isPointInFill(p.matrixTransform(to))).length;
  };
  const signs = [...document.querySelectorAll('.muster')].map((one) => {
    const arms = [...one.querySelectorAll('.arm')];
    return { several: arms.length > 1, rows: arms.filter((arm) => arm.parentNode.querySelector('.row')?.getAttribute('d')).length,
      arms: arms.length, hue: getComputedStyle(one).getPropertyValue('--clan') };
  });
  const hues = (name) => [...document.querySelectorAll(name)].map((one) => getComputedStyle(one).stroke);
  const ways = (one) => [one.matches('.is-own'), on(one) > 0, one.matches('.is-plain')].filter(Boolean).length;
  const small = rows.flatMap((row) => row.getAttribute('d').split('z').filter(Boolean).map((part) => {
    const all = [...part.matchAll(/(-?[\\d.]+) (-?[\\d.]+)/g)].map(([, x, y]) => new DOMPoint(x, y).matrixTransform(row.getScreenCTM()));
    const wide = (way) => Math.max(...all.map((p) => p[way])) - Math.min(...all.map((p) => p[way]));
    return [wide('x'), wide('y')];
  })).filter(([x, y]) => Math.min(x, y) < 1.6 || Math.max(x, y) < 6);
  const tints = [...document.querySelectorAll('#musters > .hull')].map((one) => [one.matches('.plain'), getComputedStyle(one).fillOpacity === '1']);
  return { small, tints, bare: bodies.filter((one) => ways(one) !== 1).map((one) => one.id), bodies: bodies.length, shapes: shapes.length, signs,
    hulls: hues('#musters > .hull'), plates: hues('#musters > .muster rect'), lines: hues('#borders > .stalk:not(.stalk-halo)'), key: [...document.querySelectorAll('.arms-key [href^="#mark-"]')].map((one) => one.getAttribute('href').slice(6)),
    arms: [...new Set(bodies.map((one) => one.querySelector('.bears > .arm').getAttribute('href').slice(5)))] };
}"""  # noqa: E501
"""Of those who are gathered: who is told neither by his own silhouette, nor by shapes of his arm, nor as part of one
counter, or in two of these ways; shapes too small to be told apart; which grounds are one counter, and filled; of each
sign how many of its arms stand over theirs; in which hue whose hulls and lines are; the shapes that the key has."""
NEARER = 4


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_bodies_under_a_sign_tell_their_arm_by_a_shape_that_can_be_read_or_are_one_counter_and_whose_by_one_hue(
    battle: Player, size: tuple[int, int], near: bool
) -> None:
    opened(battle, size)
    told: dict[str, Any] = battle.page.evaluate(ROWS)
    for _ in range(NEARER * near):
        if told["shapes"]:
            break
        battle.page.keyboard.press("+")
        battle.rest()
        told = battle.page.evaluate(ROWS)
    led = bool(battle.look()["view"]["sides"][0]["forces"])
    assert bool(told["bodies"]) == led
    if near:
        assert bool(told["shapes"]) == led
        assert battle.page.locator("body.has-rows").count() == int(led)
    assert told["bare"] == told["small"] == []
    assert all(plain == filled for plain, filled in told["tints"])
    assert [one for one in told["signs"] if one["rows"] not in ((0, one["arms"]) if one["several"] else (0,))] == []
    assert any(one["several"] for one in told["signs"]) == led
    assert told["hulls"] == told["lines"] == told["plates"]
    assert len(set(told["hulls"])) > 3 if led else told["hulls"] == []
    assert set(told["arms"]) <= set(told["key"])


STARS = """() => {
  const stars = [...document.querySelectorAll('.counter.commander:not(.leads)')].filter((one) => one.getClientRects().length);
  const round = (one, more) => {
    const { left, top, width } = one.querySelector('.far .halo, .halo').getBoundingClientRect();
    return { x: left + width / 2, y: top + width / 2, r: width / 2 + more };
  };
  const men = [...document.querySelectorAll('.counter:not(.formation, .commander, .head, .is-body)')].map((one) => round(one, 0));
  const frames = [...document.querySelectorAll('.formation .frame')];
  return stars.map((one, n) => {
    const star = round(one, 2);
    const meets = (other) => Math.hypot(other.x - star.x, other.y - star.y) < star.r + other.r;
    const rim = Array.from({ length: 24 }, (_, i) => [star.x + star.r * Math.cos(i * Math.PI / 12), star.y + star.r * Math.sin(i * Math.PI / 12)]);
    const on = (frame) => rim.some(([x, y]) => frame.isPointInFill(new DOMPoint(x, y).matrixTransform(frame.getScreenCTM().inverse())));
    const tip = one.querySelector('.aside .stalk').getAttribute('d');
    return { id: one.id, on: frames.filter(on).length, men: men.filter(meets).length, stars: stars.slice(n + 1).map((other) => round(other, 2)).filter(meets).length, tied: Boolean(tip) };
  });
}"""  # noqa: E501
"""Of each leader who stands by himself: on how many bodies, men and other stars his own lies, and whether it is tied to
his place."""

CROWD = """() => {
  const bodies = [...document.querySelectorAll('.formation')];
  const [star] = document.querySelectorAll('.counter.commander:not(.leads)');
  star?.setAttribute('transform', bodies[0].getAttribute('transform'));
  for (const n of star ? [1, 2] : []) {
    const other = star.cloneNode(true);
    other.id = `p-other-${n}`;
    star.after(other);
  }
}"""
"""Three leaders stand in the middle of one body."""


@pytest.mark.parametrize("low", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_star_of_a_leader_lies_on_no_body_and_on_no_other_star(
    battle: Player, size: tuple[int, int], low: bool
) -> None:
    opened(battle, size, low=low)
    battle.page.evaluate(CROWD)
    battle.page.set_viewport_size({"width": size[0], "height": size[1] - 1})
    battle.page.keyboard.press("0")
    wrong = f"() => !({STARS})().some((one) => one.on || one.men || one.stars || !one.tied)"
    battle.page.wait_for_function(wrong, timeout=10_000)
    found: list[dict[str, Any]] = battle.page.evaluate(STARS)
    assert len(found) == (0 if battle.look()["view"]["sides"][0]["forces"] else 3)
