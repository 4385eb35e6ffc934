// For whom Enter is meant, where the focus lies on a counter and something waits to be confirmed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { meant } = await import('../../../static/js/table/hand/choice.js');

const counter = (id) => Object.assign(new Node(), { dataset: { piece: id } });

/** A panel in which the shot at Kuro waits; of those who are closed it says why. */
const panel = (waits, shut) => ({
  querySelector: (selector) => {
    if (selector.startsWith('[data-act=confirm]')) return waits ? new Node('button') : null;
    return shut.some((id) => selector === `[data-shut-piece="${id}"]`) ? new Node('li') : null;
  },
});

function hand({ waits = true, shut = [], targets = null } = {}) {
  const orders = targets && [{ gesture: 'click', targets }];
  return {
    board: { names: (node) => [node.dataset.piece] },
    buttons: [{ dataset: { piece: 'kuro', key: 'kuro' } }],
    roots: new Map(),
    takes: new Map(),
    question: { state: 'mine', seat: 'a', at: ['yumi', 'shoot'] },
    panel: panel(waits, shut),
    held: orders && { orders, is: () => false, hand: { board: { names: (node) => [node.dataset.piece] } } },
  };
}

test('on a counter that means nothing Enter confirms what waits', () => {
  assert.equal(meant(hand(), counter('tree')), false);
});

test('where nothing may be confirmed it is meant for the counter', () => {
  assert.equal(meant(hand({ waits: false }), counter('tree')), true);
});

test('on another target it is meant for that', () => {
  assert.equal(meant(hand(), counter('kuro')), true);
});

test('on one that is closed it asks why, and does not give what waits', () => {
  assert.equal(meant(hand({ shut: ['shiro'] }), counter('shiro')), true);
});

test('on one whom another order of the piece in the hand names, open or not, it is meant for that', () => {
  const targets = [{ piece: 'shiro' }, { piece: 'aka', no: { text: 'too far', clause: 'X-1' } }];
  for (const id of ['shiro', 'aka']) assert.equal(meant(hand({ targets }), counter(id)), true);
  assert.equal(meant(hand({ targets }), counter('tree')), false);
});
