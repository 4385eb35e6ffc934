// Where the sign of a unit may stand: no more places are weighed than may be had.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { middled } = await import('../../../static/js/table/space/boxes.js');
const { Musters } = await import('../../../static/js/table/board/musters.js');
const { TRIED } = await import('../../../static/js/table/board/choice.js');
const { ringed } = await import('../../../static/js/table/board/places.js');

const SIZE = { w: 40, h: 18 };
const BOX = { x: 0, y: 0, w: 120, h: 60 };
const RIM = [0, 60, 120].flatMap((x) => [0, 60].map((y) => ({ x, y })));
const NEAR = { laid: [], rivals: [], figured: [] };

/** The places of a sign, and how many were weighed; `free` tells what the table has room for; `all`: each there is. */
function sought(free, { all = false } = {}) {
  let weighed = 0;
  const cells = { free: (box) => (weighed += 1) && free(box), under: () => [] };
  const labels = { camera: { scale: 1 }, sees: () => true, about: { cells } };
  const one = { box: BOX, at: middled(BOX), rim: RIM, side: 'a', own: new Set() };
  const self = { labels, size: () => SIZE, near: () => NEAR, bad: Musters.prototype.bad };
  const every = [...ringed(BOX, SIZE, 1)].flatMap(({ ring }) => ring);
  const found = Musters.prototype.places.call(self, one, [], all ? every : null);
  return { found, weighed, every: every.length };
}

test('on open ground only places that are as good as any are weighed, and the best are those of all', () => {
  const { found, weighed, every } = sought(() => true);
  assert.ok(every > 600 && weighed < every / 3, `${weighed} of ${every}`);
  const best = ({ found: all }) => all.slice(0, TRIED).map(({ bad }) => bad);
  assert.deepEqual(best({ found }), best(sought(() => true, { all: true })));
});

test('where there is little room all that there is is weighed', () => {
  const free = ({ x }) => Math.abs(x - 100) < 10;
  const { found, weighed, every } = sought(free);
  assert.equal(weighed, every);
  assert.deepEqual(
    found.map(({ bad }) => bad),
    sought(free, { all: true }).found.map(({ bad }) => bad),
  );
  assert.ok(found.length > 10);
});
