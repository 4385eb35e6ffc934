// The way from where one looked to where one looks now, shown: the table is there at once, and only seen on its way.

import { calm } from '../../page/dom.js';
import { TURN } from './turned.js';

/** Milliseconds it takes. */
const TRAVEL = 280;

export class Flight {
  constructor(camera) {
    this.camera = camera;
    this.ways = [];
    /** Where the drawing lies on the screen, whatever way it is on. */
    this.rect = null;
    /** Whether nobody has asked for it: a finger was meant for what was there before. */
    this.sudden = false;
  }

  get on() {
    return this.ways.length > 0;
  }

  /** What is drawn as one looks now is shown as one looked, and goes from there. */
  from(view) {
    const { camera } = this;
    const turn = camera.turned ? `${TURN} ` : '';
    const [x, y] = [(camera.x - view.x) / view.scale, (camera.y - view.y) / view.scale];
    const ways = [`translate(${x}px, ${y}px) scale(${camera.scale / view.scale})`, 'translate(0, 0) scale(1)'];
    const frames = ways.map((way) => ({ transform: turn + way, transformOrigin: '0 0' }));
    this.rect = camera.rect();
    camera.room.classList.add('is-flying');
    this.ways = camera.sheets.map((sheet) => sheet.animate(frames, { duration: TRAVEL, easing: 'ease-in-out' }));
    this.ways[0].onfinish = () => this.land();
  }

  /** The table has gone there by itself: it is seen on its way, unless it is to be calm. */
  show(view) {
    this.land();
    if (calm() || document.hidden) return;
    this.from(view);
    this.sudden = true;
  }

  /** It is there. */
  land() {
    this.sudden = false;
    for (const way of this.ways.splice(0)) way.cancel();
    this.camera.room.classList.remove('is-flying');
  }
}
