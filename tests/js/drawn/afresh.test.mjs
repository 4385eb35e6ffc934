import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { afresh } = await import('../../../static/js/page/afresh.js');
const { Line } = await import('../../../static/js/table/line/socket.js');

test('a page that broke is asked for anew, within a minute only once; then it says that it is behind', (t) => {
  const kept = new Map();
  globalThis.sessionStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  let [reloads, now] = [0, 1e12];
  globalThis.location = { reload: () => (reloads += 1) };
  t.mock.method(Date, 'now', () => now);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const toasts = new Node();
  const html = { createElement: document.createElement, querySelector: document.querySelector };
  t.after(() => Object.assign(document, html));
  document.createElement = (name) => new Node(name);
  document.querySelector = (selector) => (selector === '#toast' ? toasts : null);
  const line = { placing: true, told: [], stands: (on) => line.told.push(on) };
  const torn = () => Line.prototype.torn.call(line);
  torn();
  assert.deepEqual([reloads, line.told, toasts.children.length], [1, [], 0]);
  now += 30_000;
  torn();
  assert.deepEqual([reloads, line.told, toasts.children.length], [1, [false], 1]);
  assert.equal(afresh(), false);
  now += 30_001;
  torn();
  assert.equal(reloads, 2);
});
