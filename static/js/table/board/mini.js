// The small map: the whole table, and in a frame what is seen of it.

import { $, $$ } from '../../page/dom.js';
import { clear } from '../space/boxes.js';
import { round } from '../space/geom.js';
import { frame, radius, shown, side } from './counters.js';
import { dot } from './dot.js';
import { later } from './later.js';

export class Mini {
  constructor(camera) {
    this.camera = camera;
    this.map = $('#mini');
    if (!this.map) return;
    new ResizeObserver(([entry]) => {
      this.shows = entry.contentRect.width > 0;
      if (this.undotted) this.dots();
      this.lay();
    }).observe(this.map);
    const go = (event) => {
      if (event.type === 'pointerdown' || event.buttons) this.lead(event);
    };
    this.map.addEventListener('pointerdown', go);
    this.map.addEventListener('pointermove', go);
  }

  /** What is pressed on it comes into the middle of what is seen. */
  lead({ clientX, clientY }) {
    const { camera } = this;
    const box = this.map.getBoundingClientRect();
    const [right, down] = [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    const [across, deep] = camera.turned ? [down, 1 - right] : [right, down];
    const { w, h } = camera.part;
    const { whole } = camera;
    camera.look({ x: whole.x + across * whole.w - w / 2, y: whole.y + deep * whole.h - h / 2, scale: camera.scale });
    camera.framed = null;
  }

  /** Its frame shows what is seen. */
  show() {
    const view = $('#mini-view');
    if (!view) return;
    const { x, y, w, h } = this.camera.part;
    for (const [key, value] of Object.entries({ x, y, width: w, height: h })) view.setAttribute(key, round(value));
    if (this.shows) later('mini', () => this.lay());
  }

  /** Its dots, as the counters stand; where it is not shown, once it is. */
  dots() {
    const group = $('#mini-dots');
    this.undotted = Boolean(group) && !this.shows;
    if (!group || this.undotted) return;
    const nodes = $$('.counter:not(.is-body, .head)', $('#layer-counters'));
    const seen = nodes.map((node) => `${node.getAttribute('transform')} ${side(node)} ${node.dataset.frame}`).join();
    if (seen === this.dotted) return;
    this.dotted = seen;
    group.replaceChildren(...nodes.map((node) => dot(node, group.dataset.r)));
    this.lay();
  }

  /** It goes to the lower corner where it lies on fewer pieces there, and back; not while it is pointed at. */
  lay() {
    const { camera, map } = this;
    if (!this.shows || camera.slid.x || camera.slid.y || map.matches(':hover')) return;
    const [room, box] = [camera.rect(), map.getBoundingClientRect()];
    const [left, top] = [box.left - room.left, box.top - room.top];
    map.style.setProperty('--under', `${room.height - camera.seen().h}px`);
    const other = camera.seen().h - top - box.height;
    const places = $$('#layer-counters .counter').map((node) => covers(camera, node));
    const under = (y) => places.filter((one) => !clear({ x: left, y, w: box.width, h: box.height }, [one])).length;
    if (under(other) < under(top)) map.classList.toggle('is-low');
  }
}

/** What a counter takes of the screen, in pixels: its outline, else its circle. */
function covers(camera, node) {
  const edges = frame(node);
  if (edges) return { edges: edges.map((p) => camera.spot(p)) };
  return { ...camera.spot(shown(node)), r: radius(node) / camera.scale };
}
