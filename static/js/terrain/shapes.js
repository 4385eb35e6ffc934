// Shapes of pieces, as lists of corners.

/** The sides of a piece; a line does not run back to its beginning. */
export function edges({ points, line }) {
  const sides = points.map((p, i) => [p, points[(i + 1) % points.length]]);
  return line ? sides.slice(0, -1) : sides;
}

/** West, north, east, south of some corners. */
export function half(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The middle of the box about some corners.  @returns {[number, number]} */
export function middle(points) {
  const [west, north, east, south] = half(points);
  return [(west + east) / 2, (north + south) / 2];
}

/** Corners turned clockwise about a place. */
export function turned(points, degrees, [x, y]) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return points.map(([a, b]) => [x + (a - x) * cos - (b - y) * sin, y + (a - x) * sin + (b - y) * cos]);
}

/** The place on the sides of a piece that is nearest to another: which side, and how far along it. */
export function nearest(piece, at) {
  const found = edges(piece).map(([a, b], edge) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const t = Math.min(Math.max(((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return { edge, t, far: Math.hypot(a[0] + dx * t - at[0], a[1] + dy * t - at[1]) };
  });
  const { edge, t } = found.reduce((best, one) => (one.far < best.far ? one : best), {
    edge: 0,
    t: 0.5,
    far: Infinity,
  });
  return { edge, t };
}

/** A rectangle between two places. */
export const rectangle = ([a, b], [c, d]) => [
  [Math.min(a, c), Math.min(b, d)],
  [Math.max(a, c), Math.min(b, d)],
  [Math.max(a, c), Math.max(b, d)],
  [Math.min(a, c), Math.max(b, d)],
];

/** Twelve corners about a place. */
export const round = (at, radius) =>
  Array.from({ length: 12 }, (_, n) => turned([[at[0], at[1] - radius]], n * 30, at)[0]);

export const gcd = (a, b) => (b ? gcd(b, a % b) : a);
