// What is left of the name of a force where there is little room.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { shortened } = await import('../../static/js/table/board/named.js');

test('a name is told up to where it goes on with and, without what others begin with', () => {
  const all = ['Tokugawa main body', 'Tokugawa Ieyasu', 'Ishida and Shima', 'Ishida Mitsunari', 'Hosokawa y Kato', 'Kuroda'];
  assert.deepEqual(
    all.map((name) => shortened(name, all)),
    ['main body', 'Ieyasu', 'Shima', 'Mitsunari', 'Hosokawa', 'Kuroda'],
  );
});

test('of a name that another begins with its last word is left', () => {
  assert.equal(shortened('Kato', ['Kato', 'Kato and Otani']), 'Kato');
  assert.equal(shortened('Red Devils', ['Red Devils', 'Red Devils of Ii']), 'Devils');
});
