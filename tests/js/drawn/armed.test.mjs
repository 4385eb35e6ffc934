// What a unit would do if nothing were said is what stands on its button from the first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Moves } = await import('../../../static/js/table/hand/group.js');
const { Mover } = await import('../../../static/js/table/hand/mover.js');

/** A mover that has been told once, and what it then went to. */
function told(armed, offers, no) {
  const found = { offered: false };
  class One extends Mover {
    get armed() {
      return armed;
    }
    get offers() {
      return offers;
    }
    offer() {
      found.offered = true;
    }
    soon() {}
  }
  new One({ refuse() {}, then() {} }, {}).show({ no }, '');
  return found.offered;
}

test('a group goes to the places offered, refused where it stands or not', () => {
  assert.equal(Object.getOwnPropertyDescriptor(Moves.prototype, 'armed').get.call({}), true);
  assert.equal(told(true, true, null), true);
  assert.equal(told(true, false, null), false);
});

test('what only mends a refusal waits for one', () => {
  assert.equal(told(false, true, null), false);
  assert.equal(told(false, true, { code: 'no' }), true);
});
