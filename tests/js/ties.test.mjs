// What the line of a sign ends in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { head, headed } = await import('../../static/js/table/board/ties.js');

const places = (path) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

test('a line ends in a narrow head whose tip is on whom it leads to', () => {
  const [tip, left, right] = places(head({ x: 0, y: 0 }, { x: 30, y: 0 }, 5));
  assert.deepEqual(tip, { x: 30, y: 0 });
  assert.deepEqual([left, right], [{ x: 20, y: 4 }, { x: 20, y: -4 }]);
});

test('a line of no length has no head', () => {
  assert.equal(head({ x: 3, y: 3 }, { x: 3, y: 3 }, 5), '');
});

test('a line with its head goes from nought to its end', () => {
  const [from, end, tip] = places(headed({ x: 0, y: 12 }, 2));
  assert.deepEqual([from, end, tip], [{ x: 0, y: 0 }, { x: 0, y: 12 }, { x: 0, y: 12 }]);
});
