import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { later, never } = await import('../../static/js/table/board/later.js');

/** Frames that come when they are called for. */
function framed(t) {
  const frames = [];
  globalThis.requestAnimationFrame = (deed) => frames.push(deed);
  t.mock.method(globalThis, 'setTimeout', () => 0);
  return () => frames.splice(0).forEach((deed) => deed());
}

test('all is read before anything is put, and what reads again what it has put comes last', (t) => {
  const frame = framed(t);
  const done = [];
  const doing = (name, last) =>
    later(
      name,
      (read) => done.push(`${name} put ${read}`),
      () => (done.push(`${name} read`), name),
      last,
    );
  doing('list', true);
  doing('names');
  doing('marks');
  frame();
  assert.deepEqual(done, [], 'a frame shows first what has come');
  frame();
  assert.deepEqual(done.slice(0, 3).sort(), ['list read', 'marks read', 'names read']);
  assert.deepEqual(done.slice(3), ['names put names', 'marks put marks', 'list put list']);
});

test('of what goes by one name the latest is done, and nothing of what is not wanted any more', (t) => {
  const frame = framed(t);
  const done = [];
  later('one', () => done.push('first'));
  later('one', () => done.push('second'));
  later('other', () => done.push('other'));
  never('other');
  frame();
  frame();
  assert.deepEqual(done, ['second']);
});
