// The zones of a scenario on its board: dragged, stretched by their corners, moved by keys; what is typed is what is drawn.

import { $, $$, set } from '../page/dom.js';
import { moved, read, room, stretched, upright, write } from './boxes.js';

/** Milliseconds after the last key before what was moved is judged. */
const WAIT = 350;
const HOLD = 15;
const DOT = 7;
const FAR = 5;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let drag = null;
let side = '';
let chosen = '';
let wanted = '';
let waiting = 0;

const board = () => $('#zones');
const field = (who) => $(`#making [name="part_zones_${who}"]`);
const facts = () => {
  const { wide, deep, scale, south, least } = board().dataset;
  return { table: [Number(wide), Number(deep)], scale: Number(scale), south: south === 'true', least: Number(least) };
};

/** The zones of one who sets up: those typed, where there are none those printed. */
function zones(who) {
  const one = field(who);
  const typed = one && read(one.value);
  return typed?.length ? typed : read(one?.dataset.printed || '') || [];
}

// -- showing -----------------------------------------------------------------------

const said = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);

/** A zone in words, as the board says it. */
function words(plot, box) {
  const { zone, unit } = board().dataset;
  const size = `${box[2] - box[0]} ${unit} × ${box[3] - box[1]} ${unit}`;
  return { zone: said(zone, { who: plot.dataset.name, zone: write([box]), size }), size };
}

/** Table units in one pixel of the screen. */
function inverse() {
  const matrix = board().getScreenCTM();
  return matrix ? 1 / matrix.a : 1;
}

function paint(plot, box) {
  const { table, scale, south } = facts();
  const [west, low, east, high] = box;
  const [top, bottom] = south ? [table[1] - high, table[1] - low] : [low, high];
  for (const rect of $$('rect', plot)) {
    const shape = { x: west, y: top, width: east - west, height: bottom - top };
    for (const [key, n] of Object.entries(shape)) set(rect, key, String(n * scale));
  }
  const told = words(plot, box);
  set($('.plot-hit', plot), 'aria-label', told.zone);
  for (const text of $$('text', plot)) set(text, 'x', String(((west + east) / 2) * scale));
  if ($('.plot-size', plot)) $('.plot-size', plot).textContent = told.size;
  grips(plot, { west, east, top, bottom, north: south ? high : low, south: south ? low : high });
  for (const [n, text] of $$('text', plot).entries())
    set(text, 'y', String(((top + bottom) / 2) * scale + (n ? 14 : -2) * inverse()));
}

function grips(plot, { west, east, top, bottom, north, south }) {
  const { scale } = facts();
  const inv = inverse();
  for (const grip of $$('.handle', plot)) {
    const [across, along] = [grip.dataset.grip.includes('e'), grip.dataset.grip.includes('s')];
    const [x, y] = [across ? east : west, along ? bottom : top];
    set(grip, 'transform', `translate(${x * scale} ${y * scale})`);
    const values = { who: plot.dataset.name, x, y: along ? south : north };
    set(grip, 'aria-label', said(board().dataset.corner, values));
    for (const circle of $$('circle', grip)) set(circle, 'r', String((circle.matches('.hold') ? HOLD : DOT) * inv));
  }
}

/** All zones as their fields have them. */
function show() {
  if (!board()) return;
  board().style.setProperty('--inv', String(inverse()));
  for (const plot of $$('.plot', board())) {
    const box = zones(plot.dataset.who)[Number(plot.dataset.n)];
    if (box) paint(plot, box);
  }
}

/** What is drawn just now is said to those who listen. */
function say(text) {
  const box = $('#zone-said');
  if (box) box.textContent = text;
}

// -- changing ----------------------------------------------------------------------

/** These are the zones of one who sets up; the server judges them after so many milliseconds. */
function put(who, boxes, wait) {
  const one = field(who);
  one.value = write(boxes);
  one.dispatchEvent(new Event('input', { bubbles: true }));
  clearTimeout(waiting);
  if (wait < 0) return;
  const send = () => field(who)?.dispatchEvent(new Event('change', { bubbles: true }));
  if (wait) waiting = setTimeout(send, wait);
  else send();
}

/** One zone is this. */
function be(plot, box, wait) {
  const { who, n } = plot.dataset;
  const boxes = [...zones(who)];
  boxes[Number(n)] = box;
  put(who, boxes, wait);
  paint(plot, box);
  say(words(plot, box).zone);
}

/** One more zone is drawn for somebody, and has the keys once it is there. */
function add(who, box) {
  const boxes = [...zones(who), box];
  wanted = `plot-${who}-${boxes.length - 1}`;
  put(who, boxes, 0);
}

function drop(plot) {
  const { who, n, name } = plot.dataset;
  const boxes = zones(who).filter((_, at) => at !== Number(n));
  wanted = `plot-${who}-0`;
  put(who, boxes, 0);
  say(said(board().dataset.gone, { who: name }));
}

/** Where a zone that is added lies: over no other. */
function place() {
  const { table, least } = facts();
  const taken = $$('.plot', board()).map((plot) => zones(plot.dataset.who)[Number(plot.dataset.n)]);
  return room(least, taken.filter(Boolean), table);
}

/** The zone of somebody that was chosen last, else the last of his. */
function last(who) {
  const mine = $$('.plot', board()).filter((plot) => plot.dataset.who === who);
  return mine.find((plot) => plot.id === chosen) || mine.at(-1);
}

// -- the pointer -------------------------------------------------------------------

/** Where on the table a pointer is, as files count. */
function at(event) {
  const { table, scale, south } = facts();
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(board().getScreenCTM().inverse());
  return [p.x / scale, south ? table[1] - p.y / scale : p.y / scale];
}

const which = (grip) => ({
  right: grip.dataset.grip.includes('e'),
  high: grip.dataset.grip.includes(facts().south ? 'n' : 's'),
});

/** The corner under the pointer of the zone that was chosen last: it goes before those of others that lie there. */
function near({ clientX, clientY }) {
  const middle = (grip) => {
    const { left, top, width, height } = grip.getBoundingClientRect();
    return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
  };
  const there = chosen ? $$('.handle', $(`#${CSS.escape(chosen)}`) || board()) : [];
  return there.find((grip) => grip.closest('.plot').id === chosen && middle(grip) <= HOLD);
}

/** A finger on open ground scrolls the page. */
const scrolls = ({ pointerType }) => pointerType === 'touch';

function press(event) {
  if (drag || event.button || !(event.target instanceof Element) || !event.target.closest('#zones')) return;
  const grip = near(event) || event.target.closest('.handle');
  const plot = (grip || event.target).closest('.plot');
  const hit = event.target.closest('.plot-hit');
  const from = at(event);
  const pointer = event.pointerId;
  if (plot && (grip || hit)) {
    side = plot.dataset.who;
    chosen = plot.id;
    const was = zones(side)[Number(plot.dataset.n)];
    const typed = field(side)?.value;
    drag = { pointer, typed, id: plot.id, from, was, now: was, corner: grip ? which(grip) : null };
    (grip || hit).focus({ preventScroll: true });
  } else if (scrolls(event)) return;
  else drag = { pointer, from, fresh: true };
  board().setPointerCapture(event.pointerId);
  event.preventDefault();
}

function move(event) {
  if (!drag || !board() || event.pointerId !== drag.pointer) return;
  const here = at(event);
  const by = here.map((n, axis) => Math.round(n - drag.from[axis]));
  if (drag.fresh) return void sketch(here);
  const plot = $(`#${CSS.escape(drag.id)}`);
  if (!plot) return;
  const { table } = facts();
  drag.now = drag.corner ? stretched(drag.was, drag.corner, by, table) : moved(drag.was, by, table);
  if (write([drag.now]) !== write([drag.was]) || drag.gone) {
    drag.gone = true;
    be(plot, drag.now, -1);
  }
}

/** A new zone while it is drawn, of two corners on the table. */
function sketch(here) {
  const { table, scale, south } = facts();
  const on = ([x, y]) => [x, y].map((n, axis) => Math.round(Math.max(0, Math.min(table[axis], n))));
  drag.now = upright(on(drag.from), on(here));
  const [west, low, east, high] = drag.now;
  const shape = { x: west, y: south ? table[1] - high : low, width: east - west, height: high - low };
  for (const [key, n] of Object.entries(shape)) set($('#zone-sketch'), key, String(n * scale));
}

/** No new zone is being drawn any more. */
function wipe() {
  for (const key of ['width', 'height']) set($('#zone-sketch'), key, '0');
}

/** All is as it was before the pointer went down: what is typed too, which may be nothing. */
function undo() {
  const { fresh, gone, id, typed } = drag;
  drag = null;
  if (fresh) return void wipe();
  const plot = gone && $(`#${CSS.escape(id)}`);
  if (!plot) return;
  const one = field(plot.dataset.who);
  one.value = typed;
  for (const kind of ['input', 'change']) one.dispatchEvent(new Event(kind, { bubbles: true }));
  show();
}

function release(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (event.type === 'pointercancel') return void undo();
  const { fresh, gone, id, now } = drag;
  drag = null;
  if (fresh) {
    wipe();
    if (now && now[0] < now[2] && now[1] < now[3]) add(side || $('#zones').dataset.first, now);
  } else if (gone) {
    const plot = $(`#${CSS.escape(id)}`);
    if (plot) put(plot.dataset.who, zones(plot.dataset.who), 0);
  }
}

/** What a finger has taken hold of goes with it, and not the page. */
function hold(event) {
  if (drag) event.preventDefault();
}

// -- keys --------------------------------------------------------------------------

function key(event) {
  if (drag && event.key === 'Escape') {
    event.preventDefault();
    return void undo();
  }
  const plot = event.target instanceof Element && event.target.closest('#zones .plot');
  if (!plot || event.ctrlKey || event.metaKey || event.altKey) return;
  const grip = event.target.closest('.handle');
  side = plot.dataset.who;
  chosen = plot.id;
  if (!(event.key in ARROWS ? shift(event, plot, grip) : act(event.key, plot, grip))) return;
  event.preventDefault();
}

/** A zone, or one of its corners, goes one unit the way an arrow points, with Shift five. */
function shift(event, plot, grip) {
  const { table, south } = facts();
  const far = event.shiftKey ? FAR : 1;
  const [dx, dy] = ARROWS[event.key];
  const by = [dx * far, (south ? -dy : dy) * far];
  const was = zones(plot.dataset.who)[Number(plot.dataset.n)];
  be(plot, grip ? stretched(was, which(grip), by, table) : moved(was, by, table), WAIT);
  return true;
}

function act(pressed, plot, grip) {
  if (pressed === 'Enter' && !grip) $('.handle', plot)?.focus();
  else if (pressed === 'Escape' && grip) $('.plot-hit', plot).focus();
  else if (pressed === 'Delete' || pressed === 'Backspace') drop(plot);
  else return false;
  return true;
}

document.addEventListener('pointerdown', press);
document.addEventListener('touchstart', hold, { passive: false });
document.addEventListener('pointermove', move);
document.addEventListener('pointerup', release);
document.addEventListener('pointercancel', release);
document.addEventListener('keydown', key);
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-add-zone], [data-drop-zone]');
  if (!(button instanceof HTMLElement) || !board()) return;
  const { addZone, dropZone } = button.dataset;
  if (addZone) add(addZone, place());
  else drop(last(dropZone));
});
document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('[name^="part_zones_"]') && read(target.value)) show();
});
document.addEventListener('htmx:after:swap', () => {
  if (!drag) show();
  for (const part of $$('.needs-script')) part.hidden = false;
  const there = wanted && $(`#${CSS.escape(wanted)}`);
  wanted = '';
  if (there) there.focus({ preventScroll: true });
});
new ResizeObserver(show).observe(document.body);
show();
