import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const geom = await import('../../static/js/table/space/geom.js');
const square = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
];

test('an inch of the wire is 22.5 drawing units, there and back', () => {
  assert.equal(geom.units(2540), 22.5);
  for (const length of [0, 1, 2539, -777, 123_456]) assert.equal(geom.length(geom.units(length)), length);
  assert.deepEqual(geom.toWire(geom.toUnits([254, -508])), [254, -508]);
});

test('a chain is as long as its legs', () => {
  assert.equal(geom.along([]), 0);
  assert.equal(
    geom.along([
      { x: 0, y: 0 },
      { x: 3, y: 4 },
      { x: 3, y: 14 },
    ]),
    15,
  );
});

test('the distance from a segment is that from its nearest point', () => {
  const [a, b] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  assert.equal(geom.offSegment({ x: 5, y: 3 }, a, b), 3);
  assert.equal(geom.offSegment({ x: -3, y: 4 }, a, b), 5);
  assert.equal(geom.offSegment({ x: 3, y: 4 }, a, a), 5);
});

test('what is left of a line drawn by hand is nowhere further from it than the slack', () => {
  const drawn = Array.from({ length: 200 }, (_, n) => ({ x: n, y: 30 * Math.sin(n / 20) }));
  const left = geom.corners(drawn, 2);
  assert.ok(left.length > 4 && left.length < 60);
  for (const p of drawn) {
    const off = left.slice(1).map((b, i) => geom.offSegment(p, left[i], b));
    assert.ok(Math.min(...off) <= 2);
  }
  assert.ok(geom.thinned(drawn, 8).length <= 8);
  assert.deepEqual(geom.corners(drawn.slice(0, 2), 2), drawn.slice(0, 2));
});

test('a way is written for an SVG path to a hundredth', () => {
  assert.equal(
    geom.d(
      [
        { x: 1.234, y: 0 },
        { x: 2, y: -0.5 },
      ],
      true,
    ),
    'M1.23 0L2 -0.5z',
  );
});

test('a point on the way is so far from its beginning', () => {
  assert.deepEqual(geom.towards({ x: 0, y: 0 }, { x: 6, y: 8 }, 5), { x: 3, y: 4 });
  assert.deepEqual(geom.towards({ x: 1, y: 1 }, { x: 1, y: 1 }, 5), { x: 1, y: 1 });
});

test('a polygon holds what lies in it', () => {
  assert.ok(geom.inside(square, { x: 5, y: 5 }));
  assert.ok(!geom.inside(square, { x: 15, y: 5 }));
});

test('a length is said to one decimal, and none where it is nought', () => {
  assert.equal(geom.number(45), '2');
  assert.equal(geom.number(22.5 * 1.26), '1.3');
});

test('picks are nested as the wire has them', () => {
  assert.deepEqual(geom.nest(['unit', 'move'], [[1, 2]]), { pick: 'unit', then: { pick: 'move', then: [[1, 2]] } });
  assert.equal(geom.nest(['hold'], undefined), 'hold');
});

test('what lies below the picks is found again', () => {
  assert.deepEqual(geom.unnest(geom.nest(['unit', 'move'], [[1, 2]])), [[1, 2]]);
  assert.deepEqual(geom.unnest({ red: [[1, 2]] }), { red: [[1, 2]] });
});

test('words are broken into lines of so many letters', () => {
  assert.deepEqual(geom.lines('one two three four', 9), ['one two', 'three', 'four']);
});
