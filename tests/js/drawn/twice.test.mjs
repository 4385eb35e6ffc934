import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { twice } = await import('../../../static/js/table/question/twice.js');

/** A button for all that are left, or for one. */
const button = (all) => {
  const place = { textContent: '9' };
  const dataset = all ? { all: '' } : {};
  return { dataset, place, title: 'L, S1', setAttribute: () => {}, querySelector: () => place };
};

test('all that are left hold once it was pressed twice, one at once', () => {
  document.body.dataset.confirm = 'final';
  const [all, other, one] = [button(true), button(true), button(false)];
  assert.ok(twice(one));
  assert.ok(!twice(all));
  assert.equal(all.place.textContent, 'once more to confirm');
  assert.ok(!twice(other), 'another button is another matter');
  assert.equal(all.place.textContent, '9');
  assert.ok(twice(other));
  assert.equal(other.place.textContent, '9');
});

test('whoever confirms nothing presses once', () => {
  document.body.dataset.confirm = 'never';
  assert.ok(twice(button(true)));
});
