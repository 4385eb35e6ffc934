// What a commentator draws on the table: arrows, circles, lines.  Shown to those who watch, fading after a while.

import { $, $$, calm, html, svg, toast } from '../../page/dom.js';
import { toUnits, toWire } from '../space/geom.js';
import { game } from '../line/game.js';

const STAYS = 30_000;
const MOST = 200;
const layer = svg('g', { id: 'drawings', 'aria-hidden': 'true', 'pointer-events': 'none' });
$('#layer-marks')?.before(layer);

function shape({ kind, points, colour }) {
  const at = points.map(toUnits);
  const pen = `pen c${colour}`;
  if (kind === 'circle')
    return svg('circle', { class: pen, cx: at[0].x, cy: at[0].y, r: Math.hypot(at[1].x - at[0].x, at[1].y - at[0].y) });
  const path = at.map((p, i) => `${i ? 'L' : 'M'}${p.x} ${p.y}`).join('');
  return svg('path', { class: pen, d: kind === 'arrow' ? path + head(at[0], at[1]) : path });
}

/** The head of an arrow. */
function head(from, to) {
  const way = Math.atan2(to.y - from.y, to.x - from.x);
  const size = Math.min(18, Math.hypot(to.x - from.x, to.y - from.y) / 3);
  const end = (turn) => `M${to.x} ${to.y}L${to.x - size * Math.cos(way + turn)} ${to.y - size * Math.sin(way + turn)}`;
  return end(0.5) + end(-0.5);
}

/** A drawing of a line of commentary. */
export function drawn(line, stays = STAYS) {
  const mark = shape(line.drawing);
  mark.dataset.line = line.id;
  layer.append(mark);
  if (stays) setTimeout(() => mark.remove(), calm() ? stays : stays + 400);
}

export const wipe = () => layer.replaceChildren();

// -- the commentator's pen ---------------------------------------------------------

/** The pen takes pointers on the table while one of its buttons is pressed. */
export class Pen {
  constructor() {
    this.kind = '';
    for (const button of $$('[data-draw]')) button.addEventListener('click', () => this.take(button));
    $('[data-comment]')?.addEventListener('submit', (event) => this.word(event));
  }

  take(button) {
    this.kind = this.kind === button.dataset.draw ? '' : button.dataset.draw;
    for (const other of $$('[data-draw]')) other.setAttribute('aria-pressed', String(other.dataset.draw === this.kind));
  }

  press(p) {
    if (!this.kind) return false;
    this.points = [p];
    return true;
  }

  drag(p) {
    if (!this.points) return;
    if (this.kind === 'line' && this.points.length < MOST) this.points.push(p);
    else this.points[1] = p;
    this.ghost?.remove();
    if (this.points.length > 1) layer.append((this.ghost = shape(this.value())));
  }

  release() {
    const points = this.points?.length > 1;
    const value = points && this.value();
    this.points = null;
    this.ghost?.remove();
    if (value) void this.send({ drawing: value });
  }

  value() {
    return { kind: this.kind, points: this.points.map(toWire), colour: Number($('[data-colour]').value) };
  }

  word(event) {
    event.preventDefault();
    const field = event.target.elements.text;
    const text = field.value;
    void this.send({ text }).then((sent) => {
      if (sent && field.value === text) field.value = '';
    });
  }

  async send(body) {
    const reply = await fetch(`/api/v1/games/${game}/talk`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'comment', ...body }),
    });
    if (!reply.ok) toast((await reply.json().catch(() => ({}))).detail || reply.statusText, 'no');
    return reply.ok;
  }
}

/** A line of text for the log of a replay. */
export const said = (line) => html('p', { class: 'said comment' }, html('b', {}, line.name), ' ', line.text);
