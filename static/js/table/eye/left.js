// What is left to be seen of deeds until one begins another go: a thin line to whom it was done, which ends in whether it
// came off, and at each deed its number in the list.

import { $, svg } from '../../page/dom.js';
import { nearestTwo } from '../board/near.js';
import { called, side } from '../board/counters.js';
import { PER_UNIT, along, d, distance, round, said, towards, units } from '../space/geom.js';
import { AIMS, GOES } from './lines.js';
import { said as wordsOf } from '../panels/stories.js';
import { disc } from './discs.js';
import { text } from './told.js';

/** How wide a number is, in pixels. */
const WIDE = 14;
/** A move shorter than half an inch or one centimetre is told by its line alone. */
export const SHORT = Math.max(PER_UNIT / 2, units(1000));
/** Nearer to each other than this, in units of the drawing, no line shows between two. */
const CLOSE = 12;
/** Nearer than this, in units of the drawing, they are in contact. */
const TOUCH = 0.5;
/** Which part of a table is near. */
const NEAR = 0.25;

const at = (p) => `translate(${round(p.x)} ${round(p.y)})`;

export class Left {
  constructor(board, eye) {
    this.board = board;
    this.eye = eye;
    this.lines = svg('g', { class: 'left', 'aria-hidden': 'true' });
    this.numbers = svg('g', { class: 'left', 'aria-hidden': 'true', 'pointer-events': 'none' });
    board.trails.layer.after(this.lines);
    eye.stage.layer.before(this.numbers);
    /** Where each deed was done, by the line that tells who did it. */
    this.spots = new Map();
    this.seen = [];
    /** Who was near when a deed was told, by the line that leads it, and of how many lines that was. */
    this.nears = new WeakMap();
    /** Which of them have their number on the table, each with it, and who is told when that changes. */
    this.shown = new Map();
    /** Whether a deed bears the number of a row of the list, as that stands. */
    this.bears = (_deed) => false;
    this.tells = () => {};
    board.labels.then = () => this.number();
  }

  forget() {
    this.spots.clear();
    this.draw([]);
  }

  /** These are to be seen. */
  draw(deeds) {
    this.seen = deeds.map((deed) => ({ deed, spot: this.stood(deed) })).filter(({ spot }) => spot);
    this.lines.replaceChildren(...this.seen.flatMap(({ deed, spot }) => drawn(deed, spot, whose(this.board, deed))));
    this.number();
  }

  /** Their numbers stand on nothing that is drawn or written, as that is now. */
  number() {
    const { seen, board } = this;
    if (!seen.length && !this.numbers.firstChild) return;
    const { labels } = board;
    // A table that is nowhere to be seen yet has nothing laid: what comes of it is told once it is.
    if (!labels.bodies) return;
    const taken = seen.length ? labels.taken.map(framed) : [];
    const placed = [];
    this.shown = new Map();
    for (const { spot, deed } of seen.filter((one) => this.bears(one.deed))) {
      const place = disc(spot.points, WIDE * labels.far, taken, placed);
      if (!place) continue;
      placed.push(place);
      this.shown.set(deed, number(place));
    }
    this.numbers.replaceChildren(...[...this.shown.values()].map(({ node }) => node));
    this.tells();
  }

  /** These bear the numbers of rows: what bears none takes no place from one that does. */
  call(bears) {
    this.bears = bears;
    this.number();
  }

  /** Whether a deed is to be seen on the table, and may bear a number. */
  sees(deed) {
    return this.seen.some((one) => one.deed === deed);
  }

  /** By these numbers they are called. */
  write(of) {
    for (const [deed, { text }] of this.shown) text.textContent = `${of(deed)}.`;
  }

  /** Along which points a deed was done, as it was when it had just been shown. */
  spot(deed) {
    const key = `${deed.lead.id} ${deed.rows.length}`;
    if (!this.spots.has(key)) this.spots.set(key, this.found(deed));
    return this.spots.get(key);
  }

  /** The same as the two of them stand now, for who is struck or shot at may have gone on since: the number of a deed stands at
   * those whom the list names, as long as they are there. */
  stood(deed) {
    const spot = this.spot(deed);
    const isAim = AIMS.includes(deed.act) && !GOES.includes(deed.act);
    const now = spot && isAim ? this.found(deed, true) : null;
    return now || spot;
  }

  /** Who was near these when a deed was first told as it stands, once all stood (`keeps`): that is told of it however others
   * go on. */
  near({ lead, rows, by }, keeps = !$('#deeds.is-filming')) {
    const had = this.nears.get(lead);
    if (had?.rows === rows.length) return had.near;
    const near = this.measure(by, lead);
    if (keeps) this.nears.set(lead, { rows: rows.length, near });
    return near;
  }

  /** Who is near these now. */
  measure(by, lead) {
    return nearby(this.board, by, text(wordsOf(lead)));
  }

  /** The way that these have gone while these lines were shown, one after the other. */
  gone(rows, by) {
    const ways = rows.filter((row) => isOf(row, by)).map((row) => this.eye.trodden.get(row.id));
    const found = ways.filter(Boolean);
    return found.length ? chained(found) : undefined;
  }

  /** The same as lines tell it that were there when the page was opened. */
  told(rows, by) {
    const beats = rows.filter((row) => isOf(row, by)).flatMap((row) => this.eye.retold(row));
    return chained(beats.map(({ way }) => way).filter((way) => way.length > 1));
  }

  /** `both`: only where both are there between whom it was done. */
  found({ lead, rows, act, by, at: aim }, both = false) {
    const [beat] = this.eye.retold(lead);
    const gone = this.gone(rows, by);
    const goes = !act || GOES.includes(act);
    if (gone && goes) return along(gone) < SHORT ? null : { points: gone };
    // Who goes by an order of which nothing more is told goes as one whose move is: that way his line says.
    const way = beat && goes ? this.told(rows, by) : [];
    if (way.length > 1) return along(way) < SHORT ? null : { points: way, old: true };
    // What was only said, rolled or set up is told by its line alone.
    if (!beat || !act || act === 'place') return null;
    const who = this.eye.stage.who({ ...beat, by, at: aim });
    const [one, other] = [who.by[0], who.at[0]];
    if ((!one && !other) || (both && (!one || !other))) return null;
    if (!AIMS.includes(act) || !one || !other || this.friends(by, aim)) return { points: [one || other] };
    const far = distance(one, other);
    if (far - one.r - other.r < CLOSE) return { points: [one] };
    return { points: [towards(one, other, Math.min(one.r, far / 2)), towards(other, one, Math.min(other.r, far / 2))] };
  }

  /** Whether they are of one side: what one is told or given by his own is no shot at him. */
  friends(by, aim) {
    const [one, other] = [by, aim].map((ids) => side(ids.flatMap((id) => this.board.members(id))[0]));
    return Boolean(one) && one === other;
  }
}

/** One way after the other, as one: each begins where the one before has ended. */
const chained = (ways) => ways.flatMap((way, n) => (n < ways.length - 1 ? way.slice(0, -1) : way));

/** Whether a line tells of these, and of nobody else who does anything. */
function isOf({ dataset }, by) {
  const { by: who = [] } = dataset.picture ? JSON.parse(dataset.picture) : {};
  return who.length === by.length && who.every((id) => by.includes(id));
}

/** What is drawn or written as what no number covers: a circle, else its outline. */
const framed = ({ x, y, w, h, r, edges }) => ({
  x,
  y,
  r,
  frame:
    edges ??
    (r === undefined && [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ]),
});

/** The side of who does a deed; of one who is gone as the line says that tells of it. */
export function whose(board, { lead, by }) {
  const [one] = by.flatMap((id) => board.members(id));
  return side(one) || side(lead);
}

function drawn({ act, good }, { points, old }, whose) {
  const path = d(points);
  if (old) return [svg('path', { class: 'trail-halo', d: path }), svg('path', { class: `trail ${whose}`, d: path })];
  if (!AIMS.includes(act) || GOES.includes(act) || points.length < 2) return [];
  const end =
    good === null
      ? []
      : [
          svg(
            'g',
            { class: `left-end ${good ? 'hit' : 'miss'} ${whose}`, transform: at(points[1]) },
            svg('path', {
              class: 'keep',
              d: good ? 'M0-6L6 0L0 6L-6 0z' : 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z',
            }),
          ),
        ];
  return [
    svg('path', { class: 'trail-halo', d: path }),
    svg('path', { class: `left-line ${act} ${whose}`, d: path }),
    ...end,
  ];
}

/** A number that stands here, and where it is written. */
function number(place) {
  const text = svg('text', { y: 3.4 });
  const far = svg('g', { class: 'far' }, svg('circle', { r: WIDE / 2 }), text);
  return { node: svg('g', { class: 'left-number', transform: at(place) }, far), text };
}

/** The enemy who stands nearest to these now, his side and how far off he is, where one may measure and he stands near at
 *  all, but not in contact; null where what is `told` of it names him. */
export function nearby(board, ids, told) {
  const own = ids.flatMap((id) => board.members(id));
  if (!own.length || !$('#t-ruler')) return null;
  const stands = ({ classList }) => !classList.contains('is-body') && !classList.contains('is-riderless');
  const foes = board.all().filter((node) => side(node) && side(node) !== side(own[0]) && stands(node));
  const { one: foe, off } = nearestTwo(foes, own) || {};
  const { width, depth } = $('#table').dataset;
  return off > TOUCH && !told.includes(called(foe)) && off < units(Math.min(width, depth)) * NEAR
    ? { who: called(foe), side: side(foe), far: said(off) }
    : null;
}
