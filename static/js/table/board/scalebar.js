// The bar by which one measures by eye stands in a corner in which nobody stands; where there is none it is not shown.

import { $, put, set } from '../../page/dom.js';
import { round } from '../space/geom.js';
import { stands } from './counters.js';

/** How far from its bar nobody stands, and how far below the edge of the table its letters end, as parts of its own distance. */
const [AIR, RIM] = [0.4, 0.2];

/** Where it was put by who drew it. */
let came = null;

/** Puts the bar into a corner where it lies on nobody, and says what it covers. */
export function corner(labels) {
  const bar = $('.scalebar');
  if (!bar) return [];
  const [wide, high] = labels.edge;
  const long = Number(
    $('.scale', bar)
      .getAttribute('d')
      .match(/h([\d.]+)/)[1],
  );
  const text = $('text', bar);
  const off = stands(text);
  const { x, y } = (came ??= stands(bar));
  const air = (high - y) * AIR;
  const letters = (p) => labels.written(text, p.x + off.x, p.y + off.y);
  const line = (p) => ({ x: p.x - air, y: p.y - air, w: long + 2 * air, h: 2 * air });
  const across = wide - x - long;
  const under = (high - y) * RIM - letters({ x, y: 0 }).y;
  const places = [
    { x, y },
    { x: across, y },
    { x: across, y: under },
    { x, y: under },
  ];
  const covers = (p) => [line(p), letters(p)];
  const found = places.find((p) => covers(p).every((box) => labels.bare(box)));
  put(bar, 'is-mute', !found);
  if (!found) return [];
  set(bar, 'transform', `translate(${round(found.x)} ${round(found.y)})`);
  return covers(found);
}
