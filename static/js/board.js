// The counters on the table: where they stand, what changes, how the hand marks them.

import { $, $$, calm, svg, svgNodes } from './dom.js';
import { d, distance, round, units } from './geom.js';
import { Units } from './units.js';

const MARKED = ['is-on', 'is-target', 'is-faint', 'is-moving', 'is-open', 'is-lit', 'is-mate', 'is-away', 'is-told'];
const NO_UNITS = [];
/** How long those stand out of whom the log has just told. */
const TOLD = 6000;

/** Where a counter stands, in drawing units. */
export function stands(node) {
  const [x = 0, y = 0] = (node.getAttribute('transform') || '').match(/-?[\d.]+/g)?.map(Number) || [];
  return { x, y };
}

/** The frame of a formation in drawing units where it stands; null of any other counter. */
export function frame(node) {
  if (!node.dataset.frame) return null;
  const at = stands(node);
  return node.dataset.frame.split(' ').map((pair) => {
    const [x, y] = pair.split(',').map(Number);
    return { x: at.x + x, y: at.y + y };
  });
}

export const radius = (node) => Number(node.dataset.r || 11.25);
export const code = (node) => $('text', node)?.textContent || '';
const SIDES = ['a', 'b', 'c', 'd'];
/** The side whose colours an element bears, or none. */
export const side = (node) => SIDES.find((name) => node?.classList.contains(name)) || '';

export class Board {
  constructor() {
    this.layer = $('#layer-counters');
    this.marks = $('#layer-marks');
    this.trails = svg('g', { id: 'trails', 'aria-hidden': 'true' });
    // What is drawn above the counters must not catch the clicks meant for them.
    this.marks.setAttribute('pointer-events', 'none');
    $('#layer-markers').append(this.trails);
    this.units = new Units(this);
    this.units.tell();
  }

  /** The counter of a piece, or null. */
  counter(id) {
    return document.getElementById(`p-${id}`);
  }

  stands(node) {
    return stands(node);
  }

  all() {
    return $$('.counter', this.layer);
  }

  /** The counters an id stands for: one, all of a unit, all of a force, or the formation a stand is part of. */
  members(id) {
    const node = this.counter(id);
    if (node || !id) return node ? [node] : NO_UNITS;
    const found = this.units.members(id);
    return found.length ? found : this.units.ranks(id);
  }

  /** What a counter may stand for: itself, its unit, its force. */
  names(counter) {
    return [counter?.dataset.piece, counter?.dataset.group, counter?.dataset.force].filter(Boolean);
  }

  /** One counter that stands for these ids. */
  one(ids) {
    return ids.flatMap((id) => this.members(id))[0] || null;
  }

  /** Every counter these ids stand for, by its own id. */
  spread(ids) {
    return new Set(ids.flatMap((id) => this.members(id)).map((node) => node.dataset.piece));
  }

  /** The unit under the pointer shows itself. */
  mates(counter) {
    const unit = counter?.dataset.group || '';
    if (unit === this.shown) return;
    for (const node of this.shown ? this.members(this.shown) : []) node.classList.remove('is-mate');
    for (const node of unit ? this.members(unit) : []) node.classList.add('is-mate');
    this.shown = unit;
  }

  /** Bring the counters to what the server says; what moved leaves a trail. */
  patch(patches, gone) {
    const moves = [];
    for (const id of gone || []) this.counter(id)?.remove();
    for (const patch of patches || []) this.place(patch, moves);
    if (moves.length) this.leave(moves);
    if (patches?.length || gone?.length) this.units.tell();
  }

  place(patch, moves) {
    const [fresh] = svgNodes(patch.svg);
    if (!fresh) return;
    const old = this.counter(patch.id);
    const to = { x: units(patch.x), y: units(patch.y) };
    if (!old) {
      if (fresh.dataset.frame) this.layer.prepend(fresh);
      else this.layer.append(fresh);
      return;
    }
    const from = stands(old);
    const edge = frame(old);
    const marked = MARKED.filter((name) => name !== 'is-moving' && old.classList.contains(name));
    const node = this.same(old, fresh) ? old : this.swap(old, fresh, marked);
    if (distance(from, to) < 0.05) return;
    moves.push({ from, to, side: side(node), r: radius(node), edge });
    this.glide(node, from, fresh.getAttribute('transform') || `translate(${round(to.x)} ${round(to.y)})`);
  }

  /** Whether two counters differ in nothing but their place. */
  same(old, fresh) {
    const plain = (node) => {
      const copy = node.cloneNode(true);
      copy.classList.remove(...MARKED);
      copy.removeAttribute('transform');
      return copy.outerHTML;
    };
    return plain(old) === plain(fresh);
  }

  swap(old, fresh, marked) {
    const focused = document.activeElement === old;
    fresh.classList.add(...marked);
    old.replaceWith(fresh);
    if (focused) fresh.focus({ preventScroll: true });
    return fresh;
  }

  glide(node, from, transform) {
    if (calm()) {
      node.setAttribute('transform', transform);
      return;
    }
    // A style wins over the attribute and is what a transition can follow.
    const [x, y] = transform.match(/-?[\d.]+/g).map(Number);
    node.setAttribute('transform', transform);
    node.style.transform = `translate(${from.x}px, ${from.y}px)`;
    void node.getBoundingClientRect();
    node.classList.add('is-moving');
    node.style.transform = `translate(${x}px, ${y}px)`;
    const done = () => {
      node.classList.remove('is-moving');
      node.style.removeProperty('transform');
    };
    node.addEventListener('transitionend', done, { once: true });
    setTimeout(done, 900);
  }

  /** The trail of the last move. */
  leave(moves) {
    this.trails.replaceChildren(
      ...moves.flatMap(({ from, to, side: of, r, edge }) => {
        const at = d([from, to]);
        return [
          svg('path', { class: 'trail-halo', d: at }), svg('path', { class: `trail ${of}`, d: at }),
          edge ? svg('path', { class: `was ${of}`, d: d(edge, true) }) : svg('circle', { class: `was ${of}`, cx: round(from.x), cy: round(from.y), r }),
        ];
      }),
    );
  }

  /** Mark the counters that may be chosen, those chosen already, those the question tells of, and nothing else. */
  mark({ on = [], targets = [], open = [], lit = [] }) {
    const [chosen, aims, free, told] = [on, targets, open, lit].map((ids) => this.spread(ids));
    const sides = new Set([...aims].map((id) => side(this.counter(id))));
    for (const node of this.all()) {
      const id = node.dataset.piece;
      node.classList.toggle('is-on', chosen.has(id));
      node.classList.toggle('is-target', aims.has(id));
      node.classList.toggle('is-open', free.has(id));
      node.classList.toggle('is-lit', told.has(id));
      if (open.length) node.classList.toggle('may', free.has(id));
      node.classList.toggle('is-faint', side(node) !== '' && sides.has(side(node)) && !aims.has(id) && !chosen.has(id));
    }
    for (const button of $$('#bands [data-piece]')) button.closest('li')?.classList.toggle('is-on', on.includes(button.dataset.piece));
    this.units.mark(new Set([...on, ...targets]));
  }

  /** Show some pieces for a moment; a force only where it is all that is named. */
  flash(ids) {
    const few = ids.filter((id, i) => !i || this.counter(id) || this.units.members(id).length);
    for (const node of few.flatMap((id) => this.members(id))) {
      node.classList.add('is-on');
      setTimeout(() => node.classList.remove('is-on'), 1800);
    }
  }

  /** Those of whom a story tells now stand out until it goes on. */
  told(ids = []) {
    const now = this.spread(ids);
    for (const node of this.all()) node.classList.toggle('is-told', now.has(node.dataset.piece));
    clearTimeout(this.telling);
    if (now.size) this.telling = setTimeout(() => this.told(), TOLD);
  }
}
