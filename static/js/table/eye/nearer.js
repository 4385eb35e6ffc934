// Two taps bring what is going on there into sight as large as it goes, two more the whole table.

import { $, calm } from '../../page/dom.js';
import { stands } from '../board/counters.js';
import { distance, middle } from '../space/geom.js';

/** Milliseconds and pixels within which two taps are one deed. */
const [SOON, CLOSE] = [400, 30];
/** How far about a place its fight reaches, and how far one sees beyond it, in units of the drawing. */
const [REACH, AIR] = [150, 40];
/** Who sees no more than this part of the table goes back to the whole. */
const FAR = 0.7;

/** Whether this tap is the second of two. */
export class Twice {
  constructor() {
    this.last = null;
  }

  /** A tap at a place, where so much is close. */
  tap(p, close) {
    const { last } = this;
    const now = performance.now();
    const is = Boolean(last) && now - last.now < SOON && distance(last.p, p) < close;
    this.last = is ? null : { now, p };
    return is;
  }
}

/** Go to what stands about a place. */
export function nearer(board, camera, p) {
  const near = board
    .all()
    .map(stands)
    .filter((at) => distance(at, p) < REACH);
  const at = near.length ? middle(near) : p;
  const r = near.length ? Math.max(...near.map((one) => distance(one, at))) + AIR : REACH;
  camera.travel(camera.about(at, r, 0), calm());
}

/** The taps of the table and of the small map. */
export class Taps {
  constructor(board, camera) {
    this.board = board;
    this.camera = camera;
    this.twice = new Twice();
    const onMap = new Twice();
    $('#mini')?.addEventListener('pointerdown', () => {
      const { x, y, w, h } = camera.part;
      const p = { x: x + w / 2, y: y + h / 2 };
      if (onMap.tap(p, camera.whole.w / 20)) nearer(board, camera, p);
    });
  }

  /** The table was tapped where nothing was taken: one goes to those whose sign is there. */
  tap(p) {
    const { camera } = this;
    const those = this.board.labels?.gathered(p);
    if (those) return void camera.travel(camera.about(those.at, those.r, 0), calm());
    if (this.twice.tap(p, this.camera.px(CLOSE))) this.go(p);
  }

  /** The same by a key, about the counter that was gone to by keys; without one about the middle of what is seen. */
  toggle(counter) {
    const { x, y, w, h } = this.camera.part;
    this.go(counter?.isConnected ? stands(counter) : { x: x + w / 2, y: y + h / 2 });
  }

  go(p) {
    const { camera } = this;
    if (camera.scale < camera.fitScale() * FAR) camera.travel({ home: true }, calm());
    else nearer(this.board, camera, p);
  }
}
