// What the question that stands is about: from whom to whom it goes, drawn as long as it is asked.

import { $, html, svg } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { frame, radius, stands } from '../board/counters.js';
import { closest, nearestTwo } from '../board/near.js';
import { distance, middle, said as length, towards } from '../space/geom.js';
import { arrow, brackets, said } from './drawn.js';

/** Whose rims are nearer than this, in units of the drawing, are shown from middle to middle. */
const NEAR = 14;

export class Asks {
  constructor(stage, board) {
    this.stage = stage;
    this.board = board;
    this.layer = svg('g', { class: 'eye-asked' });
    stage.layer.prepend(this.layer);
    this.take($('#prompt .ask'));
  }

  /** This is what is asked now. */
  take(panel) {
    this.about = panel?.dataset.about ? JSON.parse(panel.dataset.about) : null;
    this.draw();
  }

  /** It is drawn where they stand: where nobody measures from the middle of all to the middle of all, whatever lies between them. */
  draw() {
    const { by = [], at = [], far } = this.about || {};
    const [ones, others] = [by, at].map((ids) => ids.flatMap((id) => this.board.members(id)));
    if (!ones.length || !others.length) return this.nothing();
    const centre = (ids) => this.stage.place(ids.find((id) => this.board.members(id).length));
    if (!$('#t-ruler')) return this.show(centre(by), centre(at), far);
    const nearest = nearestTwo(ones, others);
    const off = length(nearest.off);
    const [from, to] = rims([nearest.one, nearest.other]);
    this.show(from, to, far || off, far || word('edge', { n: off }));
  }

  nothing() {
    this.layer.replaceChildren();
    tell('');
  }

  show(from, to, told, words = told) {
    const at = this.stage.place(this.about.at[0]);
    this.layer.replaceChildren(
      ...arrow([from, to], this.about.kind),
      ...(at ? [brackets(at)] : []),
      ...said(told, middle([from, to]), null, -4),
    );
    tell(words);
  }
}

/** From rim to rim; of those in contact from middle to middle. */
function rims([one, other]) {
  const [a, b] = [stands(one), stands(other)];
  const [near, off] = closest(frame(one) || [a], frame(other) || [b]);
  const whole = distance(near, off);
  const [r, s] = [one, other].map((node) => (node.dataset.frame ? 0 : radius(node)));
  if (whole - r - s < NEAR) return [a, b];
  return [towards(near, off, r), towards(off, near, s)];
}

/** What the drawing says in figures stands beneath the question for listeners. */
function tell(text) {
  const [asked, line] = [$('#asked'), $('#asked-far')];
  if (!text || !asked) return void line?.remove();
  asked.setAttribute('aria-describedby', 'asked-far');
  if (line) line.textContent = text;
  else asked.after(html('p', { id: 'asked-far', class: 'sr' }, text));
}
