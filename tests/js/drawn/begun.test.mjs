// When the reader has answered, and when a battle has merely begun.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Since } = await import('../../../static/js/table/eye/since.js');

/** A list that has been open before anybody was asked; what it was told is counted. */
function listening() {
  const told = [];
  document.querySelector = () => new Node();
  return Object.assign(Object.create(Since.prototype), {
    board: { trails: { answered: () => told.push('trails') } },
    rows: () => [],
    heard: new Set(),
    left: { forget: () => {} },
    numbers: { forget: () => {} },
    unfold: () => {},
    answers: () => told.push('answers'),
    listens: true,
    deeds: [],
    before: [],
    from: null,
    replied: null,
    told,
  });
}

test('a battle that begins while the page is open is no answer of the reader', () => {
  const since = listening();
  since.reply(0, 0);
  assert.deepEqual(since.told, []);
  assert.equal(since.from, 0);
  since.reply(4, 4);
  assert.deepEqual(since.told, ['trails', 'answers']);
});

test('what is answered in the middle of a deed is an answer, and the same again is none', () => {
  const since = listening();
  since.reply(4, 4);
  since.told.length = 0;
  since.reply(4, 6);
  since.reply(4, 6);
  assert.deepEqual(since.told, ['answers']);
});

test('what was told before a go is kept with it, of several that tell of nothing too, and not once the go is taken back', () => {
  const since = listening();
  since.reply(4, 4);
  const told = (since.deeds = ['a shot']);
  since.reply(6, 6);
  assert.equal(since.before, told);
  since.reply(8, 8);
  assert.equal(since.before, told);
  since.reply(6, 6);
  assert.deepEqual(since.before, []);
});
