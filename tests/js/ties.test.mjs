// What the line of a sign ends in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { knot, knotted } = await import('../../static/js/table/board/ties.js');

test('a line ends in a dot about whom it leads to', () => {
  assert.equal(knot({ x: 30, y: 4 }, 2.5), 'M27.5 4a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z');
});

test('a line with its dot goes from nought to its end', () => {
  assert.equal(knotted({ x: 0, y: 12 }, 2), `M0 0L0 12${knot({ x: 0, y: 12 }, 2)}`);
});
