// Points, stretches and polygons of a map, as lists of numbers.

/** How far two points lie from each other. */
export const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

/** Where a point falls on a stretch, and how far it is from it. */
export function foot(p, a, b) {
  const long = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
  const along = long
    ? Math.min(1, Math.max(0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / long))
    : 0;
  const at = [a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along];
  return { at, far: apart(p, at) };
}

/** Whether a point lies in a polygon.  @param {number[][]} corners @param {number[]} at */
export function within(corners, at) {
  const [x, y] = at;
  return corners.reduce((inside, [ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !inside : inside;
  }, false);
}

/** Whether what is written in a box lies on another, given by its edges. */
export function overlaps(box, [left, top, right, low]) {
  const [xs, ys] = [box.map((p) => p[0]), box.map((p) => p[1])];
  return Math.min(...xs) < right && Math.max(...xs) > left && Math.min(...ys) < low && Math.max(...ys) > top;
}
