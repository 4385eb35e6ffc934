// The counters on the table: where they stand, what changes, how the hand marks them.

import { $, $$, calm, put } from '../../page/dom.js';
import { distance } from '../space/geom.js';
import { TAIL, goes, moved, stops } from './goes.js';
import { frame, radius, renewed, stands } from './known.js';
import { later, never } from './later.js';
import { side } from './sides.js';
import { Trails } from './trails.js';
import { Units } from './units.js';

export { frame, radius, stands } from './known.js';
export { side } from './sides.js';

const MARKED = [
  'is-on',
  'is-target',
  'is-faint',
  'is-moving',
  'is-open',
  'is-lit',
  'is-mate',
  'is-away',
  'is-told',
  'is-picked',
  'is-mute',
  'is-gathered',
  'is-own',
  'is-plain',
  'is-within',
  'leads',
  'is-named',
  'is-below',
  'is-above',
  'is-right',
  'is-left',
  'is-tagged',
  'is-meant',
];
const NO_UNITS = [];
/** How long those stand out of whom the log has just told. */
const TOLD = 6000;
/** How long a counter glides that has moved; after how many milliseconds it has arrived, whatever the browser says. */
const [TRAVEL, FLIGHT] = [480, 900];
const EASE = 'cubic-bezier(.2, .7, .2, 1)';
/** What a way is called that tells nothing: a counter is only seen to come from where it stood. */
const GLIDE = 'glide';

/** Where a counter is drawn: who leads may be drawn beside the place where he stands. */
export function shown(node) {
  const aside = node.matches('.commander') ? $('.aside', node) : null;
  const [at, off] = [stands(node), aside ? stands(aside) : { x: 0, y: 0 }];
  return { x: at.x + off.x, y: at.y + off.y };
}

/** The round base of a counter where it stands. */
export const base = (node) => ({ ...stands(node), r: radius(node) });
/** What a piece is called, as it says itself before what it is like. */
export const called = (node) => (node.getAttribute('aria-label') || '').split(/[:,]/)[0];
export const code = (node) => $('text', node)?.textContent || '';

/** Whether two elements are the same but for what is in them. */
const alike = (one, other) => one.cloneNode(false).isEqualNode(other.cloneNode(false));

/** What is drawn otherwise in a counter is changed where it is; what is as it was stays, and is not painted anew. */
function redraw(old, fresh) {
  while (old.childNodes.length > fresh.childNodes.length) old.lastChild.remove();
  for (const [i, part] of [...fresh.childNodes].entries()) {
    const had = old.childNodes[i];
    if (!had) old.append(part);
    else if (had.isEqualNode(part)) continue;
    else if (had.firstChild && alike(had, part)) redraw(had, part);
    else had.replaceWith(part);
  }
}

export class Board {
  /** Who may act, where patches do not say so. */
  able = null;
  /** What is written on the table, where it gives way. */
  labels = null;
  /** Who shows what happens: is told what moves and what goes. */
  witness = null;
  /** Whether a message is being put in place. */
  hearing = false;

  constructor() {
    this.layer = $('#layer-counters');
    this.marks = $('#layer-marks');
    this.trails = new Trails();
    /** What has moved and left no trail yet. */
    this.went = [];
    // What is drawn above the counters must not catch the clicks meant for them.
    this.marks.setAttribute('pointer-events', 'none');
    $('#layer-markers').append(this.trails.layer);
    this.flights = new WeakMap();
    this.telling = new Set();
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
    return [...this.layer.children].filter(({ classList }) => classList.contains('counter'));
  }

  /** The round bases of all enemies of a side. */
  foes(mine) {
    return this.all()
      .filter((node) => side(node) !== mine && !node.dataset.frame)
      .map((node) => ({ ...base(node), called: called(node) }));
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

  /** These counters are on the table no more. */
  remove(ids) {
    for (const id of ids) this.taken(this.counter(id));
  }

  taken(node) {
    this.units.touch(node);
    if (node) this.witness?.gone(node);
    node?.remove();
  }

  /** Of a whole table: no others than these are on it. */
  only(counters) {
    const kept = new Set(counters.map((one) => one.id));
    for (const one of [...this.layer.children]) if (one.id.startsWith('p-') && !kept.has(one.id)) this.taken(one);
  }

  /** Bring counters to what the server says of them; what moved leaves a trail. */
  patch(counters) {
    const moves = [];
    for (const fresh of counters) this.place(fresh, moves);
    if (!moves.length) return;
    this.went.push(...moves);
    this.soon('trails', () => this.trails.leave(this.went.splice(0)));
    this.glide(this.witness?.moved(moves) ?? moves);
  }

  place(fresh, moves) {
    const old = document.getElementById(fresh.id);
    // Of what is not here only a part has come: page and server disagree, and the page is asked for anew.
    if (fresh.dataset.same !== undefined && !old) throw new Error(`a part of ${fresh.id}, which is not here`);
    if (fresh.dataset.same !== undefined) this.complete(fresh, old);
    this.able?.counter(fresh);
    const to = stands(fresh);
    this.units.touch(old);
    this.units.touch(fresh);
    if (!old) {
      if (fresh.dataset.frame) this.layer.prepend(fresh);
      else this.layer.append(fresh);
      return;
    }
    const from = stands(old);
    const edge = frame(old);
    this.become(old, fresh);
    if (distance(from, to) < 0.05) return;
    moves.push({ node: old, from, to, side: side(old), r: radius(old), edge });
  }

  /** What has come of a counter is what changed; the rest is as it was. */
  complete(fresh, old) {
    for (const { name, value } of old.attributes)
      if (name !== 'style' && !fresh.hasAttribute(name)) {
        fresh.setAttribute(name, value);
        if (name === 'aria-label') this.able?.became(fresh, old);
      }
  }

  /** A counter in its place on the table is as it comes; of one whose inside is the same only the head has come. */
  become(old, fresh) {
    renewed(old);
    const marked = MARKED.filter((name) => old.classList.contains(name));
    fresh.classList.add(...marked);
    for (const { name } of [...old.attributes])
      if (name !== 'style' && !fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
      if (name !== 'data-same' && old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (fresh.dataset.same === undefined) redraw(old, fresh);
    this.able?.became(old, fresh);
  }

  /** Those that have moved set out together from where they were shown; the place they have is the new one. */
  glide(moves) {
    if (calm() || !moves.length) return;
    const timing = { duration: TRAVEL + TAIL, easing: EASE, id: GLIDE };
    const ways = moves.map(({ node, from, to }) => {
      this.landed(node);
      const way = goes(node, [{ transform: moved(from) }, { transform: moved(to) }], timing);
      this.flights.set(node, way);
      return way;
    });
    const done = () => moves.forEach(({ node }, n) => this.flights.get(node) === ways[n] && this.landed(node));
    // The page hears late that the compositor has begun.
    ways[0].ready.then(
      () => setTimeout(done, TRAVEL - ways[0].currentTime),
      () => {},
    );
    setTimeout(done, FLIGHT);
  }

  /** It is seen where it stands. */
  landed(node) {
    const way = this.flights.get(node);
    if (way) stops(way);
    this.flights.delete(node);
  }

  /** What only marks counters is done once the message that is being put in place has been painted. */
  soon(name, deed) {
    never(name);
    if (this.hearing) later(name, deed);
    else deed();
  }

  /** Mark the counters that may be chosen, those chosen already, those the question tells of, and nothing else. */
  mark(marks) {
    this.soon('mark', () => this.marked(marks));
  }

  marked({ on = [], targets = [], open = [], lit = [] }) {
    const [chosen, aims, free, told] = [on, targets, open, lit].map((ids) => this.spread(ids));
    const sides = new Set([...aims].map((id) => side(this.counter(id))));
    for (const node of this.all()) {
      const id = node.dataset.piece;
      const of = sides.size ? side(node) : '';
      put(node, 'is-on', chosen.has(id));
      put(node, 'is-target', aims.has(id));
      put(node, 'is-open', free.has(id));
      put(node, 'is-lit', told.has(id));
      if (open.length || this.able) put(node, 'may', open.length ? free.has(id) : this.able.has(id));
      put(node, 'is-faint', of !== '' && sides.has(of) && !aims.has(id) && !chosen.has(id));
    }
    this.list(on);
    this.units.mark(new Set([...on, ...targets]));
  }

  /** The rows of these in the lists stand out, and no others. */
  list(ids) {
    const rows = new Set(
      ids.flatMap((id) => $$(`#bands [data-piece="${CSS.escape(id)}"]`)).map((button) => button.closest('li')),
    );
    for (const row of $$('#bands li.is-on')) rows.has(row) || row.classList.remove('is-on');
    for (const row of rows) row?.classList.add('is-on');
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
    this.soon('told', () => this.standOut(ids));
  }

  standOut(ids) {
    const now = new Set(ids.flatMap((id) => this.members(id)));
    for (const node of this.telling) now.has(node) || node.classList.remove('is-told');
    for (const node of now) put(node, 'is-told', true);
    this.telling = now;
    clearTimeout(this.untold);
    if (now.size) this.untold = setTimeout(() => this.told(), TOLD);
  }
}
