// Where formations that stand together end, and where one of them does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { borders } = await import('../../static/js/table/board/borders.js');

const frame = (x, y, w, h) => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];
const long = (d) =>
  [...d.matchAll(/M(\S+) (\S+?)L(\S+) ([^M]+)/g)].reduce((sum, [, a, b, x, y]) => sum + Math.hypot(x - a, y - b), 0);

test('one alone ends at all its edges', () => {
  const { rim, seams } = borders([frame(0, 0, 40, 10)], 2);
  assert.equal(long(rim), 100);
  assert.equal(seams, '');
});

test('what lies against another is a seam, whichever way round a frame goes, and all else the rim of both', () => {
  for (const turned of [(one) => one, (one) => one.toReversed()]) {
    const { rim, seams } = borders([frame(0, 0, 40, 10), turned(frame(40, -5, 20, 10))], 2);
    assert.equal(long(seams), 10);
    assert.equal(long(rim), 100 + 60 - 10);
  }
});

test('an edge against several has as many seams, and who stands farther off none', () => {
  const all = [frame(0, 0, 30, 10), frame(0, 10, 10, 10), frame(20, 10, 10, 10), frame(0, 23, 30, 10)];
  const { rim, seams } = borders(all, 2);
  assert.equal(long(seams), 40);
  assert.equal(long(rim), 80 + 40 + 40 + 80 - 40);
});
