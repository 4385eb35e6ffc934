// What those bear who are gathered to a sign: rows of shapes on their bodies, from the symbols of the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const SQUARE = 'M-1 -1L1 -1L1 1L-1 1z';
document.querySelector = (selector) => (selector === '#mark-gun' ? { getAttribute: () => SQUARE } : null);
const { legible, row, beneath } = await import('../../static/js/table/board/borne.js');

const body = (wide, deep) => [{ x: 0, y: 0 }, { x: wide, y: 0 }, { x: wide, y: deep }, { x: 0, y: deep }];
const shapes = (d) => d.split('z').filter(Boolean).map((part) => part.match(/-?[\d.]+/g).map(Number));
const box = (numbers) => {
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, n) => n % 2 === odd));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

test('as many stand side by side as there is room for, all of them on the body and off its edges', () => {
  const found = shapes(row('#arm-gun', body(30, 8), 1)).map(box);
  assert.equal(found.length, 4);
  for (const [left, top, right, low] of found) assert.ok(left >= 0 && top >= 1 && right <= 30 && low <= 7);
  for (const [n, [left]] of found.entries()) if (n) assert.ok(left > found[n - 1][2]);
});

test('a body that is as deep as it is wide has one, and none is larger than it need be', () => {
  const [one, ...others] = shapes(row('#arm-gun', body(60, 60), 1)).map(box);
  assert.ok(others.length);
  assert.ok(one[2] - one[0] <= 8.4);
  assert.equal(shapes(row('#arm-gun', body(6, 6), 1)).length, 1);
});

test('it looks where its body does', () => {
  const turned = [{ x: 0, y: 30 }, { x: 0, y: 0 }, { x: 8, y: 0 }, { x: 8, y: 30 }];
  const [first] = shapes(row('#arm-gun', turned, 1));
  assert.ok(first[1] > first[3], 'its right is up');
  assert.equal(first[0], first[2]);
});

test('a garrison whose house has not four corners has no row, and all else is laid', () => {
  const [a, b, c, d] = body(30, 20);
  for (const edges of [[a, b, c], [a, b, c, { x: 15, y: 30 }, d]]) assert.equal(row('#arm-gun', edges, 1), '');
});

test('what has no shape has no row', () => {
  assert.equal(row('#arm-leader', body(30, 8), 1), '');
  assert.equal(shapes(beneath('#arm-gun')).length, 3);
});

test('a body whose shape would be less than seven pixels wide tells none', () => {
  assert.ok(legible(body(30, 10.5), 1));
  assert.ok(!legible(body(30, 9), 1));
  assert.ok(!legible(body(30, 10.5), 1.5), 'seen from farther off');
  assert.ok(!legible(body(6, 20), 1), 'as wide as it is deep');
  assert.ok(!legible(body(30, 20).slice(0, 3), 1));
});
