import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { ByKey } = await import('../../../static/js/table/hand/bykey.js');

function counter(id, x, ...names) {
  const node = new Node();
  node.dataset = { piece: id };
  node.setAttribute('transform', `translate(${x} 0)`);
  node.setAttribute('aria-label', id);
  node.classList.add(...names);
  return node;
}

/** A hand at a table with these counters; the lists name these pieces in this order. */
function table(counters, { measures = true, listed = [], takes = ['own', 'far'], strikes = [] } = {}) {
  const own = new Node();
  own.classList.add('a');
  const board = new Node();
  board.dataset = measures ? { measures: '' } : {};
  document.querySelector = (selector) =>
    selector === '#text-board' ? board : selector === '#row-side-a' ? { closest: () => own } : null;
  document.querySelectorAll = () => listed.map((id) => ({ dataset: { piece: id } }));
  const byId = (id) => counters.filter((node) => node.dataset.piece === id);
  const hand = {
    question: { id: 'q', state: 'mine', seat: 'a', at: [] },
    takes: new Set(takes),
    roots: new Map(),
    board: {
      all: () => counters,
      members: byId,
      names: (node) => [node.dataset.piece],
      one: ([id]) => byId(id)[0] || null,
    },
  };
  const held = { id: 'own', strikes: (node) => (strikes.includes(node.dataset.piece) ? [{}] : []) };
  return { hand, held, keys: new ByKey(hand) };
}

const ids = (nodes) => nodes.map((node) => node.dataset.piece);
const OWN = counter('own', 0, 'a');
const FAR = counter('far', 300, 'a');

test('nobody goes for a body, a head, a riderless horse, or what is on no side', () => {
  const dead = [counter('body', 1, 'b', 'is-body'), counter('horse', 2, 'b', 'is-riderless'), counter('head', 3, 'b', 'head')];
  const { keys, held } = table([OWN, ...dead, counter('loot', 4), counter('foe', 9, 'b')]);
  assert.deepEqual(ids(keys.ranked(held)), ['foe']);
});

test('whom something may be done to comes first, then who is nearest', () => {
  const foes = [counter('far-off', 200, 'b'), counter('near', 20, 'b'), counter('struck', 250, 'b')];
  const { keys, held } = table([OWN, ...foes], { strikes: ['struck'] });
  assert.deepEqual(ids(keys.ranked(held)), ['struck', 'near', 'far-off']);
});

test('where nobody may measure enemies come in the order of the lists, and own pieces as they are offered', () => {
  const foes = [counter('far-off', 200, 'b'), counter('near', 290, 'b'), counter('struck', 250, 'b')];
  const secret = { measures: false, listed: ['own', 'far-off', 'struck', 'near'], strikes: ['struck'] };
  const { keys, held } = table([OWN, FAR, ...foes], secret);
  assert.deepEqual(ids(keys.ranked(held)), ['struck', 'far-off', 'near']);
  assert.deepEqual(keys.able(), ['own', 'far']);
  assert.deepEqual(table([OWN, FAR, ...foes]).keys.able(), ['far', 'own'], 'where one may, who is nearest to an enemy');
});

test('a key that was meant for the last question orders nobody and gives nothing away', () => {
  const { hand, keys } = table([OWN, counter('foe', 9, 'b')]);
  const done = [];
  hand.hold = () => done.push('held') && (hand.held = { whenKnown: () => {} });
  hand.panel = { querySelector: () => ({ click: () => done.push('rest'), closest: () => null }) };
  hand.guard = { young: () => false };
  hand.young = true;
  keys.towards();
  keys.rest();
  assert.deepEqual(done, []);
  hand.young = false;
  keys.towards();
  keys.rest();
  assert.deepEqual(done, ['held', 'rest']);
});

test('the rest hold by a button that is seen only', () => {
  const { hand, keys } = table([OWN]);
  let clicks = 0;
  const button = { click: () => (clicks += 1), closest: (what) => (what === '[hidden]' ? button : null) };
  hand.panel = { querySelector: () => button };
  hand.guard = { young: () => false };
  keys.rest();
  assert.equal(clicks, 0);
});
