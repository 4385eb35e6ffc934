import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

document.createElement = () => ({ getContext: () => ({ measureText: (text) => ({ width: text.length }) }) });
Object.defineProperty(Node.prototype, 'childNodes', { get() { return this.children; } });
globalThis.setTimeout = () => 0;
document.querySelector = () => new Node();
globalThis.getComputedStyle = () => ({ getPropertyValue: () => '' });

const { onto } = await import('../../../static/js/table/hand/onto.js');

/** A hand whose piece is put on a foe: what is `open` against him, whether it `arrives` there, why not of what is closed. */
function put({ open = [], arrives = false, no = null }) {
  const foe = new Node();
  foe.dataset = { piece: 'foe', r: '11' };
  foe.setAttribute('transform', 'translate(100 0)');
  const seen = { offers: [], armed: [], marks: [] };
  const order = (label, refusal) => ({ label, at: [label], gesture: 'onto', targets: [{ piece: 'foe', key: label, no: refusal }] });
  const orders = [...open.map((label) => order(label, null)), ...(no ? [order('closed', no)] : [])];
  const hand = {
    board: { names: () => ['foe'] },
    assent: { offer: (_, offers) => (seen.offers = offers.map(({ label }) => label)) },
    arm: (at) => seen.armed.push(at.join(' ')),
    marks: { append: (node) => seen.marks.push(node), querySelectorAll: () => [] },
    view: () => ({ x: 0, y: 0, w: 1000, h: 1000 }),
    inv: 1,
  };
  const held = {
    hand,
    orders,
    strikes: () => orders.filter(({ label }) => label !== 'closed').map((one) => ({ order: one, target: one.targets[0] })),
    carry: { arrives, order: { label: 'Run' }, tool: { tip: { x: 0, y: 0 } }, release: () => {} },
  };
  return { foe, held, seen };
}

test('who is dragged on to an enemy is offered first what may be done to him, and the way to him last', () => {
  const { foe, held, seen } = put({ open: ['Shoot'], arrives: true });
  assert.equal(onto(held, foe, true), true);
  assert.deepEqual([seen.offers, seen.armed], [['Shoot', 'Run'], []], 'nothing is done before it is chosen');
});

test('what alone may be done to him is chosen, and waits to be confirmed', () => {
  const { foe, held, seen } = put({ open: ['Shoot'] });
  assert.equal(onto(held, foe, true), true);
  assert.deepEqual([seen.offers, seen.armed], [[], ['Shoot']]);
});

test('where nothing may be done to him it goes there, and why not stands beside him', () => {
  const known = put({ arrives: true, no: { text: 'No line of sight.', clause: 'RON-SHO-02' } });
  assert.equal(onto(known.held, known.foe, true), false, 'the way is drawn');
  assert.equal(known.seen.marks.length, 1);
  const plain = put({ arrives: true });
  assert.equal(onto(plain.held, plain.foe, true), false);
  assert.equal(plain.seen.marks.length, 0);
});

test('why an order that is closed against all may not be given at an enemy is told of him, and not of another', () => {
  const { foe, held, seen } = put({});
  const target = (piece) => ({ piece, key: piece, no: { text: `${piece} is too far off.`, clause: 'CEL-ASL-06' } });
  held.orders.push(
    { label: 'Assault', at: ['assault'], gesture: 'onto', no: target('another').no, targets: [target('another'), target('foe')] },
    { label: 'Shoot', at: ['shoot'], gesture: 'onto', no: { text: 'It has no bow.', clause: 'CEL-SHT-09' }, targets: [] },
  );
  Object.assign(held, { strikes: () => [], measures: true, carry: null });
  assert.equal(onto(held, foe, false), true);
  const said = (node) => (node.children ?? []).map((one) => (typeof one === 'string' ? one : said(one))).join(' ') + (node.textContent ?? '');
  const told = seen.marks.map(said).join(' ');
  assert.match(told, /foe is too far off/);
  assert.match(told, /no bow/);
  assert.doesNotMatch(told, /another/);
});
