"""Lines of the log that belong together are folded into one, told from first to last."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server

pytestmark = pytest.mark.browser

LINE = "<li data-seq='{n}' id='e-{n}' {more}><div>{text}</div></li>"
FOLD = """async (rows) => {
  document.body.innerHTML = `<div id="log"><ol>${rows}</ol></div>`;
  const { Stories } = await import('/static/js/table/panels/stories.js');
  const stories = new Stories();
  const tree = (list) => [...list.children].map((li) => li.matches('.story')
    ? { kind: li.classList[1], open: li.firstElementChild.open, upshot: li.querySelector('.upshot')?.textContent,
        steps: tree(li.querySelector('.steps')) } : li.textContent);
  const list = document.querySelector('#log > ol');
  const [folded, before] = [tree(list), [...list.querySelectorAll('*')]];
  stories.fold();
  const again = [...list.querySelectorAll('*')];
  const same = before.length === again.length && before.every((node, i) => node === again[i]);
  const flat = stories.rows().map((li) => li.textContent);
  const others = [...list.children].slice(1);
  const come = stories.rows()[0].cloneNode(true);
  Object.assign(come, { id: 'e-99' }).dataset.seq = 99;
  list.insertBefore(come, list.querySelector(':scope > li:not(.mark)'));
  const watch = new MutationObserver(() => null);
  watch.observe(list, { childList: true });
  stories.fold();
  const out = watch.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
  return [folded, flat, same, others.filter((li) => out.includes(li)).length];
}"""


def told(browser: Browser, server: Server, *lines: tuple[str, str]) -> tuple[list[Any], list[str]]:
    """The log of these lines, text and attributes in the order they happened: as it is folded, and flat again."""
    rows = [LINE.format(n=n, text=text, more=more) for n, (text, more) in enumerate(lines, 1)]
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    folded, flat, same, taken = page.evaluate(FOLD, "".join(reversed(rows)))
    page.context.close()
    assert taken == 0, "where a line comes, the others are not taken out"
    assert same, "what is folded already is left alone"
    return folded, flat


def begins(kind: str, within: str) -> str:
    """The attributes of a line that begins a story, which stands in itself."""
    return f"data-story='{kind}' data-in='{within}'"


def test_each_line_goes_into_the_story_it_says(browser: Browser, server: Server) -> None:
    folded, flat = told(
        browser, server, ("Before", ""), ("Charge!", begins("charge", "2")), ("Shots", begins("volley", "2 3")),
        ("Dice", "data-in='2 3'"), ("Contact", "data-in='2'"),
    )  # fmt: skip
    (story, before) = folded
    assert before == "Before"
    assert (story["kind"], story["open"], story["upshot"]) == ("charge", True, "Contact")
    contact, shots, charge = story["steps"]
    assert (charge, contact) == ("Charge!", "Contact")
    assert (shots["kind"], shots["open"], shots["steps"]) == ("volley", False, ["Dice", "Shots"])
    assert flat == ["Contact", "Dice", "Shots", "Charge!", "Before"]


def test_a_story_whose_beginning_is_not_here_leaves_its_lines_to_that_around_it(
    browser: Browser, server: Server
) -> None:
    folded, _ = told(
        browser, server, ("Late", "data-in='0'"), ("Halt!", begins("interruption", "0 2")), ("Fails", "data-in='0 2'"),
        ("Arrives", "data-in='0'"),
    )  # fmt: skip
    arrives, halt, late = folded
    assert (late, arrives, halt["open"], halt["steps"]) == ("Late", "Arrives", False, ["Fails", "Halt!"])


def test_one_line_alone_is_no_story(browser: Browser, server: Server) -> None:
    folded, _ = told(browser, server, ("Charge", begins("charge", "1")), ("Turn", "class='mark' data-at='2'"))
    assert folded == ["Turn", "Charge"]


def test_how_it_came_out_names_who_is_named(browser: Browser, server: Server) -> None:
    who = "<b class='one b'><svg class='em'></svg>Y2 Heita</b>"
    folded, _ = told(browser, server, ("Charge", begins("charge", "1")), (f"{who} falls", "data-in='1'"), ("Next", ""))
    assert folded[1]["upshot"] == "Y2 Heita falls"


def test_the_newest_stands_on_top_under_the_heading_of_its_turn(browser: Browser, server: Server) -> None:
    turn = "class='mark' data-at='{}'"
    folded, flat = told(
        browser, server, ("Set up", ""), ("Turn 1", turn.format(2)), ("Charge", begins("charge", "3")),
        ("Short", "data-in='3'"), ("Turn 2", turn.format(5)), ("Move", ""), ("Shot", ""),
    )  # fmt: skip
    charge = folded[4]
    assert charge["steps"] == ["Short", "Charge"]
    assert [*folded[:4], *folded[5:]] == ["Turn 2", "Shot", "Move", "Turn 1", "Set up"]
    assert flat == ["Shot", "Move", "Turn 2", "Short", "Charge", "Turn 1", "Set up"]


def test_what_matters_most_of_it_is_how_it_came_out(browser: Browser, server: Server) -> None:
    within, inner = "data-in='1'", "data-in='1 3' data-upshot='1'"
    folded, _ = told(
        browser, server, ("Fight", begins("combat", "1")), ("Hurt.", f"{within} data-upshot='2'"),
        ("Duel", begins("duel", "1 3")), ("One dead.", inner), ("Two dead.", inner), ("Three dead.", inner),
        ("Level.", f"{within} data-upshot='2'"), ("The end", within),
    )  # fmt: skip
    assert folded[0]["upshot"] == "Two dead. Three dead."


IDLE = "<li data-seq='{n}' id='e-{n}' class='{side}' data-idle='{about}' data-pieces='{who}' {more}><div><b class='one'>{who}</b> holds.<span class='too' hidden> Likewise: <span></span></span></div></li>"  # noqa: E501
JOIN = """async ([under, ...rows]) => {
  document.body.innerHTML = `<div id="log"><ol>${under}</ol></div>`;
  const { joined } = await import('/static/js/table/panels/joined.js');
  const line = document.querySelector('#log li');
  const went = rows.map((row) => {
    const box = document.createElement('ol');
    box.innerHTML = row;
    return joined(box.firstElementChild, line);
  });
  return [went, line.innerText, line.dataset.pieces];
}"""


def idle(n: int, who: str, side: str = "a", about: str = "held", more: str = "") -> str:
    """A line that a piece did nothing."""
    return IDLE.format(n=n, who=who, side=side, about=about, more=more)


def test_who_holds_after_another_goes_into_his_line(browser: Browser, server: Server) -> None:
    dice = "<li data-seq='9' id='e-9' data-more><div><details class='throw' id='t-9'></details></div></li>"
    apart = [idle(5, "Emi", about="passed"), idle(6, "Fuji", more="data-in='6'"), dice]
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    went, said, pieces = page.evaluate(JOIN, [idle(1, "Aki"), idle(2, "Botan"), idle(3, "Chiyo", "b"), *apart])
    page.context.close()
    assert went == [True, True, False, False, False]
    assert said == "Aki holds. Likewise: Botan, Chiyo"
    assert pieces == "Aki Botan Chiyo"


COME = """async () => {
  document.body.innerHTML = '<input id="tab-log"><b id="log-new"></b><div id="log" class="log"><ol></ol></div>';
  const list = document.querySelector('ol');
  list.style.cssText = 'display: block; height: 60px; overflow: auto';
  const { Lines } = await import('/static/js/table/panels/lines.js');
  const rows = () => [...list.children];
  const none = () => null;
  const fold = () => rows().forEach((row) => { row.hidden = row.id < 'a'; });
  const log = new Lines({ board: { trails: { turn: none }, told: none }, rolls: { look: none },
                          stories: { rows, fold }, come: none });
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const come = async (...names) => {
    log.come(names.map((name) => Object.assign(document.createElement('li'), { id: name, textContent: name })));
    await frame();
    return log.sign.hidden ? '' : log.sign.textContent;
  };
  const found = [await come(...'abcdefghijkl')];
  list.scrollTop = 120;
  await frame();
  found.push(await come('m', 'M'), await come('N'), await come('n', 'o'));
  document.addEventListener('scroll', (event) => event.stopPropagation(), true);
  log.sign.click();
  await frame();
  return [...found, log.sign.hidden, list.scrollTop];
}"""


def test_lines_that_come_above_what_is_read_are_told_and_led_to(browser: Browser, server: Server) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    assert page.evaluate(COME) == ["", "1 new", "1 new", "3 new", True, 0]
    page.context.close()
