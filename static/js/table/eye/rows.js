// The rows in which deeds are told in short: blows of one fight between the same are one, and so are moves of a side
// that differ in nothing but how far they led; and what is left out, in a word.

import { word } from '../../page/words.js';
import { side } from '../board/sides.js';
import { said } from '../panels/stories.js';
import { ROLLED } from './deeds.js';
import { isName, text, told } from './told.js';

/** What matters less than all that matters by itself. */
const LAST = 20;
/** How far, as a sentence says it. */
const figure = /\d+(?:\.\d+)?\s*[^\s\d,.;:()]+/;

/** In which row with others a deed is told: where this is the same, in one. */
function key(deed) {
  const { act, story, lead, ends, by, at, too } = deed;
  const names = said(lead).filter(isName);
  if (act === 'blow' && story && names.length === 2 && !too?.length) return `blow ${story}`;
  if (act && ends.length && !too?.length) return `same ${by} ${text(told(deed))}`;
  if (act !== 'walk' || at.length || names.length !== 1 || too?.length) return '';
  const sentence = said(lead).map((part) => (isName(part) ? '·' : part));
  return `walk ${side(lead)} ${text(sentence).replace(/\d+(\.\d+)?/, '#')}`;
}

/** Deeds as rows, in the order in which each began; what only led up to blows matters least once they are struck. */
export function rowed(deeds) {
  const found = [];
  const fights = new Set(deeds.filter(({ act, story }) => act === 'blow' && story).map(({ story }) => story));
  const weight = (deed) => deed.weight + (!deed.act && deed.weight >= ROLLED && fights.has(deed.story) ? LAST : 0);
  for (const deed of deeds) {
    const same = key(deed);
    const row = same && found.find((one) => one.same === same);
    if (row) row.deeds.push(deed);
    else found.push({ same, deeds: [deed] });
  }
  return found.map(({ deeds: all }) => ({
    deeds: all,
    weight: Math.min(...all.map(weight)),
    old: all.every(({ old }) => old),
  }));
}

/** Who did it to whom, and what came of it; the same of the same once, with how often. */
function struck(deeds) {
  const found = new Map();
  for (const { lead, ends, short } of deeds) {
    const [who, whom] = said(lead).filter(isName);
    const [one, other] = [who, whom].map((name) => text([name]));
    const all = (short?.ends ?? ends).map((row) => text(said(row)));
    // Of whom that tells stands before it.
    const came = all.map((line) => (line.startsWith(`${other} `) ? line.slice(other.length + 1) : line)).join(' ');
    const key = `${one} ${other} ${came}`;
    if (found.has(key)) found.get(key).times += 1;
    else found.set(key, { who, whom, came, times: 1 });
  }
  return [...found.values()].flatMap(({ who, whom, came, times }, n) => [
    n ? ' ' : '',
    who,
    ' → ',
    whom,
    `${came ? `: ${came}` : '.'}${times > 1 ? ` ×${times}` : ''}`,
  ]);
}

/** The first that went, and who else, each with how far. */
function gone([first, ...others]) {
  const far = ({ lead }) => text(said(lead).filter((part) => !isName(part))).match(figure)?.[0];
  return [
    ...said(first.lead),
    ` ${word('likewise')} `,
    ...others.flatMap((deed, n) => [n ? ', ' : '', said(deed.lead).find(isName), far(deed) ? ` ${far(deed)}` : '']),
  ];
}

/** The sentence of several deeds that are one row. */
export function together(deeds) {
  const [first] = deeds;
  if (first.act === 'walk' && !first.ends.length) return gone(deeds);
  return first.act === 'blow' && first.story ? struck(deeds) : [...told(first), ` ×${deeds.length}`];
}

/** What kinds of deed these are, and how many: `moves: 2, shots: 2`. */
export function kinds(deeds) {
  const found = {};
  for (const { act } of deeds) {
    const kind = ['walk', 'charge', 'shot', 'blow'].includes(act) ? act : 'other';
    found[kind] = (found[kind] || 0) + 1;
  }
  return Object.entries(found)
    .map(([kind, n]) => `${word(`deeds-${kind}`)}: ${n}`)
    .join(', ');
}
