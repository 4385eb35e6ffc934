// In which words deeds are told.

import { $, $$, html } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { said } from '../panels/stories.js';
import { IDLE, blows } from './deeds.js';
import { side } from '../board/sides.js';

export const isName = (part) => part instanceof Element && part.matches('.one');
export const words = (node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '');
export const text = (nodes) =>
  nodes
    .map((node) => node.textContent ?? node)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

/** A name in the colour of a side, with its emblem. */
export function named(name, side) {
  const emblem = side && $(`#log .one.${side} .em`)?.cloneNode(true);
  return side ? html('b', { class: `one ${side}` }, emblem || '', name) : name;
}

/** The side of those on the table who have these names. */
const sideOf = (ids) =>
  side(
    ids
      .map((id) => CSS.escape(id))
      .map((id) => $(`.counter:is([data-piece="${id}"], [data-group="${id}"])`))
      .find(Boolean),
  );

/** Who strikes whom, each in the colour of his side, and what came of it. */
function strike({ word: told, by, at }) {
  const [, who, whom = '', rest = ''] = told.match(/^(.*?)(?: → (.*?))?(: .*)?$/) || [];
  return [named(who, sideOf(by)), ...(whom ? [' → ', named(whom, sideOf(at))] : []), rest];
}

/** The sentence of a line; where it names nobody it begins with who strikes whom. */
function names(row) {
  const sentence = said(row);
  const struck = sentence.some(isName) ? [] : blows(row);
  return struck.length ? [...struck.flatMap((one, n) => [n ? '; ' : '', ...strike(one)]), '. ', ...sentence] : sentence;
}

/** The line that the story of one began with which names nobody, where that names somebody on the table. */
function before(row, sentence) {
  const story = document.getElementById(`e-${(row.dataset.in || '').split(' ').pop()}`);
  if (!story || story === row || sentence.some(isName) || blows(row).length) return [];
  const head = said(story);
  return head.some((part) => isName(part) && !part.matches('[data-seat]')) ? [...head, ' '] : [];
}

/** How many of the dice of a line did what they were thrown for. */
const thrown = (row) =>
  $$('.throw > summary', row)
    .filter((roll) => roll.querySelector('.out'))
    .map((roll) => [...roll.querySelectorAll('.what, .out')].map((part) => part.textContent.trim()).join(' '));

/** What a deed is told by in so many lines, the first of which is told by itself; the same sentence once, with how often
 * it was said in `all`. */
function sentences(rows, dice, all) {
  const found = new Map();
  for (const row of rows) {
    const parts = names(row);
    const key = text(parts);
    if (found.has(key)) found.get(key).times += 1;
    else
      found.set(key, {
        key,
        times: 1,
        parts,
        head: found.size ? [] : before(row, parts),
        more: dice ? thrown(row) : [],
      });
  }
  const times = (one) => (one.times > 1 ? all.filter((row) => text(names(row)) === one.key).length : 1);
  return [...found.values()].map((one) => [
    ...one.head,
    ...one.parts,
    ...(times(one) > 1 ? [` ×${times(one)}`] : []),
    ...(one.more.length ? [` ${one.more.join(', ')}.`] : []),
  ]);
}

/** Sentences one after the other. */
const joined = (all) => all.flatMap((one, n) => (n ? [' ', ...one] : one));

/** Of whom else the same is told. */
function also({ lead, too = [] }) {
  const all = [...others(lead), ...too.flatMap((row) => [whose(row), ...others(row)])];
  return all.length ? [` ${word('likewise')} `, ...all.flatMap((name, n) => (n ? [', ', name] : [name]))] : [];
}
const whose = (row) => said(row).find(isName) || text(said(row));
/** Of whom else a line itself tells the same. */
const others = (row) => $$('.too:not([hidden]) .one', row).map((name) => name.cloneNode(true));

/** What a deed is told by: who does it, and what came of it; `rows`: only these of its lines. */
export const told = (deed, rows) => [
  ...joined(sentences(rows ?? [deed.lead, ...deed.ends], !deed.sure, rows ?? deed.rows)),
  ...also(deed),
];

/** A deed with each stroke of its fight, as they were told. */
export function fought(deed) {
  const told = new Set([...deed.strokes, ...deed.ends]);
  return { ...deed, ends: deed.strokes.length ? deed.rows.filter((row) => told.has(row)) : deed.ends };
}

/** The same in two parts, with how far it led where that is known. */
export function parts(deed, far = '') {
  const [lead, ...ends] = sentences([deed.lead, ...deed.ends], !deed.sure, deed.rows);
  const begun = [...lead, ...(far ? [` ${far}.`] : [])];
  if (!ends.length) return [...begun, ...also(deed)];
  const did = html('span', { class: 'did' }, ...begun);
  const came = html('span', { class: 'came' }, ...joined(ends), ...also(deed));
  return [did, ' ', came];
}

/** What a line says whomever it names; nothing of one that tells how far, or what was thrown. */
function pattern({ act, ends, lead }) {
  if ((act && act !== 'place') || ends.length || lead.querySelector('.die')) return '';
  const sentence = said(lead);
  const one = sentence.filter(isName).length === 1;
  return one ? `${side(lead)} ${text(sentence.map((part) => (isName(part) ? '·' : part)))}` : '';
}

/** Whether one of them did it before. */
const again = ({ lead, too }, deed) => {
  const whom = text([whose(deed.lead)]);
  return deed.weight !== IDLE && [lead, ...too].some((row) => text([whose(row)]) === whom);
};

/** Deeds that follow each other and of which the same is told are one: `too` are the lines of the others.  One that is
 * `seen` on the table by itself stands by itself. */
export function gathered(deeds, seen = (_deed) => false) {
  const found = [];
  for (const deed of deeds) {
    const same = seen(deed) ? '' : pattern(deed);
    // Who does nothing is told of with the others, whatever was done between.
    const before = deed.weight === IDLE ? found.findLast((one) => one.same === same) : found[found.length - 1];
    // Who does the same twice is told of twice, each time with how far that led.
    if (same && before?.same === same && !again(before, deed)) {
      before.rows.push(...deed.rows);
      before.too.push(deed.lead);
    } else found.push({ ...deed, rows: [...deed.rows], too: [], same });
  }
  return found;
}
