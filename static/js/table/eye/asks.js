// What the question that stands is about: from whom it goes to whom, drawn as long as it is asked.

import { $, svg } from '../../page/dom.js';
import { frame, radius, stands } from '../board/counters.js';
import { apart, closest } from '../board/near.js';
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

  /** It is drawn where they stand. */
  draw() {
    const { by = [], at = [] } = this.about || {};
    const [ones, others] = [by, at].map((ids) => ids.flatMap((id) => this.board.members(id)));
    const pairs = ones.flatMap((one) => others.map((other) => [one, other]));
    if (!pairs.length) return void this.layer.replaceChildren();
    const far = ([one, other]) => apart(one, other);
    this.between(...pairs.reduce((best, pair) => (far(pair) < far(best) ? pair : best)));
  }

  between(one, other) {
    const [from, to] = rims(one, other);
    const gap = apart(one, other);
    const at = this.stage.place(this.about.at[0]);
    const told = this.about.far || ($('#t-ruler') ? length(gap) : '');
    this.layer.replaceChildren(
      ...arrow([from, to], this.about.kind),
      ...(at ? [brackets(at)] : []),
      ...said(told, middle([from, to]), null, -4),
    );
  }
}

/** From rim to rim; of those in contact from middle to middle. */
function rims(one, other) {
  const [a, b] = [stands(one), stands(other)];
  const [near, off] = closest(frame(one) || [a], frame(other) || [b]);
  const whole = distance(near, off);
  const [r, s] = [one, other].map((node) => (node.dataset.frame ? 0 : radius(node)));
  if (whole - r - s < NEAR) return [a, b];
  return [towards(near, off, r), towards(off, near, s)];
}
