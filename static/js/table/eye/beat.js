// What a line of the log shows: its picture, its dice, whom it moves and from where.

import { $, $$ } from '../../page/dom.js';
import { distance, middle, toUnits } from '../space/geom.js';
import { side } from '../board/sides.js';

/** Kinds in which those who do it go somewhere. */
const GOING = ['walk', 'rout', 'charge'];
/** The kind that tells what somebody was told to do. */
const ORDER = ['card'];
/** Nearer than this to where he stands one has come there, in units of the drawing. */
const NEAR = 9;

const pairs = (flat) => flat.flatMap((x, i) => (i % 2 ? [] : [toUnits([x, flat[i + 1]])]));

/** The picture of a line, or null. */
export function read(row) {
  if (!row?.dataset.picture || row.classList.contains('is-struck')) return null;
  const {
    kind,
    by = [],
    at = [],
    way = [],
    place = null,
    good = null,
    far = '',
    word = '',
  } = JSON.parse(row.dataset.picture);
  // Over the table a figure alone says nothing: there the line itself is told.
  const out = kind === 'banner' ? null : $('.roll .out, .throw > summary .out', row);
  const said = word || far || out?.textContent.replace(/\s+/g, ' ').trim() || '';
  return {
    kind,
    by,
    at,
    way: pairs(way),
    place: place && toUnits(place),
    good,
    word: said,
    row,
    side: side(row),
    dice: $$('.roll > .die, .throw > summary .die', row),
    legs: [],
    gone: [],
  };
}

/** All that a line shows, one after the other: of a roll in which several strike, each with his dice. */
export function reads(row) {
  const whole = read(row);
  if (!whole) return [];
  const { then = [], dice } = JSON.parse(row.dataset.picture);
  if (!dice) return [whole];
  let from = 0;
  return [JSON.parse(row.dataset.picture), ...then].map(
    ({ kind, by, at = [], good = null, word = '', dice: many }) => ({
      ...whole,
      ...{ kind, by, at, good, word },
      ...{ legs: [], gone: [], dice: whole.dice.slice(from, (from += many)) },
    }),
  );
}

/** A line that has no picture is still about somebody. */
export function plain(row) {
  const by = row.classList.contains('is-struck') ? [] : (row.dataset.pieces || '').split(' ');
  return { kind: 'word', by, at: [], way: [], place: null, good: null, word: '', row, dice: [], legs: [], gone: [] };
}

/** The way to a place that a piece has of its own where it goes along with others: theirs, beside it. */
export function leg(way, from, to) {
  const [first] = way;
  if (!first) return [from, to];
  const own = way.map((p) => ({ x: p.x + from.x - first.x, y: p.y + from.y - first.y }));
  return [from, ...own.slice(1, -1), to];
}

/** Where that way ends by itself. */
const end = (way, from) => {
  const [first, last] = [way[0], way[way.length - 1]];
  return { x: from.x + last.x - first.x, y: from.y + last.y - first.y };
};

/** The beats that tell of any of these names. */
const about = (beats, names, kinds) =>
  beats.filter(
    (beat) =>
      (!kinds || kinds.includes(beat.kind)) && [...beat.by, ...(kinds ? [] : beat.at)].some((id) => names.has(id)),
  );

/** Whether the ways that beats tell lead those of whom they tell to where they stand, on the average. */
function arrive(told, moves) {
  const names = new Set(told.flatMap(({ by }) => by));
  const whose = moves.filter((move) => move.names.some((id) => names.has(id)));
  const from = middle(whose.map((move) => move.from));
  const to = told.reduce((at, { way }) => end(way, at), from);
  return distance(to, middle(whose.map((move) => move.to))) < NEAR;
}

/**
 * The beats in which somebody is seen to go: those that tell along which way, and what follows them if he is not where
 * he stands by then; where no line tells of it, that of what he was told to do.
 */
function goes(beats, names, moves) {
  const going = about(beats, names, GOING);
  if (!going.length) return about(beats, names, ORDER).slice(0, 1);
  const told = going.filter(({ way }) => way.length > 1);
  if (!told.length) return going;
  const then = going.slice(going.indexOf(told[told.length - 1]) + 1);
  return then.length && !arrive(told, moves) ? [...told, ...then] : told;
}

/**
 * Give beats, oldest first, what has come with them: moves `{node, names, from, to}` of those that stand elsewhere now,
 * `{node, names}` of those that are gone.  What no beat tells of comes back.
 */
export function share(beats, moves, gone) {
  const left = { moves: [], gone: [] };
  for (const move of moves) {
    const mine = goes(beats, new Set(move.names), moves);
    let { from } = move;
    for (const [i, beat] of mine.entries()) {
      const last = i === mine.length - 1;
      const to = last || beat.way.length < 2 ? move.to : end(beat.way, from);
      if (distance(from, to) > 0.05 || last) beat.legs.push({ node: move.node, points: leg(beat.way, from, to) });
      from = to;
    }
    if (!mine.length) left.moves.push(move);
  }
  for (const one of gone) {
    const mine = about(beats, new Set(one.names));
    const fall = mine.findLast(({ kind }) => kind === 'fall') || mine[mine.length - 1];
    if (fall) fall.gone.push(one);
    else left.gone.push(one);
  }
  return left;
}

/** Whether a press was at one of those that are shown elsewhere than they stand: where it stands, or where it is shown. */
export const isAway = (away, counter, { clientX: x, clientY: y }) =>
  away.some((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return node === counter || (left <= x && x <= right && top <= y && y <= bottom);
  });
