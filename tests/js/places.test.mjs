// Where tags stand, and what ties them to theirs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { bounded, boxed, clear, crosses, gap, grown, middled } = await import('../../static/js/table/space/boxes.js');
const { about, behind, crowded, first, off } = await import('../../static/js/table/board/places.js');

const frame = (x, y, w, h) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const SIZE = { w: 16, h: 12 };

test('tags stand off the ends of a formation, the nearer first, and on it never', () => {
  const edges = frame(-20, -3, 40, 6);
  const places = [...off(edges, { x: 0, y: 0 }, SIZE, 1)];
  const box = ({ x, y }) => ({ x: x - SIZE.w / 2, y: y - SIZE.h / 2, ...SIZE });
  assert.equal(Math.abs(places[0].end.x), 20);
  assert.equal(Math.abs(places[0].x), 20 + 3 + 8);
  assert.ok(places.slice(0, 4).every((p) => clear(box(p), [bounded(edges)])));
  const [rear, front] = places.slice(2, 4);
  assert.deepEqual([rear.end.y, front.end.y], [3, -3]);
});

test('a line lies on what it goes over: boxes, circles, outlines, other lines', () => {
  const line = bounded([
    { x: 0, y: 0 },
    { x: 10, y: 10 },
  ]);
  const over = [{ x: 4, y: 4, w: 2, h: 2 }, { x: 5, y: 5, r: 1 }, bounded(frame(2, 0, 3, 9)), bounded([{ x: 0, y: 9 }, { x: 9, y: 0 }])];
  const beside = [{ x: 6, y: 0, w: 3, h: 3 }, { x: 8, y: 2, r: 3 }, bounded(frame(0, 6, 3, 3)), bounded([{ x: 5, y: 0 }, { x: 9, y: 4 }])];
  assert.deepEqual(over.map((other) => crosses(line, other)), [true, true, true, true]);
  assert.deepEqual(beside.map((other) => crosses(line, other)), [false, false, false, false]);
});

test('who stands in the middle of a crowd chooses first', () => {
  const row = [0, 10, 20, 100].map((x) => ({ x, y: 0 }));
  assert.equal(crowded(row, (p) => p, 1)[0].x, 10);
  assert.equal(crowded(row, (p) => p, 1).at(-1).x, 100);
});

test('a standard stands behind, off a corner; what is sought about a place is found nearest', () => {
  const corners = behind(frame(-20, -3, 40, 6), { x: 0, y: 0 }, { wide: 14, high: 22 });
  assert.deepEqual(corners, [{ x: 27, y: 14 }, { x: -27, y: 14 }]);
  assert.deepEqual(first(about({ x: 1, y: 1 }, 1), (p) => p.y > 5.5), { x: 1, y: 6 });
  assert.equal(first([], () => true), null);
});

test('boxes have a gap between them, none where they meet, and one about a circle reaches as far as it', () => {
  const box = boxed({ x: 10, y: 10, r: 4 });
  assert.deepEqual(box, { x: 6, y: 6, w: 8, h: 8 });
  assert.equal(gap(box, { x: 17, y: 18, w: 5, h: 5 }), 5);
  assert.equal(gap(grown(box, 4), { x: 17, y: 18, w: 5, h: 5 }), 0);
  assert.deepEqual(middled(grown(box, 4)), { x: 10, y: 10 });
});
