// What is written on the table gives way: codes appear where they fit, names of ground where nothing stands.

import { $, $$, put, set } from '../../page/dom.js';
import { bounded, clear, crosses, meets } from '../space/boxes.js';
import { inside, round } from '../space/geom.js';
import { frame, side, stands } from './counters.js';
import { later } from './later.js';
import { drawn } from './marks.js';
import { FARTHEST, about, along, behind, crowded, first, off, plus, seen, within } from './places.js';
import { corner } from './scalebar.js';
import { Stones, alone } from './stones.js';

/** How large names of ground are written, and how much wider their letters are set. */
const NAME = 13;
const SET = 0.03;
/** What of that they are at least. */
const LEAST = 0.85;
/** How much of its size a line of letters is high. */
const HIGH = 0.9;
/** How large codes are at least. */
const SMALL = 10;
/** How wide and how high the silhouette of an arm, its tag and a standard are, in pixels. */
const ARM = { wide: 13, high: 9 };
const TAG = { wide: 16, high: 13 };
const STANDARD = { wide: 14, high: 22 };
/** How far its neighbours' fronts are drawn off their frames, in pixels. */
const RIM = 1.5;
/** How much farther than his stone the horse of a rider reaches. */
const HORSE = 1.35;
/** How large stones of leaders are drawn, in pixels: those of the highest, and others; by how small the table is drawn. */
const CROWN = 18;
const KNOB = 13.4;
const PARTS = [0.92, 0.92, 0.66];
const ATTACHED = [0.7, 0.6, 0.54];
/** How often places for all arms are sought. */
const TRIES = 8;
/** How bad a tie is that is not drawn. */
const WORST = 4;
/** How large the knot is with which a tie ends on its formation, in pixels. */
const KNOT = 1.4;
/** How high the name of a unit is, and how large it is drawn from afar. */
const [NAMED, NAMES] = [18, 0.86];

export class Labels {
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    /** How wide and how deep the table is. */
    this.edge = ['width', 'height'].map((name) => Number($('.t-edge').getAttribute(name)));
    this.leans = new WeakMap();
    this.stones = new Stones(this);
    this.lay();
  }

  /** All of them, once what has come is painted. */
  soon() {
    later('labels', () => this.lay());
  }

  lay() {
    const { scale } = this.camera;
    if (!scale) return;
    /** What ties tags to those they belong to. */
    this.strings = [];
    this.laid = [];
    const nodes = this.board.all();
    // Read once, before anything is put: all that is drawn would be laid out for each further time.
    const code = $('.formation > g > text', this.board.layer);
    this.letters = code ? parseFloat(getComputedStyle(code).fontSize) : SMALL;
    const small = this.board.units.size || 0;
    this.stones.grow(nodes);
    this.bodies = nodes.map((node) => ({
      ...this.body(node, small),
      node,
      side: side(node),
      force: node.dataset.force,
    }));
    this.laid.push(...corner(this));
    // Of those in a unit it is the unit that is named.
    const coded = [...nodes.entries()].filter(([, node]) => !node.dataset.group || node.dataset.frame);
    for (const [n, node] of nodes.entries()) if (node.matches('.commander')) this.aside(node, n, small);
    const ranks = coded.filter(([, node]) => node.matches('.formation'));
    // Of what is seen from afar the arm is told first.
    if (small) this.arms(ranks);
    this.laid.push(...this.strings);
    for (const name of this.board.units.layer.children) this.unit(name, small);
    for (const first of [true, false])
      for (const [n, node] of coded) {
        if (eager(node) === first && node.matches('.formation')) this.coded(node, n);
      }
    const loose = coded.filter(([, node]) => alone(node));
    this.stones.name([...loose].sort(([, a], [, b]) => eager(b) - eager(a)));
    this.standards(ranks, small);
    for (const text of $$('#names text')) this.named(text);
  }

  /** Where the table is drawn small a leader stands beside those he is among, tied to his place by a line. */
  aside(node, n, small) {
    const { scale } = this.camera;
    const at = stands(node);
    const { r } = this.bodies[n];
    const { whole } = this.camera;
    const fits = (p) => seen(p, whole, r) && this.alone({ ...p, r }, n);
    const found = small ? first(about(at, scale), fits) : at;
    if (!found) return;
    Object.assign(this.bodies[n], found);
    const way = { x: found.x - at.x, y: found.y - at.y };
    const spot = $('.aside', node);
    set(spot, 'transform', `translate(${round(way.x)} ${round(way.y)})`);
    set($('.stalk', spot), 'd', way.x || way.y ? `M0 0L${round(-way.x)} ${round(-way.y)}` : '');
  }

  /** Whether a stone lies on nobody else. */
  alone(disc, own) {
    return this.bodies.every((other, n) => n === own || !meets(disc, other));
  }

  /** A formation bears its code at the first place where it lies on nothing else. */
  coded(node, n) {
    const text = $('text', node);
    const spot = text.parentNode;
    if (!this.leans.has(spot)) this.leans.set(spot, stands(spot));
    const places = [{ x: 0, y: 0 }, this.leans.get(spot), ...along(frame(node))];
    const found = places.find((p) => this.take(this.letter(node, text, p), n));
    put(node, 'is-mute', !found);
    if (found) set(spot, 'transform', `translate(${round(found.x)} ${round(found.y)})`);
  }

  /** The box of the code of a formation so far off its middle. */
  letter(node, text, p) {
    const size = this.letters * Math.max(this.far, 0.9);
    const wide = drawn(text.textContent, `700 ${SMALL}px`, '--sans') * (size / SMALL);
    return this.around(plus(stands(node), p), wide + 2 * RIM * this.camera.scale, size * HIGH);
  }

  /** What formations bear: while any has no room for it, those that had none choose first. */
  arms(ranks) {
    const { laid } = this;
    this.known = [];
    const place = ([, node]) => stands(node);
    let order = crowded(ranks, place, this.camera.scale);
    let best = null;
    for (let n = 0; n < TRIES && best?.bare !== 0; n += 1) {
      Object.assign(this, { laid: [...laid], strings: [] });
      const spots = new Map(order.map((one) => [one, this.borne(one[1], one[0])]));
      const none = order.filter((one) => spots.get(one) === null);
      if (!best || none.length < best.bare) best = { spots, bare: none.length, laid: this.laid, strings: this.strings };
      order = [...none, ...order.filter((one) => !none.includes(one))];
    }
    Object.assign(this, { laid: best.laid, strings: best.strings });
    for (const [[, node], spot] of best.spots) this.bears($('.bears', node), spot);
  }

  bears(part, spot) {
    if (!part) return;
    put(part, 'is-seen', Boolean(spot));
    put(part, 'is-off', Boolean(spot?.end));
    this.lean(part, spot);
  }

  /** What a formation bears stands on it beside its code, where it is too thin for that on a tag that is tied to it. */
  borne(node, n) {
    if (!$('.bears', node)) return undefined;
    const far = Math.max(this.far, 0.9);
    const [at, edges] = [stands(node), frame(node)];
    const box = (p, { wide, high }) => this.around(plus(at, p), wide * far, high * far);
    const code = this.letter(node, $('text', node), { x: 0, y: 0 });
    const fits = (one) => holds(one, edges) && clear(one, [code]) && this.take(one, n);
    return along(edges).find((p) => fits(box(p, ARM))) || this.tied(at, edges, box({ x: 0, y: 0 }, TAG), n);
  }

  /** Something that belongs to a counter is put there, seen from it, and tied to it. */
  lean(part, p) {
    if (!p) return;
    set(part, 'transform', `translate(${round(p.x)} ${round(p.y)})`);
    if (!p.end) return;
    const [x, y, r] = [p.end.x - p.x, p.end.y - p.y, KNOT * this.camera.scale].map(round);
    const knot = `M${round(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
    for (const line of $$('.stalk', part)) set(line, 'd', `M0 0L${x} ${y}${knot}`);
  }

  /**
   * The first place for a tag off an end of its formation where it lies on nothing, nor what ties it; else one that is tied
   * over other ties; at worst over others of its side.
   */
  tied(at, edges, size, n) {
    let found = null;
    for (const place of this.places(at, edges, size, n)) {
      if (!clear(place.box, this.laid) || !clear(place.box, this.strings)) continue;
      const bad = this.crossed(place, n);
      if (bad < (found?.bad ?? WORST)) found = { ...place, bad };
      if (!bad) break;
    }
    if (!found) return null;
    this.laid.push(found.box);
    this.strings.push(found.line);
    return found.p;
  }

  /** The places off the ends of a formation that are on nobody, each found once. */
  *places(at, edges, { w, h }, n) {
    this.known[n] ??= { found: [], more: off(edges, at, { w, h }, this.camera.scale) };
    const { found, more } = this.known[n];
    yield* found;
    for (let next = more.next(); !next.done; next = more.next()) {
      const p = next.value;
      const box = { x: at.x + p.x - w / 2, y: at.y + p.y - h / 2, w, h };
      if (!clear(box, this.bodies)) continue;
      found.push({ p, box, line: bounded([plus(at, p.end), plus(at, p)]) });
      yield found.at(-1);
    }
  }

  /** How bad it is what a tie crosses: nothing, other ties, its own force, its side, an enemy or what is written. */
  crossed(place, n) {
    if (this.laid.some((other) => crosses(place.line, other))) return WORST;
    const own = this.bodies[n];
    place.over ??= this.bodies.filter((other) => other !== own && crosses(place.line, other));
    const { over } = place;
    if (over.some((other) => other.side !== own.side)) return WORST;
    if (over.length) return over.every((other) => other.force === own.force) ? 2 : 3;
    return this.strings.some((other) => crosses(place.line, other)) ? 1 : 0;
  }

  /** The name of a unit of loose models stands beside them, tied to the one in their middle. */
  unit(name, small) {
    const part = $('.lean', name);
    if (!small || !part) return;
    const { scale } = this.camera;
    const at = stands(name);
    const size = { wide: name.dataset.wide * NAMES * this.far, high: NAMED * NAMES * this.far };
    const box = (p) => this.around(p, size.wide, size.high);
    const near = within(this.bodies, at, FARTHEST * scale + size.wide);
    const fits = (one) => this.lies(one) && clear(one, this.laid) && clear(one, near);
    const found = first(about(at, scale), (p) => fits(box(p))) || at;
    this.laid.push(box(found));
    this.lean(part, { x: found.x - at.x, y: found.y - at.y });
    const way = { x: at.x - found.x, y: at.y - found.y };
    const rest =
      1 - (near.find((body) => body.x === at.x && body.y === at.y)?.r ?? 0) / (Math.hypot(way.x, way.y) || 1);
    set($('.stalk', part), 'd', `M0 0L${round(way.x * rest)} ${round(way.y * rest)}`);
  }

  /** Each clan has a standard behind one of its formations, from near behind each; where there is no room, none. */
  standards(ranks, small) {
    const far = Math.max(this.far, 0.9);
    const raised = new Set();
    for (const [n, node] of ranks) {
      const part = $('.banner', node);
      if (!part) continue;
      const [at, clan] = [stands(node), node.dataset.force];
      const size = { wide: STANDARD.wide * far, high: STANDARD.high * far };
      const places = small && raised.has(clan) ? [] : behind(frame(node), at, size);
      const found = places.find((p) => this.take(this.around(plus(at, p), size.wide, size.high), n));
      if (found) raised.add(clan);
      put(part, 'is-seen', Boolean(found));
      this.lean(part, found);
    }
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
      return this.lies(box) && this.take(box, -1);
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
      return places.map((across) => [across, down]);
    }
    const named = (text.dataset.lines || String(y)).split(' ');
    return named.map((line) => [x + owner.x, Number(line) + owner.y]);
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
    return clear(box, this.laid) && clear(box, own < 0 ? this.bodies : this.bodies.toSpliced(own, 1));
  }

  /** How much of their size letters of names have, as their sheet says. */
  get part() {
    return Math.min(1, this.camera.inv * 0.75);
  }

  /** What a counter covers: its frame, or a circle. */
  body(node, small) {
    const edges = frame(node);
    if (edges) return bounded(edges);
    const { x, y } = stands(node);
    if (node.matches('.commander')) return { x, y, r: stone(node, small) * this.far };
    return { x, y, r: this.stones.radius(node) * ($('[href="#horse"]', node) ? HORSE : 1) };
  }

  get far() {
    return Math.max(0.4, Math.min(6, this.camera.scale));
  }
}

/** Whose code is laid first: who is chosen or may act. */
const eager = (node) => node.matches('.may, .is-on');

/** The radius of a leader's stone in pixels. */
function stone(node, small) {
  const part = (node.matches('.is-attached') ? ATTACHED : PARTS)[small];
  return part * ($('[href="#crown"]', node) ? CROWN : KNOB);
}

/** Whether a box lies within a convex outline. */
const holds = ({ x, y, w, h }, edges) =>
  [0, w].every((a) => [0, h].every((b) => inside(edges, { x: x + a, y: y + b })));
