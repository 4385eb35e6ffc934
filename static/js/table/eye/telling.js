// What of many lines is told to who was away.

/** So many lines are told; the others are in the log. */
const TOLD = 5;

/** What is said or rolled without a deed on the table begins its picture so. */
const ONLY_SAID = /^{"kind":"(word|banner|card|test)"/;
const DEED = 1000;

/** How much a line tells: what came of a deed before a deed, that before what was only said or rolled. */
const rank = ({ dataset }) =>
  Number(dataset.upshot || (dataset.picture && !ONLY_SAID.test(dataset.picture) ? DEED : Infinity));

/** Of these lines, newest first, those that say most, as they happened. */
export function telling(rows) {
  const most = [...rows].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))).slice(0, TOLD);
  return rows.filter((row) => most.includes(row)).reverse();
}
