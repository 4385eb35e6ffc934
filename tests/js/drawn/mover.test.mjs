import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

globalThis.requestAnimationFrame = () => 1;
const { Mover } = await import('../../../static/js/table/hand/mover.js');

/** A mover of which a number is drawn, and the hand that it tells: no more than `most` is allowed. */
function drawn(most) {
  const told = { asked: [], no: null, soft: false };
  const hand = {
    preview: (raw, about) => told.asked.push([raw, about]),
    refuse: (no, soft) => Object.assign(told, { no, soft }),
    then() {},
  };
  const reply = (n) => ({ notes: [], marks: [], ...(n > most ? { no: `${n}` } : {}) });
  class Drawn extends Mover {
    n = 0;
    get dirty() {
      return this.n > 0;
    }
    wire() {
      return this.n;
    }
    get better() {
      return this.fresh?.no && this.dirty ? most : null;
    }
    adopt(n) {
      this.set(n);
    }
    set(n) {
      this.n = n;
      this.change();
    }
  }
  const mover = new Drawn(hand, {});
  const answer = () => {
    const [n, about] = told.asked.shift();
    mover.show(reply(n), about);
  };
  return { mover, told, answer };
}

test('what is refused becomes the nearest that is allowed, and it stays told why', () => {
  const { mover, told, answer } = drawn(8);
  mover.set(13);
  answer();
  assert.equal(mover.n, 8);
  answer();
  assert.deepEqual([told.no, told.soft], ['13', true]);
});

test('the same drawn once more is mended once more', () => {
  const { mover, told, answer } = drawn(8);
  for (const _ of [1, 2]) {
    mover.set(13);
    answer();
    answer();
    assert.deepEqual([mover.n, told.no, told.soft], [8, '13', true]);
  }
});

test('a late answer on what was drawn before changes nothing of what stands', () => {
  const { mover, told, answer } = drawn(8);
  mover.set(13);
  mover.set(5);
  answer();
  assert.equal(mover.n, 5);
  answer();
  assert.deepEqual([mover.n, told.no], [5, null]);
});

test('an answer that is refused in the place of itself is not mended for ever', () => {
  const { mover, told, answer } = drawn(8);
  mover.set(13);
  mover.adopt = () => mover.change();
  answer();
  answer();
  assert.deepEqual([mover.n, told.asked.length], [13, 0]);
});
