import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { pick } = await import('../../../static/js/table/question/leaf.js');

/** A hand at which an option has waited for long. */
const waiting = (lone) => {
  const button = { dataset: { key: 'them' } };
  const leaf = { button, lone, at: ['them'], piece: 'them', told: true, asked: performance.now() - 5000 };
  const hand = { question: { at: [] }, leaf, confirmed: 0, bars: [] };
  hand.assent = { at: (piece) => hand.bars.push(piece) };
  hand.confirm = () => (hand.confirmed += 1);
  return hand;
};

test('what is chosen a second time is confirmed', () => {
  const hand = waiting(false);
  pick(hand, hand.leaf.button);
  assert.equal(hand.confirmed, 1);
});

test('a target that waits by itself is only chosen by the first click on it', () => {
  const hand = waiting(true);
  pick(hand, hand.leaf.button);
  pick(hand, hand.leaf.button); // the second of two quick ones
  assert.equal(hand.confirmed, 0);
  assert.deepEqual(hand.bars, ['them']); // what confirms it stands at it only now
  hand.leaf.asked -= 5000;
  pick(hand, hand.leaf.button);
  assert.equal(hand.confirmed, 1);
});
