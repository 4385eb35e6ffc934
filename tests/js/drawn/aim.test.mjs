import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Aim } = await import('../../../static/js/table/hand/aim.js');

/** A direction that is offered and may go; `given`: what has been confirmed. */
function aiming() {
  const given = [];
  const hand = { give: (wire) => given.push(wire), ready: (yes) => (hand.is = yes) };
  const way = { loose: null, way: null, first: 9000, reply: null, hand, wire: (at) => at, change: () => {} };
  return { aim: Object.assign(Object.create(Aim.prototype), way), given, hand };
}

test('what is offered is given at once where nothing else is shown', () => {
  const { aim, given } = aiming();
  aim.confirm();
  assert.deepEqual(given, [9000]);
});

test('where a direction follows the pointer, what would be given is shown before it is', () => {
  const { aim, given } = aiming();
  aim.loose = 100;
  aim.confirm();
  assert.deepEqual([given, aim.now], [[], 9000]);
  aim.confirm();
  assert.deepEqual(given, [9000]);
});

test('that the pointer lies in a direction that may not be says nothing of what would be given', () => {
  const { aim, hand } = aiming();
  Object.assign(aim, { loose: 100, reply: { about: '100', no: { text: 'no' } } });
  aim.tell();
  assert.equal(hand.is, true);
  Object.assign(aim, { loose: null, way: 100 });
  aim.tell();
  assert.equal(hand.is, false);
});
