// Where something small may stand that belongs to a counter: the better place first. All is in drawing units.

/** Places about a place: so many ways off, so many pixels each, up to so far. */
const WAYS = 12;
const STRIDE = 5;
export const FARTHEST = 70;
/** Pixels between the end of a formation and its tag, from one distance to the next, and how many there are. */
const GAP = 3;
const STEP = 6;
const STEPS = 12;
export const REACH = GAP + STEP * STEPS;
/** Pixels from one place about a box to the next. */
const SPACED = 8;
/** By how much the way to a tag is turned off that of its end, as parts of a circle of two pi. */
const TURNS = [0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.4, -1.4];
/** How far off others stand in one's way, in pixels. */
const CROWD = 14;
/** Where along its longer edge a formation may bear its code: beside whoever stands in its middle too. */
const ALONG = [-0.3, 0.3, -0.42, 0.42];

export const plus = (a, b) => ({ x: a.x + b.x, y: a.y + b.y });
const less = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });

/** The first of these places of which it holds. */
export function first(places, holds) {
  for (const p of places) if (holds(p)) return p;
  return null;
}

/** Places about a place, the nearer first. */
export function* about({ x, y }, scale) {
  yield { x, y };
  for (let far = STRIDE; far <= FARTHEST; far += STRIDE)
    for (let n = 0; n < WAYS; n += 1) {
      const turn = (2 * Math.PI * n) / WAYS;
      yield { x: x + far * scale * Math.sin(turn), y: y + far * scale * Math.cos(turn) };
    }
}

/** Those of these bodies that may lie so near to a place. */
export const within = (bodies, at, far) =>
  bodies.filter((one) => {
    const off = far + (one.r || 0);
    const { x, y } = one;
    return (
      off > 0 && x - at.x < off && at.x - x - (one.w || 0) < off && y - at.y < off && at.y - y - (one.h || 0) < off
    );
  });

/** Whether a circle lies within what the whole table shows. */
export const seen = ({ x, y }, { x: left, y: top, w, h }, r) =>
  x - r >= left && y - r >= top && x + r <= left + w && y + r <= top + h;

/** Where a standard of this size may stand: off the corners of a frame behind. */
export function behind(edges, at, { wide, high }) {
  return edges.slice(2).map((corner) => {
    const { x, y } = less(corner, at);
    return { x: x + (Math.sign(x) * wide) / 2, y: y + (Math.sign(y) * high) / 2 };
  });
}

/** Where along its longer edge a formation may bear its code, off its middle. */
export function along(edges) {
  const [a, b, , e] = edges;
  const [wide, deep] = [less(b, a), less(e, a)];
  const long = Math.hypot(wide.x, wide.y) >= Math.hypot(deep.x, deep.y) ? wide : deep;
  return ALONG.map((part) => ({ x: part * long.x, y: part * long.y }));
}

/** The middles of the edges of a frame, seen from its own, those farther off first, and what is behind before its front. */
function ends(edges, at) {
  const middles = edges.map((p, i) => {
    const q = edges[(i + 1) % edges.length];
    return less({ x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, at);
  });
  const far = ({ x, y }) => Math.round(Math.hypot(x, y));
  return middles.reverse().sort((p, q) => far(q) - far(p));
}

/** Those of these who have the most about them first: who stands in the middle has the fewest places to choose from. */
export function crowded(nodes, place, scale) {
  const found = nodes.map((one) => ({ one, at: place(one) }));
  const near = (p) => found.filter(({ at }) => Math.hypot(at.x - p.x, at.y - p.y) < CROWD * scale).length;
  const all = found.map(({ one, at }) => ({ one, near: near(at) }));
  return all.sort((a, b) => b.near - a.near).map(({ one }) => one);
}

/** Places for a box so wide and high off the ends of a frame, with the end each belongs to; the nearer first. */
export function* off(edges, at, { w, h }, scale) {
  const found = ends(edges, at);
  for (let n = 0; n < STEPS; n += 1)
    for (const turn of TURNS)
      for (const end of found) {
        const way = Math.atan2(end.y, end.x) + turn;
        const [x, y] = [Math.cos(way), Math.sin(way)];
        const far = (GAP + n * STEP) * scale + (Math.abs(x) * w + Math.abs(y) * h) / 2;
        yield { x: end.x + x * far, y: end.y + y * far, end };
      }
}

/** Places for a box so wide and high round about another, those of each ring with how many pixels they are off at least, ever farther. */
export function* ringed({ x, y, w, h }, size, scale) {
  for (let off = GAP; off < REACH; off += STEP) {
    const [wide, high] = [size.w + w, size.h + h].map((long) => long / 2 + off * scale);
    yield { off, ring: rim({ x: x + w / 2, y: y + h / 2 }, wide, high, SPACED * scale) };
  }
}

/** Points so far apart on the rim of a box about a middle. */
function rim({ x, y }, wide, high, by) {
  const found = [];
  for (let off = 0; off <= wide; off += by)
    for (const across of off ? [off, -off] : [0])
      found.push({ x: x + across, y: y - high }, { x: x + across, y: y + high });
  for (let off = 0; off <= high; off += by)
    for (const down of off ? [off, -off] : [0]) found.push({ x: x - wide, y: y + down }, { x: x + wide, y: y + down });
  return found;
}
