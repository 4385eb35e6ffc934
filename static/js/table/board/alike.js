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

/** What several are called together: one by his code, B1 to B3 as B1–3, others by the first and how many more. */
export function called(codes) {
  if (codes.length < 2) return codes[0] || '';
  const parts = codes.map((code) => code.match(/^(.*?)(\d*)$/)).sort((a, b) => Number(a[2]) - Number(b[2]));
  const [begin, end] = [parts[0], parts.at(-1)];
  const running = parts.every((part, n) => part[1] === begin[1] && Number(part[2]) === Number(begin[2]) + n);
  return running ? `${begin[0]}–${end[2]}` : `${begin[0]} +${codes.length - 1}`;
}
