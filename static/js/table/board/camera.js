// Where one looks: zoom and pan.

import { $, put } from '../../page/dom.js';
import { tab } from '../../page/memory.js';
import { distance, round, within } from '../space/geom.js';
import { Flight } from './flight.js';
import { kept } from './kept.js';
import { Mini } from './mini.js';
import { above, beneath } from './sheets.js';
import { laidOver, larger, taken } from './taken.js';
import { TURN, laid, upright } from './turned.js';

const MOST = 6;
/** Screens on which the table is brought near; by mouse what was aimed at stays where it is. */
const FINGERS = '(max-width: 720px), (pointer: coarse)';
/** Drawing units to the pixel that are near enough to see what happens. How much larger the table must be to be turned. */
const [NEAR, GAIN] = [1, 1.2];
/** From so many on the whole table is too small for fingers; so many pixels off what stays in its place a finger means it. */
const [SMALL, FINGER] = [1.4, 24];
/** How much of it is seen then about who goes, each way, by how deep it is. */
const ACROSS = 0.38;
/** Pixels above the whole table, where nothing else is, for the figures at its edge; units about what is to be in sight. */
const [AIR, RIM] = [5, 30];
/** Drawing units to the pixel from which the edge has every other figure. */
const SPARSE = 3.6;

export class Camera {
  constructor(table) {
    this.table = table;
    this.room = table.parentElement;
    this.sheets = [beneath(table), table, above(table)];
    const [x, y, w, h] = table.getAttribute('viewBox').split(' ').map(Number);
    this.whole = { x, y, w, h };
    this.home = true;
    this.slid = { x: 0, y: 0 };
    this.changed = this.moved = () => {};
    /** While something is dragged the table stays where it is. */
    this.steady = false;
    this.fitting = false;
    /** Where the table was pressed last; where a sheet began that was raised over one that is fitted to what was seen then. */
    this.touched = this.under = null;
    this.flight = new Flight(this);
    this.mini = new Mini(this);
    /** On a tall screen a wide table lies turned by a quarter; all that is read of the screen goes through this alone. */
    this.turned = false;
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(table);
    sizes.observe(this.room);
    this.resize();
  }

  /** One looks where one looked in this tab before its page was loaded afresh, at this game. */
  resume(game) {
    const key = `view-${game}`;
    const found = JSON.parse(tab.get(key) || 'null');
    if (found) this.look(found);
    addEventListener('pagehide', () => {
      const { x, y, scale } = this;
      tab.set(key, this.home || this.framed ? '' : JSON.stringify({ x, y, scale }));
    });
  }

  look({ x, y, scale }) {
    const fit = this.fitScale();
    Object.assign(this, { x, y, scale: Math.min(fit * 1.15, Math.max(fit / MOST, scale)), home: false });
    this.keep();
    this.apply();
  }

  /** What the sheet of a phone leaves free, in pixels along the table. */
  free() {
    return this.measured().free;
  }

  /** The same as the screen has it. */
  seen() {
    return this.measured().seen;
  }

  /** Where the drawing lies on the screen, however far it is slid. */
  rect() {
    return this.measured().rect;
  }

  /** All of it once a frame: what is drawn in it would have the page laid out for each further time. */
  measured() {
    if (!this.sizes) {
      const rect = this.lies();
      const seen = this.left(rect);
      const { above, below, right, left } = taken(
        rect,
        seen,
        this.turned ? { w: this.whole.h, h: this.whole.w } : this.whole,
      );
      const head = above || AIR;
      const free = this.turned ? { w: seen.h, h: seen.w } : seen;
      const aside = this.turned
        ? { x: head, y: right, w: head + below, h: left + right }
        : { x: left, y: head, w: left + right, h: head + below };
      this.sizes = { rect, seen, free, aside };
      requestAnimationFrame(() => (this.sizes = null));
    }
    return this.sizes;
  }

  /** A way on the screen, in pixels along the table. */
  inward({ x, y }) {
    return this.turned ? { x: y, y: -x } : { x, y };
  }

  /** And the other way round. */
  outward({ x, y }) {
    return this.turned ? { x: -y, y: x } : { x, y };
  }

  /** A sheet that was raised lies over the table, which stays as it is. */
  left(box) {
    const top = laidOver(this) ?? box.bottom;
    return { w: box.width, h: Math.max(160, Math.min(box.height, top - box.top)) };
  }

  lies() {
    if (this.flight.on) return this.flight.rect;
    const { left, top, width, height } = this.table.getBoundingClientRect();
    return new DOMRect(left - this.slid.x, top - this.slid.y, width, height);
  }

  resize() {
    this.turn();
    this.sizes = null;
    this.box = this.rect();
    if (!this.box.width) return;
    this.drawnAt = null;
    const { framed, home } = this;
    if (home || framed) this.fit();
    else this.apply();
    if (framed && this.fitScale() >= SMALL) this.bring(framed);
    this.home ||= home;
  }

  /** The table is laid as it is seen largest. */
  turn() {
    const { width, height } = this.room.getBoundingClientRect();
    if (!width) return;
    const { w, h } = this.whole;
    const gain = Math.min(height / w, width / h) / Math.min(width / w, height / h);
    const turned = gain >= GAIN && matchMedia(FINGERS).matches;
    laid(this.room, this.sheets, turned && { width, height });
    if (turned === this.turned) return;
    this.turned = turned;
    upright(this.room, this.mini.map, turned);
  }

  fitScale() {
    const { free, aside } = this.measured();
    return Math.max(this.whole.w / (free.w - aside.w), this.whole.h / (free.h - aside.h));
  }

  /** How one looks at the whole table. */
  fitted() {
    const { free, aside } = this.measured();
    const scale = this.fitScale();
    const x = this.whole.x - ((free.w - aside.w) * scale - this.whole.w) / 2 - aside.x * scale;
    const y = this.whole.y - ((free.h - aside.h) * scale - this.whole.h) / 2 - aside.y * scale;
    return { x, y, scale };
  }

  /** The whole table again. */
  fit() {
    this.fitting = Boolean(this.under);
    if (this.fitting) this.sizes = null;
    Object.assign(this, this.fitted(), { home: true, framed: null, fitting: false });
    if (this.under !== null) this.sizes = null;
    this.apply();
  }

  /**
   * Bring a circle into sight as large as it goes, where the whole table is too small for fingers: what was touched of it stays
   * under the finger, unless all of it is to be seen. By mouse the table stays, for what is clicked next was just seen where it
   * is: only what is not in sight at all is brought there.
   */
  frame(p, r, all = false) {
    if (this.steady) return;
    if (!matchMedia(FINGERS).matches) return void (this.has(p) || this.show(p));
    if (!this.home || this.fitScale() < SMALL) return;
    const from = this.view;
    // Where no more is seen than whom the question tells of, what lies within reach may be beyond the edge: then it is the middle.
    this.bring({ p, r, still: all || this.framed ? null : this.still(p, r) });
    this.flight.show(from);
  }

  /** What stays in its place while a circle is brought near, unless it is out of sight. */
  still(p, r) {
    const still = kept(p, r, this.touched, this.part, this.nearing(r) / this.scale);
    return this.has(still.at) ? still : null;
  }

  /** From how near a circle is seen whole, with so much about it, or from so near as this. */
  nearing(r, rim = RIM, near = 0) {
    const [{ w, h }, fit] = [this.free(), this.fitScale()];
    return Math.min(fit, Math.max(fit / MOST, (2 * (r + rim)) / Math.min(w, h), near));
  }

  bring(framed) {
    const { p, r, still } = framed;
    const [free, fit, scale, { whole }] = [this.free(), this.fitted(), this.nearing(r), this];
    const [w, h] = [free.w * scale, free.h * scale];
    // No more is seen beyond the table than of the whole of it.
    const inside = (from, least, long) => Math.max(least, Math.min(least + long * (fit.scale - scale), from));
    const x = still ? inside(still.at.x - still.across * w, fit.x, free.w) : within(p.x, w, whole.x, whole.w);
    const y = still ? inside(still.at.y - still.down * h, fit.y, free.h) : within(p.y, h, whole.y, whole.h);
    Object.assign(this, { x, y, scale, home: false, framed });
    this.apply();
  }

  /** Whether a point is what stays in its place while the table comes near: a finger there is meant for it. */
  keeps(p) {
    const at = this.framed?.still?.at;
    return Boolean(at) && distance(at, p) < this.px(FINGER);
  }

  /** So far about who goes and shoots is seen: on a turned table the enemy across the narrow side of the screen too. */
  ahead(r) {
    return this.turned ? Math.max(r, this.whole.h * ACROSS) : r;
  }

  /** Back to the whole table if nobody has moved the camera since. */
  unframe() {
    if (!this.framed || this.steady) return;
    const from = this.view;
    this.fit();
    this.flight.show(from);
  }

  /** Where one looks, to come back to. */
  get view() {
    const { x, y, scale, home, framed } = this;
    return { x, y, scale, home, framed };
  }

  /** What of the table is seen. */
  get part() {
    const { w, h } = this.free();
    return { x: this.x, y: this.y, w: w * this.scale, h: h * this.scale };
  }

  /** How one would look at a circle: as near as now if it is seen whole, else so that it is. */
  about(p, r, near = this.home ? NEAR : this.scale) {
    const [free, scale] = [this.free(), this.nearing(r, 0, near)];
    const x = within(p.x, free.w * scale, this.whole.x, this.whole.w);
    return { x, y: within(p.y, free.h * scale, this.whole.y, this.whole.h), scale, home: false, framed: null };
  }

  /** Whether a point is in sight. */
  has(p) {
    const { x, y, w, h } = this.part;
    return p.x >= x && p.x <= x + w && p.y >= y && p.y <= y + h;
  }

  /** Whether a circle is seen whole, and from near. */
  sees(p, r) {
    const { x, y, w, h } = this.part;
    const inside = p.x - r >= x && p.x + r <= x + w && p.y - r >= y && p.y + r <= y + h;
    return inside && this.scale <= Math.max(NEAR, this.about(p, r).scale) * 1.2;
  }

  /** Look there; the table goes there before one's eyes, unless it is to be calm. */
  travel(view, calm) {
    const from = this.view;
    this.flight.land();
    if (view.home && !view.framed) this.fit();
    else {
      Object.assign(this, view);
      this.apply();
    }
    if (!calm) this.flight.from(from);
  }

  /** Zoom by a factor about a point of the screen. */
  zoom(factor, clientX, clientY) {
    this.flight.land();
    const box = this.rect();
    const cx = clientX ?? box.left + this.seen().w / 2;
    const cy = clientY ?? box.top + this.seen().h / 2;
    const [before, fit] = [this.at(cx, cy), this.fitScale()];
    this.scale = Math.min(fit * 1.15, Math.max(fit / MOST, this.scale / factor));
    const now = this.at(cx, cy);
    this.x += before.x - now.x;
    this.y += before.y - now.y;
    this.home = false;
    this.framed = null;
    this.keep();
    this.apply();
  }

  /** Move what is seen by this much of the screen. */
  pan(dx, dy) {
    this.shift(dx, dy);
    this.apply();
  }

  shift(dx, dy) {
    this.flight.land();
    const { x, y } = this.inward({ x: dx, y: dy });
    this.x -= x * this.scale;
    this.y -= y * this.scale;
    this.home = false;
    this.framed = null;
    this.keep();
  }

  /** The same while a hand holds it: what is drawn is shifted as it is, and drawn where it lies once it is let go. */
  slide(dx, dy) {
    this.shift(dx, dy);
    this.slid = this.outward({ x: (this.laid.x - this.x) / this.scale, y: (this.laid.y - this.y) / this.scale });
    for (const sheet of this.sheets)
      sheet.style.transform = `translate(${round(this.slid.x)}px, ${round(this.slid.y)}px)${this.turned ? ` ${TURN}` : ''}`;
    this.mapped();
  }

  /** A hand has let go. */
  settle() {
    if (this.slid.x || this.slid.y) this.apply();
  }

  /** Never lose the table from sight. */
  keep() {
    const { w, h } = this.part;
    this.x = Math.max(this.whole.x - w * 0.7, Math.min(this.whole.x + this.whole.w - w * 0.3, this.x));
    this.y = Math.max(this.whole.y - h * 0.7, Math.min(this.whole.y + this.whole.h - h * 0.3, this.y));
  }

  /** Bring a point of the table into sight if it is out of it. */
  show(point) {
    const { w, h } = this.part;
    const rim = this.home ? 0 : RIM;
    const out =
      point.x < this.x + rim || point.x > this.x + w - rim || point.y < this.y + rim || point.y > this.y + h - rim;
    if (!out) return;
    this.x = Math.max(this.whole.x, Math.min(this.whole.x + this.whole.w - w, point.x - w / 2));
    this.y = Math.max(this.whole.y, Math.min(this.whole.y + this.whole.h - h, point.y - h / 2));
    this.home = false;
    this.apply();
  }

  apply() {
    const { width, height } = this.rect();
    const [w, h] = (this.turned ? [height, width] : [width, height]).map((long) => long * this.scale);
    this.slid = { x: 0, y: 0 };
    this.laid = { x: this.x, y: this.y };
    for (const sheet of this.sheets) {
      sheet.style.removeProperty('transform');
      sheet.setAttribute('viewBox', `${round(this.x)} ${round(this.y)} ${round(w)} ${round(h)}`);
    }
    if (this.drawnAt !== this.scale) this.rescale();
    this.mapped();
  }

  /** The small map shows what is seen. */
  mapped() {
    this.moved();
    this.mini.show();
  }

  /** What keeps its size on the screen is drawn at another scale. */
  rescale() {
    const far = Math.max(0.4, Math.min(6, this.scale));
    const sizes = { inv: this.inv, pixel: this.scale, far, written: larger(this.table, this.scale, this.inv) };
    for (const { style } of this.sheets)
      for (const [name, size] of Object.entries(sizes)) style.setProperty(`--${name}`, size.toFixed(3));
    put(this.room, 'is-sparse', this.scale > SPARSE);
    $('.table').classList.toggle('is-zoomed', this.scale < this.fitScale() * 0.95);
    this.drawnAt = this.scale;
    this.changed();
  }

  /** Drawing units to the pixel, within what notes and signs are drawn at. */
  get inv() {
    return Math.max(0.2, Math.min(2.4, this.scale));
  }

  /** The point of the table under a point of the screen. */
  at(clientX, clientY) {
    const { left, right, top } = this.rect();
    const { x, y } = this.inward({ x: clientX - (this.turned ? right : left), y: clientY - top });
    return { x: this.x + x * this.scale, y: this.y + y * this.scale };
  }

  /** Where a point of the table is seen, in pixels off the corner of its room. */
  spot(p) {
    const { x, y } = this.outward({ x: (p.x - this.x) / this.scale, y: (p.y - this.y) / this.scale });
    return { x: x + (this.turned ? this.rect().width : 0), y };
  }

  /** This many pixels of the screen in units of the table. */
  px(n) {
    return n * this.scale;
  }
}
