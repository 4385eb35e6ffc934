import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Trails } = await import('../../../static/js/table/board/trails.js');
const move = (node, x) => ({ node, from: { x, y: 0 }, to: { x: x + 50, y: 0 }, side: 'a', r: 10, edge: null });

test('with another turn the trails of the last one go, and only what is of this moment stays', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const trails = new Trails();
  const [one, two] = [{}, {}];
  trails.leave([move(one, 0)]);
  now += 5000;
  trails.leave([move(two, 0)]);
  const last = trails.layer.lastElementChild;
  trails.turn();
  assert.deepEqual(trails.layer.children, [last]);
  assert.deepEqual([...trails.ends.keys()], [two]);
  now += 5000;
  trails.turn();
  assert.deepEqual([trails.layer.children.length, trails.ends.size], [0, 0]);
});
