// A map while it is drawn: corners that provinces share, so that frontiers stay one line; undo; its JSON.

import { apart, foot, overlaps, within } from './plane.js';

const SNAP = 7;
const key = (a, b) => (a < b ? `${a}|${b}` : `${b}|${a}`);

export class MapModel {
  constructor(raw) {
    this.listeners = [];
    this.past = [];
    this.future = [];
    this.load(raw);
  }

  // -- as JSON ----------------------------------------------------------------------

  load(raw) {
    const { id, name, name_es = '', width = 820, height = 640, provinces = [], borders = [], starts = [] } = raw;
    if (![id, name].every((text) => typeof text === 'string') || !Array.isArray(provinces))
      throw new TypeError('no map');
    const points = [];
    const known = new Map();
    const index = ([x, y]) => {
      const at = `${x},${y}`;
      if (!known.has(at)) known.set(at, points.push([Math.round(x), Math.round(y)]) - 1);
      return known.get(at);
    };
    const lands = provinces.map(({ polygon, ...one }) => ({
      name_es: '',
      koku: 1,
      castle: 0,
      terrain: 'plain',
      capital: false,
      ...one,
      ring: polygon.map(index),
      start: 0,
      home: false,
    }));
    starts.forEach((start, n) =>
      start.forEach((land, i) =>
        Object.assign(lands.find((one) => one.id === land) || {}, { start: n + 1, home: i === 0 }),
      ),
    );
    this.id = id;
    this.name = name;
    this.name_es = name_es;
    this.width = width;
    this.height = height;
    this.points = points;
    this.lands = lands;
    this.flags = new Map();
    this.shut = new Set();
    this.ferries = new Set();
    this.stitch();
    for (const { a, b, road = false, river = false, ferry = false } of borders) {
      if (ferry) this.ferries.add(key(a, b));
      else this.flags.set(key(a, b), { road, river });
    }
    for (const [a, b] of this.touching()) if (!this.flags.has(key(a.id, b.id))) this.shut.add(key(a.id, b.id));
  }

  /** A corner that lies exactly on a neighbour's side becomes its corner too. */
  stitch() {
    for (const land of this.lands) {
      land.ring = land.ring.flatMap((at, i) => {
        const [a, b] = [this.points[at], this.points[land.ring[(i + 1) % land.ring.length]]];
        const on = this.points
          .map((_, n) => n)
          .filter((n) => !land.ring.includes(n) && this.used(n) && foot(this.points[n], a, b).far === 0);
        return [at, ...on.sort((m, n) => apart(a, this.points[m]) - apart(a, this.points[n]))];
      });
    }
  }

  used(point) {
    return this.lands.some((land) => land.ring.includes(point));
  }

  body() {
    const { id, name, name_es, width, height } = this;
    const provinces = this.lands.map(({ ring, start, home, ...one }) => ({
      ...one,
      polygon: ring.map((n) => this.points[n]),
    }));
    return { id, name, name_es, width, height, provinces, borders: this.borders(), starts: this.starts() };
  }

  borders() {
    const joined = this.touching().filter(([a, b]) => !this.shut.has(key(a.id, b.id)));
    const open = joined.map(([a, b]) => ({ a: a.id, b: b.id, ...this.border(a.id, b.id), ferry: false }));
    const ferries = [...this.ferries]
      .map((pair) => pair.split('|'))
      .filter((pair) => pair.every((one) => this.land(one)));
    return [...open, ...ferries.map(([a, b]) => ({ a, b, road: false, river: false, ferry: true }))];
  }

  starts() {
    const houses = [...new Set(this.lands.map((one) => one.start).filter(Boolean))].sort((a, b) => a - b);
    return houses.map((n) =>
      this.lands
        .filter((one) => one.start === n)
        .sort((a, b) => b.home - a.home)
        .map((one) => one.id),
    );
  }

  // -- undo ---------------------------------------------------------------------------

  /** Do something to the map that can be taken back. */
  change(deed) {
    const before = JSON.stringify(this.body());
    deed();
    if (JSON.stringify(this.body()) === before) return;
    this.past.push(before);
    if (this.past.length > 200) this.past.shift();
    this.future = [];
    this.told();
  }

  undo() {
    this.back(this.past, this.future);
  }

  redo() {
    this.back(this.future, this.past);
  }

  back(from, to) {
    if (!from.length) return;
    to.push(JSON.stringify(this.body()));
    this.load(JSON.parse(from.pop()));
    this.told();
  }

  told() {
    for (const listener of this.listeners) listener();
  }

  // -- what there is --------------------------------------------------------------------

  land(id) {
    return this.lands.find((one) => one.id === id);
  }

  sides(land) {
    return land.ring.map((at, i) => [at, land.ring[(i + 1) % land.ring.length]]);
  }

  /** Pairs of provinces that have a side in common. */
  touching() {
    const sides = new Map();
    const found = new Map();
    for (const land of this.lands) {
      for (const [a, b] of this.sides(land)) {
        const side = key(String(a), String(b));
        const other = sides.get(side);
        if (other && other !== land) found.set(key(land.id, other.id), [other, land]);
        sides.set(side, land);
      }
    }
    return [...found.values()];
  }

  /** The sides two provinces have in common. */
  rim(one, other) {
    const theirs = new Set(this.sides(other).map(([a, b]) => key(String(a), String(b))));
    return this.sides(one).filter(([a, b]) => theirs.has(key(String(a), String(b))));
  }

  border(a, b) {
    return this.flags.get(key(a, b)) || { road: false, river: false };
  }

  isShut(a, b) {
    return this.shut.has(key(a, b));
  }

  setBorder(a, b, what, on) {
    if (what === 'open') this.shut[on ? 'delete' : 'add'](key(a, b));
    else if (what === 'ferry') this.ferries[on ? 'add' : 'delete'](key(a, b));
    else this.flags.set(key(a, b), { ...this.border(a, b), [what]: on });
  }

  // -- corners ----------------------------------------------------------------------------

  inside([x, y]) {
    return [Math.min(this.width, Math.max(0, Math.round(x))), Math.min(this.height, Math.max(0, Math.round(y)))];
  }

  move(point, to) {
    this.points[point] = this.inside(to);
  }

  /** A corner that was put down: it becomes one with a corner, or a corner of a side, that is near. */
  settle(point) {
    const at = this.points[point];
    const near = this.points
      .map((_, n) => n)
      .filter((n) => n !== point && this.used(n) && apart(this.points[n], at) <= SNAP);
    const twin = near.find((n) => this.canMerge(point, n));
    if (twin !== undefined) this.merge(point, twin);
    else this.join(point);
  }

  canMerge(point, twin) {
    return this.lands.every(({ ring }) => {
      if (!ring.includes(point) || !ring.includes(twin)) return true;
      const far = Math.abs(ring.indexOf(point) - ring.indexOf(twin));
      return ring.length > 3 && (far === 1 || far === ring.length - 1);
    });
  }

  merge(point, twin) {
    for (const land of this.lands) {
      const ring = land.ring.map((n) => (n === point ? twin : n));
      land.ring = ring.filter((n, i) => n !== ring[(i + ring.length - 1) % ring.length]);
    }
  }

  /** Put a corner into every side it lies near to. */
  join(point) {
    for (const land of this.lands) {
      if (land.ring.includes(point)) continue;
      const i = this.sides(land).findIndex(
        ([a, b]) => foot(this.points[point], this.points[a], this.points[b]).far <= SNAP - 2,
      );
      if (i >= 0) land.ring.splice(i + 1, 0, point);
    }
  }

  /** A new corner in the middle of a side, for every province that has that side. */
  halve(a, b) {
    const [p, q] = [this.points[a], this.points[b]];
    const point = this.points.push(this.inside([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2])) - 1;
    for (const land of this.lands) {
      const i = this.sides(land).findIndex(([m, n]) => (m === a && n === b) || (m === b && n === a));
      if (i >= 0) land.ring.splice(i + 1, 0, point);
    }
    return point;
  }

  /** Take a corner away from all provinces; none is left with fewer than three. */
  drop(point) {
    const holders = this.lands.filter(({ ring }) => ring.includes(point));
    if (holders.some(({ ring }) => ring.length <= 3)) return false;
    for (const land of holders) land.ring = land.ring.filter((n) => n !== point);
    return true;
  }

  // -- provinces ------------------------------------------------------------------------------

  newId() {
    let n = this.lands.length + 1;
    while (this.land(`province-${n}`)) n += 1;
    return `province-${n}`;
  }

  add(ring, like = {}) {
    const id = this.newId();
    const land = {
      id,
      name: id,
      name_es: '',
      koku: 1,
      castle: 0,
      terrain: 'plain',
      ...like,
      capital: false,
      start: 0,
      home: false,
      ring,
      seat: [0, 0],
    };
    this.lands.push(land);
    land.seat = this.heart(land);
    return land;
  }

  /** A province of points that were clicked; near corners and sides are taken, and rims of neighbours followed. */
  outline(spots) {
    const corners = spots.map((spot) => {
      const twin = this.points.findIndex((p, n) => this.used(n) && apart(p, spot) <= SNAP);
      if (twin >= 0) return twin;
      const point = this.points.push(this.inside(spot)) - 1;
      this.join(point);
      return point;
    });
    const ring = corners.flatMap((at, i) => [at, ...this.along(at, corners[(i + 1) % corners.length])]);
    const once = ring.filter((n, i) => ring.indexOf(n) === i);
    return once.length >= 3 ? this.add(once) : null;
  }

  /** The corners between two on the rim of one province, the shorter way; none where that is a detour. */
  along(a, b) {
    for (const { ring } of this.lands) {
      const [i, k] = [ring.indexOf(a), ring.indexOf(b)];
      if (i < 0 || k < 0 || a === b) continue;
      const walk = (step) => {
        const found = [];
        for (let n = (i + step + ring.length) % ring.length; n !== k; n = (n + step + ring.length) % ring.length)
          found.push(ring[n]);
        return found;
      };
      const long = (way) =>
        [a, ...way, b].reduce((sum, n, j, all) => (j ? sum + apart(this.points[all[j - 1]], this.points[n]) : 0), 0);
      const [best] = [walk(1), walk(-1)].sort((m, n) => long(m) - long(n));
      if (long(best) <= 2 * apart(this.points[a], this.points[b])) return best;
    }
    return [];
  }

  /** Four corners where nothing lies yet. */
  lay() {
    const boxes = this.lands.map(({ ring }) => ring.map((n) => this.points[n]));
    const free = (x, y) => boxes.every((box) => !overlaps(box, [x, y, x + 90, y + 70]));
    for (let y = 10; y + 80 <= this.height; y += 20) {
      for (let x = 10; x + 100 <= this.width; x += 20) if (free(x, y)) return this.square(x, y);
    }
    return this.square(10, 10);
  }

  square(x, y) {
    return this.add(
      [
        [x, y],
        [x + 90, y],
        [x + 90, y + 70],
        [x, y + 70],
      ].map((p) => this.points.push(p) - 1),
    );
  }

  /** Two provinces of one, parted from a corner to another. */
  split(land, a, b) {
    const [i, k] = [land.ring.indexOf(a), land.ring.indexOf(b)].sort((m, n) => m - n);
    if (i < 0 || k - i < 2 || land.ring.length - (k - i) < 2) return null;
    const other = land.ring.slice(i, k + 1);
    land.ring = [...land.ring.slice(0, i + 1), ...land.ring.slice(k)];
    const found = this.add(other, { koku: land.koku, terrain: land.terrain });
    land.seat = this.heart(land);
    return found;
  }

  remove(land) {
    this.lands = this.lands.filter((one) => one !== land);
    for (const pairs of [this.shut, this.ferries])
      for (const pair of [...pairs]) if (pair.split('|').includes(land.id)) pairs.delete(pair);
  }

  rename(land, id) {
    if (!id || this.land(id)) return;
    const anew = (pair) => key(...pair.split('|').map((one) => (one === land.id ? id : one)));
    this.shut = new Set([...this.shut].map(anew));
    this.ferries = new Set([...this.ferries].map(anew));
    this.flags = new Map([...this.flags].map(([pair, flags]) => [anew(pair), flags]));
    land.id = id;
  }

  /** The spot inside a province that is farthest from its rim. */
  heart(land) {
    const corners = land.ring.map((n) => this.points[n]);
    const [xs, ys] = [corners.map((p) => p[0]), corners.map((p) => p[1])];
    let best = { far: -1, at: corners[0] };
    for (let i = 1; i < 24; i += 1) {
      for (let k = 1; k < 24; k += 1) {
        const at = [
          Math.min(...xs) + ((Math.max(...xs) - Math.min(...xs)) * i) / 24,
          Math.min(...ys) + ((Math.max(...ys) - Math.min(...ys)) * k) / 24,
        ];
        const far = within(corners, at)
          ? Math.min(...corners.map((p, n) => foot(at, p, corners[(n + 1) % corners.length]).far))
          : -1;
        if (far > best.far) best = { far, at };
      }
    }
    return best.at.map(Math.round);
  }
}
