// Where one looks: zoom, pan, the small map.

import { side } from './counters.js';
import { $, $$, svg } from '../../page/dom.js';
import { tab } from '../../page/memory.js';
import { round } from '../space/geom.js';

const MOST = 6;
/** Pixels between the tools and the table where it gives way to them. */
const OFF = 4;
/** Screens on which the table is brought near; by mouse what was aimed at stays where it is. */
const FINGERS = '(max-width: 720px), (pointer: coarse)';

export class Camera {
  constructor(table) {
    this.table = table;
    this.sheets = [beneath(table), table];
    const [x, y, w, h] = table.getAttribute('viewBox').split(' ').map(Number);
    this.whole = { x, y, w, h };
    this.home = true;
    this.slid = { x: 0, y: 0 };
    this.changed = () => {};
    this.moved = () => {};
    /** While something is dragged the table stays where it is. */
    this.steady = false;
    this.map = $('#mini');
    new ResizeObserver(() => this.resize()).observe(table);
    this.resize();
    this.watchMap();
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

  /** What the sheet of a phone leaves free, in pixels. */
  free() {
    return this.measured().free;
  }

  /** Where the drawing lies on the screen, however far it is slid. */
  rect() {
    return this.measured().rect;
  }

  /** Both once a frame: what is drawn in it would have the page laid out for each further time. */
  measured() {
    if (!this.sizes) {
      const rect = this.lies();
      const free = this.left(rect);
      this.sizes = { rect, free, aside: this.beside(rect, free) };
      requestAnimationFrame(() => (this.sizes = null));
    }
    return this.sizes;
  }

  left(box) {
    const sheet = $('.now');
    const over = sheet && getComputedStyle(sheet).position === 'absolute';
    const top = over ? sheet.getBoundingClientRect().top : box.bottom;
    return { w: box.width, h: Math.max(160, Math.min(box.height, top - box.top)) };
  }

  /** What the tools take of the upper and the lower edge, where the whole table would lie under them. */
  beside(rect, free) {
    const bar = $('.room #tools')?.getBoundingClientRect();
    if (!bar?.width) return { above: 0, below: 0 };
    const [left, right] = [bar.left - rect.left, bar.right - rect.left];
    const [top, bottom] = [bar.top - rect.top, bar.bottom - rect.top];
    const fit = Math.max(this.whole.w / free.w, this.whole.h / free.h);
    const [x, y] = [(free.w - this.whole.w / fit) / 2, (free.h - this.whole.h / fit) / 2];
    if (right < x || left > free.w - x || bottom < y || top > free.h - y) return { above: 0, below: 0 };
    return top < free.h / 2 ? { above: bottom + OFF, below: 0 } : { above: 0, below: free.h - top + OFF };
  }

  lies() {
    const { left, top, width, height } = this.table.getBoundingClientRect();
    return new DOMRect(left - this.slid.x, top - this.slid.y, width, height);
  }

  resize() {
    this.sizes = null;
    this.box = this.rect();
    if (!this.box.width) return;
    this.drawnAt = null;
    const { framed } = this;
    if (this.home || framed) this.fit();
    else this.apply();
    if (framed) this.frame(framed.p, framed.r, true);
  }

  fitScale() {
    const { free, aside } = this.measured();
    return Math.max(this.whole.w / free.w, this.whole.h / (free.h - aside.above - aside.below));
  }

  /** The whole table again. */
  fit() {
    const { free, aside } = this.measured();
    this.scale = this.fitScale();
    this.x = this.whole.x - (free.w * this.scale - this.whole.w) / 2;
    const high = free.h - aside.above - aside.below;
    this.y = this.whole.y - (high * this.scale - this.whole.h) / 2 - aside.above * this.scale;
    this.home = true;
    this.framed = null;
    this.apply();
  }

  /** Bring a circle into sight as large as it goes, where the whole table is too small for fingers; `any`: or for a mouse. */
  frame(p, r, any = false) {
    if (this.steady || !this.home || this.fitScale() < 1.4 || !(any || matchMedia(FINGERS).matches)) return;
    const free = this.free();
    this.scale = Math.max(this.fitScale() / MOST, Math.min(this.fitScale(), (2 * r + 60) / Math.min(free.w, free.h)));
    this.x = within(p.x, free.w * this.scale, this.whole.x, this.whole.w);
    this.y = within(p.y, free.h * this.scale, this.whole.y, this.whole.h);
    this.home = false;
    this.framed = { p, r };
    this.apply();
  }

  /** Back to the whole table if nobody has moved the camera since. */
  unframe() {
    if (this.framed && !this.steady) this.fit();
  }

  /** Zoom by a factor about a point of the screen. */
  zoom(factor, clientX, clientY) {
    const box = this.rect();
    const cx = clientX ?? box.left + this.free().w / 2;
    const cy = clientY ?? box.top + this.free().h / 2;
    const before = this.at(cx, cy);
    const fit = this.fitScale();
    this.scale = Math.min(fit * 1.15, Math.max(fit / MOST, this.scale / factor));
    this.x = before.x - (cx - box.left) * this.scale;
    this.y = before.y - (cy - box.top) * this.scale;
    this.home = false;
    this.framed = null;
    this.keep();
    this.apply();
  }

  /** Move what is seen by this much of the screen. */
  pan(dx, dy) {
    this.x -= dx * this.scale;
    this.y -= dy * this.scale;
    this.home = false;
    this.keep();
    this.apply();
  }

  /** The same while a hand holds it: what is drawn is shifted as it is, and drawn where it lies once it is let go. */
  slide(dx, dy) {
    this.x -= dx * this.scale;
    this.y -= dy * this.scale;
    this.home = false;
    this.keep();
    this.slid = { x: (this.laid.x - this.x) / this.scale, y: (this.laid.y - this.y) / this.scale };
    for (const sheet of this.sheets)
      sheet.style.transform = `translate(${round(this.slid.x)}px, ${round(this.slid.y)}px)`;
    this.mapped();
  }

  /** A hand has let go. */
  settle() {
    if (this.slid.x || this.slid.y) this.apply();
  }

  /** Never lose the table from sight. */
  keep() {
    const free = this.free();
    const w = free.w * this.scale;
    const h = free.h * this.scale;
    this.x = Math.max(this.whole.x - w * 0.7, Math.min(this.whole.x + this.whole.w - w * 0.3, this.x));
    this.y = Math.max(this.whole.y - h * 0.7, Math.min(this.whole.y + this.whole.h - h * 0.3, this.y));
  }

  /** Bring a point of the table into sight if it is out of it. */
  show(point) {
    const free = this.free();
    const w = free.w * this.scale;
    const h = free.h * this.scale;
    const rim = this.home ? 0 : 30;
    const out =
      point.x < this.x + rim || point.x > this.x + w - rim || point.y < this.y + rim || point.y > this.y + h - rim;
    if (!out) return;
    this.x = Math.max(this.whole.x, Math.min(this.whole.x + this.whole.w - w, point.x - w / 2));
    this.y = Math.max(this.whole.y, Math.min(this.whole.y + this.whole.h - h, point.y - h / 2));
    this.home = false;
    this.apply();
  }

  apply() {
    const box = this.rect();
    const w = box.width * this.scale;
    const h = box.height * this.scale;
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
    const view = $('#mini-view');
    if (!view) return;
    const free = this.free();
    const spec = { x: this.x, y: this.y, width: free.w * this.scale, height: free.h * this.scale };
    for (const [key, value] of Object.entries(spec)) view.setAttribute(key, round(value));
  }

  /** What keeps its size on the screen is drawn at another scale. */
  rescale() {
    for (const { style } of this.sheets) {
      style.setProperty('--inv', this.inv.toFixed(3));
      style.setProperty('--far', Math.max(0.4, Math.min(6, this.scale)).toFixed(3));
    }
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
    const box = this.rect();
    return { x: this.x + (clientX - box.left) * this.scale, y: this.y + (clientY - box.top) * this.scale };
  }

  /** This many pixels of the screen in units of the table. */
  px(n) {
    return n * this.scale;
  }

  watchMap() {
    if (!this.map) return;
    new ResizeObserver(([entry]) => {
      this.hasMap = entry.contentRect.width > 0;
      if (this.undotted) this.dots();
    }).observe(this.map);
    const go = (event) => {
      if (event.type === 'pointermove' && !event.buttons) return;
      const box = this.map.getBoundingClientRect();
      const free = this.free();
      this.x = this.whole.x + ((event.clientX - box.left) / box.width) * this.whole.w - (free.w * this.scale) / 2;
      this.y = this.whole.y + ((event.clientY - box.top) / box.height) * this.whole.h - (free.h * this.scale) / 2;
      this.home = false;
      this.keep();
      this.apply();
    };
    this.map.addEventListener('pointerdown', go);
    this.map.addEventListener('pointermove', go);
  }

  /** The dots of the small map, as the counters stand; where it is not shown, once it is. */
  dots() {
    const group = $('#mini-dots');
    this.undotted = Boolean(group) && !this.hasMap;
    if (!group || this.undotted) return;
    const nodes = $$('.counter:not(.is-body, .head)', $('#layer-counters'));
    const seen = nodes.map((node) => `${node.getAttribute('transform')} ${side(node)} ${node.dataset.frame}`).join();
    if (seen === this.dotted) return;
    this.dotted = seen;
    const now = nodes.map((node) => {
      if (node.dataset.frame)
        return svg('path', {
          class: side(node),
          transform: node.getAttribute('transform'),
          d: $('.frame', node).getAttribute('d'),
        });
      const [x, y] = (node.getAttribute('transform').match(/-?[\d.]+/g) || [0, 0]).map(Number);
      return svg('circle', { class: side(node), cx: x, cy: y, r: group.dataset.r });
    });
    group.replaceChildren(...now);
  }
}

/** The ground in a drawing of its own under the table: it is not painted anew for what moves on it. */
function beneath(table) {
  const drawing = { id: 'under', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMin meet' };
  const sheet = svg('svg', drawing, $('#table-clip', table), $('#layer-terrain', table));
  table.before(sheet);
  return sheet;
}

/** Where a view of this span begins that has a point in its middle, as far as it stays on the table. */
function within(middle, span, from, whole) {
  return span > whole ? from - (span - whole) / 2 : Math.max(from, Math.min(from + whole - span, middle - span / 2));
}
