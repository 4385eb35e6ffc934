// A sign whose only place another has taken away has it once that other is gone from there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { Musters } = await import('../../../static/js/table/board/musters.js');
const { bounded } = await import('../../../static/js/table/space/boxes.js');

/** A place for a sign of 20 by 10, with its line to its own. */
const place = (x, y, to) => ({
  p: { x: x + 10, y: y + 5 },
  box: { x, y, w: 20, h: 10 },
  line: bounded([to, { x: x + 10, y: y + 10 }]),
  bad: 1,
  far: 1,
});

/** Signs that have these places, and are asked about what is named there. */
function musters() {
  const it = Object.create(Musters.prototype);
  const about = { asked: (one) => one.about, rests: () => true, now: 0 };
  return Object.assign(it, {
    known: new Map(),
    labels: { bodies: [], laid: [], strings: [], about },
    near: () => ({ rivals: [] }),
    places: ({ only }) => [only],
  });
}
const sign = (key, about, only) => ({ key, about, only, wide: 20, at: { x: 0, y: 0 } });

/** Who has a place, once all have chosen. */
function laid(it, ...all) {
  it.choose(all);
  it.take(all);
  return all.filter(({ spot }) => spot).map(({ key }) => key);
}

test('what another took away is no place that is remembered', () => {
  const far = place(0, 0, { x: 10, y: 100 });
  const it = musters();
  assert.deepEqual(laid(it, sign('a', 'as it was', far), sign('b', 'here', place(0, 40, { x: 10, y: 60 }))), ['b']);
  const gone = sign('b', 'there', place(300, 40, { x: 310, y: 60 }));
  assert.deepEqual(laid(it, sign('a', 'as it was', far), gone), ['a', 'b']);
  assert.deepEqual(laid(musters(), sign('a', 'as it was', far), gone), ['a', 'b'], 'as on a table drawn afresh');
});
