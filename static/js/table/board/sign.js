// The sign of those who are gathered: how wide it is, how it is drawn, and where theirs ends.

import { $, $$, svg } from '../../page/dom.js';
import { bounded, middled } from '../space/boxes.js';
import { d, distance, inside, offSegment, round, towards } from '../space/geom.js';
import { widened } from './areas.js';
import { beneath, row } from './borne.js';
import { frame } from './counters.js';
import { drawn } from './marks.js';
import { knot } from './ties.js';

/** Of the sign in pixels: how high it is, and its plate, how wide who leads, an arm, a figure, and the air at its ends. */
export const HIGH = 22;
const PLATE = 16;
/** How high it is where several arms are on it, each over the shape of those who bear it, and how far that raises them. */
const MIXED = 21;
const RAISED = 3;
export const LED = 22;
const ARM = 16;
const FIGURE = 10;
const END = 4;
/** What is worn by who leads reaches so far over what stands next to him. */
const WORN = 4;
/** How far before him stands that he has had his attempt. */
const TRIED = 9;
/** How far beside its plate stands in what state they are. */
const BESIDE = 3;
const BOLD = '700 10px';
/** How large the end of a line is on the body it leads to, in pixels. */
export const KNOT = 2.5;

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

/** What stands with its figure in it. */
const HITS = '#b-hits';

/** How wide an arm is, with its figure where there are several. */
const step = (href, number) => ARM + (number > 1 && href !== HITS ? FIGURE : 0);

/** How wide the sign of these is, with who leads at its head, their name, and what they bear; beside its plate, as of no arm,
 *  in what state they are. */
export function sized(one) {
  one.out = one.leader && $('[href="#b-idle"]', one.leader) ? TRIED : 0;
  one.head = one.leader ? one.out + LED : END;
  one.letters = one.text ? drawn(one.text, BOLD, '--sans') + 2 * END : one.leader ? WORN : 0;
  const long = (of) => of.reduce((sum, { href, number }) => sum + step(href, number), 0);
  one.aside = one.states.length ? BESIDE + long(one.states) : 0;
  one.wide = one.head + one.letters + END + long(one.arms) + one.aside;
}

/** The corners of a plate. */
const stretch = (from, end, low) => [from, end, end, from].map((x, n) => ({ x, y: n < 2 ? -low : low }));

/** The sign itself: who they are, and how many bear which arm. */
function sign(one) {
  const { look, may, spot, wide, text, head, aside } = one;
  const from = -wide / 2 + (one.leader ? one.out + LED / 2 : 0);
  const mixed = one.arms.length > 1 && one.rows;
  const high = mixed ? MIXED : PLATE;
  const end = wide / 2 - aside;
  const parts = [svg('rect', { x: round(from), y: -high / 2, width: round(end - from), height: high, rx: 3 })];
  if (aside) parts.unshift(svg('path', { class: 'stated', d: d(stretch(end - 2, wide / 2, PLATE / 2), true) }));
  if (may) parts.unshift(svg('path', { class: 'able', d: d(stretch(from, end, high / 2), true) }));
  if (text) parts.push(svg('text', { x: round(head + END / 2 - wide / 2), y: 3.6 }, text));
  let x = head - wide / 2 + one.letters;
  for (const { href, number } of [...one.arms, ...one.states]) {
    const name = href.startsWith('#arm-') ? 'arm' : 'state';
    if (name === 'state') x = Math.max(x, wide / 2 - aside + BESIDE);
    const told = mixed && name === 'arm';
    const drawn = svg('g', { transform: `translate(${round(x + ARM / 2)} ${told ? -RAISED : 0})` });
    drawn.append(svg('use', { class: name, href }));
    if (told) drawn.append(svg('path', { class: 'row', d: beneath(href) }));
    parts.push(drawn);
    if (href === HITS) drawn.append(svg('text', { class: 'figure', y: 3.4 }, String(number)));
    else if (number > 1)
      parts.push(svg('text', { class: `of-${name}`, x: round(x + ARM - 0.5), y: 3.6 }, String(number)));
    x += step(href, number);
  }
  const transform = `translate(${round(spot.p.x)} ${round(spot.p.y)})`;
  return svg(
    'g',
    { class: `muster ${look}${may ? ' may' : ''}`, transform, 'data-force': one.force },
    svg('g', { class: 'far' }, ...parts),
  );
}

/** How far onto its body a line goes, in pixels. */
const ONTO = 4.4;

/** How far along an edge a place lies, as a part of it, so far off its ends. */
function part(p, from, end, off) {
  const [x, y] = [end.x - from.x, end.y - from.y];
  const long = Math.hypot(x, y);
  const least = Math.min(0.5, off / long);
  return Math.max(least, Math.min(1 - least, ((p.x - from.x) * x + (p.y - from.y) * y) / long ** 2));
}

/** Where on one of its own the line ends that leads to this point of their rims: on the body, not where two meet. */
export function onto(nodes, p, scale) {
  const frames = nodes.map(frame).filter(Boolean);
  if (!frames.length) return p;
  const off = (edges) => Math.min(...edges.map((a, i) => offSegment(p, a, edges[(i + 1) % edges.length])));
  const own = frames.reduce((best, one) => (off(one) < off(best) ? one : best));
  if (own.length !== 4) return towards(p, middled(bounded(own)), ONTO * scale);
  const [from, right, , rear] = own;
  const [s, t] = [right, rear].map((end) => part(p, from, end, ONTO * scale));
  const at = (way) => from[way] + s * (right[way] - from[way]) + t * (rear[way] - from[way]);
  return { x: at('x'), y: at('y') };
}

/** Where those of a sign end, where one of them ends who tells what he is, and how the line of the sign comes onto one of them. */
const ended = (of, { rim, seams }, plain, [from, sign], { x, y }, scale) => [
  ...(plain ? [] : [svg('path', { class: `seam ${of}`, d: seams }), svg('path', { class: `border ${of}`, d: rim })]),
  svg('path', { class: `stalk stalk-halo ${of}`, d: d([sign, from, { x, y }]) }),
  svg('path', { class: `stalk ${of}`, d: d([sign, from, { x, y }]) }),
  svg('path', { class: `knot ${of}`, d: knot({ x, y }, KNOT * scale) }),
];

/** What each of these bears in a row on him, as attributes of paths: of those who have acted apart. */
function borne(nodes, side, scale) {
  const found = Map.groupBy(nodes, (node) => (node.matches('.is-used') ? ' is-used' : ''));
  return [...found].map(([used, of]) => ({
    class: `rows ${side}${used}`,
    d: of.map((node) => row($('.bears > .arm', node).getAttribute('href'), frame(node), scale)).join(''),
  }));
}

/** How wide and how deep in pixels a body is at least of which one sees where it ends. */
const SEEN = 5;

/** Where the bodies of one counter end, of those that are large enough. */
function ends(nodes, scale) {
  const all = nodes.map(frame).filter((edges) => edges?.length === 4);
  const large = all.filter(([a, b, , e]) => Math.min(distance(a, b), distance(a, e)) >= SEEN * scale);
  return large.map((edges) => d(edges, true)).join('');
}

/** How far off their bodies the ground of these is drawn, in pixels. */
const AIR = 3;

/** The ground on which those of a sign stand; where they are one counter it is that: who has acted is paler there too. */
function ground({ look, points }, plain, used, scale) {
  const kind = plain ? ` plain${used ? ' is-used' : ''}` : '';
  const way = widened(points, AIR * scale);
  const hull = svg('path', { class: `hull whole${kind} ${look}`, d: way });
  // Of two that touch one sees where each ends.
  return plain ? [svg('path', { class: 'parting', d: way }), hull] : [hull];
}

/** How far before its front a body looks, in pixels, and whether it looks into this outline. */
const LOOKS = 6;
const looks = (outline, scale) => (node) => {
  const [a, b, , e] = frame(node) ?? [];
  if (!e) return false;
  const [ahead, deep] = [{ x: a.x - e.x, y: a.y - e.y }, distance(a, e) || 1];
  const part = (LOOKS * scale) / deep;
  return inside(outline, { x: (a.x + b.x) / 2 + ahead.x * part, y: (a.y + b.y) / 2 + ahead.y * part });
};

/** What of all these signs is drawn, as one text, and as elements beneath the bodies and on them; `told`: who tells his arm himself. */
export function signs(seen, told, scale) {
  const bare = (node) => !told.has(node) && $('.bears > .arm', node);
  const rows = seen.map(({ nodes, side, rows: has }) => (has ? borne(nodes.filter(bare), side, scale) : []));
  // Where what each bears cannot be told on him they are one counter.
  const plain = seen.map(({ nodes, rows: has }) => !has && !nodes.some((node) => told.has(node)));
  const used = seen.map(({ nodes }, n) => plain[n] && nodes.every((node) => node.matches('.is-used')));
  const bodies = seen.map(({ nodes }, n) => (plain[n] ? ends(nodes, scale) : ''));
  const all = ({ key, spot, text, arms, states, points, border, wide, may, look }, n) => [
    key,
    spot.p,
    text,
    arms,
    states,
    points,
    border,
    wide,
    may,
    look,
    rows[n],
    plain[n],
    used[n],
    bodies[n],
  ];
  const start = ({ spot }) => spot.line.edges[0];
  return {
    key: JSON.stringify([scale, ...seen.map(all)]),
    /** Those of one counter who look into it: their fronts tell nothing there. */
    within: new Set(seen.flatMap(({ nodes, points }, n) => (plain[n] ? nodes.filter(looks(points, scale)) : []))),
    plain: seen.filter((_, n) => plain[n]),
    shaped: rows.some((of) => of.length),
    under: () => [...seen.flatMap((one, n) => ground(one, plain[n], used[n], scale)), ...seen.map(sign)],
    over: () =>
      seen.flatMap((one, n) => [
        ...rows[n].map((attributes) => svg('path', attributes)),
        ...(bodies[n] ? [svg('path', { class: `bodies ${one.look}`, d: bodies[n] })] : []),
        ...ended(one.look, one.border, plain[n], one.spot.line.edges, onto(one.nodes, start(one), scale), scale),
      ]),
  };
}
