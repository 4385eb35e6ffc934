// Zones as figures: read as they are typed, moved and stretched on the table.

import assert from 'node:assert/strict';
import test from 'node:test';
import { moved, read, room, stretched, upright, write } from '../../static/js/scenarios/boxes.js';

const TABLE = [36, 30];

test('zones are read as they are typed, whichever corners come first', () => {
  assert.deepEqual(read('0,0 36,6; 30,20 20,30'), [
    [0, 0, 36, 6],
    [20, 20, 30, 30],
  ]);
  assert.deepEqual(read(' '), []);
  assert.equal(read('0,0 36'), null);
  assert.equal(read('a,b c,d'), null);
});

test('what is written is read back', () => {
  const boxes = [
    [0, 24, 36, 30],
    [1, 2, 3, 4],
  ];
  assert.deepEqual(read(write(boxes)), boxes);
  assert.equal(write([]), '');
});

test('a zone that is moved keeps its size and stays on the table', () => {
  assert.deepEqual(moved([0, 0, 10, 6], [3, 2], TABLE), [3, 2, 13, 8]);
  assert.deepEqual(moved([0, 0, 10, 6], [-5, 99], TABLE), [0, 24, 10, 30]);
  assert.deepEqual(moved([20, 0, 36, 6], [4, 0], TABLE), [20, 0, 36, 6]);
});

test('a corner that is drawn past the other turns the zone over', () => {
  assert.deepEqual(stretched([4, 4, 10, 10], { right: true, high: false }, [2, -3], TABLE), [4, 1, 12, 10]);
  assert.deepEqual(stretched([4, 4, 10, 10], { right: false, high: true }, [9, 0], TABLE), [10, 4, 13, 10]);
  assert.deepEqual(stretched([4, 4, 10, 10], { right: true, high: true }, [99, 99], TABLE), [4, 4, 36, 30]);
});

test('a new zone lies over no other where there is room', () => {
  assert.deepEqual(room(6, [[0, 0, 36, 6]], TABLE), [0, 6, 6, 12]);
  assert.deepEqual(room(6, [[0, 0, 36, 30]], TABLE), [15, 12, 21, 18]);
  assert.deepEqual(upright([5, 1], [2, 7]), [2, 1, 5, 7]);
});
