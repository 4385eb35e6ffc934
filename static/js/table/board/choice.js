// Of the places each of several signs may have, with its line to its own, those that are best together.

import { crosses, off } from '../space/boxes.js';

/**
 * How bad a place is, in pixels: one that cannot be had, one whose line lies on what is written or on an enemy, one whose line
 * lies on others; and bad enough for others to give way.
 */
const NONE = 1e5;
export const WORST = 1000;
export const CROSSED = 120;
export const BADLY = 40;
/** So often all choose again, and so many places are tried by one that is badly off. */
const AGAIN = 6;
export const TRIED = 60;
const TWICE = 2;

/** One of each of these lists of places, so that all together are as good as may be found: which, none where there is none. */
export function chosen(lists) {
  const ids = lists.map((_, n) => n);
  // Where there is one place it is had, if nobody is in its way: who can choose goes round it.
  const free = ids.filter((id) => lists[id].length > 1);
  const about = beside(lists);
  const at = (id, way) => lists[id][0]?.p[way] ?? 0;
  const sorted = ['x', 'y'].map((way) => ids.toSorted((a, b) => at(a, way) - at(b, way)));
  const orders = free.length ? [...sorted, ...sorted.map((order) => order.toReversed())] : [ids];
  const found = orders.map((order) => settled(lists, about, order));
  const { picked } = found.reduce((best, one) => (one.sum < best.sum ? one : best));
  for (let n = 0; n < TWICE; n += 1)
    for (const id of ids) if (cost(lists, about, picked, id) >= BADLY) ousts(lists, about, picked, id);
  return picked;
}

/** Of each list those others any place of which may be in the way of one of its own. */
function beside(lists) {
  const wholes = lists.map((list) => list.map(taken).reduce(both, NOWHERE));
  return wholes.map((whole, id) => lists.flatMap((_, n) => (n !== id && !far(whole, wholes[n]) ? [n] : [])));
}

/** All choose in this order until none finds a better place. */
function settled(lists, about, order) {
  const picked = Array(lists.length).fill(-1);
  const all = () => order.reduce((sum, id) => sum + pick(lists, about, picked, id), 0);
  let sum = Infinity;
  for (let n = 0, now = all(); n < AGAIN && now < sum; n += 1) [sum, now] = [now, all()];
  return { sum: total(lists, about, picked), picked };
}

/** One that is badly off has the place from which all are best, if those that are in its way there choose again. */
function ousts(lists, about, picked, id) {
  const had = picked.map((_, one) => cost(lists, about, picked, one));
  /** Who has the place that he had, as all about him have, is as badly off as before. */
  const all = (now, others) => {
    const stirred = new Set(
      [id, ...others].filter((one) => now[one] !== picked[one]).flatMap((one) => [one, ...about[one]]),
    );
    return had.reduce((sum, bad, one) => sum + (stirred.has(one) ? cost(lists, about, now, one) : bad), 0);
  };
  let [least, best] = [all(picked, []), null];
  const rivals = picked.flatMap((had, other) =>
    other !== id && (had < 0 || about[id].includes(other)) ? [other] : [],
  );
  for (const [n, place] of lists[id].slice(0, TRIED).entries()) {
    if (place.bad >= least) break;
    const now = picked.with(id, n);
    // Who had no place chooses again too.
    const out = rivals.filter((other) => picked[other] < 0 || inWay(lists, now, id, other));
    for (const other of out) now[other] = -1;
    for (const other of out) pick(lists, about, now, other);
    const sum = all(now, out);
    if (sum < least) [least, best] = [sum, now];
  }
  if (best) picked.splice(0, picked.length, ...best);
}

const inWay = (lists, picked, id, other) => against(lists[id][picked[id]], lists[other][picked[other]]) >= CROSSED;

/** How bad the place of one is, and those of all, each two that are in each other's way counted twice. */
function cost(lists, about, picked, id) {
  const place = lists[id][picked[id]];
  if (!place) return NONE;
  let sum = place.bad;
  for (const n of about[id]) if (picked[n] >= 0) sum += against(place, lists[n][picked[n]]);
  return sum;
}
const total = (lists, about, picked) => lists.reduce((sum, _, id) => sum + cost(lists, about, picked, id), 0);

/** The best place for one where the others are where they are; how bad it is. */
function pick(lists, about, picked, id) {
  const others = about[id].flatMap((n) => (picked[n] >= 0 ? [lists[n][picked[n]]] : []));
  let least = NONE;
  picked[id] = -1;
  for (const [n, place] of lists[id].entries()) {
    if (place.bad >= least) break;
    let { bad } = place;
    for (const other of others) if (bad < least) bad += against(place, other);
    if (bad < least) [least, picked[id]] = [bad, n];
  }
  return least;
}

/** What a place takes with its line: of two that lie apart nothing else need be asked. */
const taken = (place) => (place.taken ??= joined(place.box, place.line));
const NOWHERE = { left: Infinity, top: Infinity, right: -Infinity, low: -Infinity };
const both = (a, b) => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  low: Math.max(a.low, b.low),
});
const joined = (a, b) => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x + a.w, b.x + b.w),
  low: Math.max(a.y + a.h, b.y + b.h),
});
const far = (a, b) => a.right <= b.left || b.right <= a.left || a.low <= b.top || b.low <= a.top;

/** How bad it is that two signs have these places. */
function against(one, other) {
  if (far(taken(one), taken(other))) return 0;
  if (!off(one.box, other.box)) return NONE;
  if (crosses(one.line, other.box) || crosses(other.line, one.box)) return WORST;
  return crosses(one.line, other.line) ? CROSSED : 0;
}
