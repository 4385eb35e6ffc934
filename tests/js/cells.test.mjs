import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { Cells } = await import('../../static/js/table/space/cells.js');

const man = (x, y) => ({ x, y, r: 10 });
const box = (x, y) => ({ x, y, w: 20, h: 20 });

test('cells that follow what moves find what cells made anew find', () => {
  const men = Array.from({ length: 40 }, (_, n) => man((n % 8) * 50, Math.floor(n / 8) * 50));
  const cells = new Cells(men, 40);
  const now = [...men.slice(1, 20), man(205, 5), ...men.slice(21)];
  assert.deepEqual(cells.follow(now), [men[0], men[20], now[19]]);
  const anew = new Cells(now, 40);
  for (let x = -30; x < 420; x += 17)
    for (let y = -30; y < 300; y += 17) {
      assert.equal(cells.free(box(x, y)), anew.free(box(x, y)));
      assert.deepEqual(new Set(cells.within(box(x, y))), new Set(anew.within(box(x, y))));
    }
});

test('who is as he was is not looked for again', () => {
  const men = [man(0, 0), man(100, 0)];
  const cells = new Cells(men, 40);
  assert.deepEqual(cells.follow([...men]), []);
});

test('a box is free of all but its own', () => {
  const [one, other] = [man(0, 0), man(100, 0)];
  const cells = new Cells([one, other], 40);
  assert.equal(cells.free(box(-5, -5)), false);
  assert.equal(cells.free(box(-5, -5), one), true);
  assert.equal(cells.free(box(95, -5), one), false);
  assert.equal(cells.free(box(50, 50)), true);
});
