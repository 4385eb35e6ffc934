// Which deeds bear a number while the table is laid anew.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Numbers } = await import('../../../static/js/table/eye/numbers.js');
const { Since } = await import('../../../static/js/table/eye/since.js');

const deed = (weight, ...ids) => ({ weight, lead: { id: ids.at(-1) }, rows: ids.map((id) => ({ id })) });

test('what had no room for its number while a later deed was given one bears none, were there room for it now', () => {
  const numbers = new Numbers();
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((id) => deed(7, id));
  let bears = null;
  const box = { classList: { contains: () => false } };
  const left = { call: (is) => (bears = is) };
  const deeds = [first, second, third, fourth];
  Since.prototype.bear.call({ asked: true, aged: false, box, deeds, numbers, left }, deeds);
  assert.deepEqual(deeds.filter(bears), deeds, 'before there are any each may have one');
  numbers.give([first, third]);
  assert.deepEqual(deeds.filter(bears), [first, third, fourth]);
  numbers.give(deeds.filter(bears));
  assert.deepEqual(deeds.map((one) => numbers.of(one)), [1, 0, 2, 3]);
});
