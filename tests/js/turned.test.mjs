// A table that lies turned: arrows steer as one sees it, and what is read comes back to where it lies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { arrow, lies, putNote, read, readSize, readView } = await import('../../static/js/table/board/turned.js');

/** As if the table of the page lay so. */
function lying(turned) {
  document.querySelector = (what) => (what === '.table.is-turned' && turned ? {} : null);
}

test('an arrow steers as the table is seen', () => {
  lying(false);
  assert.deepEqual(arrow('ArrowRight'), [1, 0]);
  lying(true);
  assert.deepEqual(arrow('ArrowRight').map((n) => n + 0), [0, -1]);
  assert.deepEqual(arrow('ArrowDown').map((n) => n + 0), [1, 0]);
  assert.equal(arrow('Enter'), undefined);
});

test('what is read of a turned table lies where it was', () => {
  for (const turned of [false, true]) {
    lying(turned);
    assert.deepEqual(lies(read({ x: 3, y: 7 })), { x: 3, y: 7 });
  }
  lying(true);
  assert.deepEqual(readView({ x: 1, y: 2, w: 10, h: 4 }), { x: -6, y: 1, w: 4, h: 10 });
});

test('a note lies with its upper left corner where it is put, as one reads it', () => {
  lying(true);
  const note = { size: { width: 20, height: 100 } };
  assert.deepEqual(readSize(note, 1), { wide: 100, high: 20 });
  putNote(note, { x: 5, y: 6 }, 1);
  assert.deepEqual(note.at, { x: 6, y: -105 });
});
