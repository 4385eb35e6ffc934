// From whom to whom a question goes: where nobody measures the arrow tells nothing of what lies between the two.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Asks } = await import('../../../static/js/table/eye/asks.js');

const about = JSON.stringify({ by: ['one'], at: ['other'], kind: 'charge' });

/** A counter as wide and as deep as this. */
function counter(x, y, half) {
  const node = new Node();
  node.setAttribute('transform', `translate(${x} ${y})`);
  node.dataset.frame = `-${half},-${half} ${half},-${half} ${half},${half} -${half},${half}`;
  return node;
}

const pen = { getContext: () => ({ measureText: (text) => ({ width: 6 * text.length }) }) };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => '' });
document.createElement = (name) => Object.assign(new Node(name), pen);

/** The lines that are drawn between two units of such counters, and what listeners are told; `ruler`: one may measure. */
function drawn(units, ruler) {
  const asked = new Node('h2');
  const told = [];
  asked.after = (line) => told.push(line.children[0]);
  document.querySelector = (name) => ({ '#asked': asked, '#t-ruler': ruler && new Node() })[name] ?? null;
  const middle = (nodes) => ({ x: nodes[0].x, y: nodes[0].y, r: 20 });
  const stage = { layer: new Node(), place: (id) => middle(units[id].at) };
  stage.layer.prepend = () => {};
  const asks = new Asks(stage, { members: (id) => units[id].nodes });
  asks.take({ dataset: { about } });
  const lines = asks.layer.children.filter((node) => (node.getAttribute('class') || '').startsWith('eye-line'));
  return { lines: lines.map((node) => node.getAttribute('d')), told };
}

const units = (y, half) => ({
  one: { nodes: [counter(100, 100, 20)], at: [{ x: 100, y: 100 }] },
  other: { nodes: [counter(100, y, half), counter(160, y - 9, 3)], at: [{ x: 130, y: 300 }] },
});

test('without a ruler it goes from middle to middle, whichever bases are nearest and however near', () => {
  for (const [y, half] of [[300, 20], [200, 79], [124, 3]])
    assert.deepEqual(drawn(units(y, half), false), { lines: ['M100 100L130 300'], told: [] });
});

test('where one measures it goes from rim to rim, and listeners are told how far that is', () => {
  const { lines, told } = drawn(units(300, 20), true);
  assert.deepEqual(lines, ['M120 120L120 280']);
  assert.match(told[0], /^\d+(\.\d)? .*between the edges$/);
});
