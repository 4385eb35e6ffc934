// What a question wants is said above it; what that moves is guarded.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Node } from '../page.mjs';

const { First } = await import('../../../static/js/table/question/first.js');
const { Commit } = await import('../../../static/js/table/question/commit.js');

const panel = { dataset: { asks: 'orders.choose', state: 'mine' } };
let slot, asked, hand;
globalThis.matchMedia = /** @type {any} */ (() => ({ matches: false }));

beforeEach(() => {
  slot = Object.assign(new Node('section'), { hidden: true, addEventListener: () => {} });
  slot.querySelector = () => slot.firstElementChild;
  slot.append(new Node('p'));
  asked = { focus: () => (document.activeElement = asked) };
  const found = { '#first': slot, '#asked': asked, '#prompt': { scrollHeight: 0, clientHeight: 0 } };
  document.querySelector = (selector) => found[selector] ?? null;
  document.body.dataset = { rules: '/rules/toy', explain: 'on' };
  document.activeElement = null;
  const guard = { shifted: (part) => hand.shifted.push(part), watch: (part) => hand.watched.push(part), keys: true };
  hand = { guard, shifted: [], watched: [], question: { at: [], returning: [] } };
  hand.commit = new Commit(hand, guard);
});

function answered(...replies) {
  let asks = 0;
  globalThis.fetch = async () => replies[Math.min(asks++, replies.length - 1)];
  return () => asks;
}

const explained = { ok: true, status: 200, text: async () => 'Choose one.' };

function above() {
  const first = new First();
  first.above(hand);
  return first;
}

test('what comes and goes above a question moves it, and is guarded itself', async () => {
  answered(explained);
  const first = above();
  assert.deepEqual(hand.watched, [slot]);
  await first.heard(panel);
  assert.equal(slot.hidden, false);
  assert.deepEqual(hand.shifted, [slot]);
  first.over();
  assert.deepEqual(hand.shifted, [slot, slot]);
  assert.equal(document.activeElement, null);
});

test('whoever put it away by a key is at the question, and the next key gives nothing that stood there', async () => {
  answered(explained);
  const first = above();
  await first.heard({ dataset: { ...panel.dataset, asks: 'orders.other' } });
  hand.commit.since = -1e6;
  document.activeElement = slot.firstElementChild;
  first.over();
  assert.equal(document.activeElement, asked);
  hand.commit.give(
    [],
    () => assert.fail('given'),
    () => assert.fail('given later'),
  );
});

test('what nothing is written for is asked for once', async () => {
  const asks = answered({ ok: false, status: 404 });
  const first = above();
  const other = { dataset: { ...panel.dataset, asks: 'never.written' } };
  for (const one of [other, { dataset: { state: 'wait' } }, other]) await first.heard(one);
  assert.equal(asks(), 1);
});

test('where the answer did not come it is asked for again', async () => {
  const asks = answered({ ok: false, status: 503 });
  const first = above();
  const other = { dataset: { ...panel.dataset, asks: 'never.came' } };
  for (const one of [other, { dataset: { state: 'wait' } }, other]) await first.heard(one);
  assert.equal(asks(), 2);
});
