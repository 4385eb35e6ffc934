// Who of single men bear the same, and what several are called together.

import { distance } from '../space/geom.js';

/** Who beside whom bears the same, as groups of indices. */
export function together(stones, far) {
  const groups = [];
  for (const one of stones) {
    const mine = groups.filter((group) =>
      group.some((other) => other.side === one.side && other.arm === one.arm && distance(other.at, one.at) <= far),
    );
    for (const group of mine) groups.splice(groups.indexOf(group), 1);
    groups.push([...mine.flat(), one]);
  }
  return groups;
}

/** So many codes at most are named of those who do not run on. */
const NAMED = 3;

/** What several are called together: one by his code, B1 to B3 as B1–3, few others by all of theirs, as P1,5; many by the first and how many more. */
export function called(codes) {
  const parts = [...new Set(codes)].map((code) => code.match(/^(.*?)(\d*)$/));
  const runs = [];
  for (const [, name, n] of parts.sort((a, b) => a[1].localeCompare(b[1]) || Number(a[2]) - Number(b[2]))) {
    const last = runs.at(-1);
    if (last?.name === name && last.end && Number(n) === Number(last.end) + 1) last.end = n;
    else runs.push({ name, from: n, end: n });
  }
  if (runs.length > NAMED) return `${runs[0].name}${runs[0].from} +${codes.length - 1}`;
  const said = ({ name, from, end }, n) =>
    (runs[n - 1]?.from && runs[n - 1].name === name ? '' : name) + from + (end === from ? '' : `–${end}`);
  return runs.map(said).join(',');
}
