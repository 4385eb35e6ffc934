// The name of a unit that is drawn anew while its man is on his way goes on with him.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Stage } = await import('../../../static/js/table/eye/stage.js');

const part = () => ({ style: { transform: '' } });
const way = (target) => ({
  currentTime: 120,
  effect: { target, getKeyframes: () => ['from', 'to'], getTiming: () => ({ duration: 400 }) },
});

test('a name drawn anew goes the way its man is on, and the page is not styled to find that', () => {
  const [man, other, name] = [part(), part(), part()];
  man.style.transform = 'translate(4px, 2px)';
  man.getAnimations = () => assert.fail('a counter was asked what animates it');
  const moved = [];
  const self = {
    held: new Map([[man, 1]]),
    parts: () => [man, name],
    running: new Set([way(other), way(man)]),
    move: (node, frames, timing) => moved[moved.push({ node, frames, timing }) - 1],
  };
  Stage.prototype.accompany.call(self);
  assert.deepEqual(moved, [{ node: name, frames: ['from', 'to'], timing: { duration: 400 }, currentTime: 120 }]);
  assert.equal(name.style.transform, man.style.transform);
  Stage.prototype.accompany.call(self);
  assert.equal(moved.length, 1, 'one that goes already goes once');
});
