// What a drag of a formation's front or corner, and a click beyond it, come to in steps.

import { bearing, between } from '../space/bearing.js';
import { after, centre, pivot, seen, wheelTo, width } from '../space/formation.js';
import { joined } from './drill.js';
import { CATCH, FINE, follow } from './slide.js';
import { length } from '../space/geom.js';

const DEGREE = 100;
/** The furthest a click on the table makes it wheel. */
const MOST_WHEEL = 9000;

/** Straight ahead, or back, by so much. */
export function straight(drill, { base }, by) {
  const left = drill.left(base, by < 0 ? 'back' : 'forward');
  const near = Math.abs(Math.abs(by) - left) < length(drill.hand.camera.px(CATCH)) && left > 0;
  const most = base.length ? Math.floor(left / FINE) * FINE : left;
  const far = near ? most * Math.sign(by) : Math.round(by / FINE) * FINE;
  drill.adjust(base, { name: 'forward', by: drill.free ? Math.round(by) : far });
}

/** The left corner wheels it to the right, the right one to the left; never backwards beyond what was wheeled. */
export function wheeled(drill, { kind, base, body, from }, at) {
  const sign = kind === 'left' ? 1 : -1;
  const hub = pivot(body, sign);
  const last = base[base.length - 1];
  const same = last?.name === 'wheel' && (drill.aims || Math.sign(last.by) === sign);
  const had = same ? sign * last.by : 0;
  const by = had + sign * between(bearing(hub, from), bearing(hub, at));
  const most = had + (drill.left(base, 'wheel') * width(drill.start)) / width(body);
  const near =
    !drill.aims && (Math.abs(by - most) / 18000) * Math.PI * width(body) < length(drill.hand.camera.px(CATCH));
  const whole = near ? Math.floor(most / DEGREE) * DEGREE : Math.round(by / DEGREE) * DEGREE;
  const turn = drill.free ? by : whole;
  drill.adjust(same ? base.slice(0, -1) : base, { name: 'wheel', by: sign * (drill.aims ? turn : Math.max(0, turn)) });
}

/** It turns on the spot by so much. */
export function faced(drill, { base, body }, by) {
  const most = drill.domain.steps.face || 18000;
  const turn = Math.max(-most, Math.min(most, drill.free ? by : Math.round(by / DEGREE) * DEGREE));
  drill.adjust(base, { name: 'face', by: (body.facing + turn + 36000) % 36000 });
}

/** Wheel until a point lies straight ahead, then forward to it as far as that goes. */
export function clicked(drill, end, at) {
  const { right, ahead } = seen(end, at);
  if (drill.may('slide') && follow(drill, end, at)) return;
  const beside = Math.abs(right) > width(end) / 2;
  if (!drill.may('wheel') && drill.may('face') && (beside || ahead < 0 || !drill.straightOn))
    return void drill.add({ name: 'face', by: bearing(centre(end), at) });
  const by =
    !drill.may('wheel') || (!beside && !drill.aims)
      ? 0
      : wheelTo(end, at, Math.min(MOST_WHEEL, drill.domain.steps.wheel || MOST_WHEEL));
  if (by === null || (beside && ahead <= 0)) return;
  const base = drill.aims ? [] : drill.steps;
  const steps = by ? joined(base, { name: 'wheel', by }, drill.domain.steps) : base;
  const way = seen(by ? after(end, { name: 'wheel', by }) : end, at).ahead;
  const far = way > 0 && drill.domain.rates.forward ? Math.min(way, drill.left(steps, 'forward')) : way;
  drill.past.push(drill.steps);
  drill.steps = joined(steps, { name: 'forward', by: Math.floor(far / FINE) * FINE }, drill.domain.steps);
  drill.change();
}
