import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { memory, tab } = await import('../../static/js/page/memory.js');

function shelf() {
  const kept = new Map();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
}

test('what is kept is found again under its name', () => {
  globalThis.localStorage = shelf();
  memory.set('a', 'b');
  assert.equal(memory.get('a'), 'b');
  assert.deepEqual([...globalThis.localStorage.kept], [['gunbai-a', 'b']]);
});

test('of this tab nothing is kept once it is empty', () => {
  globalThis.sessionStorage = shelf();
  tab.set('a', 'b');
  assert.equal(tab.get('a'), 'b');
  tab.set('a', '');
  assert.equal(globalThis.sessionStorage.kept.size, 0);
});

test('a browser that keeps nothing is no error', () => {
  const no = () => {
    throw new Error('forbidden');
  };
  globalThis.localStorage = globalThis.sessionStorage = { getItem: no, setItem: no, removeItem: no };
  memory.set('a', 'b');
  tab.set('a', 'b');
  assert.equal(memory.get('a') ?? tab.get('a'), null);
});
