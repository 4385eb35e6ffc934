// The camera goes along with what others do, if the reader likes; then one's own view comes back.

import { $, calm } from '../../page/dom.js';
import { prefer } from '../../page/prefers.js';
import { distance, middle } from '../space/geom.js';

/** Milliseconds after which nothing more is expected of who has the go. */
const REST = 3000;
/** How far about a piece one wants to see, in units of the drawing. */
const ABOUT = 90;

export class Follow {
  /**
   * `free()`: nothing is in the hand; `asked()`: the reader is asked something.
   * @param {{ free?: () => boolean, asked?: () => boolean }} [when]
   */
  constructor(camera, stage, when = {}) {
    this.camera = camera;
    this.stage = stage;
    this.free = when.free || (() => true);
    this.asked = when.asked || (() => false);
    this.own = null;
    this.gone = null;
  }

  /** A beat begins: it is looked at, if it is not seen as it is. */
  beat(beat) {
    clearTimeout(this.rest);
    if (document.body.dataset.follow !== 'on' || !this.free() || mine(beat.row) || this.left()) return;
    const spots = this.stage.about(beat);
    if (!spots.length) return;
    const p = middle(spots);
    const r = Math.max(...spots.map((spot) => distance(spot, p))) + ABOUT;
    if (this.camera.sees(p, r)) return;
    this.own ??= this.camera.view;
    this.camera.travel(this.camera.about(p, r), calm());
    this.gone = this.camera.view;
  }

  /** Whether the reader has moved the camera himself since: then he looks where he likes. */
  left() {
    const { x, y, scale } = this.camera;
    const moved = this.own && (x !== this.gone.x || y !== this.gone.y || scale !== this.gone.scale);
    if (moved) this.stay();
    return moved;
  }

  /** Nothing is played any more: one's own view comes back, at once if one is asked. */
  ended() {
    clearTimeout(this.rest);
    if (!this.own) return;
    if (this.asked()) this.back();
    else this.rest = setTimeout(() => this.back(), REST);
  }

  back() {
    clearTimeout(this.rest);
    if (this.own && !this.left() && this.free()) this.camera.travel(this.own, calm());
    this.stay();
  }

  /** The table was taken hold of: it stays where it is. */
  stay() {
    clearTimeout(this.rest);
    this.own = null;
  }
}

/** Whether it is the reader's own side that did what a line tells. */
export function mine(row) {
  const { you } = document.body.dataset;
  const band = you && $(`#bands [data-goes="${CSS.escape(you)}"]`)?.closest('.band');
  return Boolean(band) && ['a', 'b', 'c', 'd'].some((side) => [band, row].every((one) => one.classList.contains(side)));
}

/** The switch in the menu of the table. */
export function switched(changed) {
  const box = $('#follow');
  box?.addEventListener('change', () => {
    document.body.dataset.follow = box.checked ? 'on' : '';
    prefer('follow', document.body.dataset.follow, box.dataset.account !== undefined);
    changed();
  });
}
