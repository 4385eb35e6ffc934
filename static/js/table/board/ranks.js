// What is written on a table where bodies are led: formations bear their codes, arms and standards, leaders stand beside
// those they are among, and from afar signs tell who is gathered there.

import { $, $$, put, set } from '../../page/dom.js';
import { bounded, clear, crosses, grown, meets, nearer } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { About } from './about.js';
import { frame, stands } from './counters.js';
import { behindFront, eager, holds } from './covers.js';
import { Labels } from './labels.js';
import { drawn } from './marks.js';
import { Musters } from './musters.js';
import { own } from './own.js';
import { about, along, behind, crowded, first, off, plus, seen } from './places.js';
import { knotted } from './ties.js';

/** How much of its size a line of letters is high. */
const HIGH = 0.9;
/** How large codes are at least. */
const SMALL = 10;
/** How wide a tag is drawn that bears no code, before it is made smaller. */
const TAGGED = 21;
/** And how high every tag is drawn, likewise. */
const TAGGED_HIGH = 18;
/** How wide and how high the silhouette of an arm, its tag and a standard are, in pixels. */
const ARM = { wide: 14.6, high: 14.6 };
/** How much larger from near an arm is drawn where it has room. */
const LARGE = 1.5;
const TAG = { wide: 17.4, high: 15 };
/** How wide what it wears is drawn. */
const WORN = 12;
const STANDARD = { wide: 14, high: 22 };
/** How far its neighbours' fronts are drawn off their frames, in pixels. */
const RIM = 1.5;
/** How far behind the middle of its front edge a body is free of the line of that, in pixels. */
const FRONT = 3;
/** How far the points of a leader's star reach beyond his stone, in pixels, with the air about them. */
const POINTS = 5;
/** How far off the edge of the screen signs stand, in pixels. */
const EDGE = 5;
/** How often places for all arms are sought. */
const TRIES = 8;
/** How bad a tie is that is not drawn; how bad a tag is that others of its side are as near to, of whom in so many pixels, and how
 *  many places are tried for one that is better. */
const WORST = 4;
const [STRAY, NEAR, SOUGHT] = [0.5, 4, 40];
/** How large the knot is with which a tie ends on its formation, in pixels. */
const KNOT = 1.4;

/** Whether one leads within another: over that goes the line to him. */
const seats = ({ node, force }, other) => node.matches('.head') && other.node.dataset.piece === force;

export class Ranked extends Labels {
  constructor(board, camera) {
    super(board, camera);
    this.about = new About(this);
    this.leans = new WeakMap();
    /** The formations that were written last, and those of them that are gathered to signs. */
    this.ranks = [];
    this.signed = new Set();
    this.musters = new Musters(this);
    this.figured = $$('#under .t-num text');
    this.figures = [];
  }

  read() {
    super.read();
    const code = $('.formation > g > text', this.board.layer);
    this.letters = code ? parseFloat(getComputedStyle(code).fontSize) : SMALL;
    this.bar = $('.room #tools')?.getBoundingClientRect();
  }

  follow() {
    this.about.follow();
  }

  bare(box, own) {
    return this.about.cells.free(box, own);
  }

  led(all, coded, small) {
    /** What ties tags to those they belong to. */
    this.strings = [];
    const nodes = ([n, { node }]) => [n, node];
    const leaders = [...all.entries()].filter(([, one]) => one.commander).map(nodes);
    const ranks = coded.filter(([, one]) => one.formation).map(nodes);
    const signed = this.gather(ranks, leaders, small);
    this.owned(ranks, leaders);
    for (const [n, node] of leaders) if (!node.matches('.leads')) this.aside(node, n, small);
    if (leaders.length) this.follow();
    this.tags = new Map();
    if (small) this.laid.push(...ranks.filter(([, node]) => !signed.has(node)).flatMap(([, node]) => this.worn(node)));
    // Of what is seen from afar the arm is told first.
    if (small) this.arms(ranks.filter(([, node]) => !signed.has(node)));
    for (const [n, one] of all.entries()) if (one.head) this.headed(one.node, n, small);
    this.laid.push(...this.strings);
    if (small) this.musters.units(this.board.units.layer.children, (part, spot) => this.lean(part, spot));
    for (const before of [true, false])
      for (const [n, node] of ranks) if (eager(node) === before) this.coded(node, n, signed.has(node));
    if (!small) for (const [n, node] of ranks) this.near(node, n);
    Object.assign(this, { ranks, signed });
  }

  /** The boxes of what a formation wears behind it. */
  worn(node) {
    const at = stands(node);
    return $$('.loud', node).map((badge) => {
      const off = stands(badge.firstChild.firstChild);
      const p = plus(plus(at, stands(badge)), { x: off.x * this.far, y: off.y * this.far });
      return this.around(p, WORN * this.far, WORN * this.far);
    });
  }

  /** From near, where its code is read on it first, one bears its arm beside that, as large as it has room. */
  near(node, n) {
    const part = $('.bears', node);
    if (!part) return;
    const far = Math.max(this.far, 0.9);
    const on = (much) => this.onBody(node, much * far, (box) => this.take(box, n));
    const large = on(LARGE);
    this.bears(part, large || on(1));
    put(part, 'is-large', Boolean(large));
    part.style.removeProperty('--before');
  }

  get taken() {
    return [...super.taken, ...this.strings, ...this.musters.grounds];
  }

  gathered(p) {
    return this.musters.at(p);
  }

  /** Where the table is drawn small a leader stands beside those he is among, tied to his place by a line. */
  aside(node, n, small) {
    const { scale } = this.camera;
    const at = stands(node);
    const { r } = this.bodies[n];
    const { whole } = this.camera;
    const fits = (p) => seen(p, whole, r) && this.alone({ ...p, r: r + POINTS * scale }, n);
    const found = small ? first(about(at, scale), fits) : at;
    if (!found) return;
    this.bodies[n] = { ...this.bodies[n], ...found };
    const way = { x: found.x - at.x, y: found.y - at.y };
    const spot = $('.aside', node);
    set(spot, 'transform', `translate(${round(way.x)} ${round(way.y)})`);
    set($('.stalk', spot), 'd', way.x || way.y ? `M0 0L${round(-way.x)} ${round(-way.y)}` : '');
  }

  /** And who leads within a formation has a tag with what he is off it, tied to his place. */
  headed(node, n, small) {
    const [at, r, far] = [stands(node), Number(node.dataset.r), Math.max(this.far, 0.9)];
    const seat = [
      [-r, -r],
      [r, -r],
      [r, r],
      [-r, r],
    ].map(([x, y]) => plus(at, { x, y }));
    const wide = Number($('.tag', node).getAttribute('width')) * (TAG.high / TAGGED_HIGH);
    const size = this.around(at, wide * far, TAG.high * far);
    const spot = small ? this.tied(at, seat, size, n) : null;
    this.bears($('.bears', node), spot);
    put(node, 'is-named', Boolean(spot));
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
    this.figures = [];
    if (small) this.hold();
    const far = Math.max(this.far, 0.9);
    const fits = (node) => this.onBody(node, far);
    const gathered = this.musters.gather(small ? ranks : [], leaders, fits);
    for (const [, node] of ranks) put(node, 'is-gathered', gathered.has(node));
    this.musters.lay(small);
    const signs = this.signs.map(({ box }) => box);
    const under = new Set(this.figures.filter((box) => !clear(box, signs)).map(({ node }) => node));
    for (const node of this.figured) put(node, 'is-yielding', under.has(node));
    return gathered;
  }

  /** Those under a sign of several arms bear their own where it can be read on all of them. */
  owned(ranks, leaders) {
    const seats = leaders.map(([, node]) => ({ ...stands(node), r: Number(node.dataset.r) }));
    const at = new Map(ranks.map(([n, node]) => [node, n]));
    const spots = new Map(
      this.musters.mixed().flatMap(({ nodes, knot }) =>
        own(
          this,
          nodes.map((node) => [node, at.get(node)]),
          [...seats, knot],
        ),
      ),
    );
    for (const [, node] of ranks) {
      const spot = spots.get(node);
      put(node, 'is-own', Boolean(spot));
      if (spot) this.bears($('.bears', node), spot);
    }
    this.musters.draw(new Set(ranks.flatMap(([, node]) => (node.matches('.is-own') ? [node] : []))));
  }

  /** What signs keep clear of besides where the whole table is seen: the tools; and what of it gives way to them: figures at its edge. */
  hold() {
    const { camera } = this;
    const { scale } = camera;
    this.room = camera.home ? grown(camera.part, -EDGE * scale) : camera.whole;
    const bar = camera.home && this.bar;
    this.kept = [];
    this.figures = this.figured.map((node) => ({ node, ...this.around(stands(node), 22 * scale, 14 * scale) }));
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
    const free = behindFront(edges, FRONT * this.camera.scale);
    return along(edges).find((p) => holds(box(p), free) && clear(box(p), [code]) && takes(box(p)));
  }

  /** Something that belongs to a counter is put there, seen from it, and tied to it. */
  lean(part, p) {
    if (!p) return;
    set(part, 'transform', `translate(${round(p.x)} ${round(p.y)})`);
    if (!p.end) return;
    const line = knotted({ x: p.end.x - p.x, y: p.end.y - p.y }, KNOT * this.camera.scale);
    for (const one of $$('.stalk', part)) set(one, 'd', line);
  }

  /**
   * The first place for a tag off an end of its formation where it lies on nothing, nor what ties it; else one that is tied
   * over other ties; at worst over others of its side.
   */
  tied(at, edges, size, n) {
    let [found, tried] = [null, 0];
    for (const place of this.places(at, edges, size, n)) {
      if (!clear(place.box, this.laid) || !clear(place.box, this.strings)) continue;
      const bad = this.crossed(place, n) + STRAY * Number(this.strays(place, n));
      if (bad < (found?.bad ?? WORST)) found = { ...place, bad };
      tried += 1;
      if (!bad || (found?.bad <= STRAY && tried > SOUGHT)) break;
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

  /** Whether a tag is as near to another formation, or another tag, as one is to what it belongs to. */
  strays(place, n) {
    const near = (other) => other.w && nearer(place.box, other, NEAR * this.camera.scale);
    const other = (one, at) => at !== n && near(one) && !seats(this.bodies[n], one);
    return (place.stray ??= this.bodies.some(other)) || this.laid.some(near);
  }

  /** How bad it is what a tie crosses: nothing, other ties (or that its tag lies on a roof), its own force, its side, an enemy or what is written. */
  crossed(place, n) {
    if (this.laid.some((other) => crosses(place.line, other))) return WORST;
    const own = this.bodies[n];
    place.over ??= this.bodies.filter((other) => other !== own && !seats(own, other) && crosses(place.line, other));
    const { over } = place;
    if (over.some((other) => other.side !== own.side)) return WORST;
    if (over.length) return over.every((other) => other.force === own.force) ? 2 : 3;
    return this.strings.some((other) => crosses(place.line, other)) || !clear(place.box, this.built) ? 1 : 0;
  }

  /** Each clan has a standard behind one of its formations, from near behind each; where there is no room, none. */
  raise(small) {
    const { ranks, signed } = this;
    const far = Math.max(this.far, 0.9);
    const raised = new Set();
    for (const [n, node] of ranks) {
      const part = $('.banner', node);
      if (!part) continue;
      const [at, clan] = [stands(node), node.dataset.force];
      const size = { wide: STANDARD.wide * far, high: STANDARD.high * far };
      const places = signed.has(node) || (small && raised.has(clan)) ? [] : behind(frame(node), at, size);
      const found = places.find((p) => this.take(this.around(plus(at, p), size.wide, size.high), n));
      if (found) raised.add(clan);
      put(part, 'is-seen', Boolean(found));
      this.lean(part, found);
    }
    // Names of ground are written on no ground of those who are gathered either.
    this.laid.push(...this.musters.outlines);
  }
}
