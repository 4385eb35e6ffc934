import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { misses } = await import('../../static/js/table/hand/magnet.js');
const counter = (name, x) => ({
  dataset: { r: '10' },
  classList: { contains: (one) => one === name },
  getAttribute: () => `translate(${x} 0)`,
});
const hand = { board: { all: () => [counter('b', 100), counter('a', 50)] } };

test('what was to touch an enemy and may not is told from what touches one elsewhere', () => {
  const at = (x, y = 0) => ({ x, y });
  assert.ok(misses(hand, at(79.7), at(29), 10, 'a'));
  assert.ok(!misses(hand, at(79.7), at(100, 20.3), 10, 'a'));
  assert.ok(!misses(hand, at(60), at(29), 10, 'a'), 'an own base is no contact');
});
