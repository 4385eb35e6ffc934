// A formation that goes along a bearing and keeps its facing: dragged, clicked, and the ground it still reaches.

import { along, centre, swept } from '../space/formation.js';
import { PER_UNIT, length } from '../space/geom.js';

/** How finely the hand moves a formation: a tenth of what players measure in. */
export const FINE = length(PER_UNIT) / 10;
/** How near to the end of its allowance, in pixels, a drag ends there. */
export const CATCH = 9;

const step = (drill, by) => ({ name: 'slide', by, way: drill.way });

/** Dragged along its bearing, never back over where it began. */
export function slid(drill, { base, from }, at) {
  const last = base[base.length - 1];
  const had = last?.name === 'slide' ? last.by : 0;
  const by = along(from, at, drill.way);
  const left = drill.left(base, 'slide');
  const near = left > 0 && Math.abs(by - left) < length(drill.hand.camera.px(CATCH));
  const far = near ? left : Math.round(by / (drill.free ? 1 : FINE)) * (drill.free ? 1 : FINE);
  drill.adjust(base, step(drill, Math.max(-had, far)));
}

/** A click before it on its bearing: there goes its middle, or as far as it may; whether that was all it could mean. */
export function follow(drill, end, at) {
  const far = Math.min(along(centre(end), at, drill.way), drill.left(drill.steps, 'slide'));
  if (far < FINE) return !drill.may('face');
  drill.add(step(drill, Math.floor(far / FINE) * FINE));
  return true;
}

/** The ground along its bearing that its allowance still reaches. */
export function corridor(drill, end) {
  const far = drill.left(drill.steps, 'slide');
  return far ? swept(end, step(drill, far)) : [];
}
