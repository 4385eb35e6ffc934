// What stays in its place while the table comes near: what was touched, as long as who is asked for is in sight.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { kept } = await import('../../static/js/table/board/kept.js');

const WHOLE = { x: 0, y: 0, w: 1000, h: 800 };
const NEAR = 0.4;

/** Where a point lies in what is seen then, from its upper left corner. */
function then({ at, across, down }, p) {
  return { x: across * WHOLE.w * NEAR + p.x - at.x, y: down * WHOLE.h * NEAR + p.y - at.y };
}

test('what was touched stays under the finger', () => {
  const touched = { x: 420, y: 300 };
  const still = kept({ x: 400, y: 310 }, 200, touched, WHOLE, NEAR);
  assert.deepEqual(still, { at: touched, across: 0.42, down: 0.375 });
});

test('what was touched too far off to be part of it is nothing to it', () => {
  const p = { x: 700, y: 400 };
  assert.equal(kept(p, 200, { x: 420, y: 300 }, WHOLE, NEAR).at, p);
  assert.equal(kept(p, 200, null, WHOLE, NEAR).at, p);
});

test('who is asked for is in sight, whatever was touched beside him before', () => {
  for (const [p, touched] of [
    [{ x: 40, y: 400 }, { x: 110, y: 400 }],
    [{ x: 960, y: 400 }, { x: 890, y: 400 }],
    [{ x: 500, y: 40 }, { x: 500, y: 130 }],
    [{ x: 500, y: 760 }, { x: 500, y: 690 }],
  ]) {
    const still = kept(p, 200, touched, WHOLE, NEAR);
    const { x, y } = then(still, p);
    assert.equal(still.at, p);
    assert.ok(x > 0 && x < WHOLE.w * NEAR && y > 0 && y < WHOLE.h * NEAR);
    const other = { at: touched, across: touched.x / WHOLE.w, down: touched.y / WHOLE.h };
    const lost = then(other, p);
    assert.ok(lost.x < 0 || lost.x > WHOLE.w * NEAR || lost.y < 0 || lost.y > WHOLE.h * NEAR);
  }
});
