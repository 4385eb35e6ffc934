// The counters on the table: where they stand, what changes, how the hand marks them.

import { $, $$, calm, html, svg, svgNodes } from './dom.js';
import { d, distance, round, said, units } from './geom.js';
import { word } from './words.js';

const MARKED = ['is-on', 'is-target', 'is-faint', 'is-moving', 'is-open'];

/** Where a counter stands, in drawing units. */
export function stands(node) {
  const [x = 0, y = 0] = (node.getAttribute('transform') || '').match(/-?[\d.]+/g)?.map(Number) || [];
  return { x, y };
}

export const radius = (node) => Number(node.dataset.r || 11.25);
export const code = (node) => $('text', node)?.textContent || '';
export const side = (node) => (node.classList.contains('b') ? 'b' : node.classList.contains('a') ? 'a' : '');

export class Board {
  constructor() {
    this.layer = $('#layer-counters');
    this.marks = $('#layer-marks');
    this.trails = svg('g', { id: 'trails', 'aria-hidden': 'true' });
    // What is drawn above the counters must not catch the clicks meant for them.
    this.marks.setAttribute('pointer-events', 'none');
    $('#layer-markers').append(this.trails);
    this.words = this.makeWords();
    this.tell();
  }

  /** The counter of a piece, or null. */
  counter(id) {
    return document.getElementById(`p-${id}`);
  }

  all() {
    return $$('.counter', this.layer);
  }

  /** Bring the counters to what the server says; what moved leaves a trail. */
  patch(patches, gone) {
    const moves = [];
    for (const id of gone || []) this.counter(id)?.remove();
    for (const patch of patches || []) this.place(patch, moves);
    if (moves.length) this.leave(moves);
    if (patches?.length || gone?.length) this.tell();
  }

  place(patch, moves) {
    const [fresh] = svgNodes(patch.svg);
    if (!fresh) return;
    const old = this.counter(patch.id);
    const to = { x: units(patch.x), y: units(patch.y) };
    if (!old) {
      this.layer.append(fresh);
      return;
    }
    const from = stands(old);
    const marked = MARKED.filter((name) => name !== 'is-moving' && old.classList.contains(name));
    const node = this.same(old, fresh) ? old : this.swap(old, fresh, marked);
    if (distance(from, to) < 0.05) return;
    moves.push({ from, to, side: side(node), r: radius(node) });
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
      ...moves.flatMap(({ from, to, side: of, r }) => {
        const at = d([from, to]);
        return [
          svg('path', { class: 'trail-halo', d: at }), svg('path', { class: `trail ${of}`, d: at }),
          svg('circle', { class: `was ${of}`, cx: round(from.x), cy: round(from.y), r }),
        ];
      }),
    );
  }

  /** Mark the counters that may be chosen, those chosen already, and nothing else. */
  mark({ on = [], targets = [], open = [] }) {
    const faint = targets.length > 0;
    for (const node of this.all()) {
      const id = node.dataset.piece;
      node.classList.toggle('is-on', on.includes(id));
      node.classList.toggle('is-target', targets.includes(id));
      node.classList.toggle('is-open', open.includes(id));
      if (open.length) node.classList.toggle('may', open.includes(id));
      node.classList.toggle('is-faint', faint && !targets.includes(id) && !on.includes(id) && side(node) !== '' && targets.some((t) => side(this.counter(t) || node) === side(node)));
    }
    for (const button of $$('#bands [data-piece]')) button.closest('li')?.classList.toggle('is-on', on.includes(button.dataset.piece));
  }

  /** Show some pieces for a moment. */
  flash(ids) {
    for (const id of ids) {
      const node = this.counter(id);
      node?.classList.add('is-on');
      setTimeout(() => node?.classList.remove('is-on'), 1800);
    }
  }

  /** The table in words, for those who do not see it. */
  makeWords() {
    const list = html('ol', { class: 'scroll' });
    const box = html('details', { id: 'text-board', class: 'closed-more' }, html('summary', {}, word('board')), list);
    box.style.padding = '4px 12px 8px';
    list.style.maxHeight = '30vh';
    box.addEventListener('toggle', () => this.tell());
    $('.who')?.append(box);
    return list;
  }

  /** Bring the table in words up to date, with its distances from the west and north edge. */
  tell() {
    this.words.replaceChildren(
      ...this.all().map((node) => {
        const p = stands(node);
        const name = node.getAttribute('aria-label') || code(node);
        return html('li', { class: 'small', 'data-piece': node.dataset.piece }, `${name}: ${word('at', { x: said(p.x), y: said(p.y) })}`);
      }),
    );
  }
}
