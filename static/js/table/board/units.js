// Units on the table: whose counters belong together, and the name of each at its middle.

import { hull, widened } from './areas.js';
import { $, $$, order, put, set, svg } from '../../page/dom.js';
import { distance, middle, round } from '../space/geom.js';
import { beside, dug, rounded } from './hugged.js';
import { read } from './known.js';
import { drawn } from './marks.js';

/** Drawing units to the pixel from which a counter is too small to bear its code. */
const SMALL = 1.45;
/** And from which its lines are drawn thinner. */
const TINY = 2.9;
const SHOWN = ['routing', 'caught', 'engaged', 'panic', 'reaction', 'alight'];
/** What of a counter's class its unit is drawn by. */
const KINDS = ['head', 'commander', 'formation', 'laid'];
/** How far off its bases the hull of a loose body is drawn. */
const AIR = 3;
const BRIM = 2;
/** How much farther than from each to the next the edge of one goes with nobody on it, at least, by their radius. */
const [FARTHER, LEAST] = [1.5, 3];
/** How wide the silhouette beside the name of a unit is. */
const ARM = 18;

export class Units {
  constructor(board) {
    this.board = board;
    this.layer = svg('g', { id: 'unit-names', 'aria-hidden': 'true', 'pointer-events': 'none' });
    this.seams = svg('path', { class: 'parted', 'aria-hidden': 'true', 'pointer-events': 'none' });
    board.marks.before(this.layer);
    this.hulls = svg('g', { id: 'hulls', 'aria-hidden': 'true', 'pointer-events': 'none' });
    board.layer.before(this.hulls);
    board.layer.after(this.seams);
    this.touched = new Set();
    this.known = new Map();
    /** The name that stands on a counter. */
    this.borne = new WeakMap();
    this.mixed = false;
  }

  /** The counters of a unit. */
  members(id) {
    return $$(`.counter[data-group="${CSS.escape(id)}"]`, this.board.layer);
  }

  /** The counters of a force; for the name of a stand, its formation. */
  ranks(id) {
    const found = $$(`.counter[data-force="${CSS.escape(id)}"]`, this.board.layer);
    const whole = found.length ? null : this.board.counter(id.replace(/-\d+$/, ''));
    return whole ? [whole] : found;
  }

  /** The table is drawn at this many drawing units to the pixel. */
  scaled(scale) {
    const size = Number(scale > SMALL) + Number(scale > TINY);
    if (size === this.size) return;
    this.size = size;
    for (const { classList } of $$('#table, #over')) {
      classList.toggle('is-small', size > 0);
      classList.toggle('is-tiny', size > 1);
    }
  }

  /** A counter comes, goes or changes: its unit is looked at when units are told next. */
  touch(node) {
    if (node) this.touched.add(node.dataset.group || '');
  }

  /** Name every unit of more than one model, at the model nearest to its middle; what is as it was is left alone. */
  tell() {
    const rows = $$('#bands [data-group-row]');
    const known = new Map(rows.map((row) => [row.dataset.piece, this.known.get(row.dataset.piece)]));
    const changed = rows.filter((row) => {
      const had = known.get(row.dataset.piece);
      return had?.row !== worn(row) || this.touched.has(row.dataset.piece);
    });
    if (changed.length || this.touched.has('')) this.draw(rows, changed, known);
    const [names, hulls] = [[], []];
    for (const row of rows) {
      const { name, hull } = known.get(row.dataset.piece);
      if (name) names.push(name);
      if (hull) hulls.push(hull);
    }
    order(this.layer, names);
    order(this.hulls, hulls);
    this.touched.clear();
    this.known = known;
    this.able();
    this.board.witness?.named();
  }

  draw(rows, changed, known) {
    const counters = this.board.all().map(read);
    const units = Map.groupBy(counters, ({ group }) => group);
    const mixed = counters.some(({ formation, laid }) => formation || laid);
    const { seams, met, hues } = this.beside(rows, counters);
    set(this.seams, 'd', seams);
    const stood = ({ dataset: { piece } }) => `${met.has(piece) ? 1 : 0}${hues.get(piece) ?? ''}`;
    const other = (row) => stood(row) !== (known.get(row.dataset.piece)?.stood ?? '0');
    for (const row of mixed === this.mixed ? rows.filter((row) => changed.includes(row) || other(row)) : rows) {
      const nodes = (units.get(row.dataset.piece) || []).map(({ node }) => node);
      const is = { row: worn(row), stood: stood(row) };
      const now = `${said(row, nodes)};${is.stood}`;
      const had = known.get(row.dataset.piece);
      if (had?.said === now && mixed === this.mixed) Object.assign(had, is);
      else {
        const hue = hues.has(row.dataset.piece) ? ` clan h${hues.get(row.dataset.piece)}` : '';
        const name = this.named(row, nodes, met.has(row.dataset.piece), hue);
        const drawn = { name, hull: this.hull(row, nodes, mixed, hue) };
        for (const part of ['name', 'hull']) if (drawn[part]) had?.[part]?.replaceWith(drawn[part]);
        known.set(row.dataset.piece, { ...is, said: now, ...drawn });
      }
    }
    this.mixed = mixed;
  }

  /** Side by side one sees where a body ends. */
  beside(rows, counters) {
    const sides = new Map(rows.map(({ dataset: { piece, side } }) => [piece, side]));
    const men = counters.filter((one) => !one.formation && !one.head && !one.commander && sides.has(one.group));
    const all = men.map(({ x, y, r, group: unit }) => ({ x, y, r, unit, side: sides.get(unit) }));
    return beside(all, Boolean($('#t-ruler')));
  }

  /** The names of those that may act say so. */
  able() {
    for (const name of this.layer.children) {
      const row = document.getElementById(`row-${name.dataset.unit}`);
      put(name, 'may', Boolean(row?.matches('.may:not(.is-used)')));
    }
  }

  /** What holds a loose body of several together, or is about one who has a hue: always where others stand in ranks, else seen from afar. */
  hull(row, nodes, mixed, hue) {
    if (nodes.length < 2 && !hue) return null;
    if (!nodes.length) return null;
    const r = Math.max(...nodes.map((node) => Number(node.dataset.r || 0)));
    const points = nodes.map(read).map(({ x, y }) => ({ x, y }));
    const classes = `hull ${row.dataset.side}${mixed ? '' : ' loose'}${hue}`;
    return svg('path', { class: classes, d: hugged(points, r, r + (mixed ? AIR : BRIM)) });
  }

  /** The name of a unit; of one that has met another, where its men are not told from those at a glance, with how many they are. */
  named(row, nodes, met, hue) {
    const id = row.dataset.piece;
    const men = nodes.filter((node) => !node.matches('.head, .commander'));
    if (!men.length) return null;
    const at = middle(men.map(read));
    const far = new Map(men.map((node) => [node, distance(read(node), at)]));
    const bearer = men.sort((a, b) => far.get(a) - far.get(b))[0];
    const p = read(bearer);
    const text = row.dataset.code;
    const bears = arm(men) || (row.dataset.arm && `#arm-${row.dataset.arm}`);
    const living = men.filter((node) => !node.matches('.is-body')).length;
    const many = met && living > 1 ? ` ×${living}` : '';
    const wide = 8 + drawn(text + many, '700 11px', '--sans') + (bears ? ARM : 0);
    const badges = (row.dataset.badges || '').split(' ').filter((key) => SHOWN.includes(key));
    const shown = badges.map((key, i) =>
      svg('use', { href: `#b-${key}`, transform: `translate(${round(wide / 2 + 7 + i * 13)} 0)` }),
    );
    const classes = `unit-name ${row.dataset.side} ${row.dataset.state || ''}`.trim() + hue;
    const label = svg('text', { x: bears ? ARM / 2 : 0, y: 4 }, text, svg('tspan', { class: 'many' }, many));
    const box = svg(
      'g',
      { class: 'keep' },
      svg('rect', { x: -wide / 2, y: -9, width: wide, height: 18, rx: 3 }),
      label,
    );
    const aside = `translate(${round(ARM / 2 + 3 - wide / 2)} 0)`;
    if (bears) box.append(svg('g', { transform: aside }, svg('use', { class: 'arm', href: bears })));
    if (hue) box.append(svg('path', { class: 'hue', d: `M${round(3 - wide / 2)} 10.8h${round(wide - 6)}` }));
    box.append(...shown);
    const lean = svg(
      'g',
      { class: 'lean' },
      ...['stalk stalk-halo', 'stalk'].map((name) => svg('path', { class: name })),
      box,
    );
    const transform = `translate(${round(p.x)} ${round(p.y)})`;
    const name = svg(
      'g',
      { class: classes, 'data-unit': id, 'data-wide': round(wide + 2 * 13 * shown.length), transform },
      lean,
    );
    this.borne.set(bearer, name);
    return name;
  }

  /** The names of these units stand out. */
  mark(on) {
    for (const name of this.layer.children) name.classList.toggle('is-on', on.has(name.dataset.unit));
  }
}

/** The outline of those who stand at these places, so far off them. */
function hugged(points, r, far) {
  const outer = hull(points);
  if (outer.length < 2) return widened(points, far);
  const next = points.map((p) => Math.min(...points.filter((q) => q !== p).map((q) => distance(p, q))));
  return rounded(dug(outer, points, Math.max(LEAST * r, FARTHER * Math.max(...next))), far);
}

/** What of its row a unit is named by. */
const worn = ({ dataset: { piece, code, side, state, badges } }) => [piece, code, side, state, badges].join(';');

/** What most of them bear. */
function arm(men) {
  const borne = Map.groupBy(
    men.map((node) => $('use.arm', node)?.getAttribute('href') || ''),
    (href) => href,
  );
  return [...borne].sort(([, one], [, other]) => other.length - one.length)[0][0];
}

/** All that the name and the hull of a unit are drawn from. */
function said(row, nodes) {
  const places = nodes.map(
    (node) =>
      `${node.getAttribute('transform')} ${node.dataset.r} ${$('use.arm', node)?.getAttribute('href')} ${KINDS.filter((name) => node.classList.contains(name))}`,
  );
  return [worn(row), ...places].join(';');
}
