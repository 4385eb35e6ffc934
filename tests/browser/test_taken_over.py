"""What is counselled is taken over by hands that begin nowhere: a way from an edge, an order of things."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TAKEN = """async () => {
  document.body.innerHTML = '<section class="ask"><ol class="order-list"><li data-item="a"></li><li data-item="b">'
    + '</li></ol></section>';
  const { Walk } = await import('/static/js/table/hand/walk.js');
  const { Order } = await import('/static/js/table/question/plain.js');
  const { Counsel } = await import('/static/js/table/question/counsel.js');
  const { toUnits } = await import('/static/js/table/space/geom.js');
  const none = () => null;
  const sent = [];
  const board = { counter: none, foes: () => [], marks: document.body, all: () => [], members: () => [] };
  const camera = { frame: none, px: () => 1, show: none };
  const hand = {
    board, camera, slot: document.body, marks: document.body, panel: document.querySelector('.ask'), inv: 1, label: '',
    question: { id: 'q', at: [], kind: 'walk' }, commit: {}, previews: { forget: none }, reaches: new Map(),
    sideOf: () => 'a', codeOf: () => '', mySide: () => 'a', view: () => ({ x: 0, y: 0, w: 100, h: 100 }),
    refuse: none, then: none, ready: none, announce: none, preview: (value) => sent.push(value), arm: none,
    attended: 0, attend: () => (hand.attended += 1),
    give: (value) => sent.push(value),
  };
  const svg = () => document.createElement('g');
  const counsel = new Counsel(hand, { svg, toUnits });
  const taken = async (kind, tool, drawn) => {
    Object.assign(hand, { tool, question: { ...hand.question, kind } });
    await counsel.take({ at: [], pick: null, drawn });
    tool.confirm?.();
    return JSON.stringify(sent.pop());
  };
  const edge = { starts: [[[0, 0], [50800, 0]]], radius: 1270, allowance: 50800 };
  const from = { start: [0, 0], radius: 1270, allowance: 50800 };
  const way = [[25400, 0], [25400, 25400]];
  const found = [
    await taken('walk', new Walk(hand, edge), way),
    await taken('walk', new Walk(hand, from), [[0, 0], ...way]),
  ];
  const off = new Walk(hand, edge);
  off.resume([toUnits([25400, 12700]), toUnits([25400, 25400])]);
  const order = new Order(hand, {});
  order.confirm = none;
  return [...found, off.dirty, await taken('order', order, ['b', 'a']), hand.attended];
}"""


def test_a_way_from_an_edge_and_an_order_of_things_are_as_they_were_counselled(
    browser: Browser, server: Server
) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    edge, start, off, order, attended = page.evaluate(TAKEN)
    page.context.close()
    assert edge == "[[25400,0],[25400,25400]]"
    assert start.endswith("[25400,0],[25400,25400]]")
    assert (off, order) == (False, '["b","a"]')
    assert attended == 3, "a focus that was lost is on what is asked"
