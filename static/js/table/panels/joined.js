// A line of the log that goes into the one told before it: more dice of a roll, another piece that did nothing.

import { $, $$ } from '../../page/dom.js';

const SIDES = ['a', 'b', 'c', 'd'];

/** Whether a line that comes went into the one under it. */
export function joined(row, under) {
  if (!row || !under?.matches('[data-seq]') || document.getElementById(row.id)) return false;
  return row.dataset.more === undefined ? likewise(row, under) : beside(row, under);
}

/** Dice that follow what was told before go under it, but not under the line of a phase, nor of who did nothing. */
function beside(row, under) {
  if (under.dataset.phase !== undefined || under.dataset.idle !== undefined) return false;
  for (const dice of $$('.throw', row)) document.getElementById(dice.id) || under.firstElementChild.append(dice);
  const picture = pictured(under.dataset.picture, row.dataset.picture);
  if (picture) under.dataset.picture = picture;
  return true;
}

/** What a line shows once these dice are told with it: what was only a word is who strikes whom, and more strokes follow
 * those that are shown already. */
export function pictured(before, more) {
  if (!before || !more) return more;
  const [one, other] = [before, more].map((text) => JSON.parse(text));
  if (one.kind === 'word') return more;
  const { then = [], ...first } = other;
  return one.dice && one.word ? JSON.stringify({ ...one, then: [...(one.then || []), first, ...then] }) : before;
}

/** Others of whom the same is told. */
function likewise(row, under) {
  const fresh = named(row);
  const { idle } = row.dataset;
  const same =
    idle && idle === under.dataset.idle && row.dataset.in === under.dataset.in && struck(row) === struck(under);
  if (!same || !fresh.length) return false;
  const more = $('.too', under);
  const names = more.lastElementChild;
  for (const name of fresh) names.append(...(names.childNodes.length ? [', '] : []), name);
  more.hidden = false;
  under.dataset.pieces += ` ${row.dataset.pieces}`;
  if (SIDES.some((side) => row.classList.contains(side) !== under.classList.contains(side))) shared(under);
  return true;
}

/** It tells of several sides. */
function shared(line) {
  line.classList.remove(...SIDES);
  $('.by', line)?.remove();
  $('.lead', line)?.classList.remove('lead');
}

/** Who is named in such a line: first whom its sentence is about, then those of whom the same is true. */
const named = (row) => $$('.one', row);

/** Whether a line was taken back. */
const struck = (row) => row.classList.contains('is-struck');
