// A number means one deed, and that deed always.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { Numbers } = await import('../../static/js/table/eye/numbers.js');

const deed = (weight, ...ids) => ({ weight, lead: { id: ids.at(-1) }, rows: ids.map((id) => ({ id })) });
const rowed = (...rows) => rows.map((deeds) => ({ deeds }));
const all = () => true;

test('of a row what matters most of what is to be seen bears its number, and that is given once', () => {
  const numbers = new Numbers();
  const [goes, hits, falls] = [deed(8, 'goes'), deed(3, 'hits'), deed(1, 'falls')];
  const rows = rowed([goes], [hits, falls]);
  assert.deepEqual(numbers.bearers(rows, (one) => one !== falls), [goes, hits]);
  assert.deepEqual(numbers.bearers(rows, (one) => one === falls), [falls], 'of a row that is nowhere to be seen none');
  assert.deepEqual(numbers.bearers(rows, all), [goes, falls]);
  numbers.give([goes, falls]);
  assert.deepEqual([goes, hits, falls].map((one) => numbers.of(one)), [1, 0, 2]);
  const [worse, later] = [deed(0, 'worse'), deed(1, 'later')];
  assert.deepEqual(numbers.bearers(rowed([hits, falls, worse], [later]), all), [falls, later], 'it stays with whom it had');
  numbers.give([falls, later]);
  assert.deepEqual([falls, worse, later].map((one) => numbers.of(one)), [2, 0, 3]);
});

test('numbers go up as deeds were done: what comes to stand before one that has its number gets none', () => {
  const numbers = new Numbers();
  const [first, second, third] = ['first', 'second', 'third'].map((id) => deed(7, id));
  numbers.give([second]);
  numbers.give([first, second, third]);
  assert.deepEqual([first, second, third].map((one) => numbers.of(one)), [0, 1, 2]);
});

test('a deed keeps its number whatever it grows to, and all begin anew with another list', () => {
  const numbers = new Numbers();
  numbers.give([deed(7, 'shoots'), deed(8, 'is ordered')]);
  assert.equal(numbers.of(deed(1, 'is ordered', 'charges', 'falls')), 2);
  numbers.forget();
  numbers.give([deed(7, 'runs')]);
  assert.equal(numbers.of(deed(7, 'runs')), 1);
});
