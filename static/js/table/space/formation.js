// Where a formation stands after each step of a manoeuvre: whole 1/100 mm and 1/100 degree, to the digit as the server has it.

import { HALF, turned } from './bearing.js';

const SCALE = 1e9;
/** A wheel is swept in slices of 5 degrees. */
const SLICE = 500;
/** Steps whose number is a length or an angle; the others cost what they cost at once. */
const MEASURED = ['forward', 'back', 'wheel', 'slide'];

const whole = (a, b) => Math.floor(a / b);

/** The direction of a facing, its length SCALE; the right angles are exact. */
function heading(facing) {
  const at = (turned(facing) / HALF) * Math.PI;
  return { x: Math.round(Math.sin(at) * SCALE) + 0, y: -Math.round(Math.cos(at) * SCALE) + 0 };
}

/** The place so far to the right of and ahead of a spot that looks along a facing. */
export function spot({ x, y }, facing, right, ahead) {
  const look = heading(facing);
  const side = heading(facing + 9000);
  const by = (a, b) => whole(2 * (right * a + ahead * b) + SCALE, 2 * SCALE);
  return { x: x + by(side.x, look.x), y: y + by(side.y, look.y) };
}

/** A formation of the wire. */
export const formed = ({ at, ...more }) => ({ ...more, at: { x: at[0], y: at[1] } });

export const ranks = (body) => Math.ceil(body.number / body.files);
export const width = (body) => body.files * body.across;
export const depth = (body) => ranks(body) * body.deep;
export const centre = (body) => spot(body.at, body.facing, 0, whole(-depth(body), 2));

/** The four corners: front left, front right, rear right, rear left. */
export function footprint(body) {
  const half = whole(width(body), 2);
  const deep = depth(body);
  return [
    [-half, 0],
    [half, 0],
    [half, -deep],
    [-half, -deep],
  ].map(([right, ahead]) => spot(body.at, body.facing, right, ahead));
}

/** The corner about which it wheels: the right one for a wheel to the right. */
export function pivot(body, by) {
  const half = whole(width(body), 2);
  return spot(body.at, body.facing, by > 0 ? half : -half, 0);
}

const forward = (body, by) => ({ ...body, at: spot(body.at, body.facing, 0, by) });

function wheel(body, by) {
  const half = whole(width(body), 2) * (by > 0 ? 1 : -1);
  const facing = turned(body.facing + by);
  return { ...body, facing, at: spot(spot(body.at, body.facing, half, 0), facing, -half, 0) };
}

function turn(body, by) {
  const facing = turned(body.facing + by);
  if (by % HALF === 0) return { ...body, facing, at: spot(body.at, body.facing, 0, -depth(body)) };
  return about(body, { ...body, facing, files: ranks(body) });
}

/** Standing about the middle of what it was. */
const about = (body, fresh) => ({ ...fresh, at: spot(centre(body), fresh.facing, 0, whole(depth(fresh) + 1, 2)) });

const AFTER = {
  forward,
  back: (body, by) => forward(body, -by),
  wheel,
  turn,
  files: (body, by) => ({ ...body, files: by }),
  face: (body, by) => about(body, { ...body, facing: turned(by) }),
  slide: (body, by, way) => ({ ...body, at: spot(body.at, way, 0, by) }),
};

/** Where it stands when a step is done.  @type {(body: any, step: {name: string, by: number, way?: any}) => any} */
export const after = (body, { name, by, way }) => AFTER[name](body, by, way);

/** Where it stands before the first step and after each. */
export function course(body, steps) {
  const found = [body];
  for (const step of steps) found.push(after(found[found.length - 1], step));
  return found;
}

/** Outlines that together cover the ground of a step, up to what roundness adds. */
export function swept(body, step) {
  const end = after(body, step);
  if (step.name === 'forward') return [[...footprint(end).slice(0, 2), ...footprint(body).slice(2)]];
  if (step.name === 'back') return [[...footprint(body).slice(0, 2), ...footprint(end).slice(2)]];
  if (step.name === 'slide') return [hull([...footprint(body), ...footprint(end)])];
  return step.name === 'wheel' ? [sector(body, step.by)] : [footprint(end)];
}

/** The convex outline of some points. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (all) => {
    const found = [];
    for (const p of all) {
      while (found.length > 1 && cross(found[found.length - 2], found[found.length - 1], p) <= 0) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const cross = (o, a, b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);

/** How far along a bearing it goes from one point to another. */
export function along({ x, y }, p, way) {
  const at = (way / HALF) * Math.PI;
  return (p.x - x) * Math.sin(at) - (p.y - y) * Math.cos(at);
}

/** What the front and the outer flank of a wheel pass over: from the pivot round the outer corners. */
function sector(body, by) {
  const outer = by > 0 ? 0 : 1;
  const parts = Math.max(1, Math.ceil(Math.abs(by) / SLICE));
  const bodies = Array.from({ length: parts + 1 }, (_, n) => (n ? wheel(body, Math.trunc((by * n) / parts)) : body));
  const rear = footprint(body)[outer ? 2 : 3];
  return [pivot(body, by), rear, ...bodies.map((one) => footprint(one)[outer])];
}

/** What a step costs at a rate, as the hand reckons it; the server's word goes before it. */
export function cost({ name, by }, rates) {
  const [num, den] = rates[name] || [0, 1];
  return Math.ceil((MEASURED.includes(name) ? Math.abs(by) * num : num) / den);
}

/** How far to the right of its front's middle a point lies, and how far ahead of it. */
export function seen(body, p) {
  const at = (body.facing / HALF) * Math.PI;
  const [c, s] = [Math.cos(at), Math.sin(at)];
  const [x, y] = [p.x - body.at.x, p.y - body.at.y];
  return { right: x * c + y * s, ahead: x * s - y * c };
}

/** The smallest wheel, in whole degrees, after which a point lies straight ahead; none if the way is too far round. */
export function wheelTo(body, p, most) {
  const { right, ahead } = seen(body, p);
  if (ahead < 0 || !right) return 0;
  const sign = Math.sign(right);
  for (let by = 0; by <= most; by += 100) {
    if (sign * seen(wheel(body, sign * by), p).right <= 0) return sign * by;
  }
  return null;
}
