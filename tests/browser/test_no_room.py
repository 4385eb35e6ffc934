"""Formations for whose sign there is no room: they bear what they are by themselves, and no ground is drawn of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.server import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

FREED = """async () => {
  const { svg } = await import('/static/js/page/dom.js');
  const { Musters } = await import('/static/js/table/board/musters.js');
  const top = svg('svg', {}, svg('g', {}));
  document.body.append(top);
  const labels = { board: { layer: top.firstChild }, camera: { scale: 1 }, laid: [], strings: [], signs: [] };
  labels.about = { now: 0 };
  const musters = new Musters(labels);
  musters.choose = musters.measure = () => null;
  const part = (x, spot) => {
    const node = svg('g', { class: 'formation is-gathered' });
    const [p, box] = [{ x, y: 40 }, { x, y: 30, w: 20, h: 20 }];
    const points = [{ x, y: 0 }, { x: x + 9, y: 0 }, { x: x + 9, y: 9 }];
    return {
      key: `f ${x}`, force: 'f', nodes: [node], points, side: 'a', look: 'a', may: false,
      text: 'F', head: 4, letters: 9, wide: 20,
      border: { rim: '', seams: '' },
      arms: [], states: [], at: p, leader: null, spot: spot && { p, box, bad: 0, line: { edges: [points[0], p] } },
    };
  };
  const lay = (...all) => {
    Object.assign(musters, { all, gathered: new Set(all.flatMap(({ nodes }) => nodes)) });
    musters.lay(1);
    musters.draw(new Set());
    const hulls = [...musters.layer.querySelectorAll('.hull')].map((one) => one.getAttribute('d'));
    return [all.map(({ nodes: [node] }) => node.matches('.is-gathered') && musters.gathered.has(node)), hulls];
  };
  const first = lay(part(0, true), part(50, false));
  labels.camera.scale = 2;
  return [first, lay(part(0, true)), lay(part(90, false))];
}"""


def test_who_has_no_sign_bears_what_he_is_and_no_ground_of_his_stays(browser: Browser, server: Server) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/rules/ronin")
    (signed, hulls), (_, nearer), (alone, none) = page.evaluate(FREED)
    page.context.close()
    assert (signed, len(hulls)) == ([True, False], 1)
    assert nearer != hulls, "the air about them goes with how near one has come"
    assert (alone, none) == ([False], [])
