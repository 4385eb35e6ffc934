// Where signs stand together, and what ties them to theirs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { bounded, clear, crosses } = await import('../../static/js/table/space/boxes.js');
const { WORST, chosen } = await import('../../static/js/table/board/choice.js');

/** A place for a sign of 20 by 10, with its line to its own. */
const place = (x, y, to, bad) => {
  const box = { x, y, w: 20, h: 10 };
  return { p: { x: x + 10, y: y + 5 }, box, line: bounded([to, { x: x + 10, y: y + 10 }]), bad };
};

test('signs that want the same place have others, the one that loses less', () => {
  const to = { x: 10, y: 30 };
  const lists = [
    [place(0, 0, to, 1), place(0, -40, to, 50)],
    [place(5, 0, to, 1), place(40, 0, to, 5)],
  ];
  assert.deepEqual(chosen(lists), [0, 1]);
});

test('where there is no place there is none, and the others have theirs', () => {
  assert.deepEqual(chosen([[], [place(0, 0, { x: 10, y: 30 }, 1)]]), [-1, 0]);
});

test('lines that cross are parted, though each has a nearer place by itself', () => {
  const [left, right] = [
    { x: 10, y: 60 },
    { x: 50, y: 60 },
  ];
  const lists = [
    [place(40, 0, left, 10), place(0, 0, left, 20)],
    [place(0, 0, right, 10), place(40, 0, right, 20)],
  ];
  const picked = chosen(lists).map((n, id) => lists[id][n]);
  assert.ok(!crosses(picked[0].line, picked[1].line));
});

test('one that is badly off has its place if another gives way', () => {
  const to = { x: 10, y: 80 };
  const lists = [
    [place(0, 0, to, 1), place(30, 0, to, 3)],
    [place(0, 0, to, 2), place(0, 300, to, WORST / 2)],
  ];
  const boxes = chosen(lists).map((n, id) => lists[id][n].box);
  assert.deepEqual([boxes[0].x, boxes[1].y], [30, 0]);
  assert.ok(clear(boxes[0], [boxes[1]]));
});

test('where one is badly off only those are weighed again whom its place touches', () => {
  let weighed = 0;
  const counted = (one) => {
    const taken = { left: one.box.x, top: one.box.y, right: one.box.x + 40, low: one.box.y + 30 };
    return Object.defineProperty(one, 'taken', { get: () => (weighed += 1) && taken });
  };
  const pair = (x) => [0, 25].map((by) => [counted(place(x + by, 0, { x: x + by + 10, y: 30 }, 1))]);
  const far = [...Array(30).keys()].flatMap((n) => pair(1000 + 100 * n));
  const lone = { x: 10, y: 80 };
  const tried = [...Array(20).keys()].map((n) => counted(place(0, -n, lone, WORST / 2 + n)));
  const asked = (lists) => {
    weighed = 0;
    chosen(lists);
    return weighed;
  };
  const [none, one, all] = [asked(far), asked([tried]), asked([tried, ...far])];
  assert.ok(one > 0 && none > 0);
  assert.ok(all < 4 * (none + one), `${all} beside ${none} and ${one}`);
});
