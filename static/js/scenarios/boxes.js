// Zones as figures: upright rectangles by two corners in whole units, as they are typed.

/** @typedef {[number, number, number, number]} Box  West, the lower figure of the other axis, east, the higher. */

const WRITTEN = /^\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s+(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*$/;

/** The rectangle of two corners.  @type {(one: number[], other: number[]) => Box} */
export const upright = ([x, y], [u, v]) => [Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v)];

/** The zones of a text; nothing where it cannot be read.  @returns {Box[] | null} */
export function read(text) {
  const parts = text.split(';').filter((part) => part.trim());
  const found = parts.map((part) => WRITTEN.exec(part));
  if (found.some((match) => !match)) return null;
  return found.map((match) => {
    const [x, y, u, v] = match.slice(1).map(Number);
    return upright([x, y], [u, v]);
  });
}

/** Zones as they are typed. */
export const write = (boxes) => boxes.map(([x, y, u, v]) => `${x},${y} ${u},${v}`).join('; ');

const clamp = (n, least, most) => Math.max(least, Math.min(most, n));

/** A zone moved by so much, kept on the table.  @param {number[]} box  @param {number[]} by  @param {number[]} table  @returns {Box} */
export function moved([x, y, u, v], [dx, dy], [wide, deep]) {
  const across = clamp(dx, -x, Math.max(-x, wide - u));
  const along = clamp(dy, -y, Math.max(-y, deep - v));
  return [x + across, y + along, u + across, v + along];
}

/** A zone with one of its corners elsewhere, on the table; ``right``, ``high``: which.
 * @param {number[]} box  @param {{ right: boolean, high: boolean }} corner  @param {number[]} by  @param {number[]} table
 * @returns {Box}
 */
export function stretched([x, y, u, v], { right, high }, [dx, dy], [wide, deep]) {
  const at = [clamp((right ? u : x) + dx, 0, wide), clamp((high ? v : y) + dy, 0, deep)];
  return upright([right ? x : u, high ? y : v], at);
}

const overlaps = (a, b) => Math.max(a[0], b[0]) < Math.min(a[2], b[2]) && Math.max(a[1], b[1]) < Math.min(a[3], b[3]);

/** A square of so much that lies over none of some zones, the first from the west; in the middle where there is none.
 * @param {number} side  @param {number[][]} taken  @param {number[]} table
 * @returns {Box}
 */
export function room(side, taken, [wide, deep]) {
  for (let y = 0; y + side <= deep; y += side)
    for (let x = 0; x + side <= wide; x += side) {
      /** @type {Box} */
      const found = [x, y, x + side, y + side];
      if (!taken.some((one) => overlaps(one, found))) return found;
    }
  const [x, y] = [Math.floor((wide - side) / 2), Math.floor((deep - side) / 2)];
  return [x, y, x + side, y + side];
}
