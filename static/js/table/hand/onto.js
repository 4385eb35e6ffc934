// A piece in the hand is put on another, or another is clicked: the orders that name it are given there, or say why not.

import { frame, radius, stands } from '../board/counters.js';
import { word } from '../../page/words.js';
import { said, toUnits } from '../space/geom.js';
import { nameOf } from './option.js';
import { saidAt } from './glance.js';

const AIMED = ['onto', 'click'];
/** So many reasons at most stand at a counter. */
const MOST = 4;

/** What the orders of the piece in the hand have to do with a counter: each with the target that it is. */
export function named(held, counter) {
  const names = held.hand.board.names(counter);
  return aimed(held).flatMap((order) =>
    order.targets.filter(({ piece }) => names.includes(piece)).map((target) => ({ order, target })),
  );
}

const aimed = ({ orders }) => orders.filter(({ gesture }) => AIMED.includes(gesture));

/** Whether this counter means something to the orders of the piece in the hand; then it is done. */
export function onto(held, counter, dragged) {
  const open = held.strikes(counter);
  const walks = dragged && held.carry?.arrives ? held.carry : null;
  if (open.length > 1 || (open.length && walks)) offered(held, counter, open, walks);
  else if (open.length) given(held, counter, open[0]);
  else if (dragged && held.carry) return closed(held, counter);
  else if (held.carry?.reaches(counter)) held.carry.tap(held.carry.touching(counter));
  else return refused(held, counter);
  return true;
}

/**
 * What may be done to a counter, or in its direction, and the way to it, as offers; none where there is only the way.
 * Where nobody may measure he may be too far off to be struck: then the ways come first.
 */
export function offersAt(held, counter) {
  const [strikes, heads] = [strokes(held, counter), headings(held, stands(counter))];
  const found = held.measures ? [...strikes, ...heads] : [...heads, ...strikes];
  const way = held.carry?.order || held.opens;
  return found.length && way ? [...found, { label: way.label, go: () => void met(held, counter) }] : found;
}

const strokes = (held, counter, open = held.strikes(counter)) =>
  open.map((one) => ({ label: one.order.label, go: () => given(held, counter, one) }));

/** The way to a counter, as far as it goes; the reasons where there is none. */
export async function met(held, counter) {
  const { hand } = held;
  if (held.carry) {
    held.carry.abort();
    held.carry.towards(counter);
  } else if (!held.opens) refused(held, counter);
  else {
    await held.open();
    hand.assent.focuses = true;
    hand.tool?.tap?.(stands(counter));
  }
}

/** One order: what it is given at is chosen, and waits to be confirmed. */
function given({ hand }, counter, { order, target }) {
  if (target.more) void further(hand, counter, [...order.at, target.key]);
  else void hand.arm(order.at, target.key);
}

/** What is asked below a target stands at it where it is a choice: with which weapon, in which way. */
export async function further(hand, counter, at) {
  await hand.arm(at);
  const open = hand.buttons.filter(({ dataset }) => !dataset.at && !dataset.piece && !('more' in dataset));
  if (hand.tool || !hand.armed) return;
  if (open.length === 1) return void hand.pick(open[0]);
  const offers = open.map((button) => ({
    label: nameOf(button),
    button,
    go: () => hand.pick(button),
  }));
  if (offers.length) hand.assent.offer(spotOf(counter), offers);
}

const spotOf = (counter) => ({ at: stands(counter), r: frame(counter) ? 0 : radius(counter) });

/** Several orders stand at the counter as buttons: what may be done to it first, the way to it last. */
function offered(held, counter, open, walks) {
  const { hand } = held;
  const offers = strokes(held, counter, open);
  if (walks) offers.push({ label: walks.order.label, go: () => walks.release(walks.tool.tip) });
  hand.assent.offer(spotOf(counter), offers);
}

/** Let go of on open ground: the orders of which only the direction counts stand there; `from` is where it was pressed. */
export function headed(held, p, from = null) {
  const offers = headings(held, p, from);
  if (offers.length) held.hand.assent.offer({ at: p, r: 0 }, offers);
  return offers.length > 0;
}

/** The orders of which only the direction counts; pressed at `from`, the piece heads as the hand went. */
function headings({ hand, orders }, p, from = null) {
  const aims = orders.filter(({ no, domain }) => !no && domain?.kind === 'place' && domain.aim);
  const head = ({ domain }) => {
    const at = toUnits(domain.aim);
    return from ? { x: at.x + p.x - from.x, y: at.y + p.y - from.y } : p;
  };
  return aims.map((order) => ({ label: order.label, go: () => void hand.arm(order.at, [head(order)]) }));
}

/** Nothing may be done to whom it was dragged on to, so that it goes there: why not stands beside him. */
function closed(held, counter) {
  const why = named(held, counter).flatMap(({ target }) => target.no || []);
  if (why.length) saidAt(held.hand, counter, distinct(why));
  return false;
}

const distinct = (why) => [...new Map(why.map((no) => [no.text + no.clause, no])).values()].slice(0, MOST);

/** None of them may be given: the reasons stand there. */
function refused(held, counter) {
  const { hand } = held;
  // An order that is closed against all says why of one of them: where it says so of each, that of this one counts.
  const orders = aimed(held).filter(({ targets }) => !targets.length);
  const why = [...named(held, counter).map(({ target }) => target.no), ...orders.map(({ no }) => no)].filter(Boolean);
  const way = held.measures && held.carry?.towardsFoe(counter);
  if (!why.length && way) why.push({ text: word('far-off', { far: said(way.far), most: said(way.most) }), clause: '' });
  const each = distinct(why);
  if (!each.length) return false;
  saidAt(hand, counter, each);
  return true;
}
