"""How a whole table is looked at: the largest battles that are offered, at both sizes, and what of them is asked."""

from __future__ import annotations

from typing import Any

from tests.browser.player import Player, asked

Json = Any
SIZES = [(1440, 900), (390, 844)]
LARGEST = {
    "daimyo": ("sekigahara", ("sekigahara-west", "sekigahara-east"), {}),
    "kensei": ("pitched_battle", ("buke_3000", "kuge_3000"), {"points": 3000, "terrain": "two_woods"}),
}
ENOUGH = 4.5
"""How much darker or lighter letters must be than what is about them."""
READ = 11.5
"""How many pixels wide a silhouette must be to be told from others."""
LARGER = 1.9
"""How much larger the table of a phone is drawn where its sheet is low: so much of what it covers on the screen."""
LINE = 24
"""How many pixels high a line of a name may be, however near one has come."""
HIGHEST = "Math.max(...[...document.querySelectorAll('#names text')].map((one) => one.getBoundingClientRect().height))"
BORNE = """() => [...document.querySelectorAll('#table:not(.is-small) .formation .arm')]
  .map((one) => one.getBoundingClientRect().width).filter(Boolean)"""
"""How wide the silhouettes are which bodies bear that are seen from near."""
MANY = 300
LYING = """() => {
  const seen = (node) => node.getClientRects().length && getComputedStyle(node).display !== 'none';
  const counters = [...document.querySelectorAll('#layer-counters > .counter')];
  const letters = (node) => node.querySelector('text:not(.figure)');
  const tags = document.querySelectorAll('.bears.is-off > .tag, .bears.is-seen:not(.is-off) > .arm, .unit-name rect, .muster rect, :is(#table, #over) .left-number circle');
  const own = (one) => one.matches('.is-below, .is-above, .is-right, .is-left, .commander') || (one.matches('.formation') && !one.querySelector('.is-off'));
  const labels = [...tags, ...document.querySelectorAll('#names text'), ...counters.filter(own).map(letters)]
    .filter((text) => text && seen(text));
  const said = (label) => label.textContent || label.closest('[data-force], .counter, .unit-name, .left-number').outerHTML.slice(0, 90);
  const heads = (label, counter) => label.closest('.muster') && counter?.matches('.leads') && counter.dataset.force === label.closest('.muster').dataset.force;
  const box = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [w, h] = [(right - left) * (text.matches('circle') ? .2 : .04), (bottom - top) * .2];
    return { left: left + w, right: right - w, top: top + h, bottom: bottom - h };
  };
  const points = ({ left, right, top, bottom }) => [0, .25, .5, .75, 1].flatMap((a) => [0, .5, 1].map((b) => [left + a * (right - left), top + b * (bottom - top)]));
  const covers = (counter, [x, y]) => {
    const shape = counter.querySelector('.frame') || counter.querySelector('.far .halo, .halo');
    if (!shape) return false;
    const at = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
    return shape.isPointInFill(at);
  };
  const found = [];
  labels.forEach((text, n) => {
    const mine = box(text);
    for (const other of labels.slice(n + 1)) {
      if (heads(text, other.closest('.counter')) || heads(other, text.closest('.counter'))) continue;
      const theirs = box(other);
      if (mine.left < theirs.right && theirs.left < mine.right && mine.top < theirs.bottom && theirs.top < mine.bottom)
        found.push(`${said(text)} on ${said(other)}`);
    }
    const own = text.closest('.counter');
    for (const one of counters) {
      if (one === own || one.matches('.head') || heads(text, one)) continue;
      if (points(mine).some((point) => covers(one, point))) found.push(`${said(text)} on ${one.id}`);
    }
  });
  return { found, labels: labels.length };
}"""  # noqa: E501
"""Every label of the table that is seen and lies on another label, or on a counter that is not its own."""
ARMS = """(READ) => {
  const side = (one) => ['a', 'b'].find((name) => one.classList.contains(name));
  const arm = (one) => one.querySelector('.bears > .arm').getAttribute('href');
  const faint = [];
  const told = (of, use) => {
    if (use.getBoundingClientRect().width < READ) faint.push(of);
  };
  const gathered = new Map();
  for (const one of document.querySelectorAll('.formation')) {
    const key = `${one.dataset.force} ${side(one)} ${arm(one)}`;
    if (one.matches('.is-gathered')) gathered.set(key, (gathered.get(key) || 0) + 1);
    else told(one.id, one.querySelector('.bears > .arm'));
  }
  const signs = new Map();
  for (const sign of document.querySelectorAll('.muster'))
    for (const use of sign.querySelectorAll('.arm')) {
      told(sign.dataset.force, use);
      const key = `${sign.dataset.force} ${side(sign)} ${use.getAttribute('href')}`;
      const number = Number(use.parentNode.nextElementSibling?.matches('text') ? use.parentNode.nextElementSibling.textContent : 1);
      signs.set(key, (signs.get(key) || 0) + number);
    }
  const sorted = (known) => [...known].map(([key, number]) => `${key} ${number}`).sort();
  return { faint, gathered: sorted(gathered), signs: sorted(signs), leaderless: [...document.querySelectorAll('.leads')].filter((one) => {
    const plates = [...document.querySelectorAll(`.muster[data-force="${one.dataset.force}"] rect`)].map((plate) => plate.getBoundingClientRect());
    const { left, right, top, bottom } = one.querySelector('.far .halo').getBoundingClientRect();
    return !plates.some((plate) => left < plate.right && plate.left < right && top < plate.bottom && plate.top < bottom);
  }).map((one) => one.id) };
}"""  # noqa: E501
"""Whose silhouette is narrower than can be told from others, what is gathered by
force, side and arm, what its signs say of it, and who leads beside no sign of his."""
OVER = """() => {
  const all = (what, from = document) => [...from.querySelectorAll(what)].filter((one) => one.getClientRects().length);
  const grown = (one, by) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
  };
  const line = (one) => grown(one, parseFloat(getComputedStyle(one).strokeWidth) / 2);
  const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const found = [];
  for (const arm of all('.formation:not(.is-gathered) .bears.is-seen:not(.is-off) > .arm')) {
    const body = arm.closest('.formation');
    const mine = grown(arm, -.2);
    const over = [...all('.front:not(.front-halo)', body).map(line), ...all('.counter.commander .far .halo, .counter.head .ring').map((one) => grown(one, 0))];
    if (over.some((box) => meets(mine, box))) found.push(body.id);
  }
  return { found, borne: all('.formation:not(.is-gathered) .bears.is-seen:not(.is-off) > .arm').length };
}"""  # noqa: E501
"""Who bears on himself what he is and has the line of a front or who leads over it; how many bear it so."""
UPRIGHT = """() => [...document.querySelectorAll('#names text, .t-num text, .formation > g > text, .commander text')].filter((one) => one.getClientRects().length).filter((one) => {
  const { a, b } = one.getScreenCTM();
  return !(a > 0 && Math.abs(b) < a / 100);
}).map((one) => one.textContent)"""  # noqa: E501
"""What is written on the table and does not stand upright."""
HUES = """() => [...document.querySelectorAll('#names text, .formation > g > text, .muster text')].filter((one) => one.getClientRects().length).map((one) => {
  const { fill, stroke } = getComputedStyle(one);
  const cloth = one.matches('.muster *') ? getComputedStyle(one.parentNode.querySelector('rect')).fill : one.matches('.banner *') && getComputedStyle(one.closest('.formation').querySelector('.front:not(.front-halo)')).stroke;
  return [one.textContent, fill, cloth || stroke];
})"""  # noqa: E501
"""What is written, in which hue, and that about it: of a standard the hue of its clan, in which the front is drawn."""


def begin(one: Player) -> None:
    """Both sides are set up as proposed."""
    for _ in range(MANY):
        if one.look()["view"]["turn"]:
            return
        question = asked(one)
        body = {"seat": one.seat, "ask": question["id"], "answer": question["default"]}
        given = one.page.request.post(f"{one.url}/api/v1/games/{one.game}/answers", data=body)
        assert given.ok, given.text()
    raise AssertionError("the battle never begins")


def opened(one: Player, size: tuple[int, int], dark: bool = False, low: bool = True) -> None:
    """The whole table, as it is seen on a screen of this size; on a phone with its sheet low, or as that opens."""
    asked(one)
    one.page.set_viewport_size({"width": size[0], "height": size[1]})
    one.page.emulate_media(color_scheme="dark" if dark else "light")
    one.page.goto(f"{one.url}/play/{one.game}?seat={one.seat}&veil=0")
    if not low:
        one.page.evaluate("game => sessionStorage.removeItem(`gunbai-sheet-${game}`)", one.game)
        one.page.reload()
    one.ready()
    if low:
        one.page.locator("#t-fit").click()
    one.rest()


def contrast(one: str, other: str) -> float:
    """How much two colours differ in brightness, as WCAG reckons it."""
    bright, dark = sorted((brightness(one), brightness(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def brightness(hue: str) -> float:
    """The relative brightness of ``rgb(r, g, b)``."""
    parts = [int(part) / 255 for part in hue.partition("(")[2].rstrip(")").split(",")[:3]]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
