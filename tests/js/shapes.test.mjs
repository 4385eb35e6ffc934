import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const shapes = await import('../../static/js/terrain/shapes.js');
const ways = await import('../../static/js/table/space/ways.js');
const square = [
  [0, 0],
  [4, 0],
  [4, 2],
  [0, 2],
];

test('an outline has as many sides as corners, a line one less', () => {
  assert.equal(shapes.edges({ points: square, line: false }).length, 4);
  assert.equal(shapes.edges({ points: square, line: true }).length, 3);
});

test('the box about corners and its middle', () => {
  assert.deepEqual(shapes.half(square), [0, 0, 4, 2]);
  assert.deepEqual(shapes.middle(square), [2, 1]);
});

test('corners are turned clockwise', () => {
  const [[x, y]] = shapes.turned([[1, 0]], 90, [0, 0]);
  assert.ok(Math.abs(x) < 1e-9 && Math.abs(y - 1) < 1e-9);
});

test('the nearest place on a side', () => {
  assert.deepEqual(shapes.nearest({ points: square, line: false }, [3, -5]), { edge: 0, t: 0.75 });
});

test('rectangles and rounds lie about where they were drawn', () => {
  assert.deepEqual(shapes.rectangle([4, 2], [0, 0]), square);
  assert.ok(shapes.round([5, 5], 2).every(([x, y]) => Math.abs(Math.hypot(x - 5, y - 5) - 2) < 1e-9));
  assert.equal(shapes.gcd(84, 30), 6);
});

test('a way is carried on and cut to what is allowed', () => {
  const start = [{ x: 0, y: 0 }];
  assert.deepEqual(ways.extend(start, [{ x: 10, y: 0 }], 6, false), [start[0], { x: 6, y: 0 }]);
  assert.deepEqual(ways.extend(start, [{ x: 0.2, y: 0 }], 6, false), start);
  const bent = ways.extend(
    [start[0], { x: 3, y: 0 }],
    [
      { x: 0, y: 2 },
      { x: 0, y: 20 },
    ],
    9,
    false,
  );
  assert.deepEqual(bent.at(-1), { x: 3, y: 6 });
  assert.deepEqual(ways.extend([start[0], { x: 3, y: 0 }], [{ x: 0, y: 4 }], 9, true), [start[0], { x: 3, y: 4 }]);
});

test('a unit comes on in ranks from the edge that is nearest', () => {
  const all = Array.from({ length: 6 }, (_, n) => ({ id: `m${n}`, allowed: 100 }));
  const table = { x: 0, y: 0, w: 800, h: 800 };
  const edges = [
    [
      { x: 0, y: 0 },
      { x: 800, y: 0 },
    ],
    [
      { x: 800, y: 800 },
      { x: 0, y: 800 },
    ],
  ];
  const found = ways.entered({ x: 400, y: 60 }, edges, { all, widest: 10, spread: 90 }, table);
  assert.equal(found.size, 6);
  for (const [start, end] of found.values()) {
    assert.equal(start.y, 0);
    assert.ok(end.y > 0 && end.y <= 100 && Math.abs(end.x - start.x) < 1e-9);
  }
  assert.equal(new Set([...found.values()].map(([start, end]) => `${start.x} ${end.y}`)).size, 6);
});
