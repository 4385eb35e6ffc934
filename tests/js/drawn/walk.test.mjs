import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Walk } = await import('../../../static/js/table/hand/walk.js');

/** A way from the corner of the table, and what the hand was told of it. */
function walk() {
  const told = { ready: [], given: [] };
  const hand = {
    told,
    marks: new Node(),
    label: 'Move',
    inv: 1,
    view: () => ({ x: 0, y: 0, w: 900, h: 900 }),
    sideOf: () => 'a',
    codeOf: () => 'A1',
    board: { counter: () => null, foes: () => [] },
    camera: { frame: () => {}, px: (n) => n, show: () => {} },
    previews: { forget: () => {} },
    preview: () => {},
    refuse: () => {},
    then: () => {},
    announce: () => {},
    ready: (yes) => told.ready.push(yes),
    give: (value) => told.given.push(value),
  };
  const way = new Walk(hand, { radius: 1000, allowance: 0, start: [0, 0], piece: 'own' });
  for (const name of ['draw', 'redraw']) way[name] = () => {};
  return { way, told };
}

const reply = (no = null) => ({ no, marks: [], notes: [], lines: [], instead: null });
const about = (way, points) => JSON.stringify(way.wire(points));
const [A, B] = [{ x: 100, y: 0 }, { x: 200, y: 0 }];

test('Enter gives what is set, and no leg that only follows the pointer', () => {
  const { way, told } = walk();
  way.tap(A);
  const set = way.wire(way.set);
  way.hover(B);
  way.key({ key: 'Enter' });
  assert.deepEqual([told.given, way.set.length], [[set], 2]);
});

test('Enter sets a leg that was steered, and gives it once more', () => {
  const { way, told } = walk();
  way.key({ key: 'ArrowRight' });
  way.key({ key: 'Enter' });
  assert.deepEqual([told.given, way.set.length], [[], 2]);
  way.key({ key: 'Enter' });
  assert.equal(told.given.length, 1);
});

test('what was said of a leg that follows the pointer says nothing of what is set', () => {
  const { way, told } = walk();
  way.tap(A);
  way.show(reply(), about(way));
  assert.equal(told.ready.at(-1), true);
  way.hover(B);
  way.show(reply({ text: 'Too far.', clause: '' }), about(way));
  assert.equal(told.ready.at(-1), true);
});

test('what is set and refused stays so while a leg follows the pointer', () => {
  const { way, told } = walk();
  way.tap(A);
  way.show(reply({ text: 'Too far.', clause: '' }), about(way));
  way.hover(B);
  way.show(reply(), about(way));
  assert.equal(told.ready.at(-1), false);
  way.key({ key: 'Enter' });
  assert.deepEqual(told.given, []);
});

test('a way longer than is allowed waits for what the server says of it, and is not given before', () => {
  const { way, told } = walk();
  way.allowed = 150;
  way.tap(A);
  assert.equal(told.ready.at(-1), true);
  way.tap({ x: 200, y: 0 });
  assert.equal(told.ready.at(-1), false);
  way.key({ key: 'Enter' });
  assert.deepEqual(told.given, []);
  const instead = way.wire([{ x: 0, y: 0 }, { x: 150, y: 0 }]);
  way.show({ ...reply({ text: 'Too far.', clause: '' }), instead: { pick: 'own', then: instead } }, about(way));
  assert.equal(told.ready.at(-1), true);
  way.key({ key: 'Enter' });
  assert.deepEqual(told.given, [instead]);
});
