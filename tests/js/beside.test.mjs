import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { along, around, fewest } = await import('../../static/js/table/hand/beside.js');

const SIZE = { w: 100, h: 30 };
const SEEN = { w: 800, h: 600 };
const at = (p, more = {}, above = false) => {
  const found = fewest(around(p, 20, SIZE, above), { seen: SEEN, pieces: [], tools: [], ...more });
  return [found.x, found.y];
};

test('it stands below its place, or above it where that is asked', () => {
  assert.deepEqual(at({ x: 400, y: 300 }), [350, 320]);
  assert.deepEqual(at({ x: 400, y: 300 }, {}, true), [350, 250]);
});

test('it stands where it lies on no piece', () => {
  const below = { x: 400, y: 335, r: 10 };
  assert.deepEqual(at({ x: 400, y: 300 }, { pieces: [below] }), [350, 250]);
  const above = [{ x: 380, y: 240 }, { x: 420, y: 240 }, { x: 420, y: 260 }, { x: 380, y: 260 }];
  assert.deepEqual(at({ x: 400, y: 300 }, { pieces: [below, { edges: above }] }), [420, 285]);
});

test('where there is no free place it lies on the fewest, never on the tools, and in sight', () => {
  const crowd = (y, n) => Array.from({ length: n }, () => ({ x: 400, y, r: 300 }));
  assert.deepEqual(at({ x: 400, y: 300 }, { pieces: [...crowd(300, 2), { x: 400, y: 335, r: 10 }] }), [350, 250]);
  const tools = [{ x: 0, y: 310, w: 800, h: 290 }];
  assert.deepEqual(at({ x: 400, y: 300 }, { tools, pieces: crowd(265, 3) }), [350, 250]);
  assert.deepEqual(at({ x: 10, y: 595 }), [4, 545]);
});

test('brought into sight at the edge it keeps off the place that it is about', () => {
  const [one, low, top] = [{ x: 15, y: 300, r: 20 }, { x: 60, y: 335, r: 10 }, { x: 60, y: 262, r: 10 }];
  assert.deepEqual(at({ x: 15, y: 300 }, { tools: [one], pieces: [low, top] }), [35, 285]);
  assert.deepEqual(at({ x: 790, y: 300 }, { tools: [{ x: 790, y: 300, r: 20 }] }), [696, 320]);
});

test('a bar that belongs to no place stands at an edge, where it lies on the fewest, and stays where no place is better', () => {
  const bar = (pieces, stood = [], low = false) => {
    const found = fewest([...stood, ...along(SIZE, SEEN, low)], { seen: SEEN, pieces, tools: [] });
    return [found.x, found.y];
  };
  const row = (y) => Array.from({ length: 9 }, (_, n) => ({ x: 80 * n + 80, y, r: 12 }));
  assert.deepEqual(bar([]), [350, 8]);
  assert.deepEqual(bar([], [], true), [350, 562]);
  assert.deepEqual(bar(row(24)), [350, 562]);
  assert.deepEqual(bar([...row(24), ...row(580)]), [350, 46]);
  const stood = { x: 350, y: 562, ...SIZE };
  assert.deepEqual(bar([], [stood]), [350, 562]);
  assert.deepEqual(bar(row(580), [stood]), [350, 8]);
});
