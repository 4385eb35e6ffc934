// How a counter is shown on the small map.

import { side } from './counters.js';
import { $, svg } from '../../page/dom.js';

/** A formation by its frame, all else as a dot of this size. */
export function dot(node, r) {
  const transform = node.getAttribute('transform');
  if (node.dataset.frame) return svg('path', { class: side(node), transform, d: $('.frame', node).getAttribute('d') });
  const [cx, cy] = (transform.match(/-?[\d.]+/g) || [0, 0]).map(Number);
  return svg('circle', { class: side(node), cx, cy, r });
}
