// A table being drawn: its pieces in units from the north-west corner, and all that can be done to them.

import { edges, gcd, half, middle, nearest, turned } from './shapes.js';

const MOST = 60;
const PAST = 100;

export class Drawing {
  /** facts: decimals, south (lists measure from the south edge).  kinds: rows with id, line, doors. */
  constructor(facts, kinds, body) {
    this.facts = facts;
    this.kinds = new Map(kinds.map((kind) => [kind.id, kind]));
    this.past = [];
    this.future = [];
    this.chosen = null;
    this.snap = true;
    this.listeners = [];
    this.looked = null;
    this.load(body);
  }

  // -- as lists write it -----------------------------------------------------------

  load(body) {
    this.wide = body.table[0];
    this.deep = body.table[1];
    this.pieces = body.pieces.map((row) => this.read(row));
    if (!this.piece) this.chosen = null;
  }

  read(row) {
    const spots = (list) =>
      (list || []).map(([x, y]) => [Number(x), this.facts.south ? this.deep - Number(y) : Number(y)]);
    const piece = {
      id: row.id,
      kind: row.kind,
      line: Boolean(row.line),
      points: spots(row.line || row.outline),
      doors: [],
    };
    piece.doors = spots(row.doors).map((at) => nearest(piece, at));
    return piece;
  }

  /** The table as JSON: whole numbers, and decimals as exact text. */
  body() {
    return { table: [this.wide, this.deep], pieces: this.pieces.map((piece) => this.write(piece)) };
  }

  write(piece) {
    const { points, doors } = this.settled(piece);
    const spots = (list) =>
      list.map(([x, y]) => [this.length(x), this.length(this.facts.south ? this.deep * this.grain - y : y)]);
    const row = { id: piece.id, kind: piece.kind, [piece.line ? 'line' : 'outline']: spots(points) };
    return doors.length ? { ...row, doors: spots(doors) } : row;
  }

  get grain() {
    return 10 ** this.facts.decimals;
  }

  length(n) {
    return n % this.grain ? (n / this.grain).toFixed(this.facts.decimals).replace(/0+$/, '') : n / this.grain;
  }

  /** Corners in the finest steps a list can write; doors exactly on the sides between them. */
  settled(piece) {
    const fine = (step) => piece.points.map((p) => p.map((n) => Math.round((n * this.grain) / step) * step));
    const steps = ([a, b]) => gcd(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));
    let points = fine(1);
    const sides = () => edges({ ...piece, points });
    if (this.facts.decimals < 3 && piece.doors.some((door) => steps(sides()[door.edge]) < 2)) points = fine(2);
    const doors = piece.doors.map((door) => {
      const [a, b] = sides()[door.edge];
      const many = this.facts.decimals < 3 ? steps([a, b]) : 0;
      const at = many ? Math.min(Math.max(Math.round(door.t * many), 1), Math.max(many - 1, 1)) / many : door.t;
      return a.map((n, i) => Math.round(n + (b[i] - n) * at));
    });
    return { points, doors };
  }

  // -- changes, each of which can be taken back --------------------------------------

  change(what) {
    this.past = [...this.past.slice(1 - PAST), this.state()];
    this.future = [];
    what();
    this.told();
  }

  /** A change that goes on: the first part of it is what is taken back. */
  begin() {
    this.before = this.state();
  }

  end() {
    if (this.before && this.before !== this.state()) {
      this.past = [...this.past.slice(1 - PAST), this.before];
      this.future = [];
    }
    this.before = null;
    this.told();
  }

  state() {
    return JSON.stringify([this.wide, this.deep, this.pieces]);
  }

  restore(state) {
    [this.wide, this.deep, this.pieces] = JSON.parse(state);
    if (!this.piece) this.chosen = null;
    this.told();
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.state());
    this.restore(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.state());
    this.restore(this.future.pop());
  }

  told() {
    for (const heard of this.listeners) heard();
  }

  // -- pieces --------------------------------------------------------------------------

  get piece() {
    return this.pieces?.find((piece) => piece.id === this.chosen) || null;
  }

  get full() {
    return this.pieces.length >= MOST;
  }

  choose(id) {
    this.chosen = id;
    this.told();
  }

  fresh(kind) {
    const stem = kind.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-');
    let n = 1;
    while (this.pieces.some((piece) => piece.id === `${stem}-${n}`)) n += 1;
    return `${stem}-${n}`;
  }

  /** A new piece with these corners; houses get a door in the middle of their longest side. */
  add(kind, points) {
    if (this.full) return;
    const row = this.kinds.get(kind);
    this.change(() => {
      const piece = { id: this.fresh(kind), kind, line: row.line, points, doors: [] };
      if (row.built) piece.doors.push(this.doorway(piece));
      this.pieces.push(piece);
      this.chosen = piece.id;
    });
  }

  doorway(piece) {
    const taken = new Set(piece.doors.map((door) => door.edge));
    const long = edges(piece).map(([a, b], edge) => ({
      edge,
      long: Math.hypot(b[0] - a[0], b[1] - a[1]) - (taken.has(edge) ? 1e6 : 0),
    }));
    return { edge: long.reduce((best, one) => (one.long > best.long + 1e-6 ? one : best)).edge, t: 0.5 };
  }

  drop() {
    this.change(() => {
      this.pieces = this.pieces.filter((piece) => piece.id !== this.chosen);
      this.chosen = null;
    });
  }

  double() {
    if (this.full || !this.piece) return;
    this.change(() => {
      const copy = structuredClone(this.piece);
      copy.id = this.fresh(copy.kind);
      this.pieces.push(copy);
      this.chosen = copy.id;
      this.shift(copy, 1, 1);
    });
  }

  /** The piece goes on by so much, as far as the table goes. */
  shift(piece, dx, dy) {
    const [west, north, east, south] = half(piece.points);
    const by = [Math.min(Math.max(dx, -west), this.wide - east), Math.min(Math.max(dy, -north), this.deep - south)];
    piece.points = piece.points.map(([x, y]) => [x + by[0], y + by[1]]);
  }

  turn(degrees) {
    this.change(() => {
      this.piece.points = turned(this.piece.points, degrees, middle(this.piece.points));
    });
  }

  /** A place on the table, on whole units where that is wanted. */
  spot([x, y], fine = false) {
    const step = this.snap && !fine ? 1 : 1 / Math.min(this.grain, 10);
    const near = (n, most) => Math.min(Math.max(Math.round(n / step) * step, 0), most);
    return [near(x, this.wide), near(y, this.deep)];
  }

  /** A new corner after this one. */
  split(n) {
    const { points, doors } = this.piece;
    const next = points[(n + 1) % points.length];
    this.change(() => {
      points.splice(
        n + 1,
        0,
        points[n].map((m, i) => (m + next[i]) / 2),
      );
      this.piece.doors = doors.map((door) =>
        door.edge < n ? door : door.edge > n ? { ...door, edge: door.edge + 1 } : parted(door),
      );
    });
  }

  /** The corner is gone; so are doors in the sides it made. */
  join(n) {
    const { piece } = this;
    if (piece.points.length <= (piece.line ? 2 : 3)) return;
    const many = piece.points.length;
    this.change(() => {
      const lost = [n, (n - 1 + many) % many];
      piece.points.splice(n, 1);
      piece.doors = piece.doors
        .filter((door) => !lost.includes(door.edge))
        .map((door) => (door.edge > n ? { ...door, edge: door.edge - 1 } : door));
    });
  }

  rekind(kind) {
    const row = this.kinds.get(kind);
    this.change(() => {
      Object.assign(this.piece, { kind, line: row.line });
      if (!row.doors) this.piece.doors = [];
      else if (row.built && !this.piece.doors.length) this.piece.doors.push(this.doorway(this.piece));
    });
  }

  /** One half lies once more on the other: mirrored west to east, north to south, or turned half about. */
  mirror(way) {
    const flip = {
      x: ([x, y]) => [this.wide - x, y],
      y: ([x, y]) => [x, this.deep - y],
      turn: ([x, y]) => [this.wide - x, this.deep - y],
    }[way];
    const far = (piece) => {
      const [x, y] = middle(piece.points);
      return way === 'x' ? x - this.wide / 2 : y - this.deep / 2;
    };
    this.change(() => {
      const kept = this.pieces.filter((piece) => far(piece) <= 0.01);
      this.pieces = kept;
      for (const piece of kept.filter((one) => far(one) < -0.01)) {
        if (this.full) break;
        this.pieces = [
          ...this.pieces,
          { ...structuredClone(piece), id: this.fresh(piece.kind), points: piece.points.map(flip) },
        ];
      }
      if (!this.piece) this.chosen = null;
    });
  }
}

/** A door of a side that is cut in the middle. */
function parted(door) {
  return door.t < 0.5 ? { edge: door.edge, t: door.t * 2 } : { edge: door.edge + 1, t: Math.max(door.t * 2 - 1, 0.25) };
}
