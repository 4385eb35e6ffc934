// The umpire's editor: a counter is picked on the board and dragged; the form says in numbers where it goes.

import { $, $$ } from '../page/dom.js';
import { length, units } from './space/geom.js';

const form = $('#amend');
const table = $('#table');
const unit = Number(form.dataset.unitLength);
let known = new Map();
const { piece, field, value, x, y, facing } = form.elements;

/** What a counter on the board stands for among what may be changed: itself, or the unit it is part of. */
const owner = (node) =>
  [node.dataset.piece, node.dataset.group, node.dataset.piece?.replace(/-\d+$/, '')].find((key) => known.has(key));
const nodes = (key) => $$('.counter', table).filter((node) => owner(node) === key);
const deed = () => form.elements.deed.value;

/** The place of a counter as the server drew it, in drawing units. */
function stands(node) {
  const [left = 0, down = 0] =
    (node.dataset.home || node.getAttribute('transform') || '').match(/-?[\d.]+/g)?.map(Number) || [];
  return { x: left, y: down };
}

/** The chosen counters moved by so much from where they stand. */
function shift(key, dx, dy) {
  for (const node of nodes(key)) {
    node.dataset.home ||= node.getAttribute('transform');
    const at = stands(node);
    node.setAttribute('transform', `translate(${at.x + dx} ${at.y + dy})`);
  }
}

function fields() {
  const one = known.get(piece.value);
  form.dataset.deed = deed();
  for (const radio of form.elements.deed) radio.disabled = !one.deeds.includes(radio.value);
  if (!one.deeds.includes(deed())) {
    form.elements.deed.value = one.deeds[0];
    form.dataset.deed = one.deeds[0];
  }
  for (const option of field.options) option.hidden = option.disabled = !(option.value in one.scores);
  if (!(field.value in one.scores)) field.value = Object.keys(one.scores)[0] || '';
  const range = one.scores[field.value];
  $('[data-range]', form).textContent = range ? `${range[0]}–${range[1]}` : '';
  if (range && value.dataset.of !== `${one.id} ${field.value}`) value.value = range[2];
  value.dataset.of = `${one.id} ${field.value}`;
  $('[data-facing]', form).hidden = one.facing === null;
}

function choose(key) {
  const one = known.get(key);
  if (!one) return;
  for (const node of $$('.counter[data-home]', table)) node.setAttribute('transform', node.dataset.home);
  piece.value = key;
  x.value = one.x;
  y.value = one.y;
  facing.value = one.facing ?? '';
  for (const node of $$('.counter', table)) node.classList.toggle('is-on', owner(node) === key);
  fields();
}

/** A place of the screen on the drawing. */
function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(table.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

let held = null;

table.addEventListener('pointerdown', (event) => {
  const node = event.target.closest('.counter');
  const key = node && owner(node);
  if (!key) return;
  choose(key);
  if (!known.get(key).deeds.includes('place')) return;
  event.preventDefault();
  form.elements.deed.value = 'place';
  fields();
  held = { key, from: at(event) };
  table.setPointerCapture(event.pointerId);
  table.classList.add('is-held');
});

table.addEventListener('pointermove', (event) => {
  if (!held) return;
  const now = at(event);
  const [dx, dy] = [now.x - held.from.x, now.y - held.from.y];
  const one = known.get(held.key);
  shift(held.key, dx, dy);
  x.value = (Number(one.x) + length(dx) / unit).toFixed(2);
  y.value = (Number(one.y) + length(dy) / unit).toFixed(2);
});

const drop = () => {
  held = null;
  table.classList.remove('is-held');
};
table.addEventListener('pointerup', drop);
table.addEventListener('pointercancel', drop);

/** The numbers move the counters too. */
function typed() {
  const one = known.get(piece.value);
  const moved = (box, from) => units((Number(box.value.replace(',', '.')) - Number(from)) * unit);
  const [dx, dy] = [moved(x, one.x), moved(y, one.y)];
  if (Number.isFinite(dx) && Number.isFinite(dy)) shift(one.id, dx, dy);
}

x.addEventListener('input', typed);
y.addEventListener('input', typed);
piece.addEventListener('change', () => choose(piece.value));
form.addEventListener('change', fields);
table.addEventListener('keydown', (event) => {
  const node = event.target.closest('.counter');
  if (node && ['Enter', ' '].includes(event.key)) {
    event.preventDefault();
    choose(owner(node));
    x.focus();
  }
});

/** What was tried and refused stands in the form again. */
function again(tried) {
  choose(known.has(tried.piece) ? tried.piece : piece.value);
  if (!tried.deed) return;
  form.elements.deed.value = tried.deed;
  for (const [box, key] of [
    [x, 'x'],
    [y, 'y'],
    [facing, 'facing'],
    [field, 'field'],
  ])
    if (tried[key]) box.value = tried[key];
  fields();
  if (tried.value) value.value = tried.value;
  typed();
}

/** Letters and badges keep their size on the screen, however large the table is. */
function letters() {
  const scale = table.viewBox.baseVal.width / (table.getBoundingClientRect().width || 1);
  table.style.setProperty('--inv', Math.max(0.2, Math.min(2.4, scale)).toFixed(3));
  table.style.setProperty('--far', Math.max(0.4, Math.min(6, scale)).toFixed(3));
}

/** What the form was filled from: what is typed since stays where other parts of the page come anew. */
let filled = '';

/** The position as it has come, with what was tried last. */
function come() {
  const now = form.dataset.known + form.dataset.tried;
  known = new Map(JSON.parse(form.dataset.known).map((one) => [one.id, one]));
  for (const node of $$('.counter', table)) node.classList.toggle('can', Boolean(owner(node)));
  if (known.size && now !== filled) again(JSON.parse(form.dataset.tried));
  filled = now;
  letters();
}

new ResizeObserver(letters).observe(table);
document.addEventListener('htmx:after:swap', () => form.isConnected && come());
come();
