// The board a campaign's map is drawn on: corners are dragged or moved with keys, lists say the same in words.

import { $, $$, html, svg, toast } from '../../page/dom.js';
import { named, pen } from './drawn.js';
import { MapModel } from './model.js';

const root = $('#map-edit');
const words = JSON.parse(root.dataset.words);
const faults = JSON.parse(root.dataset.faults);
const text = $('[name=map]', root);
const board = $('#map-board');
const own = { model: null, land: null, corner: null, tool: 'select', sketch: [] };
const say = (sentence, facts = {}) => words[sentence].replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? '');

let model;
let unread = false;
try {
  model = new MapModel(JSON.parse(text.value));
} catch {
  model = new MapModel({ id: 'map', name: words.map });
  unread = Boolean(text.value.trim());
  if (unread) toast(words.bad, 'no');
}

own.model = model;
const { path, line, way, hit, corner, between, seat } = pen(own, say);

/** The province that is chosen, if it is still there. */
const chosen = () => model.land(own.land);

// -- the drawing -------------------------------------------------------------------------

function draw() {
  board.setAttribute('viewBox', `-12 -12 ${model.width + 24} ${model.height + 24}`);
  const bad = new Set(faults.flatMap((one) => [one.province, one.other]));
  const shapes = model.lands.map((land) =>
    svg('path', { class: `prov${land.start ? ` o${((land.start - 1) % 6) + 1}` : ''}`, d: path(land.ring) }),
  );
  const rims = model
    .touching()
    .map(([a, b]) => svg('path', { class: model.isShut(a.id, b.id) ? 'barred' : 'inner', d: line(model.rim(a, b)) }));
  const rivers = model
    .touching()
    .filter(([a, b]) => model.border(a.id, b.id).river)
    .map(([a, b]) => svg('path', { class: 'river', d: line(model.rim(a, b)) }));
  const edges = model.lands.map((land) =>
    svg('path', { class: `outline${bad.has(land.id) ? ' is-bad' : ''}`, d: path(land.ring) }),
  );
  const ways = model
    .borders()
    .filter((one) => one.road || one.ferry)
    .map(way);
  const hits = model.lands.map(hit);
  $('#map-drawing').replaceChildren(
    svg('rect', { class: 'sea', width: model.width, height: model.height }),
    ...shapes,
    ...rivers,
    ...rims,
    ...edges,
    ...ways,
    ...hits,
  );
  grips();
}

/** The corners of the province that is chosen, the middles of its sides, and where its name stands. */
function grips() {
  const held = document.activeElement?.dataset?.grip;
  const land = chosen();
  const sketch = own.sketch.length
    ? [
        svg('path', { class: 'sketch', d: `M${own.sketch.map((p) => p.join(' ')).join('L')}` }),
        ...own.sketch.map(([cx, cy]) => svg('circle', { class: 'dot', cx, cy, r: 4 })),
      ]
    : [];
  const found =
    land && own.tool === 'select'
      ? [...model.sides(land).map(([a, b]) => between(a, b)), ...land.ring.map((n, i) => corner(n, i)), seat(land)]
      : [];
  $('#map-grips').replaceChildren(...found, ...sketch);
  if (held) $(`[data-grip="${held}"]`, board)?.focus();
}

// -- what lies beside it ---------------------------------------------------------------------

function lists() {
  const items = model.lands.map((land) => {
    const button = html(
      'button',
      { type: 'button', class: 'btn small', 'data-land': land.id, 'aria-pressed': String(land.id === own.land) },
      named(land),
    );
    return html('li', {}, button);
  });
  $('#map-lands').replaceChildren(...items);
  $('[data-count]', root).textContent = model.lands.length;
  for (const name of ['name', 'name_es', 'id', 'width', 'height']) fill($(`[data-map=${name}]`, root), model[name]);
  const land = chosen();
  $('#map-chosen').hidden = !land;
  if (land) fields(land);
  $$('[data-act=undo]', root).forEach((button) => (button.disabled = !model.past.length));
  $$('[data-act=redo]', root).forEach((button) => (button.disabled = !model.future.length));
}

/** A value into a field, unless somebody is just writing in it. */
function fill(field, value) {
  if (field === document.activeElement && field.type !== 'checkbox') return;
  if (field.type === 'checkbox') field.checked = value;
  else field.value = value;
}

function fields(land) {
  $('[data-title]', root).textContent = named(land);
  for (const name of ['id', 'name', 'name_es', 'koku', 'castle', 'terrain', 'capital', 'start', 'home'])
    fill($(`[data-land-field=${name}]`, root), land[name]);
  const others = model.lands.filter((one) => one !== land);
  const near = new Set(
    model
      .touching()
      .filter((pair) => pair.includes(land))
      .map(([a, b]) => (a === land ? b : a)),
  );
  $('#map-borders').replaceChildren(
    ...others.filter((one) => near.has(one)).map((one) => borderRow(land, one, ['open', 'road', 'river'])),
    ...others.filter((one) => !near.has(one)).map((one) => borderRow(land, one, ['ferry'])),
  );
  const corners = land.ring.map((n, i) =>
    html('option', { value: n }, say('corner', { n: i + 1, x: model.points[n][0], y: model.points[n][1] })),
  );
  for (const select of $$('[data-split]', root)) {
    const { value } = select;
    select.replaceChildren(...corners.map((one) => one.cloneNode(true)));
    if (value && land.ring.includes(Number(value))) select.value = value;
  }
}

function borderRow(land, other, kinds) {
  const on = {
    open: !model.isShut(land.id, other.id),
    ...model.border(land.id, other.id),
    ferry: model.ferries.has([land.id, other.id].sort().join('|')),
  };
  const cells = kinds.map((kind) => {
    const box = html('input', { type: 'checkbox', 'data-border': kind, 'data-to': other.id });
    box.checked = on[kind];
    box.disabled = kind !== 'open' && kind !== 'ferry' && !on.open;
    return html('label', { class: 'check' }, box, html('span', {}, words[kind]));
  });
  return html('li', {}, html('b', {}, named(other)), ...cells);
}

function show() {
  if (!unread || model.past.length) text.value = JSON.stringify(model.body());
  draw();
  lists();
}

// -- what is done ---------------------------------------------------------------------------------

function choose(id) {
  own.land = id;
  own.corner = null;
  show();
}

function use(tool) {
  Object.assign(own, { tool, sketch: [] });
  for (const button of $$('[data-tool]', root))
    button.setAttribute('aria-pressed', String(button.dataset.tool === tool));
  $('#map-hint').textContent = tool === 'draw' ? words.drawing : words.choosing;
  draw();
}

/** End the province that is being drawn. */
function finish() {
  const spots = own.sketch;
  own.sketch = [];
  if (spots.length >= 3) model.change(() => (own.land = model.outline(spots)?.id ?? own.land));
  use('select');
  lists();
}

const acts = {
  undo: () => model.undo(),
  redo: () => model.redo(),
  lay: () => model.change(() => (own.land = model.lay().id)),
  delete: () => chosen() && model.change(() => model.remove(chosen())),
  heart: () => chosen() && model.change(() => (chosen().seat = model.heart(chosen()))),
  split,
  save,
};

function split() {
  const [a, b] = $$('[data-split]', root).map((select) => Number(select.value));
  const before = chosen()?.ring.length;
  model.change(() => chosen() && (own.corner = model.split(chosen(), a, b) && null));
  if (chosen() && chosen().ring.length === before) toast(words.unsplit, 'no');
}

function save() {
  const link = html('a', {
    href: URL.createObjectURL(new Blob([JSON.stringify(model.body(), null, 1)], { type: 'application/json' })),
    download: `${model.id || 'map'}.json`,
  });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The map of a text, if it is one. */
function take(raw) {
  try {
    const body = JSON.parse(raw);
    new MapModel(body).body();
    model.change(() => model.load(body));
  } catch {
    toast(words.bad, 'no');
  }
}

root.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.act) acts[button.dataset.act]();
  else if (button?.dataset.tool) use(button.dataset.tool);
  else if (button?.dataset.land) choose(button.dataset.land);
});

root.addEventListener('change', async ({ target }) => {
  const land = chosen();
  if (target === text) take(text.value);
  else if (target.matches('[data-map]'))
    model.change(
      () => (model[target.dataset.map] = target.type === 'number' ? Number(target.value) : target.value.trim()),
    );
  else if (target.matches('[data-open]') && target.files[0]) take(await target.files[0].text());
  else if (target.matches('[data-border]'))
    model.change(() => model.setBorder(land.id, target.dataset.to, target.dataset.border, target.checked));
  else if (target.matches('[data-land-field]')) model.change(() => put(land, target.dataset.landField, target));
});

function put(land, name, field) {
  if (name === 'id') {
    model.rename(land, field.value.trim());
    own.land = land.id;
  } else if (field.type === 'checkbox') {
    if (name === 'home') for (const one of model.lands) if (one.start === land.start) one.home = false;
    land[name] = field.checked;
  } else land[name] = ['koku', 'castle', 'start'].includes(name) ? Number(field.value) : field.value;
}

/** Enter in a field says what was written there; the form is sent by its button alone. */
root.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.target.matches('input[type=text], input[type=number]')) return;
  event.preventDefault();
  event.target.blur();
  event.target.focus();
});

// -- pointer ------------------------------------------------------------------------------------

/** Where a pointer is on the sheet. */
function spot(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return model.inside([at.x, at.y]);
}

let dragged = null;

board.addEventListener('pointerdown', (event) => {
  if (event.button) return;
  if (own.tool === 'draw') {
    own.sketch.push(spot(event));
    grips();
    return;
  }
  const grip = event.target.closest('[data-grip]');
  const half = event.target.closest('[data-halve]');
  if (grip) grab(grip.dataset.grip, event);
  else if (half) {
    const before = JSON.stringify(model.body());
    const point = model.halve(...half.dataset.halve.split(' ').map(Number));
    grab(`c${point}`, event, before);
    show();
  } else choose(event.target.closest('[data-land]')?.dataset.land ?? null);
});

function grab(grip, event, before = JSON.stringify(model.body())) {
  dragged = { grip, before, moved: false };
  own.corner = grip === 'seat' ? null : Number(grip.slice(1));
  board.setPointerCapture(event.pointerId);
}

board.addEventListener('pointermove', (event) => {
  if (!dragged) return;
  dragged.moved = true;
  shift(dragged.grip, spot(event));
  draw();
});

board.addEventListener('pointerup', () => {
  if (!dragged) return;
  const { grip, before, moved } = dragged;
  dragged = null;
  if (moved && grip !== 'seat') model.settle(own.corner);
  if (JSON.stringify(model.body()) !== before) {
    model.past.push(before);
    model.future = [];
  }
  show();
  $(`[data-grip="${grip}"]`, board)?.focus();
});

board.addEventListener('pointercancel', () => (dragged = null));
board.addEventListener('dblclick', () => own.tool === 'draw' && finish());

function shift(grip, to) {
  if (grip === 'seat') chosen().seat = model.inside(to);
  else model.move(Number(grip.slice(1)), to);
}

// -- keys -------------------------------------------------------------------------------------------

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

board.addEventListener('keydown', (event) => {
  const grip = event.target.closest('[data-grip]')?.dataset.grip;
  if (grip && ARROWS[event.key]) nudge(grip, ARROWS[event.key], event.shiftKey ? 1 : 5);
  else if (grip && grip !== 'seat' && ['Delete', 'Backspace'].includes(event.key)) drop(Number(grip.slice(1)));
  else if (grip && grip !== 'seat' && event.key === '+') after(Number(grip.slice(1)));
  else if (grip && grip !== 'seat' && event.key === 'Enter') model.change(() => model.settle(Number(grip.slice(1))));
  else if (!grip && ['Enter', ' '].includes(event.key)) pick(event.target.closest('[data-land]')?.dataset.land);
  else return;
  event.preventDefault();
});

function pick(id) {
  if (!id) return;
  choose(id);
  $(`[data-land="${id}"]`, board)?.focus();
}

function nudge(grip, [dx, dy], by) {
  const [x, y] = grip === 'seat' ? chosen().seat : model.points[Number(grip.slice(1))];
  model.change(() => shift(grip, [x + dx * by, y + dy * by]));
}

function drop(point) {
  const ring = chosen()?.ring ?? [];
  const next = ring[(ring.indexOf(point) + 1) % ring.length];
  model.change(() => model.drop(point) || toast(words.three, 'no'));
  $(`[data-grip="c${next}"]`, board)?.focus();
}

function after(point) {
  const { ring } = chosen();
  let fresh = point;
  model.change(() => (fresh = model.halve(point, ring[(ring.indexOf(point) + 1) % ring.length])));
  $(`[data-grip="c${fresh}"]`, board)?.focus();
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && own.tool === 'draw') use('select');
  if (event.key === 'Enter' && own.tool === 'draw' && !event.target.closest('button, input, textarea, select'))
    finish();
  if (!(event.ctrlKey || event.metaKey) || event.target.closest('input, textarea')) return;
  const name = event.key.toLowerCase();
  if (name === 'z' && !event.shiftKey) model.undo();
  else if (name === 'y' || (name === 'z' && event.shiftKey)) model.redo();
  else return;
  event.preventDefault();
});

model.listeners.push(show);
for (const part of $$('.only-script', root)) part.removeAttribute('hidden');
use('select');
show();
