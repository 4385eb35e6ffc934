import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { disc } = await import('../../static/js/table/eye/discs.js');
const WIDE = 16;
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const way = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
];
const goer = { x: 100, y: 100, r: 10 };

test('a number stands beside the end of its way, off who went it', () => {
  const spot = disc(way, WIDE, [goer], []);
  assert.ok(far(spot, goer) >= goer.r + WIDE / 2);
  assert.ok(far(spot, goer) < 3 * WIDE, 'near its end');
  assert.ok(Math.abs(spot.x - 100) > WIDE / 2, 'not on the line');
});

test('where one stands beside the end it goes to the other side, or further back round the corner', () => {
  const other = { x: 115, y: 84, r: 10 };
  const free = disc(way, WIDE, [goer], []);
  const spot = disc(way, WIDE, [goer, other], [free]);
  for (const { x, y, r } of [goer, other]) assert.ok(far(spot, { x, y }) >= r + WIDE / 2);
  assert.ok(far(spot, free) > WIDE);
  const corners = [80, 20, 120, 20, 120, 120, 80, 120];
  const frame = [0, 2, 4, 6].map((n) => ({ x: corners[n], y: corners[n + 1] }));
  const back = disc(way, WIDE, [{ frame }], []);
  assert.ok(Math.hypot(Math.max(80 - back.x, 0, back.x - 120), Math.max(20 - back.y, 0)) >= WIDE / 2);
  assert.ok(back.y < 20, 'where it came from');
});

test('of a piece that stays it stands round it, and nowhere when there is no room', () => {
  const spot = disc([goer], WIDE, [goer], []);
  assert.ok(far(spot, goer) >= goer.r + WIDE / 2 && spot.x > 100 && spot.y < 100, 'at the upper right');
  const crowd = { x: 100, y: 100, r: 60 };
  assert.equal(disc([goer], WIDE, [goer, crowd], []), undefined);
});
