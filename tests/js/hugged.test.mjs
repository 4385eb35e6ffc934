// The outline of those who stand in rows goes where they stand, and a line parts them from others of their side.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { beside, dug, rounded } = await import('../../static/js/table/board/hugged.js');

const row = (number, y) => Array.from({ length: number }, (_, n) => ({ x: 10 * n, y }));
const told = (points) => points.map(({ x, y }) => `${x},${y}`);

test('where a rear rank is shorter its outline goes round it', () => {
  const [front, rear] = [row(6, 0), row(2, 10)];
  const found = dug([front[0], front[5], rear[1], rear[0]], [...front, ...rear], 16);
  assert.deepEqual(told(found.slice(0, 6)), told(front));
  assert.deepEqual(told(found.slice(6)), ['40,0', '30,0', '20,0', '10,10', '0,10']);
});

test('of whole ranks nothing is dug in', () => {
  const [front, rear] = [row(4, 0), row(4, 10)];
  const found = dug([front[0], front[3], rear[3], rear[0]], [...front, ...rear], 16);
  assert.deepEqual(told(found), told([...front, ...rear.toReversed()]));
});

test('the outline of one rank is as wide as it is drawn, and turns in at a dent', () => {
  const rank = row(3, 0);
  assert.match(rounded(dug([rank[0], rank[2]], rank, 16), 5), /^M0 5A5 5 0 0 1 0 -5L.*L20 -5A5 5 0 0 1 20 5L.*z$/);
  const dent = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 30, y: 10 },
    { x: 10, y: 10 },
    { x: 10, y: 30 },
    { x: 0, y: 30 },
  ];
  assert.match(rounded(dent, 5), /L15 15L/);
});

test('a line parts those of one side alone who stand against each other', () => {
  const at = (x, unit, side) => ({ x, y: 0, r: 5, unit, side });
  assert.equal(beside([at(0, 'p', 'a'), at(11, 'h', 'a')], true).seams, 'M5.5 8L5.5 -8');
  const apart = [at(0, 'p', 'a'), at(11, 'p', 'a'), at(-11, 's', 'b'), at(28, 'h', 'a')];
  assert.equal(beside(apart, true).seams, '');
});

test('where nobody measures a line tells of those alone who touch', () => {
  const at = (x, unit) => ({ x, y: 0, r: 5, unit, side: 'a' });
  assert.equal(beside([at(0, 'p'), at(10.2, 'h')], false).seams, '');
  assert.notEqual(beside([at(0, 'p'), at(10, 'h')], false).seams, '');
});

test('those of one side who stand against each other have hues of their own, an enemy has none', () => {
  const at = (x, unit, side) => ({ x, y: 0, r: 5, unit, side });
  const { hues } = beside([at(0, 'p', 'a'), at(11, 's', 'a'), at(22, 'h', 'a'), at(33, 'o', 'b'), at(60, 't', 'a')], true);
  assert.deepEqual([...hues.keys()].sort(), ['h', 'p', 's']);
  assert.notEqual(hues.get('p'), hues.get('s'));
  assert.notEqual(hues.get('h'), hues.get('s'));
  const near = [at(0, 'p', 'a'), at(22, 's', 'a'), at(48, 'h', 'a')];
  assert.deepEqual([...beside(near, true).hues.keys()].sort(), ['p', 's'], 'close by they look like one, further off not');
  assert.equal(beside(near, true).seams, '');
  assert.equal(beside(near, false).hues.size, 0, 'where nobody measures that is not told');
});

test('no two have one hue, of neither side, until there are no more: then those who are farthest off', () => {
  const at = (x, unit, side) => ({ x, y: 0, r: 5, unit, side });
  const pair = (n, side) => [at(60 * n, `u${2 * n}`, side), at(60 * n + 11, `u${2 * n + 1}`, side)];
  const three = [pair(0, 'a'), pair(1, 'b'), pair(2, 'a')].flat();
  const { hues } = beside(three, true);
  assert.equal(new Set(hues.values()).size, 6);
  const more = beside([...three, ...pair(3, 'b')], true).hues;
  assert.equal(more.size, 8);
  assert.equal(more.get('u7'), more.get('u0'), 'there are seven');
});

test('bodies of either side that have met are told, and no others', () => {
  const at = (x, unit, side) => ({ x, y: 0, r: 5, unit, side });
  const { met } = beside([at(0, 'p', 'a'), at(11, 's', 'b'), at(-11, 'p', 'a'), at(60, 'h', 'a'), at(71, 'h', 'a')], true);
  assert.deepEqual([...met].sort(), ['p', 's']);
});
