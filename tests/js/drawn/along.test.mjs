// What is said of a walk before it is given, on a screen and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const { along } = await import('../../../static/js/table/question/along.js');

const [long, opens, leg] = [
  { text: '6 of 6', clause: 'M-1' },
  { text: 'Then a bow at Ken', clause: 'S-1' },
  { text: 'Leg 1', clause: 'M-1' },
];
const marks = [
  { kind: 'label', note: long },
  { kind: 'label', note: { text: 'Ken: 58 %', clause: 'S-1' } },
  { kind: 'path' },
];
const reply = { no: null, notes: [long, opens, leg], lines: [], marks };

/** What is said where the screen is so. */
function said(narrow, reply) {
  globalThis.matchMedia = () => ({ matches: narrow });
  return along(reply);
}

test('a screen has room for all but how long it is, which stands at its end', () => {
  assert.deepEqual(said(false, reply), [opens, leg]);
});

test('on a phone the shots it would open are said, and no legs', () => {
  assert.deepEqual(said(true, reply), [opens]);
  assert.deepEqual(said(true, { ...reply, marks: [marks[0]] }), []);
});

test('of a walk that is refused, or of which nothing has come, nothing is said', () => {
  for (const narrow of [false, true]) {
    assert.deepEqual(said(narrow, { ...reply, no: { text: 'no', clause: 'M-1' } }), []);
    assert.deepEqual(said(narrow, null), []);
  }
});
