import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Split } = await import('../../../static/js/table/question/plain.js');
const { renewed } = await import('../../../static/js/table/question/odds.js');

/** A pool of three that is shared out between attack and defence, and what the hand was told of it. */
function pool(t) {
  const clock = { now: 1000 };
  t.mock.method(performance, 'now', () => clock.now);
  const told = { confirmed: 0, asked: 0 };
  const form = Object.create(Split.prototype);
  const count = { attack: 0, defence: 0 };
  Object.assign(form, {
    domain: { total: 3 },
    parts: Object.keys(count).map((part) => ({ dataset: { part } })),
    count: ({ dataset }) => count[dataset.part],
    tell: () => {},
    look: () => (told.asked += 1),
    confirm: () => (told.confirmed += 1),
  });
  for (const part of form.parts) {
    const output = {
      set textContent(n) {
        count[part.dataset.part] = Number(n);
      },
    };
    part.querySelector = () => output;
  }
  return { form, told, count, clock };
}

const way = (attack, defence) => ({ dataset: { split: JSON.stringify({ attack, defence }) } });

test('a way that was weighed is taken, and taken once more confirmed', (t) => {
  const { form, told, count, clock } = pool(t);
  const two = way(2, 1);
  form.take(two);
  assert.deepEqual([count, told], [{ attack: 2, defence: 1 }, { confirmed: 0, asked: 1 }]);
  form.take(two); // the second of two quick clicks
  assert.equal(told.confirmed, 0);
  clock.now += 600;
  form.take(two);
  assert.deepEqual(told, { confirmed: 1, asked: 1 });
});

test('what was shared out otherwise since is taken anew', (t) => {
  const { form, told, count, clock } = pool(t);
  const two = way(2, 1);
  form.take(two);
  count.attack = 1;
  clock.now += 600;
  form.take(two);
  assert.deepEqual([count.attack, told], [2, { confirmed: 0, asked: 2 }]);
});

test('a better figure comes into the row that stands', () => {
  const node = (children, of) => ({
    children,
    of,
    hasAttribute: (name) => name in of,
    getAttribute: (name) => of[name],
    setAttribute: (name, value) => (of[name] = value),
    replaceChildren: (...now) => (old.children = now),
  });
  const old = node(['80 %'], { 'data-chance': '80 %', class: 'odds-on' });
  renewed(old, node(['95 %'], { 'data-chance': '95 %' }));
  assert.deepEqual([old.children, old.of], [['95 %'], { 'data-chance': '95 %', class: 'odds-on' }]);
});
