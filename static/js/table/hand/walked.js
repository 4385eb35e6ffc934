// What is drawn of a way while it is being drawn: its line, what it costs, why it may not be gone.

import { svg } from '../../page/dom.js';
import { arrange, drawNotes, note } from '../board/marks.js';
import { putNote, read, readSize, readView } from '../board/turned.js';
import { d, distance, towards } from '../space/geom.js';

/** A way from the rim of who goes it. */
export function path(points, radius, no) {
  const rim = [towards(points[0], points[1], Math.min(radius, distance(points[0], points[1]))), ...points.slice(1)];
  const at = d(rim);
  return [svg('path', { class: 'path-halo', d: at }), svg('path', { class: no ? 'path-no' : 'path-ok', d: at })];
}

/** What a walk costs, at the end; why not, where it stops; what else the server had to say. */
export function notes(walk, points, end) {
  const { inv } = walk.hand;
  const gap = walk.radius + 8 * inv;
  const cost = note(end, walk.cost(points), { kind: walk.fresh?.no ? '' : 'ok' });
  const [to, before] = [read(end), read(points[points.length - 2])];
  const { wide } = readSize(cost, inv);
  const view = readView(walk.hand.view());
  const left = to.x < before.x ? to.x - gap - wide > view.x : to.x + gap + wide > view.x + view.w;
  const x = left ? to.x - gap - wide : to.x + gap;
  putNote(cost, { x, y: to.y - 12 * inv - (to.y < before.y ? gap / 2 : -gap / 2) }, inv);
  const found = [cost];
  const no = walk.fresh?.no;
  if (no && !walk.atPiece) {
    const why = note(end, no.text, { kind: walk.instead ? '' : 'no', clause: no.clause, wide: 34 });
    putNote(why, { x: to.x - readSize(why, inv).wide / 2, y: to.y + gap + 4 * inv }, inv);
    found.push(why);
  }
  const told = [walk.cost(points), no?.text, walk.fresh?.notes[0]?.text];
  const rest = (walk.fresh?.marks || []).filter((m) => m.note && m.kind !== 'touch' && !told.includes(m.note.text));
  return arrange([...found, ...drawNotes(rest, inv)], walk.hand.view(), inv);
}
