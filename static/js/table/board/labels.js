// What is written on the table gives way: codes appear where they fit, names of ground where nothing stands.

import { $, $$, put, set } from '../../page/dom.js';
import { bounded, clear, crosses, meets } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { frame, side, stands } from './counters.js';
import { eager, holds, stone } from './covers.js';
import { later } from './later.js';
import { drawn } from './marks.js';
import { Musters } from './musters.js';
import { about, along, behind, crowded, first, off, plus, seen } from './places.js';
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
/** How wide a tag is drawn that bears no code, before it is made smaller. */
const TAGGED = 19.2;
/** How wide and how high the silhouette of an arm, its tag and a standard are, in pixels. */
const ARM = { wide: 13, high: 12 };
const TAG = { wide: 16, high: 13 };
const STANDARD = { wide: 14, high: 22 };
/** How far its neighbours' fronts are drawn off their frames, in pixels. */
const RIM = 1.5;
/** How much farther than his stone the horse of a rider reaches. */
const HORSE = 1.35;
/** And how much farther the corners of his seat who leads in a formation. */
const SEAT = 1.42;
/** How often places for all arms are sought. */
const TRIES = 8;
/** How bad a tie is that is not drawn. */
const WORST = 4;
/** How large the knot is with which a tie ends on its formation, in pixels. */
const KNOT = 1.4;

export class Labels {
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    /** How wide and how deep the table is. */
    this.edge = ['width', 'height'].map((name) => Number($('.t-edge').getAttribute(name)));
    this.leans = new WeakMap();
    this.stones = new Stones(this);
    this.musters = new Musters(this);
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
    const leaders = [...nodes.entries()].filter(([, node]) => node.matches('.commander'));
    const ranks = coded.filter(([, node]) => node.matches('.formation'));
    const gathered = this.gather(ranks, leaders, small);
    for (const [n, node] of leaders) if (!node.matches('.leads')) this.aside(node, n, small);
    this.tags = new Map();
    // Of what is seen from afar the arm is told first.
    if (small) this.arms(ranks.filter(([, node]) => !gathered.has(node)));
    this.laid.push(...this.strings);
    if (small) this.musters.units(this.board.units.layer.children, (part, spot) => this.lean(part, spot));
    for (const first of [true, false])
      for (const [n, node] of coded) {
        if (eager(node) === first && node.matches('.formation')) this.coded(node, n, gathered.has(node));
      }
    const loose = coded.filter(([, node]) => alone(node));
    this.stones.name([...loose].sort(([, a], [, b]) => eager(b) - eager(a)));
    this.standards(ranks, small, gathered);
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
  coded(node, n, gathered) {
    const text = $('text', node);
    if (gathered) return put(node, 'is-mute', true);
    const spot = text.parentNode;
    const tag = this.tags.get(node);
    if (tag) return this.tagged(node, spot, tag);
    if (!this.leans.has(spot)) this.leans.set(spot, stands(spot));
    const places = [{ x: 0, y: 0 }, this.leans.get(spot), ...along(frame(node))];
    const found = places.find((p) => this.take(this.letter(node, p), n));
    if (found) set(spot, 'transform', `translate(${round(found.x)} ${round(found.y)})`);
    return put(node, 'is-mute', !found);
  }

  /** Whose arm is on a tag has his code on it too. */
  tagged(node, spot, { x, y, wide }) {
    const off = this.camera.inward({ x: ((TAG.wide - 2) / 2) * Math.max(this.far, 0.9), y: 0 });
    set(spot, 'transform', `translate(${round(x + off.x)} ${round(y + off.y)})`);
    $('.bears', node).style.setProperty('--before', `${round(-wide / 2)}px`);
    set($('.tag', node), 'width', String(round(TAGGED + wide / 0.82)));
    return put(node, 'is-mute', false);
  }

  /** The box of the code of a formation so far off its middle. */
  letter(node, p) {
    const far = Math.max(this.far, 0.9);
    return this.around(
      plus(stands(node), p),
      this.wide(node) * far + 2 * RIM * this.camera.scale,
      this.letters * far * HIGH,
    );
  }

  /** How wide the code of a formation is, in pixels. */
  wide(node) {
    return drawn($('text', node).textContent, `700 ${SMALL}px`, '--sans') * (this.letters / SMALL);
  }

  /** From afar those of a force that cannot bear what they are, are gathered to one sign. */
  gather(ranks, leaders, small) {
    if (small) this.hold();
    const far = Math.max(this.far, 0.9);
    const fits = (node) => this.onBody(node, far);
    const gathered = this.musters.gather(small ? ranks : [], leaders, fits);
    for (const [, node] of ranks) put(node, 'is-gathered', gathered.has(node));
    this.musters.lay(small);
    return gathered;
  }

  /** What signs keep clear of besides where the whole table is seen: the tools, and what is written at its edge. */
  hold() {
    const { camera } = this;
    const { scale } = camera;
    this.room = camera.home ? camera.part : camera.whole;
    const bar = camera.home && $('.room #tools')?.getBoundingClientRect();
    this.kept = $$('#under .t-num text').map((text) => this.around(stands(text), 22 * scale, 14 * scale));
    if (!bar?.width) return;
    const { x, y, w, h } = bounded([camera.at(bar.left, bar.top), camera.at(bar.right, bar.bottom)]);
    this.kept.push({ x, y, w, h });
  }

  /** Whether a box is seen where the whole table is. */
  sees({ x, y, w, h }) {
    const { room } = this;
    return x >= room.x && y >= room.y && x + w <= room.x + room.w && y + h <= room.y + room.h;
  }

  /** What formations bear: while any has no room for it, those that had none choose first. */
  arms(ranks) {
    this.known = [];
    const place = ([, node]) => stands(node);
    const order = crowded(ranks, place, this.camera.scale);
    const { spots } = this.settled(order, ([n, node]) => this.borne(node, n));
    for (const [[, node], spot] of spots) {
      this.bears($('.bears', node), spot);
      if (spot?.end) this.tags.set(node, spot);
      else $('.bears', node)?.style.removeProperty('--before');
    }
  }

  /** Places for all of these: while any has none, those that had none choose first. */
  settled(all, place) {
    const { laid, strings } = this;
    let [order, best] = [all, null];
    for (let n = 0; n < TRIES && best?.bare !== 0; n += 1) {
      Object.assign(this, { laid: [...laid], strings: [...strings] });
      const spots = new Map(order.map((one) => [one, place(one)]));
      const none = order.filter((one) => spots.get(one) === null);
      if (!best || none.length < best.bare) best = { spots, bare: none.length, laid: this.laid, strings: this.strings };
      order = [...none, ...order.filter((one) => !none.includes(one))];
    }
    Object.assign(this, { laid: best.laid, strings: best.strings });
    return best;
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
    const on = this.onBody(node, far, (box) => this.take(box, n));
    if (on) return on;
    const at = stands(node);
    const wide = this.wide(node) + 2;
    const spot = this.tied(at, frame(node), this.around(at, (TAG.wide + wide) * far, TAG.high * far), n);
    return spot && { ...spot, wide };
  }

  /** The first place on a formation beside its code for what it bears. */
  onBody(node, far, takes = (box) => Boolean(box)) {
    const [at, edges] = [stands(node), frame(node)];
    const code = this.letter(node, { x: 0, y: 0 });
    const box = (p) => this.around(plus(at, p), ARM.wide * far, ARM.high * far);
    return along(edges).find((p) => holds(box(p), edges) && clear(box(p), [code]) && takes(box(p)));
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

  /** Each clan has a standard behind one of its formations, from near behind each; where there is no room, none. */
  standards(ranks, small, gathered) {
    const far = Math.max(this.far, 0.9);
    const raised = new Set();
    for (const [n, node] of ranks) {
      const part = $('.banner', node);
      if (!part) continue;
      const [at, clan] = [stands(node), node.dataset.force];
      const size = { wide: STANDARD.wide * far, high: STANDARD.high * far };
      const places = gathered.has(node) || (small && raised.has(clan)) ? [] : behind(frame(node), at, size);
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
    const wide = node.matches('.head') ? SEAT : $('[href="#horse"]', node) ? HORSE : 1;
    return { x, y, r: this.stones.radius(node) * wide };
  }

  get far() {
    return Math.max(0.4, Math.min(6, this.camera.scale));
  }
}
