"""What a page says of the list of deeds above its question, and of their numbers on its table."""

from __future__ import annotations

from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.glance import ENOUGH, contrast
from tests.browser.player import until

DEEDS = """() => {
  const top = (name) => Math.round(document.querySelector(name).getBoundingClientRect().top);
  const words = [...document.querySelectorAll('.deed > span')].map((one) => one.textContent.trim());
  return { list: words, asked: top('#asked') };
}"""
"""The deeds that are listed, without their numbers, and how high what is asked stands."""
CUT = """() => [...document.querySelectorAll('.deed')].filter((deed) => {
  const [one, list] = [deed, deed.closest('ol')].map((it) => it.getBoundingClientRect());
  const words = deed.querySelector(':scope > span');
  return one.bottom > list.bottom + 1 || (!deed.matches('.is-tight') && words.scrollHeight > words.clientHeight + 1);
}).length"""
"""Of how many deeds that are listed not all words are seen, though no ellipsis says so."""
COVERS = """() => {
  const middle = (one) => (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, r: width / 2 }))(
    one.getBoundingClientRect());
  const { a } = document.querySelector('#table').getScreenCTM();
  const bases = [...document.querySelectorAll('.counter[data-r]')].map((one) => {
    const { e, f } = one.getScreenCTM();
    return { x: e, y: f, r: one.dataset.r * a };
  });
  return [...document.querySelectorAll(':is(#table, #over) .left-number circle')].map(middle)
    .filter((one) => bases.some(({ x, y, r }) => Math.hypot(one.x - x, one.y - y) < one.r + r - 2)).length;
}"""
"""How many numbers lie on a counter."""
QUIET = """() => {
  const wide = (one) => one.getBoundingClientRect().width;
  const piece = Math.min(...[...document.querySelectorAll('#layer-counters > .counter .halo')].map(wide));
  return [...document.querySelectorAll('.left-number')].filter((one) => one.closest('#table, #over')).map((one) => {
    const { fill, stroke } = getComputedStyle(one.querySelector('circle'));
    const letters = getComputedStyle(one.querySelector('text')).fill;
    return { part: wide(one.querySelector('circle')) / piece, fill, stroke, letters };
  });
}"""
"""How wide beside the smallest piece, and in which hues, the numbers stand on the table."""
TELL = """(struck) => {
  const log = document.querySelector('#log ol');
  const who = [...document.querySelectorAll('.counter.b')].map((one) => one.dataset.piece);
  const line = (n, seq, kind, words, more = '') => `<li id="e-${seq}" class="b" data-seq="${seq}" ${more}
    data-picture='{"kind":"${kind}","by":["${who[n]}"]}'><div>${words}</div></li>`;
  document.querySelectorAll('#log li[data-seq]').forEach((one) => one.remove());
  const rows = Array.from({ length: struck }, (_, n) => 9e5 + 2 * n).map((seq, n) =>
    line(n, seq + 1, 'word', 'This one is hurt.', 'data-upshot="2"')
    + line(n, seq, 'shot', 'Somebody shoots at somebody, and many words tell with what.'));
  log.insertAdjacentHTML('beforeend', rows.reverse().join(''));
  document.querySelector('#prompt').append('');
}"""
"""So many struck are told of, each in more words than have room in a line."""
ALIKE = """() => {
  const log = document.querySelector('#log ol');
  const who = [...document.querySelectorAll('.counter.b')].slice(0, 4).map((one) => one.dataset.piece);
  const line = (n, seq, kind, words, more = '') => `<li id="e-${seq}" class="b" data-seq="${seq}" ${more}
    data-picture='{"kind":"${kind}","by":["${who[n]}"]}'><div><b class="one b">Man ${n}</b> ${words}</div></li>`;
  document.querySelectorAll('#log li[data-seq]').forEach((one) => one.remove());
  const rows = [0, 1, 2].map((n) => line(n, 95e4 + n, 'word', `rests${' and thinks of home'.repeat(40)}.`));
  const twice = [4, 5].map((n) => line(3, 95e4 + n, 'word', 'is hurt.', 'data-upshot="4"'));
  const thrown = '<summary><span class="what">To hit</span><span class="out">0 / 3</span></summary>';
  const shot = line(3, 95e4 + 6, 'shot', `shoots.<details class="throw">${thrown}</details>`);
  const calls = line(3, 95e4 + 3, 'cast', 'calls.');
  log.insertAdjacentHTML('beforeend', [...rows, calls, ...twice, shot].reverse().join(''));
  document.querySelector('#prompt').append('');
}"""
"""Three do the same, one calls, is hurt twice, and shoots, of which nothing came that a line tells."""
CLAUSES = """() => {
  const log = document.querySelector('#log ol');
  const who = [...document.querySelectorAll('.counter.b')].map((one) => one.dataset.piece);
  document.querySelectorAll('#log li[data-seq]').forEach((one) => one.remove());
  const words = `${'He aims, with what he has; he waits. '.repeat(7)}At the end he falls.`;
  const line = (id, n, seq) => `<li id="e-${seq}" class="b" data-seq="${seq}"
    data-picture='{"kind":"shot","by":["${id}"]}'><div><b class="one b">Man ${n}</b> shoots. ${words}</div></li>`;
  log.insertAdjacentHTML('beforeend', who.slice(0, 5).map((id, n) => line(id, n, 97e4 + n)).join(''));
  document.querySelector('#prompt').append('');
}"""
"""Each of several is told of in more clauses than have room, and at the end what came of it."""
ENDS = """() => [...document.querySelectorAll('.deed > span')].map((one) => {
  const list = one.closest('ol').getBoundingClientRect();
  const last = document.createRange();
  last.selectNodeContents(one);
  const { bottom } = [...last.getClientRects()].at(-1);
  const seen = bottom <= Math.min(list.bottom, one.getBoundingClientRect().bottom) + 1;
  return seen && one.textContent.endsWith('At the end he falls.');
})"""
"""Of which of the deeds that are listed the end is seen."""
STEP = """() => {
  const { dataset } = document.querySelector('#prompt > .ask');
  dataset.answered = dataset.replied = '800000';
  document.querySelector('#prompt').append('');
}"""
"""A go of the reader's has begun after which nothing is told yet."""
NOTHING = """() => {
  document.querySelectorAll('#log li[data-seq]').forEach((one) => one.remove());
  document.querySelector('#prompt').append('');
}"""
"""Nothing is told any more, as when one has just answered."""
NUMBERED = """() => [
  [...document.querySelectorAll('.deed > i')].map((one) => one.textContent).filter(Boolean),
  [...document.querySelectorAll(':is(#table, #over) .left-number')].map((one) =>
    [one.textContent, one.getAttribute('transform')]).sort(),
]"""
"""The numbers that deeds have in the list, and those on the table, each with where it stands."""
LISTED = """() => {
  const more = document.querySelector('.deeds-more');
  return document.querySelectorAll('.deed').length + (more.hidden ? 0 : parseInt(more.textContent, 10) || 0);
}"""
"""How many deeds are listed, those with them of which it is only said that they are left out."""
TOLD = """() => [...document.querySelectorAll('.came')].filter((came) => {
  const [one, other] = [came, came.closest('.deed')].map((it) => it.getBoundingClientRect());
  return one.right <= other.right && one.bottom <= other.bottom;
}).length"""
"""Of how many it is to be seen what came of them."""


def stays_until_something_new(page: Page) -> None:
    """What was told before one's own step is told after it, and as such, but is no more on the table; what comes then
    takes its place."""
    said = page.locator("#deeds-said")
    expect(said).to_have_text("Since your last go")
    stood = settled(page)["list"]
    page.evaluate(STEP)
    expect(said).to_have_text("Before your answer")
    assert settled(page)["list"] == stood
    expect(page.locator(":is(#table, #over) .left-number")).to_have_count(0)
    page.evaluate(TELL, 1)
    expect(said).to_have_text("Since your last go")
    until(partial(are_listed, page, 1))


def ends_are_seen(page: Page) -> None:
    """A row that has no room for all it says leaves out its first clauses, and not its end."""
    page.evaluate(CLAUSES)
    expect(page.locator(".deed", has_text="At the end he falls")).not_to_have_count(0)
    seen = page.evaluate(ENDS)
    assert len(seen) > 1
    assert all(seen), settled(page)["list"]
    assert any(one.startswith("…") for one in settled(page)["list"])
    expect(page.locator(".deeds-more")).to_be_visible()


def numbers_mean_the_same(page: Page, before: Any) -> Any:
    """In the list stand those that are on the table, from 1 on as the deeds were done; opened or folded each is that of
    the same deed."""
    listed, there = now = page.evaluate(NUMBERED)
    assert listed == [f"{n + 1}." for n in range(len(listed))]
    assert sorted(listed) == [number for number, _ in there]
    assert before in (None, now)
    return now


def leaves_the_focus_to_what_is_asked(page: Page) -> None:
    """Pressed by mouse, what opens the list and folds it is not what the next Enter is for; Escape folds it."""
    more = page.locator(".deeds-more")
    page.evaluate("document.activeElement.blur()")
    more.click()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(more).not_to_be_focused()
    page.keyboard.press("Escape")
    expect(more).to_have_attribute("aria-expanded", "false")
    for unfolded in ("true", "false"):
        more.click()
        expect(more).to_have_attribute("aria-expanded", unfolded)
    expect(more).not_to_be_focused()


def settled(page: Page) -> Any:
    """The deeds that are listed, once no more of them come."""
    last: list[Any] = [None, page.evaluate(DEEDS)]
    while last[-1] != last[-2]:
        page.wait_for_timeout(500)
        last.append(page.evaluate(DEEDS))
    return last[-1]


def opens_at_its_beginning(page: Page) -> None:
    """What was done first stands on top, however far down the list was when it was shut, and what is asked lies below
    all of it; a press beside it folds nothing."""
    more, listed = page.locator(".deeds-more"), page.locator("#deeds ol")
    earlier, longer = page.locator("#deeds.is-earlier"), page.locator("#deeds.is-longer")
    more.click()
    listed.evaluate("list => { list.style.minHeight = '0'; list.style.maxHeight = '40px'; list.scrollTop = 999; }")
    expect(earlier).to_have_count(1)
    expect(longer).to_have_count(0)
    more.click()
    more.click()
    assert listed.evaluate("list => list.scrollTop") == 0
    expect(earlier).to_have_count(0)
    expect(longer).to_have_count(1)
    listed.evaluate("list => { list.style.removeProperty('min-height'); list.style.removeProperty('max-height'); }")
    bottom = listed.evaluate("list => list.getBoundingClientRect().bottom")
    assert page.evaluate(DEEDS)["asked"] >= bottom
    page.locator("#asked").click()
    expect(more).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")


def tells_as_little_as_can_be(page: Page) -> None:
    """Of whom else the same is told is named once, what is told again is counted, and where nothing else says what came
    of it the dice do.  What has the focus does not lose it to what matters more,
    and is what is asked where nothing is told any more."""
    page.evaluate(ALIKE)
    page.locator(".deeds-more").press("Enter")
    expect(page.locator(".deed")).to_have_count(3)
    told = [one.split("shoots")[-1] for one in page.evaluate(DEEDS)["list"]]
    assert told[0].endswith("thinks of home. Likewise: Man 1, Man 2")
    assert told[1].endswith("Man 3 calls. Man 3 is hurt. ×2")
    assert told[2] == ". To hit 0 / 3."
    page.locator(".deed").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(".deed").first).to_be_focused()
    page.locator(".deed").first.focus()
    page.evaluate(NOTHING)
    expect(page.locator(".deed")).to_have_count(0)
    expect(page.locator("#asked")).to_be_focused()


def are_listed(page: Page, number: int) -> bool:
    """Whether so many deeds are listed."""
    return bool(page.evaluate(LISTED) == number)


def tells_what_came(page: Page, asked: int) -> None:
    """As many stand there as have room whole, and of each is seen what came of it; where there are more the list can be
    opened."""
    for struck in (1, 2, 5):
        page.evaluate(TELL, struck)
        until(partial(are_listed, page, struck))
        stand = page.locator(".came").count()
        assert min(struck, 2) <= stand <= 5
        assert (page.evaluate(TOLD), page.evaluate(CUT)) == (stand, 0)
        assert page.locator(".deeds-more").is_visible() == (stand < struck)
        assert page.evaluate(DEEDS)["asked"] == asked
    ends_are_seen(page)
    goes_on_at_what_opens_them(page)
    tells_as_little_as_can_be(page)


def goes_on_at_what_opens_them(page: Page) -> None:
    """Whoever was at a deed that has no room in the short list."""
    page.evaluate(TELL, 12)
    until(partial(are_listed, page, 12))
    more = page.locator(".deeds-more")
    more.press("Enter")
    expect(page.locator(".deed")).to_have_count(12)
    page.locator(".deed").first.focus()
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    expect(more).to_have_attribute("aria-expanded", "false")


def are_no_pieces(page: Page) -> None:
    """The numbers on the table are smaller than pieces and have no rim, but can be read."""
    numbers = page.evaluate(QUIET)
    assert numbers
    loud = [one for one in numbers if one["part"] >= 0.8 or one["stroke"] != "rgba(0, 0, 0, 0)"]
    assert loud == []
    assert [one for one in numbers if contrast(one["letters"], one["fill"]) < ENOUGH] == []
