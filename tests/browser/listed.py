"""What a page says of the list of deeds above its question, and of their numbers on its table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

DEEDS = """() => {
  const top = (name) => Math.round(document.querySelector(name).getBoundingClientRect().top);
  return { list: [...document.querySelectorAll('.deed')].map((one) => one.textContent.trim()), asked: top('#asked') };
}"""
"""The deeds that are listed, and how high what is asked stands."""
COVERS = """() => {
  const middle = (one) => (({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2, r: width / 2 }))(
    one.getBoundingClientRect());
  const { a } = document.querySelector('#table').getScreenCTM();
  const bases = [...document.querySelectorAll('.counter[data-r]')].map((one) => {
    const { e, f } = one.getScreenCTM();
    return { x: e, y: f, r: one.dataset.r * a };
  });
  return [...document.querySelectorAll('.left-number circle')].map(middle)
    .filter((one) => bases.some(({ x, y, r }) => Math.hypot(one.x - x, one.y - y) < one.r + r - 2)).length;
}"""
"""How many numbers lie on a counter."""
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
TOLD = """() => [...document.querySelectorAll('.came')].filter((came) => {
  const [one, other] = [came, came.closest('.deed')].map((it) => it.getBoundingClientRect());
  return one.right <= other.right && one.bottom <= other.bottom;
}).length"""
"""Of how many it is to be seen what came of them."""


def opens_at_its_top(page: Page) -> None:
    """However far down it was when it was shut."""
    more, listed = page.locator(".deeds-more"), page.locator("#deeds ol")
    more.click()
    listed.evaluate("list => { list.style.maxHeight = '40px'; list.scrollTop = 30; }")
    assert listed.evaluate("list => list.scrollTop") > 0
    more.click()
    more.click()
    assert listed.evaluate("list => list.scrollTop") == 0
    page.keyboard.press("Escape")


def tells_what_came(page: Page, asked: int) -> None:
    """One deed takes both rows; of two what came of each is seen; where words are cut the list can be opened."""
    for struck in (1, 2):
        page.evaluate(TELL, struck)
        expect(page.locator(".came")).to_have_count(struck)
        assert page.evaluate(TOLD) == struck
        assert page.locator(".deeds-more").is_visible() == (struck > 1)
        assert page.evaluate(DEEDS)["asked"] == asked
