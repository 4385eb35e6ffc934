import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { called, together } = await import('../../static/js/table/board/alike.js');

test('what runs on is called from its first to its last, whatever the order', () => {
  assert.equal(called(['B2', 'B1', 'B3']), 'B1–3');
  assert.equal(called(['P9', 'P10']), 'P9–10');
  assert.equal(called(['L']), 'L');
  assert.equal(called([]), '');
});

test('of what does not each is named, many by the first and how many more', () => {
  assert.equal(called(['B1', 'B3']), 'B1,3');
  assert.equal(called(['P6', 'P1', 'P2', 'P4']), 'P1–2,4,6');
  assert.equal(called(['S1', 'K2', 'K3']), 'K2–3,S1');
  assert.equal(called(['L', 'S1']), 'L,S1');
  assert.equal(called(['B1', 'B3', 'B5', 'B7']), 'B1 +3');
});

test('a code that several bear is named once, and one without a figure runs on to none', () => {
  assert.equal(called(['P1', 'P1']), 'P1');
  assert.equal(called(['A', 'A']), 'A');
  assert.equal(called(['A', 'A1']), 'A,A1');
  assert.equal(called(['A1', 'A', 'A2']), 'A,A1–2');
});

test('those share a tag who bear the same on one side, each beside another', () => {
  const man = (id, x, side = 'a', arm = 'bow') => ({ id, side, arm, at: { x, y: 0 } });
  const found = together([man(1, 0), man(2, 20), man(3, 10), man(4, 50), man(5, 5, 'b'), man(6, 6, 'a', 'gun')], 12);
  const ids = found.map((group) => group.map(({ id }) => id).sort());
  assert.deepEqual(ids.sort(), [[1, 2, 3], [4], [5], [6]]);
});
