// What a hand takes a formation by: its front to go forward, a corner of it to wheel or to face about.

import { svg } from '../../page/dom.js';
import { along, centre, footprint, width } from '../space/formation.js';
import { distance, round, toUnits, units } from '../space/geom.js';

/** How far a handle is from the front and from the corners, and how far off a finger still takes it, in pixels. */
const AHEAD = 30;
const ASIDE = 13;
const FINGER = 18;
const STRAIGHT = 'M0 4.5V-4.5M-3.6-.9 0-4.5 3.6-.9';
const ROUND = 'M-3.4 4.6A8 8 0 0 1 2.6-3.2M-1.8-3.9 2.9-3.5 2.4 1.2';

export class Handles {
  constructor(open) {
    const names = [
      ...('forward' in open || 'back' in open || 'slide' in open ? ['line'] : []),
      ...('wheel' in open || 'face' in open ? ['left', 'right'] : []),
    ];
    this.all = names.map((name) => ({ name, node: handle(name), spot: null }));
    this.node = svg('g', { class: 'drill-handles' }, ...this.all.map((one) => one.node));
  }

  /** Stand about the front of a formation whose middle is at p; what takes it along a bearing lies on that. */
  place(p, body, inv, way) {
    const half = units(width(body)) / 2;
    const turn = (body.facing / 18000) * Math.PI;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const places = {
      line: [0, -AHEAD],
      left: [-half / inv - ASIDE, -ASIDE / 2],
      right: [half / inv + ASIDE, -ASIDE / 2],
    };
    for (const one of this.all) {
      const [x, y] = places[one.name].map((n) => n * inv);
      one.spot = { x: p.x + x * c - y * s, y: p.y + x * s + y * c };
      one.node.setAttribute(
        'transform',
        `translate(${round(one.spot.x)} ${round(one.spot.y)}) rotate(${round(body.facing / 100)})`,
      );
    }
    const line = this.all.find((one) => one.name === 'line');
    if (way !== undefined && line) this.beyond(line, body, inv, way);
  }

  beyond(line, body, inv, way) {
    const mid = centre(body);
    const far = units(Math.max(...footprint(body).map((p) => along(mid, p, way)))) + AHEAD * inv;
    const turn = (way / 18000) * Math.PI;
    const { x, y } = toUnits([mid.x, mid.y]);
    line.spot = { x: x + far * Math.sin(turn), y: y - far * Math.cos(turn) };
    line.node.setAttribute(
      'transform',
      `translate(${round(line.spot.x)} ${round(line.spot.y)}) rotate(${round(way / 100)})`,
    );
  }

  get spots() {
    return this.all.map((one) => one.spot).filter(Boolean);
  }

  /** The name of the handle at a point, or none. */
  at(p, hand) {
    const reach = hand.camera.px(FINGER);
    const near = this.all.filter((one) => one.spot && distance(p, one.spot) <= reach);
    return near.sort((a, b) => distance(p, a.spot) - distance(p, b.spot))[0]?.name || '';
  }
}

function handle(name) {
  const arrow = svg('path', {
    class: 'drill-arrow',
    d: name === 'line' ? STRAIGHT : ROUND,
    transform: name === 'right' ? 'scale(-1 1)' : null,
  });
  return svg('g', { class: `drill-handle is-${name}` }, svg('g', { class: 'keep' }, svg('circle', { r: 9.5 }), arrow));
}
