// The words of the hands: every sentence in both languages, with the same figures in it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ENGLISH, word } from '../../static/js/page/words.js';

const figures = (text) => [...String(text).matchAll(/\{\w+\}/g)].map(([found]) => found).sort();

test('a page says English until it learns another language, whose words have the same keys and figures', async () => {
  assert.equal(word('go'), 'Your go');
  assert.equal(word('left', { n: 3 }), '3 left');
  assert.equal(word('no-such-word'), 'no-such-word');
  const { SPANISH } = await import('../../static/js/page/spanish.js');
  assert.equal(word('go'), 'Te toca');
  assert.equal(word('left', { n: 3 }), 'quedan 3');
  assert.deepEqual(Object.keys(SPANISH).sort(), Object.keys(ENGLISH).sort());
  for (const [key, text] of Object.entries(ENGLISH)) {
    assert.equal(typeof SPANISH[key], typeof text, key);
    if (typeof text === 'string') assert.deepEqual(figures(SPANISH[key]), figures(text), key);
    else assert.equal(SPANISH[key].length, text.length, key);
  }
});
