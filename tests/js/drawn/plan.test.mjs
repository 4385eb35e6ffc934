import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Plan } = await import('../../../static/js/table/hand/plan.js');

/** A counter that stands here. */
const counter = (piece, x, y) => {
  const node = new Node();
  node.dataset.piece = piece;
  node.setAttribute('transform', `translate(${x} ${y})`);
  return node;
};

/** A hand that is asked for a leader, whom the server lets go anywhere. */
const asked = (node) => {
  const hand = { question: { id: 'q', seat: 'a', state: 'mine', at: [] }, takes: new Map([['d', null]]), armed: [] };
  hand.board = { members: () => [node], counter: () => node };
  hand.letGo = () => {};
  hand.arm = (at, drawn) => hand.armed.push([at, drawn]);
  hand.send = () => {};
  const domain = { kind: 'place', piece: 'd' };
  const reply = { ask: 'q', orders: [{ at: ['d'], no: '', gesture: 'drag', domain }], hold: [] };
  globalThis.fetch = async () => ({ ok: true, json: async () => reply });
  return hand;
};

const item = { id: 'd', was: { d: { x: 10, y: 10 } }, to: { d: [0, 0] } };

/** What came of it, once the server has answered. */
async function began(hand) {
  const plan = new Plan(hand, () => {});
  plan.begin([item], false);
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  await new Promise((done) => setTimeout(done));
  return plan;
}

test('a piece that stands where it stood is put where it was drawn', async () => {
  const hand = asked(counter('d', 10, 10));
  await began(hand);
  assert.equal(hand.armed.length, 1);
});

test('a leader who has gone with his unit is not put once more', async () => {
  const hand = asked(counter('d', 30, 10));
  const plan = await began(hand);
  assert.equal(hand.armed.length, 0);
  assert.equal(plan.items.length, 0);
});
