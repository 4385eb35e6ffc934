import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Node } from '../page.mjs';

document.createElement = (name) => new Node(name);

const { held } = await import('../../../static/js/table/question/held.js');

/** A button, with what it gives up if it does so. */
const button = (gives) => ({
  dataset: gives ? { held: gives } : {},
  pressed: 'false',
  said: [],
  setAttribute(_name, value) {
    this.pressed = value;
  },
  append(place) {
    this.said.push(place);
    place.remove = () => this.said.splice(this.said.indexOf(place), 1);
  },
});
const ask = (id) => {
  document.querySelector = (what) => (what === '#prompt > .ask' ? { dataset: { ask: id } } : null);
};

test('what gives up more is given after a moment, and not if it is pressed again or something else is asked', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  mock.method(performance, 'now', () => now);
  document.body.dataset.confirm = 'final';
  ask('1');
  const given = [];
  const [all, one] = [button('Nobody else acts.'), button('')];
  held(one, () => given.push('one'));
  assert.deepEqual(given, ['one'], 'what gives up nothing is given at once');

  held(all, () => given.push('all'));
  assert.equal(all.pressed, 'true');
  assert.match(all.said[0].children[0], /^Nobody else acts\. /);
  held(all, () => given.push('double'));
  mock.timers.tick(3000);
  assert.deepEqual(given, ['one', 'all'], 'the second click of two is none of its own');
  assert.deepEqual([all.pressed, all.said.length], ['false', 0]);

  held(all, () => given.push('again'));
  now = 1000;
  held(all, () => given.push('never'));
  mock.timers.tick(3000);
  assert.deepEqual(given, ['one', 'all'], 'another press takes it back');

  held(all, () => given.push('late'));
  ask('2');
  mock.timers.tick(3000);
  assert.deepEqual(given, ['one', 'all'], 'something else is asked');

  document.body.dataset.confirm = 'never';
  held(all, () => given.push('sure'));
  assert.deepEqual(given, ['one', 'all', 'sure'], 'who confirms nothing waits for nothing');
  mock.reset();
});
