import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { kept } = await import('../../../static/js/table/board/yields.js');

const box = (left, top) => ({ left, top, right: left + 40, bottom: top + 10 });

test('of words that lie on each other the first stay', () => {
  assert.deepEqual(kept([box(0, 0), box(20, 5), box(0, 10), box(50, 8)]), [true, false, true, true]);
});

test('what is left out is in nobody’s way, and what stands there already is', () => {
  assert.deepEqual(kept([box(0, 0), box(20, 5), box(41, 8)]), [true, false, true]);
  assert.deepEqual(kept([box(0, 0), box(50, 0)], [box(10, 5)]), [false, true]);
});
