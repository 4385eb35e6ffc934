import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Assent } = await import('../../../static/js/table/hand/assent.js');

/** What stands at a piece of which so many steps are drawn, and whether the piece was put back. */
function at(steps, leaf = null) {
  const made = Object.create(Assent.prototype);
  const tool = { n: steps, key: () => Boolean(tool.n--), get dirty() { return this.n > 0; } };
  made.hand = { tool, leaf, back: 0, putBack: () => (made.hand.back += 1) };
  made.crossed();
  return [tool.n, made.hand.back];
}

test('the cross takes away what is drawn, then puts the piece back', () => {
  assert.deepEqual(at(3), [0, 0]);
  assert.deepEqual(at(0), [0, 1]);
});

test('a target that waits is put back with its piece', () => {
  assert.deepEqual(at(1, {}), [1, 1]);
});
