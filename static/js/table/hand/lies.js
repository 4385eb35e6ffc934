// What lies on the table where words are to stand.

import { $ } from '../../page/dom.js';
import { frame, radius, stands } from '../board/counters.js';

/** What words had better not lie on, as the screen has it: all pieces, and the tools of the table. */
export function lies({ board, camera }, parent) {
  const pieces = board.all().map((node) => {
    const edges = frame(node);
    return edges
      ? { edges: edges.map((p) => camera.spot(p)) }
      : { ...camera.spot(stands(node)), r: radius(node) / camera.scale };
  });
  const { w, h } = camera.seen();
  return { seen: { w, h }, pieces, tools: [bar(parent)].filter(Boolean) };
}

function bar(parent) {
  const tools = $('#tools')?.getBoundingClientRect();
  const { left, top } = parent?.getBoundingClientRect() || {};
  return tools?.width ? { x: tools.left - left, y: tools.top - top, w: tools.width, h: tools.height } : null;
}
