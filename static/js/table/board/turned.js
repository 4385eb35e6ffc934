// A table that is laid on its side, by a quarter clockwise: its drawings, its small map, and what is written on it.

import { $, $$ } from '../../page/dom.js';

/** How its drawings are turned, about the corner of their room. */
export const TURN = 'translateX(var(--wide)) rotate(90deg)';
/** What is written on the ground once for all. */
const WRITTEN = '.t-num text, .scalebar text';

/** Whether the table of this page is turned. */
export const isTurned = () => Boolean($('.table.is-turned'));

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Which way along the table an arrow key steers, for it goes as it is seen; nothing for another key. */
export function arrow(key) {
  const way = ARROWS[key];
  return way && isTurned() ? [way[1], -way[0]] : way;
}

/** A point of the table as one reads it: to the right and down on the screen. */
export const read = (p) => (isTurned() ? { x: -p.y, y: p.x } : p);
/** And what was found so, on the table. */
export const lies = (p) => (isTurned() ? { x: p.y, y: -p.x } : p);

/** A part of the table as one reads it. */
export const readView = ({ x, y, w, h }) => (isTurned() ? { x: -y - h, y: x, w: h, h: w } : { x, y, w, h });

/** How wide and how high a note is as one reads it, at so many units to the pixel. */
export function readSize({ size }, inv) {
  const [wide, high] = [size.width * inv, size.height * inv];
  return isTurned() ? { wide: high, high: wide } : { wide, high };
}

/** A note is put with its upper left corner there, as one reads it. */
export function putNote(box, { x, y }, inv) {
  box.at = lies({ x: isTurned() ? x + readSize(box, inv).wide : x, y });
}

/** Its drawings are as long as their room is high, where it is turned. */
export function laid(room, sheets, turned) {
  room.classList.toggle('is-turned', Boolean(turned));
  if (turned) room.style.setProperty('--wide', `${turned.width}px`);
  for (const { style } of sheets) {
    style.width = turned ? `${turned.height}px` : '';
    style.height = turned ? `${turned.width}px` : '';
  }
}

/** What is written on the ground stands upright, and the small map lies as the table does. */
export function upright(room, map, turned) {
  for (const text of $$(WRITTEN, room)) {
    text.dataset.at ??= text.getAttribute('transform');
    text.setAttribute('transform', turned ? `${text.dataset.at} rotate(-90)` : text.dataset.at);
  }
  if (!map) return;
  map.dataset.whole ??= map.getAttribute('viewBox');
  const [x, y, w, h] = map.dataset.whole.split(' ').map(Number);
  map.setAttribute('viewBox', turned ? `${-y - h} ${x} ${h} ${w}` : map.dataset.whole);
  for (const part of map.children)
    if (turned) part.setAttribute('transform', 'rotate(90)');
    else part.removeAttribute('transform');
}
