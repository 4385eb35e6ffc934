import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Trails } = await import('../../../static/js/table/board/trails.js');
const move = (node, x) => ({ node, from: { x, y: 0 }, to: { x: x + 50, y: 0 }, side: 'a', r: 10, edge: null });

test('with another turn the trails of the last one stay until somebody moves in it, and what is of this moment longer', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const trails = new Trails();
  const [one, two, three] = [{}, {}, {}];
  trails.leave([move(one, 0)]);
  now += 5000;
  trails.leave([move(two, 0)]);
  const [first, last] = trails.layer.children;
  trails.turn();
  assert.deepEqual(trails.layer.children, [first, last], 'to be looked at');
  assert.deepEqual([...trails.ends.keys()], [two], 'nothing of the last turn is taken back');
  now += 5000;
  trails.leave([move(three, 0)]);
  assert.deepEqual([first, last].map((old) => trails.layer.children.includes(old)), [false, true]);
  now += 5000;
  trails.turn();
  assert.equal(trails.ends.size, 0);
  trails.leave([move(one, 100)]);
  assert.equal(trails.layer.children.length, 1);
});

test('with an answer goes what was left before it, whether its turn is over or not, and not what it has moved', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const trails = new Trails();
  trails.patient = true;
  const [one, two, three] = [{}, {}, {}];
  trails.leave([move(one, 0)]);
  now += 5000;
  trails.turn();
  trails.leave([move(two, 0)]);
  now += 5000;
  trails.leave([move(three, 0)]);
  trails.answered();
  assert.deepEqual([trails.layer.children.length, [...trails.ends.keys()]], [1, [three]]);
  now += 5000;
  trails.answered();
  assert.deepEqual([trails.layer.children.length, trails.ends.size, trails.over.length], [0, 0, 0]);
});

test('with a moment to which nobody moved there is no trail, and what comes then is not taken for what is over', () => {
  const trails = new Trails();
  const [one, two] = [{}, {}];
  trails.leave([move(one, 0)]);
  trails.turn();
  trails.clear();
  assert.deepEqual([trails.layer.children.length, trails.ends.size, trails.over.length], [0, 0, 0]);
  trails.leave([move(two, 0)]);
  assert.equal(trails.layer.children.length, 1);
});

test('where the reader is asked the trails of a turn that is over stay until he has answered and somebody moves', (t) => {
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const trails = new Trails();
  trails.patient = true;
  const later = (x) => ((now += 5000), trails.leave([move({}, x)]));
  later(0);
  now += 5000;
  trails.turn();
  later(100);
  assert.equal(trails.layer.children.length, 2, 'others go on, and what they did before is still to be seen');
  now += 5000;
  trails.turn();
  later(200);
  trails.let();
  assert.equal(trails.layer.children.length, 3);
  later(300);
  assert.equal(trails.layer.children.length, 2, 'what was done in the turn that is running stays');
});
