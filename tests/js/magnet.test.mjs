import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { contact, drawnTo, outside, pull, touching, TOUCH } = await import('../../static/js/table/hand/magnet.js');
const at = (x, y = 0) => ({ x, y });
const foe = { x: 100, y: 0, r: 10, called: 'S1 Goro' };

test('what was to touch an enemy and may not is told from what touches one elsewhere', () => {
  const said = (foes, drawn, found) => contact(foes, { reply: null, drawn, found, r: 10 });
  assert.notEqual(said([foe], at(79.7), at(29)), '');
  assert.equal(said([foe], at(79.7), at(100, 20.3)), ' · Engages S1 Goro');
  assert.equal(said([], at(79.7), at(29)), '', 'where no enemy is, none is missed');
});

test('whom a way engages is said where it is confirmed', () => {
  const touch = { kind: 'touch', points: [[0, 0]], note: { text: 'Engages S1' } };
  const said = (marks) => contact([foe], { reply: { marks }, drawn: at(79.7), found: null, r: 10 });
  assert.equal(said([{ kind: 'ghost' }, touch, touch]), ' · Engages S1 · Engages S1');
  assert.equal(said([{ kind: 'touch' }]), '');
});

test('what is allowed instead of what was drawn says whom it engages', () => {
  assert.equal(contact([foe], { reply: null, drawn: at(88), found: at(79.7), r: 10 }), ' · Engages S1 Goro');
});

test('a way on to a base stops where it comes to it', () => {
  const way = [at(0), at(50), at(85), at(92)];
  assert.deepEqual(outside(way, foe, 10), [at(0), at(50)]);
  assert.deepEqual(outside([at(85), at(92)], foe, 10), [at(85)], 'where it begins it stands');
});

test('what is let go hardly off a base touches it, from the side it came', () => {
  assert.deepEqual(drawnTo([foe], at(76), 10, 5), at(80 - TOUCH));
  assert.deepEqual(drawnTo([foe], at(74), 10, 5), at(74), 'too far off');
  assert.deepEqual(drawnTo([foe], at(84), 10, 5), at(80 - TOUCH), 'what overlaps is let out');
  assert.deepEqual(drawnTo([foe], at(100), 20, 50), at(100), 'from its middle there is no side');
});

test('of two bases the nearer draws', () => {
  const other = { x: 58, y: 0, r: 10 };
  assert.deepEqual(drawnTo([foe, other], at(78.5), 10, 5), touching(other, at(78.5), 10));
  assert.deepEqual(drawnTo([foe, other], at(79.5), 10, 5), touching(foe, at(79.5), 10));
});

test('it draws as far as a finger errs, or as models do', () => {
  assert.equal(pull({ px: () => 30 }), 30);
  assert.ok(Math.abs(pull({ px: () => 1 }) - (500 * 22.5) / 2540) < 1e-9);
});
