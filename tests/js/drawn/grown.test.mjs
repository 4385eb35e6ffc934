// A line that grows in a beat does so in stretches, one after the other, all of it before the words that come late.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { grown } = await import('../../../static/js/table/eye/grown.js');

function line(d) {
  const node = new Node('path');
  node.setAttribute('class', 'eye-line charge grows');
  node.setAttribute('d', d);
  return node;
}

const much = ({ transform }) => Number(transform.match(/scaleX\(([\d.]+)\)/)[1]);
const offsets = (frames) => frames.map(({ offset }) => Math.round(1000 * offset) / 1000);

test('a straight line is one stretch that opens from where it begins and is whole before half its beat is over', () => {
  const { group, ways } = grown(line('M10 20L110 20'), 1000, 'ease');
  assert.equal(group.getAttribute('class'), 'eye-line charge grows');
  const [[node, frames, timing]] = ways;
  assert.equal(ways.length, 1);
  assert.equal(node.getAttribute('d'), 'M10 20L110 20');
  assert.deepEqual(frames.map(much), [0, 1, 1]);
  assert.deepEqual(offsets(frames), [0, 0.2, 1]);
  assert.ok(frames.every(({ transform }) => transform.startsWith('translate(10px, 20px)')));
  assert.ok(frames.every(({ easing }) => easing === 'ease'));
  assert.equal(timing.duration, 2000);
});

test('of a line with corners each stretch waits for the one before it, and takes its part of the time', () => {
  const { group, ways } = grown(line('M0 0L30 0L30 -10'), 500, 'ease');
  assert.deepEqual(
    group.children.map((one) => one.getAttribute('d')),
    ['M0 0L30 0', 'M30 0L30 -10'],
  );
  const [first, second] = ways.map(([, frames]) => frames);
  assert.deepEqual(offsets(first), [0, 0.15, 1]);
  assert.deepEqual(offsets(second), [0, 0.15, 0.2, 1]);
  assert.deepEqual(second.map(much), [0, 0, 1, 1]);
  assert.match(second[0].transform, /rotate\(-1\.57\d*rad\)/);
});
