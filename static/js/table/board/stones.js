// Stones of single men: never larger than there is room about them; what they bear, and their code beside it.
// Where that cannot be read, those beside each other who bear the same have one tag that is tied to them.

import { $, $$, order, put, set, svg } from '../../page/dom.js';
import { bounded, boxed, clear, crosses, grown, nearer } from '../space/boxes.js';
import { distance, round } from '../space/geom.js';
import { called, together } from './alike.js';
import { BADLY, CROSSED, chosen } from './choice.js';
import { radius, side, stands } from './counters.js';
import { drawn } from './marks.js';
import { FARTHEST, within } from './places.js';
import { knotted } from './ties.js';

/** Where there is room a stone has at least this radius in pixels; of one smaller than that a tag tells too what it bears. */
const WANTED = 10.4;
/** And less than this only where the next is so near that it would lie on it by more than so much of the way there. */
const [LEAST, LAPS] = [6, 1.24];
const TELLS = 8.6;
/** How many pixels of the screen a unit of a sign is at least. */
const SIGN = 0.82;
/** How much farther than its stone a ring about it reaches. */
const RING = 1.1;
/** From so many drawing units to the pixel on a code stands beside its stone, not upon it. */
const NEAR = 0.8;
/** How far over the edge of the table a stone may be drawn, in pixels, and a tag. */
const [OVER, OUT] = [3, 5];
/** Pixels between a stone and its code beside it, how large that is, and how much of that its line is high. */
const [BESIDE, SMALL, HIGH] = [3, 10, 0.9];
/** How much air, in pixels, is at both ends of a code, that it is not read on into what stands beside it, and about a tag. */
const [APART, AIR] = [4, 1.5];
/** At which sides of its stone a code may stand, the first that is free: its class, how far across and down. */
const SIDES = [
  { name: 'is-below', across: 0, down: 1 },
  { name: 'is-above', across: 0, down: -1 },
  { name: 'is-right', across: 1, down: 0 },
  { name: 'is-left', across: -1, down: 0 },
];
/** How many pixels those may be apart who share a tag; how large its letters are, its sign, its height, and its size. */
const TOGETHER = 17;
/** Places for a tag: so many ways off, from so near on, so many pixels farther each. */
const [WAYS, GAP, STEP] = [16, 3, 5];
/** So many places for one are enough to choose from, and so few little. */
const [ENOUGH, FEW] = [48, 6];
const TWO = 2;
/** How large a stone is that is drawn as it came; and what one wears, in pixels. */
const [STONE, WORN] = [11.25, 4];
/** How bad it is for a tag to lie on a roof, in pixels. */
const ROOFED = 12;
/** How bad it is for one to be nearer to another man, and how many pixels nearer its own is at least. */
const [ASTRAY, CLOSE] = [14, 2];
/** How large the dot is in which its line ends, in pixels, and how far off the middle of its man, as a part of his stone. */
const [DOT, INTO] = [2, 0.8];
const TAG = { letters: 11, sign: 18, high: 18, part: 0.86 };

export class Stones {
  constructor(labels) {
    this.labels = labels;
    this.layer = svg('g', { id: 'stone-names', 'aria-hidden': 'true', 'pointer-events': 'none' });
    labels.board.marks.before(this.layer);
    this.known = new Map();
    /** How large each is drawn stands in a sheet of its own: what is drawn of a counter stays as it came. */
    this.sizes = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.sizes);
    this.radii = new Map();
    /** What ties tags to those they stand for. */
    this.ties = [];
  }

  /** How large each is drawn: no larger than reaches half way to the next, nor less than its base. */
  grow(all) {
    const { board, camera, edge } = this.labels;
    const { scale } = camera;
    put(board.layer, 'is-afar', scale >= NEAR);
    this.radii = new Map();
    const rules = [];
    for (const one of all) {
      if (!one.alone) continue;
      const rim = Math.min(one.x, one.y, edge[0] - one.x, edge[1] - one.y) + OVER * scale;
      const gap = (other) => distance(one, other) / (other.alone ? 2 : 1) - (other.alone ? 0 : other.r);
      const near = all.filter((other) => other !== one && !other.edges).map(gap);
      const room = Math.min(rim, ...near);
      const r = Math.max(one.r, Math.min(LEAST * scale, rim, LAPS * room), Math.min(WANTED * scale, room / RING));
      this.radii.set(one.node, r);
      rules.push(
        `#${CSS.escape(one.node.id)}{--grown:${round(r / one.r)};--letter:${round((SMALL * scale * 11.25) / r)};--sign:${round((SIGN * scale * 11.25) / r)}}`,
      );
    }
    const text = rules.join('');
    if (text !== this.text) this.sizes.replaceSync(text);
    this.text = text;
  }

  /** The radius with which a stone is drawn, in drawing units. */
  radius(node) {
    return this.radii.get(node) ?? radius(node);
  }

  /** Whether what it bears can be read on it. */
  tells(node) {
    return this.radius(node) >= TELLS * this.labels.camera.scale;
  }

  /** Of these, with their places among all bodies, all that can be read have their code beside them, where it has room; others share tags. */
  name(nodes) {
    const { scale } = this.labels.camera;
    const written = (node) => scale >= NEAR && $('text', node)?.textContent;
    const small = nodes.filter(([n, node]) => {
      const code = written(node);
      return !this.beside(node, n, this.tells(node) && code) && code;
    });
    const few = new Set(small.map(([, node]) => node));
    for (const [, node] of nodes) put(node, 'is-tagged', few.has(node));
    const stones = small.map(([, node]) => ({
      node,
      at: stands(node),
      side: side(node),
      arm: $('use.arm', node)?.getAttribute('href') || '',
      code: $('text', node).textContent,
    }));
    const groups = together(stones, TOGETHER * scale).sort((a, b) => eager(b) - eager(a) || b.length - a.length);
    const tags = this.tags(this.apart(groups));
    this.labels.signs.push(...tags);
    const shown = tags.map(({ sign }) => sign);
    order(this.layer, shown);
    const kept = new Set(shown);
    for (const [key, tag] of this.known) kept.has(tag) || this.known.delete(key);
  }

  /** Two have a tag each where there is room for both: on one for two it is not told who of them is who. */
  apart(groups) {
    const single = groups.map((group) => (group.length === TWO ? group.map((one) => [one]) : [group]));
    const all = single.flat();
    if (all.length === groups.length) return groups;
    const lists = all.map((group) => this.places(group));
    const picked = chosen(lists);
    const good = new Map(all.map((group, n) => [group, (lists[n][picked[n]]?.bad ?? Infinity) < BADLY + ASTRAY]));
    return groups.flatMap((group, n) => (single[n].every((one) => good.get(one)) ? single[n] : [group]));
  }

  /** Tags of all these choose their places together; one for whom there is none has no tag. */
  tags(groups) {
    const lists = groups.map((group) => this.places(group));
    const picked = chosen(lists);
    const found = groups.map((group, n) => ({ group, place: lists[n][picked[n]] })).filter(({ place }) => place);
    this.ties = found.map(({ place }) => place.line);
    this.labels.laid.push(...found.map(({ place }) => place.box));
    return found.map(({ group, place }) =>
      this.put(group, place.box, tied(group[0], place, this.known, DOT * this.labels.camera.scale)),
    );
  }

  /** A stone has its code at one of its sides, where there is room: whether it has. */
  beside(node, n, code) {
    const { labels } = this;
    const { scale } = labels.camera;
    const high = SMALL * scale * HIGH;
    const wide = code ? drawn(code, `700 ${SMALL}px`, '--sans') * scale : 0;
    const { x, y, r } = labels.bodies[n];
    const off = r + BESIDE * scale;
    const way = SIDES.find(({ across, down }) => {
      const to = labels.camera.inward({ x: across * (off + wide / 2), y: down * (off + high / 2) });
      return code && labels.take(labels.around({ x: x + to.x, y: y + to.y }, wide + 2 * APART * scale, high), n);
    });
    for (const one of SIDES) put(node, one.name, one === way);
    return Boolean(way);
  }

  /** Where one tag for those who stand together may be, the better first; where there is little room its sign alone. */
  places(group) {
    const { arm } = group[0];
    const whole = called(group.map(({ code }) => code));
    const found = this.free(group, whole, 0);
    const bare = arm && found.length < FEW ? this.free(group, '', BADLY) : [];
    return [...found, ...bare].sort((a, b) => a.bad - b.bad);
  }

  put(group, box, tag) {
    put(tag, 'may', eager(group) > 0);
    set(tag, 'data-of', group.map(({ node }) => node.dataset.piece).join(' '));
    return { box, nodes: group.map(({ node }) => node), sign: tag };
  }

  /** Places for a tag of these where it lies on nothing, nor what ties it to one of them, unless over others of its side. */
  free(group, text, worse) {
    const { labels } = this;
    const [far, { scale }] = [labels.far, labels.camera];
    const wide = width(text, group[0].arm);
    const { at, side: of } = group[Math.floor(group.length / 2)];
    const mine = new Set(group.map(({ node }) => node));
    const reach = FARTHEST * scale + wide * far + Math.max(...group.map((one) => distance(one.at, at)));
    const [near, laid] = [labels.bodies, labels.laid].map((all) => within(all, at, reach));
    const others = near.filter(({ node }) => !mine.has(node) && !node.matches('.is-body'));
    const worn = group.flatMap((one) => this.worn(one));
    const size = labels.around({ x: 0, y: 0 }, wide * TAG.part * far, TAG.high * TAG.part * far);
    const found = [];
    for (const p of this.off(group, size)) {
      const box = { ...size, x: p.x - size.w / 2, y: p.y - size.h / 2 };
      const about = grown(box, AIR * scale);
      if (!this.lies(box) || ![laid, near, worn].every((all) => clear(about, all))) continue;
      const line = this.tie(group, p);
      const over = [...others, ...laid].filter((other) => crosses(line, other));
      if (over.some((other) => other.side !== of)) continue;
      const roofed = ROOFED * Number(!clear(box, labels.built));
      const long = distance(...line.edges);
      const astray = others.some((other) => nearer(box, boxed(other), long + CLOSE * scale)) ? ASTRAY : 0;
      const bad = long / scale + worse + roofed + astray + CROSSED * Math.sign(over.length);
      if (found.push({ p, box, line, bad, text, wide }) >= ENOUGH) break;
    }
    return found;
  }

  /** What one wears at the rim of his stone. */
  worn({ node, at }) {
    const { camera } = this.labels;
    const part = this.radius(node) / STONE;
    return $$('.badge', node).map((badge) => {
      const { x, y } = camera.inward(stands(badge.parentNode));
      return { x: at.x + x * part, y: at.y + y * part, r: WORN * camera.scale };
    });
  }

  /** Whether a box lies on the table, or a little over its edge. */
  lies({ x, y, w, h }) {
    const { edge, camera } = this.labels;
    const over = OUT * camera.scale;
    return x >= -over && y >= -over && x + w <= edge[0] + over && y + h <= edge[1] + over;
  }

  /** Places for a box off these stones, those nearer to one of them first. */
  *off(group, { w, h }) {
    const { scale } = this.labels.camera;
    for (let gap = GAP; gap <= FARTHEST; gap += STEP)
      for (const { node, at } of group)
        for (let n = 0; n < WAYS; n += 1) {
          const [x, y] = [Math.sin, Math.cos].map((part) => part((2 * Math.PI * n) / WAYS));
          const far = this.radius(node) + gap * scale;
          yield {
            x: at.x + x * far + (Math.sign(round(x)) * w) / 2,
            y: at.y + y * far + (Math.sign(round(y)) * h) / 2,
          };
        }
  }

  /** What ties a place to the rim of who of these is nearest to it. */
  tie(group, p) {
    const far = ({ at }) => distance(at, p);
    const one = group.reduce((best, other) => (far(other) < far(best) ? other : best));
    const part = (INTO * this.radius(one.node)) / far(one);
    return bounded([p, { x: one.at.x + (p.x - one.at.x) * part, y: one.at.y + (p.y - one.at.y) * part }]);
  }
}

/** Whether any of these may act or is chosen, as a number. */
const eager = (group) => Number(group.some(({ node }) => node.matches('.may, .is-on')));

/** How wide a tag is. */
const width = (text, arm) => (text ? 8 + drawn(text, `700 ${TAG.letters}px`, '--sans') : 4) + (arm ? TAG.sign : 0);

/** A tag where it was found to have room: its sign, who it stands for, and what ties it to them. */
function tied({ side: of, arm }, { p, line: { edges }, text, wide }, known, dot) {
  const end = edges[1];
  const key = [of, arm, text, round(p.x), round(p.y), round(end.x), round(end.y)].join(' ');
  if (known.has(key)) return known.get(key);
  const { sign, high } = TAG;
  const box = svg(
    'g',
    { class: 'keep' },
    svg('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 3 }),
  );
  if (text) box.append(svg('text', { x: arm ? sign / 2 : 0, y: 4 }, text));
  const aside = text ? `translate(${round(sign / 2 + 3 - wide / 2)} 0)` : '';
  if (arm) box.append(svg('g', { transform: aside }, svg('use', { class: 'arm', href: arm })));
  const way = knotted({ x: end.x - p.x, y: end.y - p.y }, dot);
  const line = ['stalk stalk-halo', 'stalk'].map((name) => svg('path', { class: name, d: way }));
  const made = svg(
    'g',
    { class: `unit-name ${of}`, transform: `translate(${round(p.x)} ${round(p.y)})` },
    ...line,
    box,
  );
  known.set(key, made);
  return made;
}
