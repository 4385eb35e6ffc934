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

test('for fingers it is brought near', () => {
  const made = camera({ fingers: true });
  made.frame({ x: 500, y: 400 }, 50);
  assert.ok(made.scale < 1);
  assert.deepEqual(made.framed, { p: { x: 500, y: 400 }, r: 50 });
});
