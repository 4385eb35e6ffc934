import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { first } = await import('../../../static/js/table/hand/choice.js');

/** A hand at a question with these answers, and what is said in the row of a piece. */
function said(t, names) {
  t.mock.method(globalThis, 'setTimeout', () => 0);
  const button = (name) => ({ dataset: {}, cloneNode: () => ({ textContent: name, querySelector: () => null }) });
  const told = [];
  document.createElement = (name) => new Node(name);
  const hand = { buttons: names.map(button), panel: { querySelector: () => ({ textContent: 'Who begins?' }) } };
  hand.board = { one: () => null };
  first(hand, ['red-1'], { after: (line) => told.push(line.children.join('')) });
  return told[0];
}

test('who is clicked before a side is chosen says what is to be chosen', (t) => {
  assert.equal(said(t, ['First', 'Second']), 'To be chosen first: First / Second');
});

test('where there is more to choose from he says what is asked', (t) => {
  assert.equal(said(t, ['A', 'B', 'C', 'D']), 'Asked first: Who begins?');
});
