// What is written on the table gives way: codes appear where they fit, names of ground where nothing stands.

import { $, $$, put, set } from '../../page/dom.js';
import { bounded, clear } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { stands } from './counters.js';
import { built, eager, stone } from './covers.js';
import { key, keyed } from './key.js';
import { read } from './known.js';
import { later, never } from './later.js';
import { light } from './light.js';
import { drawn } from './marks.js';
import { corner } from './scalebar.js';
import { Stones } from './stones.js';

/** How large names of ground are written, and how much wider their letters are set. */
const NAME = 13;
const SET = 0.03;
/** What of that they are at least. */
const LEAST = 0.85;
/** How much farther than his stone the horse of a rider reaches. */
const HORSE = 1.35;
/** And how much farther the corners of his seat who leads in a formation. */
const SEAT = 1.42;

/** So many milliseconds after it was drawn at another scale a table rests. */
const REST = 120;

/** What lays them at a table: more is known where bodies are led. */
let Laid = null;
export const laidBy = (more) => (Laid = more);

/** What is written on this table, laid as it is now. */
export function labelled(board, camera) {
  const labels = new (Laid || Labels)(board, camera);
  labels.lay();
  light(labels);
  key();
  return labels;
}

export class Labels {
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    /** How wide and how deep the table is. */
    this.edge = ['width', 'height'].map((name) => Number($('.t-edge').getAttribute(name)));
    this.stones = new Stones(this);
    /** When it was drawn at another scale last. */
    this.zoomed = -REST;
    /** Is told when all has been laid. */
    this.then = () => {};
  }

  /** All of them, once what has come is painted. */
  soon() {
    later(
      'labels',
      () => this.put(),
      () => this.read(),
    );
  }

  /** The table is drawn at another scale: while one zooms they are not laid in each frame, but once it rests. */
  scaled() {
    const zooms = performance.now() - this.zoomed < REST;
    this.zoomed = performance.now();
    clearTimeout(this.resting);
    if (!zooms) return this.soon();
    never('labels');
    this.resting = setTimeout(() => this.lay(), REST);
  }

  lay() {
    this.read();
    this.put();
  }

  /** The same of which was read before where things lie. */
  put() {
    const { scale } = this.camera;
    if (!scale) return;
    this.laid = [];
    /** The signs that are on the table: where, of whom, and how they are drawn. */
    this.signs = [];
    const all = this.board.all().map(read);
    /** What would be hidden under what is written; where there is other room that is taken. */
    this.built = built();
    const small = this.board.units.size || 0;
    this.stones.grow(all);
    this.bodies = all.map((one) => this.body(one, small));
    this.follow();
    this.laid.push(...corner(this));
    // Of those in a unit it is the unit that is named.
    const coded = [...all.entries()].filter(([, { group, edges }]) => !group || edges);
    this.led(all, coded, small);
    const loose = coded.filter(([, one]) => one.alone).map(([n, { node }]) => [n, node]);
    this.stones.name(loose.sort(([, a], [, b]) => eager(b) - eager(a)));
    this.raise(small);
    for (const text of $$('#names text')) this.named(text);
    this.then();
    keyed();
  }

  /** Read once, before anything is put: all that is drawn would be laid out for each further time. */
  read() {
    this.camera.measured();
  }

  /** What leads and is led in bodies is written before single models, its standards after them: where none is led, nothing. */
  led(_all, _coded, _small) {}
  raise(_small) {}

  /** All that is drawn and written, with what ties that. */
  get taken() {
    return [...this.bodies, ...this.laid, ...this.stones.ties];
  }

  /** Those whose sign is at a point. */
  gathered(_p) {
    return null;
  }

  /** Whether a box lies on the table. */
  lies({ x, y, w, h }) {
    const [wide, high] = this.edge;
    return x >= 0 && y >= 0 && x + w <= wide && y + h <= high;
  }

  /** A box is taken if it is free. */
  take(box, own) {
    return this.free(box, own) && this.laid.push(box) > 0;
  }

  /** A name of ground stands where it is drawn, or at another of its lines; on something it is not written. */
  named(text) {
    const found = this.lines(text).find(([x, y]) => {
      const box = this.written(text, x, y);
      return this.lies(box) && clear(box, this.built) && this.take(box, -1);
    });
    put(text, 'is-mute', !found);
    const turn = this.camera.turned ? ' rotate(-90)' : '';
    if (found) set(text, 'transform', `translate(${found[0]} ${found[1]}) scale(${this.size(text)})${turn}`);
  }

  /** The places a text may have: those it names, else the one it has. */
  lines(text) {
    const { x, y } = stands(text);
    const owner = text.parentNode.matches('.scalebar') ? stands(text.parentNode) : { x: 0, y: 0 };
    if (this.camera.turned && text.dataset.turned) {
      const [down, ...places] = text.dataset.turned.split(' ').map(Number);
      return this.below(text, places).map((across) => [across, down]);
    }
    const named = (text.dataset.lines || String(y)).split(' ').map(Number);
    return this.below(text, named).map((line) => [x + owner.x, line + owner.y]);
  }

  /** Below its ground it is as far off that as it came, however much larger it is written. */
  below(text, [first, ...others]) {
    const { size } = text.dataset;
    const more = size && !text.matches('.on-water') ? NAME * (this.part * this.size(text) - size) : 0;
    return [first + Math.max(0, more), ...others];
  }

  /** How large a text is drawn: as it came, but on the screen no larger than it is written, nor too small to be read. */
  size(text) {
    const given = Number(text.dataset.size || text.getAttribute('transform').match(/scale\(([\d.]+)/)?.[1] || 1);
    const written = this.camera.scale / this.part;
    return round(Math.max(Math.min(given, written), written * LEAST));
  }

  /** The box of a name whose letters stand on a line. */
  written(text, x, y) {
    const size = NAME * this.part * this.size(text);
    const letters = text.textContent;
    const wide = (drawn(letters, `italic 400 ${NAME}px`, '--serif') / NAME + SET * letters.length) * size;
    const aside = this.camera.turned && text.closest('.scalebar') ? wide / 2 : 0;
    const off = this.camera.inward({ x: aside, y: -size * 0.3 });
    return this.around({ x: x + off.x, y: y + off.y }, wide, size);
  }

  /** The box about a place that is so wide and high as one reads. */
  around({ x, y }, wide, high) {
    const [w, h] = this.camera.turned ? [high, wide] : [wide, high];
    return { x: x - w / 2, y: y - h / 2, w, h };
  }

  free(box, own) {
    return clear(box, this.laid) && this.bare(box, this.bodies[own]);
  }

  /** Whether a box lies on nobody but one. */
  bare(box, own) {
    return clear(box, own ? this.bodies.filter((body) => body !== own) : this.bodies);
  }

  /** Where very many are led it is kept who lies where. */
  follow() {}

  /** How much of their size letters of names have, as their sheet says. */
  get part() {
    return Math.min(1, this.camera.inv * 0.75);
  }

  /** What a counter covers: its frame, or a circle; as long as it is the same it is the same object. */
  body(one, small) {
    const { node, x, y, edges, side, force, covers } = one;
    if (one.commander && !edges) return { x, y, r: stone(node, small) * this.far, node, side, force, one, leads: true };
    one.rides ??= Boolean($('[href="#horse"]', node));
    const wide = one.head ? SEAT : one.rides ? HORSE : 1;
    const r = edges ? undefined : (this.stones.radii.get(node) ?? one.r) * wide;
    if (covers && covers.r === r) return covers;
    return (one.covers = { ...(edges ? bounded(edges) : { x, y, r }), node, side, force, one });
  }

  get far() {
    return Math.max(0.4, Math.min(6, this.camera.scale));
  }
}
