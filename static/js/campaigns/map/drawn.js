// What a campaign's map is drawn of where it is edited: provinces, their borders, and what is gripped of the one that is chosen.

import { svg } from '../../page/dom.js';

export const named = (land) => land.name || land.id;

/** `own.model`: the map; `own.land`, `own.corner`: which of it are chosen; `say`: a sentence of the page. */
export const pen = (own, say) => {
  const path = (ring) => `M${ring.map((n) => own.model.points[n].join(' ')).join('L')}Z`;
  const line = (sides) =>
    sides.map(([a, b]) => `M${own.model.points[a].join(' ')}L${own.model.points[b].join(' ')}`).join('');

  function way({ a, b, ferry }) {
    const [from, to] = [own.model.land(a).seat, own.model.land(b).seat];
    return svg('path', { class: ferry ? 'ferry' : 'road-edge', d: `M${from.join(' ')}L${to.join(' ')}` });
  }

  function hit(land) {
    const [x, y] = land.seat;
    const place = svg('g', {
      class: `place${land.id === own.land ? ' is-on' : ''}${land.capital ? ' cap' : ''}`,
      tabindex: 0,
      role: 'button',
      'aria-pressed': String(land.id === own.land),
      'aria-label': say('province', { name: named(land), koku: land.koku, castle: land.castle }),
      'data-land': land.id,
    });
    const dots = Array.from({ length: Math.min(9, land.koku) }, (_, i) =>
      svg('circle', { cx: x + 7 * i - 3.5 * (land.koku - 1), cy: y + 16, r: 2.1 }),
    );
    place.append(
      svg('path', { class: 'hit', d: path(land.ring) }),
      svg('text', { class: 'pname', x, y: y + 6 }, named(land)),
      svg('g', { class: 'koku' }, ...dots),
    );
    if (land.castle)
      place.append(
        svg('use', {
          class: 'fort',
          href: `#m-keep-${Math.min(2, land.castle)}`,
          x: x - 9,
          y: y - 30,
          width: 20,
          height: 23,
        }),
      );
    return place;
  }

  function corner(point, i) {
    const [cx, cy] = own.model.points[point];
    const grip = svg('g', {
      class: `knob${point === own.corner ? ' is-on' : ''}`,
      tabindex: 0,
      role: 'button',
      'data-grip': `c${point}`,
      'aria-label': say('corner', { n: i + 1, x: cx, y: cy }),
    });
    grip.append(svg('circle', { class: 'hold', cx, cy, r: 11 }), svg('circle', { cx, cy, r: 4.5 }));
    return grip;
  }

  function between(a, b) {
    const [cx, cy] = [0, 1].map((n) => (own.model.points[a][n] + own.model.points[b][n]) / 2);
    return svg('circle', { class: 'halve', cx, cy, r: 3, 'data-halve': `${a} ${b}` });
  }

  function seat(land) {
    const [x, y] = land.seat;
    const grip = svg('g', {
      class: 'knob seat',
      tabindex: 0,
      role: 'button',
      'data-grip': 'seat',
      'aria-label': say('seat', { x, y }),
    });
    grip.append(svg('path', { d: `M${x} ${y - 7}l7 7-7 7-7-7z` }));
    return grip;
  }

  return { path, line, way, hit, corner, between, seat };
};
