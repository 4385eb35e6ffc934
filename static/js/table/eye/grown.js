// A line of a beat that grows from where it begins: each stretch of it is stretched in its turn, which the browser's
// compositor does by itself; a line that is drawn out by its dashes the page would paint for each frame.

import { svg } from '../../page/dom.js';
import { along, d, distance } from '../space/geom.js';

/** Which part of a beat a line grows for. */
const PART = 0.4;

/** A line about a point that lies this way, so much of it. */
const stretched = ({ x, y }, turn, much) =>
  `translate(${x}px, ${y}px) rotate(${turn}rad) scaleX(${much}) rotate(${-turn}rad) translate(${-x}px, ${-y}px)`;

/** The points that a line leads through. */
function points(line) {
  const all = line
    .getAttribute('d')
    .match(/-?[\d.]+/g)
    .map(Number);
  return all.flatMap((x, n) => (n % 2 ? [] : [{ x, y: all[n + 1] }]));
}

/** What is shown of a line instead of it for so many milliseconds: its stretches, and how each comes meanwhile. */
export function grown(line, ms, easing) {
  const through = points(line);
  const whole = along(through) || 1;
  let gone = 0;
  const parts = through.slice(1).map((to, n) => {
    const from = through[n];
    const began = gone;
    gone += distance(from, to);
    const turn = Math.atan2(to.y - from.y, to.x - from.x);
    const [shut, open] = [0, 1].map((much) => stretched(from, turn, much));
    return { node: svg('path', { d: d([from, to]) }), frames: frames(shut, open, began / whole, gone / whole) };
  });
  const group = svg('g', { class: line.getAttribute('class') }, ...parts.map(({ node }) => node));
  // Twice as long as the beat, so that nothing of it ends while that is seen.
  const timing = { duration: 2 * ms, easing: 'linear' };
  return { group, ways: parts.map(({ node, frames }) => [node, ease(frames, parts.length, easing), timing]) };
}

const frames = (shut, open, from, to) => [
  ...(from ? [{ transform: shut, offset: 0 }] : []),
  { transform: shut, offset: (from * PART) / 2 },
  { transform: open, offset: (to * PART) / 2 },
  { transform: open, offset: 1 },
];

/** One stretch alone sets out quickly and comes slowly; several go evenly, one after the other. */
const ease = (all, parts, easing) => (parts > 1 ? all : all.map((frame) => ({ ...frame, easing })));
