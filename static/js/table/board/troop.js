// The ghosts of a unit and the links that hold it together, as they would be.

import { svg } from '../../page/dom.js';
import { d, distance, round, toUnits, towards, units } from '../space/geom.js';
import { ghost } from './marks.js';
import { putNote, read, readSize, readView } from './turned.js';

/** What rounding to the wire may add to a gap. */
const NEARLY = 0.45;
/** How far from its middle a tie begins, by the radius. */
const RIM = 0.8;

export class Troop {
  constructor(hand, domain) {
    this.hand = hand;
    this.link = units(domain.link || 0);
    this.spread = units(domain.spread || 0);
    this.all = domain.movers.map((m) => this.mover(m, hand));
    this.byId = new Map(this.all.map((m) => [m.id, m]));
    this.held = svg('path', { class: 'link' });
    this.broken = svg('path', { class: 'link-no' });
    this.crosses = svg('path', { class: 'cross' });
    this.halo = svg('path', { class: 'cross-halo' });
    this.ring = svg('circle', { class: 'ring-on', r: 0 });
    this.layer = svg(
      'g',
      { class: 'troop' },
      this.held,
      this.broken,
      this.halo,
      this.crosses,
      ...this.all.map((m) => m.node),
      this.ring,
    );
    hand.marks.append(this.layer);
  }

  mover(m, hand) {
    const radius = units(m.radius || 0);
    const look = { side: hand.sideOf(m.piece) || hand.mySide(), code: hand.codeOf(m.piece) };
    const node = ghost({ x: 0, y: 0 }, radius, look);
    node.setAttribute('visibility', 'hidden');
    return {
      id: m.piece,
      start: m.start ? toUnits(m.start) : null,
      radius,
      allowed: units(m.allowance || 0),
      node,
      shown: false,
      no: false,
    };
  }

  get widest() {
    return Math.max(...this.all.map((m) => m.radius));
  }

  /** Whether a counter is one of them. */
  has(counter) {
    return this.byId.has(counter?.dataset.piece);
  }

  /** The one that stands nearest to a point, if a finger there may mean it. */
  at(p, places) {
    const reach = this.hand.camera.px(20);
    const near = this.all.map((m) => ({ m, far: places.get(m.id) ? distance(p, places.get(m.id)) : Infinity }));
    const best = near.sort((a, b) => a.far - b.far)[0];
    return best && best.far <= Math.max(best.m.radius * 1.15, reach) ? best.m : null;
  }

  /** Draw a ghost at each of these places but for those that stay, and the links between all. */
  place(places, stays, solo) {
    for (const m of this.all) {
      const p = places.get(m.id);
      const shown = Boolean(p) && !stays.has(m.id);
      if (shown !== m.shown) {
        m.node.setAttribute('visibility', shown ? 'visible' : 'hidden');
        this.hand.board.counter(m.id)?.classList.toggle('is-away', shown);
        m.shown = shown;
      }
      if (shown) m.node.setAttribute('transform', `translate(${round(p.x)} ${round(p.y)})`);
    }
    this.tie(places);
    this.choose(solo && places.get(solo) ? this.byId.get(solo) : null, places);
  }

  /** A ring about the one model that is moved alone. */
  choose(m, places) {
    this.ring.setAttribute('r', m ? round(m.radius + 4) : 0);
    const p = m && places.get(m.id);
    if (p) this.ring.setAttribute('transform', `translate(${round(p.x)} ${round(p.y)})`);
  }

  /** Colour the ghosts of those that are refused. */
  refuse(ids) {
    for (const m of this.all) {
      if (m.no !== ids.has(m.id)) m.node.classList.toggle('no', ids.has(m.id));
      m.no = ids.has(m.id);
    }
  }

  tie(places) {
    if (!this.link) return;
    const standing = this.all.filter((m) => places.get(m.id)).map((m) => ({ ...places.get(m.id), r: m.radius }));
    const ties = spanning(standing);
    const far = this.spread ? widest(standing, this.spread) : null;
    const broken = ties.filter((t) => t.gap > this.link + NEARLY);
    if (far) broken.push(far);
    this.held.setAttribute(
      'd',
      ties
        .filter((t) => t.gap <= this.link + NEARLY)
        .map(tied)
        .join(''),
    );
    this.broken.setAttribute('d', broken.map(tied).join(''));
    const x = broken.map((t) => crossed(t, 5 * this.hand.inv)).join('');
    this.crosses.setAttribute('d', x);
    this.halo.setAttribute('d', x);
  }

  /** A note beside the unit, off all of its ghosts, with a line to the one it speaks of. */
  beside(box, id, places) {
    const moved = this.all.filter((m) => m.shown || m.id === id);
    const all = (moved.length ? moved : this.all)
      .map((m) => places.get(m.id))
      .filter(Boolean)
      .map(read);
    const about = places.has(id) ? read(places.get(id)) : all[0];
    if (!about) return [];
    const { inv } = this.hand;
    const view = readView(this.hand.view());
    const air = this.widest + 10 * inv;
    const { wide, high } = readSize(box, inv);
    const [right, left, low] = [
      Math.max(...all.map((p) => p.x)) + air,
      Math.min(...all.map((p) => p.x)) - air,
      Math.max(...all.map((p) => p.y)) + air,
    ];
    const above = Math.min(...all.map((p) => p.y)) - air - high;
    const y = about.y - high / 2;
    if (right + wide < view.x + view.w) putNote(box, { x: right, y }, inv);
    else if (left - wide > view.x) putNote(box, { x: left - wide, y }, inv);
    else putNote(box, { x: about.x - wide / 2, y: low + high < view.y + view.h ? low : above }, inv);
    return [box];
  }

  clear() {
    this.layer.remove();
    for (const m of this.all) this.hand.board.counter(m.id)?.classList.remove('is-away');
  }
}

const gap = (a, b) => distance(a, b) - a.r - b.r;

/** The fewest and shortest ties that join all. */
function spanning(all) {
  if (all.length < 2) return [];
  const left = all.slice(1).map((b) => ({ b, a: all[0], gap: gap(all[0], b) }));
  const found = [];
  while (left.length) {
    const least = left.reduce((best, tie, i) => (tie.gap < left[best].gap ? i : best), 0);
    const [tie] = left.splice(least, 1);
    found.push(tie);
    for (const other of left) {
      const near = gap(tie.b, other.b);
      if (near < other.gap) Object.assign(other, { a: tie.b, gap: near });
    }
  }
  return found;
}

/** A tie from rim to rim, for codes to stay readable. */
const tied = ({ a, b }) => d([towards(a, b, RIM * a.r), towards(b, a, RIM * b.r)]);

/** The two furthest apart, if they are too far. */
function widest(all, most) {
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => ({ a, b, gap: gap(a, b) })));
  const far = pairs.reduce((best, tie) => (!best || tie.gap > best.gap ? tie : best), null);
  return far && far.gap > most + NEARLY ? far : null;
}

/** A cross halfway along a tie. */
function crossed({ a, b }, r) {
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  return `M${round(x - r)} ${round(y - r)}L${round(x + r)} ${round(y + r)}M${round(x + r)} ${round(y - r)}L${round(x - r)} ${round(y + r)}`;
}
