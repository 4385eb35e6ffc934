// In which words deeds are told.

import { $, $$, html } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { said } from '../panels/stories.js';
import { blows, hurts } from './deeds.js';
import { IDLE } from './lines.js';
import { inTurn } from './turns.js';
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

/** What a deed is told by: who does it, who took how many wounds of it, and what came of it; `rows`: only these of its
 * lines. */
export const told = (deed, rows) => {
  const all = sentences(rows ?? [deed.lead, ...deed.ends], !deed.sure, rows ?? deed.rows);
  return [...joined(hurtAmid(all, rows ?? [deed.lead, ...deed.ends], deed, wounds(deed))), ...also(deed)];
};

/** The sentences of these lines with who was wounded where that was told, if it was. */
function hurtAmid(all, lines, { rows = [] }, hurt) {
  const first = rows.findIndex((row) => hurts(row).length);
  // What is said twice is one sentence; a line that is none of the deed's own was not told before that.
  const before = lines.filter((row, n) => !n || (rows.includes(row) && rows.indexOf(row) <= first));
  const told = new Set(before.map((row) => text(names(row)))).size;
  return hurt.length ? all.toSpliced(Math.max(told, 1), 0, hurt) : all;
}

/** A deed with each stroke of its fight, as they were told. */
export function fought(deed) {
  const told = new Set([...deed.strokes, ...deed.ends]);
  return { ...deed, ends: deed.strokes.length ? deed.rows.filter((row) => told.has(row)) : deed.ends };
}

/** The same in two parts, with how far it led where that is known and who took how many wounds of it; in brief from this
 * level on so that what came of it has room, above the first who did it too. */
export function parts(deed, far = '', level = -1) {
  const hurt = wounds(deed);
  const brief = level >= 0;
  const all = sentences([deed.lead, ...deed.ends], !(deed.sure || (brief && hurt.length)), deed.rows);
  const [lead, ...ends] = brief ? shortened(all, level > 0) : all;
  const begun = [...lead, ...(far ? [` ${far}.`] : [])];
  const said = hurt.length && brief ? shortened([lead, hurt])[1] : hurt;
  const told = hurtAmid([lead, ...ends], [deed.lead, ...deed.ends], deed, said).slice(1);
  if (!told.length) return [...begun, ...also(deed)];
  const did = html('span', { class: 'did' }, ...begun);
  const came = html('span', { class: 'came' }, ...joined(told), ...also(deed));
  return [did, ' ', came];
}

/** Who took how many wounds, of those who could; nothing of a deed that could wound nobody. */
function wounds({ rows = [] }) {
  const found = new Map();
  for (const [name, side, n] of rows.flatMap(hurts)) {
    const one = found.get(`${side} ${name}`) || { name, side, n: 0 };
    found.set(`${side} ${name}`, one);
    one.n += n;
  }
  const all = [...found.values()];
  const hit = all.filter(({ n }) => n);
  if (!hit.length) return all.length ? [word('deeds-unhurt')] : [];
  return [
    `${word('deeds-wounds')} `,
    ...hit.flatMap(({ name, side, n }, i) => [i ? ', ' : '', named(name, side), ` ${n}`]),
    '.',
  ];
}

/** The same sentences with what is said in them again left out: of whom they have named only the code, of what follows the
 * first how it was reckoned; `first`: of that, too. */
export function shortened(all, first = false) {
  const seen = alike(all.flat().filter(isName));
  return all.map((parts, n) => {
    const name = n ? parts.findIndex(isName) : -1;
    const reckoned = name > 0 && /\d.*:\s$/.test(parts.slice(0, name).map(spoken).join(''));
    return (reckoned ? parts.slice(name) : parts).map((part) =>
      isName(part) ? coded(part, seen) : n || first ? bare(part) : part,
    );
  });
}

const spoken = (part) => (typeof part === 'string' ? part : words(part));

/** By what a name is known, and how it is called the second time: by its code, which says nothing alone where it is a figure
 * or a small letter: then with the first word of the rest. */
function known(name) {
  const [, code, rest] = text([name]).match(/^(\p{Lu}{1,2}\d*|\d{1,2}|\p{Ll}) (.+)/u) || [];
  const short = /^\p{Lu}/u.test(code || '') ? code : `${code} ${rest?.split(' ')[0]}`;
  return { rest, short, key: `${side(name)} ${rest}` };
}

/** Which names were told, those first that none can be told from by what they are called then. */
function alike(names) {
  const all = names.map(known);
  const clash = ({ short, rest }) => all.some((one) => one.short === short && one.rest !== rest);
  return { told: new Set(), never: new Set(all.filter(clash).map(({ key }) => key)) };
}

/** A name, once it or that of his unit was told only what tells it from others. */
function coded(name, seen) {
  const { rest, short, key } = known(name);
  if (!rest || seen.never.has(key) || !seen.told.has(key)) {
    seen.told.add(key);
    return name;
  }
  const copy = name.cloneNode(true);
  (copy.lastChild ?? copy).textContent = short;
  return copy;
}

/** Words without what stands in brackets. */
function bare(part) {
  const said = spoken(part);
  return / \(/.test(said) ? said.replace(/ \([^()]*\)/g, '') : part;
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
    if (same && before?.same === same && inTurn(before.lead, deed.lead) && !again(before, deed)) {
      before.rows.push(...deed.rows);
      before.too.push(deed.lead);
    } else found.push({ ...deed, rows: [...deed.rows], too: [], same });
  }
  return found;
}
