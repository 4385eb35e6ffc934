// The rows in which deeds are told in short: blows of one fight between the same are one, and so are moves of a side
// that differ in nothing but how far they led; and what is left out, in a word.  A fight is one with what led up to it.

import { word } from '../../page/words.js';
import { side } from '../board/sides.js';
import { said } from '../panels/stories.js';
import { HOUSE, ROLLED, SAID, STATE, read } from './lines.js';
import { isName, shortened, text, told } from './told.js';
import { inTurn } from './turns.js';

/** How far, as a sentence says it. */
const figure = /\d+(?:\.\d+)?\s*[^\s\d,.;:()]+/;

/** In which row with others a deed is told: where this is the same, in one. */
function key(deed, called) {
  const { act, story, lead, ends, by, at, too } = deed;
  const names = said(lead).filter(isName);
  if (act === 'blow' && story && names.length === 2 && !too?.length) return `blow ${story}`;
  if (act && ends.length && !too?.length) return `same ${by} ${text(told(deed))}`;
  if (act !== 'walk' || at.length || names.length !== 1 || too?.length) return '';
  const sentence = said(lead).map((part) => (isName(part) ? '·' : part));
  return `walk ${called} ${side(lead)} ${text(sentence).replace(/\d+(\.\d+)?/g, '#')}`;
}

/** Rows from what matters most on; of those that matter alike the latest first. */
export const ordered = (rows) => rows.toReversed().sort((a, b) => a.weight - b.weight);

/** Of these the ones that matter most, so many, as they happened. */
export function foremost(rows, most) {
  const told = new Set(ordered(rows).slice(0, most));
  return rows.filter((row) => told.has(row));
}

/** Whether a row, of which this stands, says less than the list does once it is opened. */
export const brief = ({ deeds: all }, stands, whole) => all.length > 1 || text(stands(all[0])) !== text(whole(all[0]));

/** Of which stories blows, or that somebody lets pass, are told: a fight is one row with all that led up to it. */
const fought = (deeds) =>
  new Set(
    deeds
      .filter(({ act, story, weight, frames }) => story && !frames && (act === 'blow' || (!act && weight === SAID)))
      .map(({ story }) => story),
  );

/** What only led up to the blows of a fight, or is said in it. */
const leads = ({ act, weight, story }, fights) => !act && weight >= ROLLED && fights.has(story);

/** Whether a deed may be told in a row that is told alike: none of two turns are, nor two moves of one. */
const joins = ({ same, deeds: all }, { by, lead }) =>
  inTurn(all[0].lead, lead) && (!same.startsWith('walk') || all.every((one) => !one.by.some((id) => by.includes(id))));

/** Whether it is rolled or said with a deed who is to act: who goes after that goes by it, and not as those before. */
const calls = ({ act, weight }) => !act && (weight === ROLLED || weight === HOUSE);

/** Deeds as rows, in the order in which each began. */
export function rowed(deeds) {
  const found = [];
  const fights = fought(deeds);
  let called = 0;
  for (const deed of deeds) {
    if (calls(deed)) called += 1;
    const same = leads(deed, fights) ? `blow ${deed.story}` : key(deed, called);
    const row = same && found.find((one) => one.same === same && joins(one, deed));
    if (row) row.deeds.push(deed);
    else found.push({ same, deeds: [deed] });
  }
  return found.map(({ deeds: all }) => ({
    deeds: all,
    weight: Math.min(...all.map(({ weight }) => weight)),
  }));
}

/** From this level on strokes of which nothing came are counted, where others came to something; above the first they are told
 * only by whose they were. */
const COUNTED = 2;
/** How what came of it was reckoned. */
const RECKONED = /^.*\d[^:]*:\s*/;

/** Who did it to whom, and what came of it; the same of the same once, with how often. */
function struck(deeds, level) {
  const found = new Map();
  for (const { lead, ends, short, weight } of deeds) {
    const [who, whom] = said(lead).filter(isName);
    const lines = (short?.ends ?? ends).map((row) => without(said(row), [who, whom], weight > STATE && !level));
    const came = lines.flatMap((line, n) => [...(n ? [' '] : []), ...line]);
    const key = text([who, ' ', whom, ...came]);
    if (found.has(key)) found.get(key).times += 1;
    else found.set(key, { who, whom, came, times: 1, fruitless: weight > STATE });
  }
  const all = [...found.values()];
  const told = level < COUNTED ? all : all.filter(({ fruitless }) => !fruitless);
  const left = told.length ? deeds.filter(({ weight }) => level >= COUNTED && weight > STATE) : [];
  const parts = [...(told.length ? told : all).map(stroke), ...(left.length ? [[`${kinds(left)}.`]] : [])];
  return shortened(parts, level > 0).flatMap((one, n) => [...(n ? [' '] : []), ...one]);
}

const stroke = ({ who, whom, came, times }) => [
  who,
  ' → ',
  whom,
  came.length ? ': ' : '.',
  ...came,
  times > 1 ? ` ×${times}` : '',
];

/** What came of it, without of whom that tells where he stands before it; how it was reckoned only `in full`. */
function without(line, [who, whom], full) {
  const [first, ...others] = line.filter((part) => text([part]));
  const is = (part, one) => isName(part) && text([part]) === text([one]);
  // Of whom by whom it was done is a sentence that lacks him.
  if (first && is(first, whom) && !others.some((part) => is(part, who)))
    return [trimmed(others[0]), ...others.slice(1)];
  if (!first || full || isName(first)) return line;
  const left = (first.textContent ?? first).replace(/^\s+/, '').replace(RECKONED, '');
  return left ? [left, ...others] : without(others, [who, whom], true);
}
const trimmed = (part) => (!part || isName(part) ? part || '' : (part.textContent ?? part).replace(/^\s+/, ''));

/** The first that went, and who else, each with how far. */
function gone([first, ...others]) {
  const far = ({ lead }) => text(said(lead).filter((part) => !isName(part))).match(figure)?.[0];
  return [
    ...said(first.lead),
    ` ${word('likewise')} `,
    ...others.flatMap((deed, n) => [n ? ', ' : '', said(deed.lead).find(isName), far(deed) ? ` ${far(deed)}` : '']),
  ];
}

/** The sentence of a fight: its strokes; where there was none who let pass, else what led up to it last. */
function fight(deeds, level) {
  const strokes = deeds.filter(({ act }) => act === 'blow');
  if (strokes.length) return struck(strokes, level);
  const said = deeds.filter(({ weight }) => weight === SAID);
  return (said.length ? said : deeds.slice(-1)).flatMap((deed, n) => [...(n ? [' '] : []), ...told(deed)]);
}

/** The sentence of several deeds that are one row; the higher the level the shorter. */
export function together(deeds, level = 0) {
  const [first] = deeds;
  if (first.act === 'walk' && !first.ends.length) return gone(deeds);
  const fights = deeds.some(({ act, weight }) => act === 'blow' || (!act && weight === SAID));
  return first.story && fights ? fight(deeds, level) : [...told(first), ` ×${deeds.length}`];
}

/** By what a deed is counted that is not done on the table: an order, a test, what a side rolls or settles. */
const COUNTS = { card: 'order', test: 'test', banner: 'house' };
function kindOf({ act, lead, card, quit, tried }) {
  if (['walk', 'charge', 'shot', 'blow', 'cast'].includes(act)) return act;
  if (act) return 'other';
  return card || quit ? 'order' : tried ? 'test' : COUNTS[read(lead).kind] || 'other';
}

/** What kinds of deed these are, and how many: `moves: 2, shots: 2`. */
export function kinds(deeds) {
  const found = {};
  for (const kind of deeds.map(kindOf)) found[kind] = (found[kind] || 0) + 1;
  return Object.entries(found)
    .map(([kind, n]) => `${word(`deeds-${kind}`)}: ${n}`)
    .join(', ');
}
