import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

globalThis.DOMRect = class {};
const { Camera } = await import('../../../static/js/table/board/camera.js');

/** A camera over a part of a table of 1000 by 800, and where it was made to look. */
function camera({ fingers, part = { x: 0, y: 0, w: 1000, h: 800 }, home = true }) {
  globalThis.matchMedia = () => ({ matches: fingers });
  const whole = { x: 0, y: 0, w: 1000, h: 800 };
  const made = Object.assign(Object.create(Camera.prototype), { whole, home, scale: 2, ...part, flight: { show() {} } });
  made.free = () => ({ w: part.w / 2, h: part.h / 2 });
  made.fitScale = () => 2;
  made.fitted = () => ({ x: 0, y: 0, scale: 2 });
  made.apply = () => {};
  return made;
}

test('by mouse nothing that is asked moves the table, unless it is not in sight at all', () => {
  const home = camera({ fingers: false });
  home.frame({ x: 500, y: 400 }, 50);
  assert.deepEqual([home.x, home.y, home.scale], [0, 0, 2]);
  const near = camera({ fingers: false, part: { x: 0, y: 0, w: 200, h: 160 }, home: false });
  near.frame({ x: 199, y: 10 }, 50);
  assert.deepEqual([near.x, near.y], [0, 0]);
  near.frame({ x: 600, y: 400 }, 50);
  assert.deepEqual([near.x, near.y, near.scale], [500, 320, 2]);
});

/** Where a point of the table is seen, in pixels. */
const spot = ({ x, y, scale }, p) => [Math.round((p.x - x) / scale), Math.round((p.y - y) / scale)];

test('for fingers it is brought near, and what was touched stays under the finger', () => {
  const made = camera({ fingers: true });
  for (const touched of [null, { x: 130, y: 620 }, { x: 900, y: 100 }]) {
    Object.assign(made, { x: 0, y: 0, scale: 2, home: true, framed: null, touched });
    const p = { x: 120, y: 600 };
    const at = touched?.x === 130 ? touched : p;
    const stood = spot(made, at);
    made.frame(p, 50);
    assert.ok(made.scale < 1);
    assert.deepEqual(spot(made, at), stood);
    assert.ok(made.keeps(at) && !made.keeps({ x: 700, y: 300 }));
  }
});

test('what all of is to be seen lies in the middle, and nothing moves while it is pressed', () => {
  const made = Object.assign(camera({ fingers: true }), { touched: { x: 300, y: 300 }, steady: true });
  made.frame({ x: 320, y: 300 }, 50, true);
  assert.equal(made.scale, 2);
  made.steady = false;
  made.frame({ x: 320, y: 300 }, 50, true);
  assert.deepEqual(spot(made, { x: 320, y: 300 }), [250, 200]);
});
