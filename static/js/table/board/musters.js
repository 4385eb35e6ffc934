// From so far that formations cannot bear what they are, those of one force that stand together are gathered to one sign.

import { $, $$, put, set, svg } from '../../page/dom.js';
import { bounded, boxed, clear, crosses, gap, nearer } from '../space/boxes.js';
import { distance, round } from '../space/geom.js';
import { BADLY, CROSSED, TRIED, WORST, chosen } from './choice.js';
import { code, shown, side, stands } from './counters.js';
import { REACH, plus, ringed, within } from './places.js';
import { nameOf, names, shortened } from './named.js';
import { KNOT, LED, known, marked, onto, signs, sized } from './sign.js';
import { loose, muster, off, together } from './parties.js';
import { knotted, tie } from './ties.js';

/** Pixels apart within which formations stand together. */
const TOGETHER = 16;
/** And so many drawing units about them are seen when one goes there. */
const AROUND = 60;
/** How bad a place is, in pixels, that is nearer to others, nearly so near being enough; and each pixel off the middle of its own. */
const ASTRAY = 24;
const CLOSE = 4;
const OFF = 0.06;
/** For each pixel that its line is shorter than may be seen. */
const [LINE, SHORT] = [6, 2];
/** And one on a figure at the edge of the table, which gives way, or on a roof. */
const FIGURED = 12;
/** So much of his radius before the middle of a man ends the line to him, in so large a dot, in pixels. */
const [INTO, DOT] = [0.4, 2];
/** How much more it is that one has a bad place of whom something is asked. */
const EAGER = 1.6;
/** So many places are enough to choose from, and fewer where no other is as good. */
const ENOUGH = 360;
/** How much of its name a sign bears: all of it, the short of it, none; and how bad a place is for whom all of it is too much, and for whom any is. */
const [WHOLE, SHORT_OF_IT, NONE] = [0, 1, 2];
const [FAR, NEVER] = [20, 70];
/** From so many drawing units to the pixel on signs bear no names. */
const DISTANT = 5;

/** Whether the line of one sign would lie on the plate of another: then there is no room for it. */
const under = ({ spot: { line } }, { spot }) => Boolean(spot && crosses(line, spot.box));

export class Musters {
  constructor(labels) {
    this.labels = labels;
    const { board } = labels;
    this.layer = svg('g', { id: 'musters', 'aria-hidden': 'true', 'pointer-events': 'none' });
    board.layer.before(this.layer);
    /** Where those who are gathered end is drawn on their bodies. */
    this.ends = svg('g', { id: 'borders', 'aria-hidden': 'true', 'pointer-events': 'none' });
    board.layer.after(this.ends);
    /** What was gathered last, where it was put. */
    this.all = [];
    this.known = new Map();
    Object.assign(this, { gathered: new Set(), grounds: [] });
    /** How much of their names signs bear at most, and those that bear less: all of it, the short of it, none. */
    this.most = NONE;
    this.less = new Map();
  }

  /** Of these formations those that bear nothing by themselves, gathered; `fits` tells whether one bears what it is. */
  gather(ranks, leaders, fits) {
    const { scale } = this.labels.camera;
    const forces = Map.groupBy(
      ranks.filter(([, node]) => node.dataset.force),
      ([, node]) => node.dataset.force,
    );
    const parts = [...forces].flatMap(([force, of]) => together(of, TOGETHER * scale).map((part) => ({ force, part })));
    this.all = parts
      .filter(({ part }) => part.some(([, node]) => !fits(node)))
      .map(({ force, part }) => muster(this.labels, force, part));
    for (const [n, node] of leaders) this.led(n, node);
    if (leaders.length) this.labels.follow();
    this.leaders = leaders.map(([, node]) => ({ force: node.dataset.force, code: code(node), side: side(node) }));
    marked(this.all);
    const gathered = new Set(this.all.flatMap(({ nodes }) => nodes));
    for (const [, node] of ranks) put(node, 'is-gathered', gathered.has(node));
    this.gathered = gathered;
    return gathered;
  }

  /** Who leads stands at the head of the sign of those of his who are nearest to him, if any are gathered. */
  led(n, node) {
    const at = stands(node);
    const own = this.all.filter(({ force, leader }) => force === node.dataset.force && !leader);
    const [nearest] = own.sort((a, b) => distance(a.at, at) - distance(b.at, at));
    put(node, 'leads', Boolean(nearest));
    if (!nearest) return;
    nearest.leader = node;
    this.labels.bodies[n] = { ...this.labels.bodies[n], r: 0, x: -1e6 };
  }

  /** All signs are put where they lie on nothing; with the names of forces where there is room for all of them. */
  lay(small) {
    const { labels, all } = this;
    if (this.scale !== labels.camera.scale)
      Object.assign(this, {
        known: new Map(),
        most: small < 2 ? WHOLE : labels.camera.scale < DISTANT ? SHORT_OF_IT : NONE,
        less: new Map(),
      });
    this.scale = labels.camera.scale;
    this.names = names();
    for (const one of all) this.measure(one);
    this.choose(all);
    while (this.shorten(all)) this.choose(all);
    // Where one of them has no room for his name none is named: who has no name is not asked about for that.
    if (this.most < NONE && !all.every(({ spot, first, named }) => spot && !(first && named === NONE))) {
      this.most = NONE;
      for (const one of all) this.measure(one);
      this.choose(all);
    }
    this.take(all);
    for (const one of all) this.heads(one);
    this.free();
    this.told();
  }

  /** Whose sign has no good place with their name have less of it, until the table is drawn at another scale: whether any has. */
  shorten(all) {
    const long = all.filter(({ named, spot }) => named < NONE && !(spot?.far < (named === WHOLE ? FAR : NEVER)));
    for (const one of long) {
      this.less.set(one.key, one.named + 1);
      this.measure(one);
    }
    return long.length > 0;
  }

  /** Those for whose sign there is no room bear what they are by themselves, as far as they can. */
  free() {
    for (const node of this.all.flatMap(({ spot, nodes }) => (spot ? [] : nodes))) {
      this.gathered.delete(node);
      put(node, 'is-gathered', false);
    }
  }

  /** Whose sign tells of several arms, and where on them its line ends, which their own are not written over. */
  mixed() {
    const { scale } = this.labels.camera;
    return this.all
      .filter(({ spot, arms }) => spot && arms.length > 1)
      .map(({ spot, nodes }) => ({ nodes, knot: { ...onto(nodes, spot.line.edges[0], scale), r: KNOT * scale } }));
  }

  /** The outlines of those who have a sign. */
  get outlines() {
    return this.all.filter(({ spot }) => spot).map(({ points }) => bounded(points));
  }

  /** Which sign is for whom. */
  told() {
    const seen = this.all.filter(({ spot }) => spot);
    const signs = $$('.muster', this.layer);
    for (const [n, { nodes, leader, spot }] of seen.entries())
      this.labels.signs.push({ box: spot.box, nodes: leader ? [...nodes, leader] : nodes, sign: signs[n] });
  }

  /** The names of units of loose models stand beside them, each tied to one of them. */
  units(names, lean) {
    const { board, bodies } = this.labels;
    const whose = new Map(bodies.map((body) => [body.node, body]));
    const units = Map.groupBy(whose.keys(), (node) => whose.get(node).one.group);
    const members = (id) => (!board.counter(id) && units.get(id)) || board.members(id);
    const tied = [...names].filter((name) => $('.lean', name));
    const all = tied.map((name) => loose(name, members(name.dataset.unit), whose));
    this.choose(all);
    this.take(all);
    for (const { name, nodes, spot, r } of all) {
      put(name, 'is-mute', !spot);
      if (!spot) continue;
      this.labels.signs.push({ box: spot.box, nodes, sign: name });
      const [at, end] = [stands(name), spot.line.edges[0]];
      lean($('.lean', name), { x: spot.p.x - at.x, y: spot.p.y - at.y });
      const line = knotted(off(spot.p, end, INTO * r), DOT * this.labels.camera.scale);
      for (const one of $$('.stalk', name)) set(one, 'd', line);
    }
  }

  measure(one) {
    const name = nameOf(one.force);
    const short = one.leader ? '' : known(one, this.leaders, name);
    one.named = name && one.first ? Math.max(this.most, this.less.get(one.key) ?? WHOLE) : NONE;
    one.text = [name, shortened(name, this.names), short][one.named];
    one.about = null;
    sized(one);
  }

  /** Signs about which nothing is otherwise are where they were; the others stay where that is no worse, else they choose. */
  choose(all) {
    this.ranked = null;
    this.leading = this.labels.bodies.filter(({ leads }) => leads);
    const had = all.map((one) => this.had(one, all));
    for (const [n, one] of all.entries()) Object.assign(one, { spot: had[n]?.spot ?? null, was: had[n]?.bad });
    if (had.every(Boolean)) return;
    const stay = all.map((one, n) => had[n] ?? this.stays(one, all));
    const place = (lists) => {
      const picked = chosen(lists);
      for (const [n, one] of all.entries()) one.spot = lists[n][picked[n]] ?? null;
    };
    const kept = stay.map((one) => one && (one.spot ? [one.spot] : []));
    const free = new Map();
    const places = (one) => free.get(one) ?? free.set(one, this.places(one, all)).get(one);
    place(all.map((one, n) => kept[n] ?? places(one)));
    const good = ({ key, spot }, n) =>
      stay[n] ? spot === stay[n].spot : spot?.far < Math.max(BADLY, this.known.get(key)?.bad ?? 0);
    const bad = new Set(all.filter((one, n) => !good(one, n)));
    // Who stands about one that is badly off chooses with it.
    const moves = (one, n) => !had[n] && this.near(one, all).rivals.some((other) => bad.has(other));
    if (stay.some(Boolean) && bad.size)
      place(all.map((one, n) => (stay[n] && !bad.has(one) && !moves(one, n) ? kept[n] : places(one))));
    for (const [n, one] of all.entries())
      if (stay[n] && one.spot === stay[n].spot) one.was = this.known.get(one.key).bad;
    // Whose only place another's plate has taken asks for it again each time: that other may have gone.
    for (const one of all)
      if (one.spot && all.some((other) => other !== one && under(one, other)))
        Object.assign(one, { spot: null, asked: null });
  }

  /** What became of a sign when all on which its places depend was as it is. */
  had(one, all) {
    const [near, known] = [this.near(one, all), this.known.get(one.key)];
    one.asked = this.labels.about.asked(one, near);
    return known?.asked === one.asked && this.labels.about.rests(known, near) ? known : null;
  }

  /** They have them, and are where they were found next time; staying makes a place no worse than it was found. */
  take(all) {
    const since = this.labels.about.now;
    for (const { key, at, wide, asked, spot, was = Infinity } of all) {
      if (!spot) this.known.set(key, { asked, since, spot });
      else {
        this.labels.laid.push(spot.box);
        this.labels.strings.push(spot.line);
        this.known.set(key, {
          x: spot.p.x - at.x,
          y: spot.p.y - at.y,
          wide,
          bad: Math.min(was, spot.far),
          asked,
          since,
          spot,
        });
      }
    }
  }

  /** The place a sign had, if it still has it. */
  stays(one, all) {
    const had = this.known.get(one.key);
    if (had?.wide !== one.wide) return null;
    const [found] = this.places(one, all, [plus(one.at, had)]);
    return found?.far <= had.bad + CLOSE ? { spot: found } : null;
  }

  /** Those of these places a sign may have, where it lies on nothing, each with its line to its own; the better first. */
  places(one, all, from = null) {
    const { labels } = this;
    const [size, near, { scale }] = [this.size(one), this.near(one, all), labels.camera];
    const found = [];
    for (const { off, ring } of from ? [{ off: 0, ring: from }] : ringed(one.box, size, scale)) {
      if (found.length > ENOUGH || found.filter(({ far }) => far < off).length >= TRIED) break;
      for (const p of ring) {
        const box = { x: p.x - size.w / 2, y: p.y - size.h / 2, w: size.w, h: size.h };
        if (!labels.sees(box) || !clear(box, near.laid) || !labels.about.cells.free(box)) continue;
        const line = tie(one.rim, box);
        const far = this.bad({ line, box }, one, near) + (OFF * distance(p, one.at)) / scale;
        if (far < WORST) found.push({ p, box, line, far, bad: one.may ? EAGER * far : far });
      }
    }
    return found.sort((a, b) => a.bad - b.bad);
  }

  size({ wide, high }) {
    const { labels } = this;
    return labels.around({ x: 0, y: 0 }, wide * labels.far, high * labels.far);
  }

  /** What lies so near to one that its sign might lie on it, and whom that might be nearer to: found once while all choose. */
  near(one, all) {
    one.about ??= this.found(one, all);
    return one.about;
  }

  found(one, all) {
    const { box, at } = one;
    const { laid, kept, camera, figures, built } = this.labels;
    const size = this.size(one);
    const [long, reach] = [Math.max(box.w, box.h), Math.max(size.w, size.h) + REACH * camera.scale];
    const close = all.filter((other) => other !== one && gap(box, other.box) < long + 2 * reach);
    return {
      at,
      far: long / 2 + reach,
      laid: within([...laid, ...kept], at, long / 2 + reach),
      leading: within(this.leading, at, long / 2 + reach),
      rivals: [...close, ...this.beside(one, at, long / 2 + reach)],
      figured: within([...figures, ...built], at, long / 2 + reach),
    };
  }

  /** Formations and leaders whom a name might be nearer to; those beside a sign are in what else is gathered. */
  beside({ loose, own }, at, far) {
    if (!loose) return [];
    this.ranked ??= this.labels.bodies
      .filter((other) => other.edges || other.node.matches('.commander'))
      .map((other) => ({ of: other, side: other.side, box: boxed(other), ...boxed(other) }));
    return within(this.ranked, at, far).filter(({ of }) => !own.has(of));
  }

  /** How bad a place is: how far off its own, whom it is nearer to, what it and its line lie on, be it the ground of others. */
  bad({ line, box }, one, { laid, rivals, figured }) {
    if (laid.some((other) => crosses(line, other))) return WORST;
    const crossed = this.labels.about.cells.under(line, one.own);
    if (crossed.some((other) => other.side !== one.side)) return WORST;
    const { scale } = this.labels.camera;
    const far = distance(...line.edges) / scale;
    const reach = (far + CLOSE) * scale;
    let astray = 0;
    for (const other of rivals)
      if (nearer(box, other.box, reach)) astray += other.side === one.side ? ASTRAY : 2 * ASTRAY;
    const figures = clear(box, figured) ? 0 : FIGURED;
    const through = crossed.length || rivals.some(({ whole }) => whole && crosses(line, whole));
    return far + astray + figures + SHORT * Math.max(0, LINE - far) + CROSSED * Number(Boolean(through));
  }

  /** Who leads stands at the head of it. */
  heads({ leader, spot, wide, out }) {
    if (!leader) return;
    put(leader, 'leads', Boolean(spot));
    const { labels } = this;
    const off = labels.camera.inward({ x: ((LED - wide) / 2 + out) * labels.far, y: 0 });
    const from = stands(leader);
    const way = spot ? { x: spot.p.x + off.x - from.x, y: spot.p.y + off.y - from.y } : { x: 0, y: 0 };
    set($('.aside', leader), 'transform', `translate(${round(way.x)} ${round(way.y)})`);
    set($('.aside > .stalk', leader), 'd', '');
  }

  /** The circle about those whose sign is at a point, if it is, and not who leads them. */
  at(p) {
    const on = ({ spot, leader }) =>
      spot &&
      within([spot.box], p, 0.01).length &&
      !(leader && distance(shown(leader), p) < (LED / 2) * this.labels.far);
    const one = this.all.find(on);
    return one && { at: one.at, r: Math.hypot(one.box.w, one.box.h) / 2 + AROUND };
  }

  /** What is as it was is left alone; `told`: who tells his arm himself. */
  draw(told) {
    const {
      key,
      shaped,
      within: looking,
      plain,
      under,
      over,
    } = signs(
      this.all.filter(({ spot }) => spot),
      told,
      this.labels.camera.scale,
    );
    if (key === this.drawn) return;
    this.drawn = key;
    put(document.body, 'has-rows', shaped);
    /** The grounds of those who are one counter: nothing is written over them. */
    this.grounds = plain.map(({ points }) => ({ edges: points }));
    const one = new Set(plain.flatMap(({ nodes }) => nodes));
    for (const node of this.gathered) {
      put(node, 'is-plain', one.has(node));
      put(node, 'is-within', looking.has(node));
    }
    this.layer.replaceChildren(...under());
    this.ends.replaceChildren(...over());
  }
}
