// What is shown above the counters while events are played.  The board is the truth; here its counters are only lent.

import { $, $$, html, put, svg } from '../../page/dom.js';
import { radius, stands } from '../board/counters.js';
import { TAIL, goes, moved, stops } from '../board/goes.js';
import { said } from '../panels/stories.js';
import { along, distance, middle } from '../space/geom.js';
import { drawn, lasts } from './drawn.js';
import { Fallen } from './fallen.js';
import { grown } from './grown.js';

/** How far one thrusts who strikes, in units of the drawing. */
const THRUST = 9;
/** So many lines are read under a heading. */
const MOST = 4;
const EASE = 'cubic-bezier(.3, .1, .3, 1)';
/** The same as of marks that come. */
const GROWS = 'cubic-bezier(.2, .7, .2, 1)';

const told = (nodes) => nodes.map((node) => node.textContent ?? node).join('');

/** What a line says. */
const sentence = (row) => (row?.dataset.seq === undefined ? [row?.textContent.trim() || ''] : said(row));

/** Headings that are read at once: the turn if one begins, what was told besides, and where that leads. */
function headings(beats) {
  const turn = beats.findLast(({ row }) => row?.matches('.mark'));
  const since = beats.slice(beats.indexOf(turn) + 1);
  const phase = since.findLast(({ row }) => row?.dataset.phase !== undefined);
  const [first, ...lines] = [turn, ...since.filter((one) => one === phase || one.row?.dataset.phase === undefined)]
    .filter(Boolean)
    .map(({ word, row }) => word || told(sentence(row)).trim());
  return [first, ...lines.slice(-MOST).map((line) => html('small', {}, line))];
}

/** A beat and all that are seen with it. */
const together = (beat) => [beat, ...(beat.also || [])];

export class Stage {
  constructor(board) {
    this.board = board;
    this.fallen = new Fallen();
    this.marks = svg('g', { class: 'eye-beat' });
    this.still = svg('g', { class: 'eye-still' });
    this.clones = svg('g', { class: 'eye-clones' });
    const parts = [this.fallen.layer, this.clones, this.still, this.marks];
    this.layer = svg('g', { id: 'layer-eye', 'aria-hidden': 'true', 'pointer-events': 'none' }, ...parts);
    $('#over').append(this.layer);
    this.banner = html('p', { class: 'eye-banner', 'aria-hidden': 'true', hidden: '' });
    $('.table').append(this.banner);
    this.held = new Map();
    this.running = new Set();
    this.spots = new Map();
  }

  // -- counters that are lent --------------------------------------------------------

  /** A counter that has moved is shown where it was. */
  hold(node, from) {
    const { board } = this;
    board.landed(node);
    if (!this.held.has(node)) {
      this.held.set(node, 0);
      this.shift(node, from);
    }
  }

  /** It is shown there, and with it the name it bears. */
  shift(node, p) {
    for (const part of this.parts(node)) part.style.transform = moved(p);
  }

  /** A counter, and the name of its unit if that stands on it. */
  parts(node) {
    return [node, this.board.units.borne.get(node)].filter((part) => part?.isConnected);
  }

  /** Names that were drawn anew are where those are shown who bear them. */
  accompany() {
    for (const node of this.held.keys()) {
      const [, name] = this.parts(node);
      if (!name || name.style.transform === node.style.transform) continue;
      name.style.transform = node.style.transform;
      // A counter asked what animates it would have the page styled for the answer.
      for (const going of [...this.running].filter(({ effect }) => effect.target === node)) {
        const along = this.move(name, going.effect.getKeyframes(), going.effect.getTiming());
        along.currentTime = going.currentTime;
      }
    }
  }

  /** So many beats more will move it. */
  expect(node, more) {
    this.held.set(node, (this.held.get(node) || 0) + more);
  }

  /** It is shown where it stands, if no beat is still to move it. */
  release(node) {
    if (this.held.get(node) > 0) return;
    this.held.delete(node);
    for (const part of this.parts(node)) {
      part.style.removeProperty('transform');
      if (!part.getAttribute('style')) part.removeAttribute('style');
    }
  }

  /** A counter that is about to go is shown by its likeness until its beat. */
  likeness(node) {
    const clone = node.cloneNode(true);
    for (const name of ['id', 'tabindex', 'role', 'aria-label']) clone.removeAttribute(name);
    clone.classList.remove('is-on', 'is-target', 'is-open', 'is-lit', 'may');
    if (this.held.has(node)) {
      this.held.set(clone, this.held.get(node));
      this.held.delete(node);
    }
    this.clones.append(clone);
    return clone;
  }

  // -- where they are --------------------------------------------------------------------

  /** Where a counter is shown now. */
  seen(node) {
    const lent = node.style.transform.match(/-?[\d.]+/g)?.map(Number);
    return lent ? { x: lent[0], y: lent[1] } : stands(node);
  }

  /** The place of a piece, or of the middle of a unit, with the radius of its base; that of one who is gone, if known. */
  place(id, fallback) {
    const names = (node) => [node.dataset.piece, node.dataset.group, node.dataset.force].includes(id);
    const nodes = [...this.board.members(id), ...[...this.clones.children].filter(names)];
    if (!nodes.length) return fallback || this.spots.get(id) || null;
    const spots = nodes.map((node) => this.seen(node));
    const at = middle(spots);
    return { ...at, r: base(nodes[0]) + Math.max(...spots.map((spot) => distance(spot, at))) };
  }

  who(beat) {
    const lone = beat.place && { ...beat.place, r: 11.25 };
    const all = (ids) => ids.map((id) => this.place(id, ids.length === 1 ? lone : null)).filter(Boolean);
    const by = all(beat.by);
    return { by: by.length || !lone ? by : [lone], at: all(beat.at) };
  }

  /** All places a beat leads to. */
  about(beat) {
    return together(beat).flatMap((one) => {
      const { by, at } = this.who(one);
      const ways = [one.way, ...one.legs.map(({ points }) => points)];
      return [...by, ...at, ...ways.flatMap((points) => points.slice(-1))];
    });
  }

  // -- a beat -------------------------------------------------------------------------------

  /** Show a beat for as long as it lasts at so many times the common pace; `calm`: nothing moves. */
  async play(beat, pace, calm) {
    this.hush();
    this.lift();
    const ms = this.lasts(beat) / pace;
    this.marks.style.setProperty('--beat', calm ? '0ms' : `${Math.round(ms)}ms`);
    this.marks.replaceChildren(...together(beat).flatMap((one) => drawn(one, this.who(one))));
    this.tell(beat);
    for (const { row } of together(beat)) row?.classList.add('is-shown');
    if (!calm) for (const line of $$('.grows', this.marks)) this.grow(line, ms);
    if (!calm) for (const one of together(beat)) this.motion(one, ms);
    await new Promise((wake) => setTimeout(wake, ms));
  }

  /** How long a beat lasts at the common pace. */
  lasts(beat) {
    const ways = together(beat).flatMap(({ way, legs = [] }) => [way || [], ...legs.map(({ points }) => points)]);
    return lasts(beat, Math.max(0, ...ways.map(along)));
  }

  /** A line of the beat grows. */
  grow(line, ms) {
    const { group, ways } = grown(line, ms, GROWS);
    line.replaceWith(group);
    for (const [node, frames, timing] of ways) this.runs(node.animate(frames, timing));
  }

  motion(beat, ms) {
    for (const { node, points } of beat.legs) this.go(node, points, ms);
    if (beat.kind === 'blow') this.thrust(beat, ms);
    for (const { clone } of beat.gone)
      if (clone) this.runs(clone.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms, easing: 'ease-in' }));
  }

  /** A counter goes along these points. */
  go(node, points, ms) {
    const whole = along(points) || 1;
    let gone = 0;
    const frames = points.map((p, i) => {
      gone += i ? distance(points[i - 1], p) : 0;
      return { transform: moved(p), offset: i === points.length - 1 ? 1 : gone / whole };
    });
    this.shift(node, points[points.length - 1]);
    for (const part of this.parts(node)) this.move(part, frames, { duration: ms + TAIL, easing: EASE });
  }

  /** Those who strike, to and fro. */
  thrust(beat, ms) {
    const aim = this.who(beat).at[0];
    for (const node of aim ? beat.by.flatMap((id) => this.board.members(id)) : []) {
      const from = this.seen(node);
      const whole = distance(from, aim) || 1;
      const part = Math.min(THRUST, whole / 3) / whole;
      const to = { x: from.x + (aim.x - from.x) * part, y: from.y + (aim.y - from.y) * part };
      const frames = [from, to, from].map((p) => ({ transform: moved(p) }));
      for (const part of this.parts(node)) this.move(part, frames, { duration: ms / 2.5, easing: 'ease-in-out' });
    }
  }

  move(node, frames, timing) {
    return this.runs(goes(node, frames, timing));
  }

  runs(running) {
    this.running.add(running);
    running.onfinish = () => this.ended(running);
    return running;
  }

  ended(running) {
    stops(running);
    this.running.delete(running);
  }

  /** A word over the table, or at its edge the sentence of what is shown: who does what to whom, and what comes of it. */
  tell({ kind, word, row, also = [] }) {
    const over = kind === 'banner';
    put(this.banner, 'is-caption', !over);
    this.banner.replaceChildren(...(over ? headings([{ word, row }, ...also]) : sentence(row)));
    this.banner.hidden = !this.banner.textContent;
  }

  /** A beat is over: those it moved stand where they went, those it took are gone. */
  settle(beat) {
    this.lift();
    for (const { row } of together(beat)) row?.classList.remove('is-shown');
    for (const { node, points } of together(beat).flatMap(({ legs = [] }) => legs)) {
      const left = (this.held.get(node) || 1) - 1;
      if (!this.held.has(node)) continue;
      this.held.set(node, left);
      this.shift(node, points[points.length - 1]);
      if (!this.clones.contains(node)) this.release(node);
    }
    for (const one of together(beat)) this.fell(one);
  }

  /** Who fell leaves a cross where he was seen last. */
  fell(beat) {
    for (const { clone, names } of beat.gone || []) {
      const at = { ...this.seen(clone), r: base(clone) };
      for (const id of names) this.spots.set(id, at);
      if (beat.kind === 'fall') this.fallen.add(at);
      this.held.delete(clone);
      clone.remove();
    }
    if (beat.kind === 'fall' && !beat.gone.length && beat.place) this.fallen.add(beat.place);
  }

  /** Nothing runs, and no marks of a beat are left. */
  lift() {
    for (const running of this.running) this.ended(running);
    if (this.marks.childElementCount) this.marks.replaceChildren();
    if (!this.banner.hidden) this.banner.hidden = true;
  }

  /** The table as it is. */
  clear() {
    this.lift();
    for (const node of [...this.held.keys()]) {
      this.held.set(node, 0);
      this.release(node);
    }
    this.clones.replaceChildren();
  }

  // -- a line that is looked at ------------------------------------------------------------

  /** Its picture stands on the table. */
  show(beat) {
    this.still.replaceChildren(...drawn(beat, this.who(beat)));
  }

  hush() {
    if (this.still.childElementCount) this.still.replaceChildren();
  }
}

/** How far from its middle a counter reaches. */
function base(node) {
  const frame = node.dataset.frame?.split(' ').map((pair) => Math.hypot(...pair.split(',').map(Number)));
  return frame ? Math.max(...frame) : radius(node);
}
