// What of many lines is told to who was away.

/** So many lines are told; the others are in the log. */
const TOLD = 5;

/** Of these lines, newest first, those that say most of what came of deeds, as they happened. */
export function telling(rows) {
  const rank = ({ dataset }) => Number(dataset.upshot || Infinity);
  const most = [...rows].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))).slice(0, TOLD);
  return rows.filter((row) => most.includes(row)).reverse();
}
