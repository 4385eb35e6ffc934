// The sign of those who are gathered: how wide it is, how it is drawn, and where theirs ends.

import { $$, svg } from '../../page/dom.js';
import { bounded, middled } from '../space/boxes.js';
import { d, distance, offSegment, round, towards } from '../space/geom.js';
import { frame } from './counters.js';
import { drawn } from './marks.js';

/** Of the sign in pixels: how high it is, and its plate, how wide who leads, an arm, a figure, and the air at its ends. */
export const HIGH = 22;
const PLATE = 16;
export const LED = 22;
const ARM = 16;
const FIGURE = 10;
const END = 4;
const BOLD = '700 10px';
/** How large the end of a line is on the body it leads to, in pixels. */
export const KNOT = 2.3;

/** What these bear, and how many of them; what most bear first. */
export function counted(what, nodes) {
  const worn = nodes.flatMap((node) => $$(what, node));
  const many = (one) => Number(one.nextElementSibling?.textContent) || 1;
  const found = Map.groupBy(worn, (one) => one.getAttribute('href'));
  const all = [...found].map(([href, of]) => ({ href, number: of.reduce((sum, one) => sum + many(one), 0) }));
  return all.sort((a, b) => b.number - a.number || a.href.localeCompare(b.href));
}

/** The name of a force stands once: on the sign of those who are with its leader, else of the most. */
export function marked(all) {
  for (const of of Map.groupBy(all, ({ force }) => force).values()) {
    const most = of.reduce((best, one) => (one.nodes.length > best.nodes.length ? one : best));
    const first = of.find(({ leader }) => leader) ?? most;
    for (const one of of) one.first = one === first;
  }
}

/** By what one knows of which force men are who stand apart from its leader: his code, where no other of their side has it. */
export function known({ force, side }, leaders, name = '') {
  const own = leaders.find((one) => one.force === force);
  const alike = leaders.filter((one) => one.code === own?.code && one.side === side);
  return alike.length === 1 ? own.code : name.split(' ')[0];
}

/** How wide an arm is, with its figure where there are several. */
const step = (number) => ARM + (number > 1 ? FIGURE : 0);

/** How wide the sign of these is, with who leads at its head, their name, and what they bear. */
export function sized(one) {
  one.head = one.leader ? LED : END;
  one.letters = one.text ? drawn(one.text, BOLD, '--sans') + 2 * END : 0;
  const borne = [...one.arms, ...one.states].reduce((sum, { number }) => sum + step(number), 0);
  one.wide = one.head + one.letters + END + borne;
}

/** The sign itself: who they are, and how many bear which arm. */
export function sign(one) {
  const { side: of, may, spot, wide, text, head } = one;
  const from = -wide / 2 + (one.leader ? LED / 2 : 0);
  const parts = [svg('rect', { x: round(from), y: -PLATE / 2, width: round(wide / 2 - from), height: PLATE, rx: 3 })];
  if (text) parts.push(svg('text', { x: round(head + END / 2 - wide / 2), y: 3.6 }, text));
  let x = head - wide / 2 + one.letters;
  for (const { href, number } of [...one.arms, ...one.states]) {
    const name = href.startsWith('#arm-') ? 'arm' : 'state';
    parts.push(svg('g', { transform: `translate(${round(x + ARM / 2)} 0)` }, svg('use', { class: name, href })));
    if (number > 1) parts.push(svg('text', { x: round(x + ARM - 0.5), y: 3.6 }, String(number)));
    x += step(number);
  }
  const transform = `translate(${round(spot.p.x)} ${round(spot.p.y)})`;
  return svg(
    'g',
    { class: `muster ${of}${may ? ' may' : ''}`, transform, 'data-force': one.force },
    svg('g', { class: 'far' }, ...parts),
  );
}

/** How far onto its body a line goes, in pixels. */
const ONTO = 5;

/** Where on one of its own the line ends that leads to this point of their rims: on the body, not where two meet. */
export function onto(nodes, p, scale) {
  const frames = nodes.map(frame).filter(Boolean);
  if (!frames.length) return p;
  const off = (edges) => Math.min(...edges.map((a, i) => offSegment(p, a, edges[(i + 1) % edges.length])));
  const own = frames.reduce((best, one) => (off(one) < off(best) ? one : best));
  const inside = middled(bounded(own));
  return towards(p, inside, Math.min(ONTO * scale, distance(p, inside)));
}

/** Where those of a sign end, where one of them ends, and how the line of the sign comes onto one of them. */
export const ended = (of, { rim, seams }, from, { x, y }, scale) => [
  svg('path', { class: `seam ${of}`, d: seams }),
  svg('path', { class: `border ${of}`, d: rim }),
  svg('path', { class: `stalk stalk-halo ${of}`, d: d([from, { x, y }]) }),
  svg('path', { class: `stalk ${of}`, d: d([from, { x, y }]) }),
  svg('circle', { class: `knot ${of}`, cx: round(x), cy: round(y), r: round(KNOT * scale) }),
];
