// Several that are dragged together: whether it is too far for one of them, of what the page was told of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { farthestOf, isTooFar } = await import('../../../static/js/table/hand/deeds.js');
const { length } = await import('../../../static/js/table/space/geom.js');

const wire = length(100);
const order = (domain, more = {}) => ({ no: null, gesture: 'drag', domain, ...more });
const walk = (allowance) => order({ kind: 'walk', allowance });
const rates = { forward: [1, 1], back: [2, 1], slide: [1, 1] };
const steps = (more) => order({ kind: 'manoeuvre', start: { facing: 0 }, allowance: wire, steps: { forward: 0, back: 0 }, rates, ...more });
const tooFar = (orders, by) => {
  const found = farthestOf({ orders }, by);
  return found && isTooFar(found);
};

test('the longest of the orders that go counts', () => {
  const orders = [walk(wire / 2), walk(wire), { ...walk(9 * wire), no: { text: 'spent' } }];
  assert.equal(tooFar(orders, { x: 60, y: 80 }), false);
  assert.equal(tooFar(orders, { x: 66, y: 80 }), true);
});

test('a unit of loose models goes as far as its fastest', () => {
  const moves = order({ kind: 'moves', movers: [{ allowance: wire / 2 }, { allowance: wire }] });
  assert.equal(tooFar([moves], { x: 99, y: 0 }), false);
  assert.equal(tooFar([moves], { x: 0, y: 102 }), true);
});

test('of a formation what goes ahead or back counts, at its price', () => {
  assert.equal(tooFar([steps()], { x: 500, y: -99 }), false);
  assert.equal(tooFar([steps()], { x: 0, y: -102 }), true);
  assert.equal(tooFar([steps()], { x: 0, y: 60 }), true);
  assert.equal(tooFar([steps({ steps: { forward: length(30) } })], { x: 0, y: -40 }), true);
  assert.equal(tooFar([steps({ steps: { slide: 0 }, way: 9000 })], { x: 102, y: 0 }), true);
});

test('where no order says how far nothing is told', () => {
  assert.equal(tooFar([], { x: 900, y: 0 }), null);
  assert.equal(tooFar([steps({ allowance: 0 })], { x: 0, y: -900 }), null);
  assert.equal(tooFar([steps({ steps: { forward: 0 } })], { x: 0, y: 900 }), null);
  assert.equal(tooFar([steps({ rates: {} })], { x: 0, y: -900 }), null);
  assert.equal(tooFar([order({ kind: 'place' })], { x: 0, y: 900 }), false);
});
