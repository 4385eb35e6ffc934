// Facings: hundredths of a degree, clockwise from what lies up the table.

const TURN = 36000;
export const HALF = TURN / 2;

/** The same facing, from 0 to less than a whole turn. */
export const turned = (facing) => ((facing % TURN) + TURN) % TURN;

/** The facing from one point to another. */
export const bearing = (a, b) => turned(Math.round((Math.atan2(b.x - a.x, a.y - b.y) / Math.PI) * HALF));

/** By how much one facing lies to the right of another, -18000 to 18000. */
export function between(a, b) {
  const by = turned(b - a);
  return by > HALF ? by - TURN : by;
}
