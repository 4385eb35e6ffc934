// What is written on the table gives way: codes appear where they fit, names of ground where nothing stands.

import { $, $$, put, set } from '../../page/dom.js';
import { bounded, clear, meets } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { frame, radius, stands } from './counters.js';
import { later } from './later.js';
import { drawn } from './marks.js';

/** How large names of ground are written, and how much wider their letters are set. */
const NAME = 13;
const SET = 0.03;
/** How much of its size a line of letters is high. */
const HIGH = 0.9;
/** Pixels between a stone and its code beside it, and how large that is. */
const BESIDE = 3;
const SMALL = 10;
/** At which sides of its stone a code may stand, the first that is free: its class, how far across and down. */
const SIDES = [
  { name: 'is-below', across: 0, down: 1 },
  { name: 'is-above', across: 0, down: -1 },
  { name: 'is-right', across: 1, down: 0 },
  { name: 'is-left', across: -1, down: 0 },
];
/** How wide and how high the silhouette of an arm and a standard are, in pixels. */
const ARM = { wide: 13, high: 9 };
const STANDARD = { wide: 14, high: 22 };
/** How far its neighbours' fronts are drawn off their frames, in pixels. */
const RIM = 1.5;
/** Where along its longer edge a formation may bear its code: beside whoever stands in its middle too. */
const ALONG = [-0.3, 0.3, -0.42, 0.42];
/** However small the table is drawn, a stone has this radius in pixels, as `.counter .grown` says. */
const LEAST = 7.2;
/** How large stones of leaders are drawn, in pixels: those of the highest, and others; by how small the table is drawn. */
const CROWN = 18;
const KNOB = 13.4;
const PARTS = [0.92, 0.92, 0.66];
const ATTACHED = [0.7, 0.6, 0.54];
/** Where a leader is drawn who would stand on somebody: so many ways off, so many pixels each, up to so far. */
const WAYS = 12;
const STRIDE = 5;
const FARTHEST = 70;

export class Labels {
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    this.leans = new WeakMap();
    this.lay();
  }

  /** All of them, once what has come is painted. */
  soon() {
    later('labels', () => this.lay());
  }

  lay() {
    const { scale } = this.camera;
    if (!scale) return;
    this.laid = $$('.scalebar text').map((text) => this.written(text, ...this.lines(text)[0]));
    const nodes = this.board.all();
    // Read once, before anything is put: all that is drawn would be laid out for each further time.
    const code = $('.formation > g > text', this.board.layer);
    this.letters = code ? parseFloat(getComputedStyle(code).fontSize) : SMALL;
    const small = this.board.units.size || 0;
    this.bodies = nodes.map((node) => body(node, scale, small));
    // Of those in a unit it is the unit that is named.
    const coded = [...nodes.entries()].filter(([, node]) => !node.dataset.group || node.dataset.frame);
    for (const [n, node] of nodes.entries()) if (node.matches('.commander')) this.aside(node, n, small);
    for (const first of [true, false])
      for (const [n, node] of coded) {
        if (eager(node) !== first) continue;
        if (node.matches('.formation')) this.coded(node, n);
        else if (alone(node)) this.beside(node, n);
      }
    for (const [n, node] of coded) if (node.matches('.formation')) this.told(node, n);
    for (const text of $$('#names text')) this.named(text);
  }

  /** Where the table is drawn small a leader stands beside those he is among, tied to his place by a line. */
  aside(node, n, small) {
    const { scale } = this.camera;
    const at = stands(node);
    const { r } = this.bodies[n];
    const { whole } = this.camera;
    const seen = (p) => inside(p, whole, r) && this.alone({ ...p, r }, n);
    const found = small ? first(about(at, scale), seen) : at;
    if (!found) return;
    Object.assign(this.bodies[n], found);
    const off = { x: found.x - at.x, y: found.y - at.y };
    const spot = $('.aside', node);
    set(spot, 'transform', `translate(${round(off.x)} ${round(off.y)})`);
    set($('.stalk', spot), 'd', off.x || off.y ? `M0 0L${round(-off.x)} ${round(-off.y)}` : '');
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
    const size = this.letters * Math.max(this.far, 0.9);
    const wide = drawn(text.textContent, `700 ${SMALL}px`, '--sans') * (size / SMALL);
    const at = stands(node);
    const rim = 2 * RIM * this.camera.scale;
    const found = [{ x: 0, y: 0 }, this.leans.get(spot), ...along(frame(node))].find((p) => {
      const box = this.around({ x: at.x + p.x, y: at.y + p.y }, wide + rim, size * HIGH);
      return this.free(box, n) && this.laid.push(box);
    });
    put(node, 'is-mute', !found);
    if (found) set(spot, 'transform', `translate(${round(found.x)} ${round(found.y)})`);
  }

  /** What a formation bears stands on it beside its code, its standard at one of its corners; where there is no room, neither. */
  told(node, n) {
    const far = Math.max(this.far, 0.9);
    const [at, edges] = [stands(node), frame(node)];
    const fits = (part, places, { wide, high }) => {
      const found =
        part &&
        places.find((p) => {
          const box = this.around({ x: at.x + p.x, y: at.y + p.y }, wide * far, high * far);
          return this.free(box, n) && this.laid.push(box);
        });
      if (!part) return;
      put(part, 'is-seen', Boolean(found));
      if (found) set(part, 'transform', `translate(${round(found.x)} ${round(found.y)})`);
    };
    if (this.board.units.size) fits($('.bears', node), along(edges), ARM);
    fits($('.banner', node), corners(edges, at, far / 2), STANDARD);
  }

  /** A stone too small for its code has it at one of its sides, where there is room. */
  beside(node, n) {
    const code = this.board.units.size > 0 && $('text', node)?.textContent;
    const { scale } = this.camera;
    const high = SMALL * scale * HIGH;
    const wide = code ? drawn(code, `700 ${SMALL}px`, '--sans') * scale : 0;
    const { x, y, r } = this.bodies[n];
    const off = r + BESIDE * scale;
    const way = SIDES.find(({ across, down }) => {
      const to = this.camera.inward({ x: across * (off + wide / 2), y: down * (off + high / 2) });
      const box = this.around({ x: x + to.x, y: y + to.y }, wide, high);
      return code && this.free(box, n) && this.laid.push(box);
    });
    for (const one of SIDES) put(node, one.name, one === way);
  }

  /** A name of ground stands where it is drawn, or at another of its lines; on something it is not written. */
  named(text) {
    const found = this.lines(text).find(([x, y]) => {
      const box = this.written(text, x, y);
      return this.free(box, -1) && this.laid.push(box);
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

  /** How large a text is drawn: as it came, but no larger on the screen than it is written. */
  size(text) {
    const given = Number(text.dataset.size || text.getAttribute('transform').match(/scale\(([\d.]+)/)?.[1] || 1);
    return round(Math.min(given, this.camera.scale / this.part));
  }

  /** The box of a name whose letters stand on a line. */
  written(text, x, y) {
    const size = NAME * this.part * this.size(text);
    const letters = text.textContent;
    const wide = (drawn(letters, `italic 400 ${NAME}px`, '--serif') / NAME + SET * letters.length) * size;
    const up = this.camera.inward({ x: 0, y: -size * 0.3 });
    return this.around({ x: x + up.x, y: y + up.y }, wide, size);
  }

  /** The box about a place that is so wide and high as one reads. */
  around({ x, y }, wide, high) {
    const [w, h] = this.camera.turned ? [high, wide] : [wide, high];
    return { x: x - w / 2, y: y - h / 2, w, h };
  }

  free(box, own) {
    return clear(box, this.laid) && this.bodies.every((other, n) => n === own || clear(box, [other]));
  }

  /** How much of their size letters of names have, as their sheet says. */
  get part() {
    return Math.min(1, this.camera.inv * 0.75);
  }

  get far() {
    return Math.max(0.4, Math.min(6, this.camera.scale));
  }
}

/** Whose code is laid first: who is chosen or may act. */
const eager = (node) => node.matches('.may, .is-on');

/** What a counter covers: its frame, or a circle. */
function body(node, scale, small) {
  const edges = frame(node);
  if (edges) return bounded(edges);
  const { x, y } = stands(node);
  if (node.matches('.commander')) return { x, y, r: stone(node, small) * Math.max(0.4, Math.min(6, scale)) };
  return { x, y, r: Math.max(radius(node), alone(node) ? LEAST * scale : 0) };
}

/** The radius of a leader's stone in pixels. */
function stone(node, small) {
  const part = (node.matches('.is-attached') ? ATTACHED : PARTS)[small];
  return part * ($('[href="#crown"]', node) ? CROWN : KNOB);
}

/** A counter that stands for itself, in no unit. */
const alone = (node) => node.matches(':not(.formation, .commander, .head, .laid, .is-body, [data-group])');

/** The first of these places of which it holds. */
function first(places, holds) {
  for (const p of places) if (holds(p)) return p;
  return null;
}

/** Places about a place, the nearer first. */
function* about({ x, y }, scale) {
  yield { x, y };
  for (let far = STRIDE; far <= FARTHEST; far += STRIDE)
    for (let n = 0; n < WAYS; n += 1) {
      const turn = (2 * Math.PI * n) / WAYS;
      yield { x: x + far * scale * Math.sin(turn), y: y + far * scale * Math.cos(turn) };
    }
}

/** Whether a circle lies within what the whole table shows. */
const inside = ({ x, y }, { x: left, y: top, w, h }, r) =>
  x - r >= left && y - r >= top && x + r <= left + w && y + r <= top + h;

/** Where a standard may stand at half so many drawing units to the pixel: off the corners of a frame behind. */
function corners(edges, at, part) {
  return edges.slice(2).map(({ x, y }) => {
    const [dx, dy] = [x - at.x, y - at.y];
    return { x: dx + Math.sign(dx) * STANDARD.wide * part, y: dy + Math.sign(dy) * STANDARD.high * part };
  });
}

/** Where along its longer edge a formation may bear its code, off its middle. */
function along(edges) {
  const [a, b, , e] = edges;
  const [wide, deep] = [b, e].map((p) => ({ x: p.x - a.x, y: p.y - a.y }));
  const long = Math.hypot(wide.x, wide.y) >= Math.hypot(deep.x, deep.y) ? wide : deep;
  return ALONG.map((part) => ({ x: part * long.x, y: part * long.y }));
}
