// Of words that would lie on each other on the table the lesser are not shown: what is drawn goes before what is measured,
// that before what areas are called, and that before names of ground.

import { $, $$, put } from '../../page/dom.js';
import { later } from './later.js';

/** What is written, the more telling first; those of areas lie on no counter either. */
const WORDS = ['.note', '.band-name', '.threat-name', '.area-name', '#names text'];
const AREAS = '.area-name';
const COUNTERS = '#layer-counters > .counter :is(.frame, .halo)';
/** Where any of them may be: not in the thousands of parts that counters have. */
const layers = (table) =>
  [...table.children]
    .flatMap((sheet) => (sheet.matches('svg') ? [...sheet.children] : []))
    .filter((layer) => layer.matches('g') && layer.id !== 'layer-counters');

const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Of boxes in the order of how much they tell, which lie on none of those that are kept before them. */
export function kept(boxes, taken = []) {
  const laid = [...taken];
  return boxes.map((box) => !laid.some((other) => meets(box, other)) && laid.push(box) > 0);
}

/** Once what has come is painted. */
export const yields = () => later('yields', settle);

function settle() {
  const table = $('#table')?.parentElement;
  if (!table) return;
  const found = layers(table).flatMap((layer) => $$(WORDS.join(), layer));
  const words = WORDS.map((kind) => found.filter((node) => node.matches(kind)));
  const any = words.slice(1, -1).some((found) => found.length);
  if (!any) return void words.at(-1).forEach((node) => put(node, 'is-yielding', false));
  const boxes = (nodes) => nodes.map((node) => node.getBoundingClientRect());
  // All is read before anything is put: the page is laid out once.
  const [counters, all] = [boxes($$(COUNTERS, table)), words.map(boxes)];
  const laid = [];
  const shown = all.map((found, n) => {
    const stay = kept(found, WORDS[n] === AREAS ? [...laid, ...counters] : laid);
    laid.push(...found.filter((_, i) => stay[i]));
    return stay;
  });
  words.forEach((nodes, n) => nodes.forEach((node, i) => put(node, 'is-yielding', !shown[n][i])));
}
