// The order that puts a piece where it was drawn, as the server lets it: asked for one piece, or for one of several.

import { frame, stands } from '../board/counters.js';
import { game } from '../line/game.js';
import { distance, length, nest, toUnits, units, unnest } from '../space/geom.js';
import { ways } from './carry.js';
import { goes, marches, suits } from './suit.js';

/** A way may be drawn this much longer than is allowed, in drawing units, since it is rounded. */
const SPARE = 0.5;
/** Less far ahead than this a formation does not go, in 1/100 mm. */
const LEAST = 50;

/** What the server says that this piece may be ordered. */
export async function grasped(seat, piece) {
  const query = new URLSearchParams({ seat, piece });
  try {
    const reply = await fetch(`/play/${game}/grasp?${query}`, { headers: { accept: 'application/json' } });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}

/** The order for an item of a plan: the keys that lead to it and what is drawn for it; none where there is no way. */
export async function deed(hand, item, { orders, hold }) {
  if (item.hold) {
    const order = hold.length && orders.find(({ at, no }) => !no && at.slice(1).join(' ') === hold.join(' '));
    return order ? { at: order.at, drawn: null } : null;
  }
  const found = ways(orders);
  if (found.length) return await best(hand, found, item);
  const open = orders.filter(({ no, domain }) => !no && domain);
  const layout = open.find(({ domain }) => domain.kind === 'layout');
  if (layout) return { at: layout.at, drawn: item.to };
  const steps = open.find(({ domain }) => domain.kind === 'manoeuvre');
  if (steps) return marched(hand, steps, item);
  const moves = suits(orders, farthest(hand, item));
  return moves ? { at: moves.at, drawn: led(moves.domain, item.to) } : null;
}

/** How far a piece that is shifted would have to go, and how far its orders take it at most; nothing where they do not say. */
export function farthestOf({ orders }, by) {
  const walks = ways(orders);
  const steps = orders.find(({ no, domain }) => !no && domain?.kind === 'manoeuvre')?.domain;
  const way = Math.hypot(by.x, by.y);
  if (walks.length) return { way, most: Math.max(...walks.map(({ domain }) => units(domain.allowance ?? Infinity))) };
  if (steps) return measured(steps, onward(steps, by));
  const march = marches(orders).at(-1);
  return march ? { way, most: goes(march) } : null;
}

/** The same of a formation that goes so far ahead, or back, by the one step that does. */
function measured({ steps, rates, allowance }, far) {
  const name = 'slide' in steps ? 'slide' : far > 0 ? 'forward' : 'back';
  const [up, down] = rates[name] || [0, 1];
  if (!allowance || !up || !(name in steps)) return null;
  return { way: Math.abs(far), most: units(Math.min((allowance * down) / up, steps[name] || Infinity)) };
}

/** Whether it is more than may be. */
export const isTooFar = ({ way, most }) => way > most + SPARE;

/** Which way a formation goes: straight ahead; where it slides, along its bearing. */
const bearing = ({ steps, way, start }) => ('slide' in steps ? (way ?? start.facing) : start.facing);

/** How far such a shift goes that way. */
function onward(domain, by) {
  const turn = (bearing(domain) / 18000) * Math.PI;
  return by.x * Math.sin(turn) - by.y * Math.cos(turn);
}

/** How far the piece of a plan that goes farthest is to go, in drawing units. */
function farthest(hand, { to }) {
  const gone = Object.entries(to).map(([id, p]) => {
    const node = hand.board.counter(id);
    return node ? distance(stands(node), toUnits(p)) : 0;
  });
  return Math.max(0, ...gone);
}

/** Everybody straight to where he was drawn. */
const led = ({ movers }, to) =>
  Object.fromEntries(movers.filter(({ piece }) => to[piece]).map(({ piece, start }) => [piece, [start, to[piece]]]));

/** The first order that goes so far and is allowed; else the first for which a better way is known. */
async function best(hand, orders, { id, to }) {
  const end = to[id] || Object.values(to)[0];
  const far = ({ domain }) => (domain.start ? distance(toUnits(domain.start), toUnits(end)) : 0);
  const reach = ({ domain }) => units(domain.allowance ?? Infinity) + SPARE;
  const able = orders.filter((order) => reach(order) >= far(order));
  const drawn = [toUnits(end)];
  let mended = null;
  for (const order of able.length ? able : orders.slice(-1)) {
    const { domain } = order;
    if (domain.kind === 'place') return { at: order.at, drawn };
    const reply = await previewed(hand.question, nest(order.at, [domain.start, end]));
    if (reply && !reply.no) return { at: order.at, drawn };
    if (reply?.instead && unnest(reply.instead)) mended ||= { at: order.at, drawn };
  }
  return mended || { at: orders[0].at, drawn };
}

/** Straight ahead, or back, as far as the hand went so; where it slides, along its bearing. */
function marched(hand, { at, domain }, { id, to }) {
  const node = hand.board.counter(domain.piece) || hand.board.counter(id);
  if (!node || !frame(node)) return null;
  const by = { x: to[id][0] - length(stands(node).x), y: to[id][1] - length(stands(node).y) };
  const far = Math.round(onward(domain, by));
  const way = bearing(domain);
  if ('slide' in domain.steps) return far >= LEAST ? { at, drawn: [['slide', far, way]] } : null;
  const name = far > 0 ? 'forward' : 'back';
  return Math.abs(far) >= LEAST && name in domain.steps ? { at, drawn: [[name, Math.abs(far)]] } : null;
}

async function previewed(question, answer) {
  try {
    const reply = await fetch(`/api/v1/games/${game}/preview`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seat: question.seat, ask: question.id, answer }),
    });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}
