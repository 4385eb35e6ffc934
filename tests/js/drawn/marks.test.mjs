import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

let asked = 0;
globalThis.getComputedStyle = () => ({ getPropertyValue: () => `family ${(asked += 1)}` });
document.createElement = () => ({ getContext: () => ({ measureText: (text) => ({ width: text.length }) }) });
const { drawn } = await import('../../../static/js/table/board/marks.js');

test('what a family of letters is made of is asked for once, however much is written', () => {
  assert.deepEqual(
    ['M1 ×16', 'M2 ×16', 'M1 ×16'].map((text) => drawn(text, '700 11px', '--sans')),
    [6, 6, 6],
  );
  assert.equal(asked, 1);
  drawn('M1', '500 10px', '--mono');
  assert.equal(asked, 2);
});
