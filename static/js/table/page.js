// The room of a game: puts board, camera, hand, log and line together.

import { $, $$, say, typing } from '../page/dom.js';
import { Able } from './panels/able.js';
import { wide } from './panels/beside.js';
import { Board, stands } from './board/counters.js';
import { Camera } from './board/camera.js';
import { counselled } from './question/advised.js';
import { Away } from './eye/away.js';
import { choice } from './eye/will.js';
import { Eye } from './eye/eye.js';
import { faces, facesChosen } from './panels/faces.js';
import { First } from './question/first.js';
import { Follow, switched } from './eye/follow.js';
import { Since } from './eye/since.js';
import { Taps } from './eye/nearer.js';
import { Gestures } from './hand/gestures.js';
import { Hand } from './hand.js';
import { meant, orderable } from './hand/choice.js';
import { Inspect } from './panels/inspect.js';
import { told as clocked } from './panels/clock.js';
import { Pen } from './pointing/drawing.js';
import { labelled } from './board/labels.js';
import { later } from './board/later.js';
import { nearest } from './board/near.js';
import { dressed, way } from '../page/swaps.js';
import { seats } from './line/game.js';
import { Line } from './line/socket.js';
import { Pings } from './pointing/pings.js';
import { Rolls } from './panels/rolls.js';
import { Rings, Ruler } from './pointing/ruler.js';
import { help } from './panels/help.js';
import { quiet, quietButton } from './panels/quiet.js';
import { soundButton } from './panels/sound.js';
import { chime } from './panels/sounding.js';
import { sheeted, unveils } from './panels/sheet.js';
import { sift } from './panels/sift.js';
import { Stories } from './panels/stories.js';
import { Lines } from './panels/lines.js';
import { older } from './panels/older.js';
import { cut, told as talked } from './panels/talk.js';
import { TextBoard } from './board/text.js';
import { word } from '../page/words.js';
import '../page/every.js';

const body = document.body;
const phone = matchMedia('(max-width: 720px)');
const table = $('#table');
table.setAttribute('tabindex', '0');
const camera = new Camera(table);
camera.resume(body.dataset.game);
const board = new Board();
board.able = new Able(board);
const first = new First();
const title = document.title.replace(/^● [^·]*· /, '');
const hand = new Hand(board, camera, heard);
first.above(hand);
board.labels = labelled(board, camera);
hand.under = under;
const ruler = new Ruler(board, hand, $('#t-ruler'));
const rings = new Rings(board, hand, $('#t-rings'));
const inspect = new Inspect(board, hand);
const words = new TextBoard(board, picked);
const rolls = new Rolls();
const eye = new Eye(board);
const log = new Lines({ board, rolls, stories: new Stories(), come: (rows) => eye.lines(rows) });
older(log.stories);
sift(log.stories);
eye.watch(log.list);
choice(() => eye.skip());
eye.follow = new Follow(camera, eye.stage, {
  free: () => !camera.steady && !body.matches('.is-holding, .is-drawing'),
  asked: () => hand.question?.state === 'mine',
});
switched(() => eye.follow.back());
const taps = new Taps(board, camera);
const away = new Away(
  body.dataset.game,
  () => log.stories.rows(),
  (lines) => eye.again(lines),
);
const since = new Since(board, eye, () => log.stories.rows());
since.answers = () => (away.answered(), rolls.answered());
const line = new Line({ hear, heard: told, cut: () => (cut(), (missing = true)) });
const pings = new Pings(line, camera);
const pen = new Pen();
ruler.measured = (from, to) => pings.measured(from, to);

// -- the question changed ---------------------------------------------------------

/** Tell in the title, by a tone and to listeners that a question has come. */
function heard(question, before) {
  const mine = question.state === 'mine';
  const called = mine ? `● ${word('go')} · ${title}` : title;
  if (document.title !== called) document.title = called;
  // What only came beside it has opened nothing: who reads the table in words reads on.
  if (before && hand.tool && before.at !== question.at) words.show(false);
  consented(question, before);
  void first.heard();
  if (before && before.id === question.id) return;
  if (before?.state === 'mine') inspect.release();
  const sentence = $('#asked')?.textContent;
  if (sentence) say([sentence, $('#asked-far')?.textContent].filter(Boolean).join(' '));
  if (mine && before !== null) rung();
  if (mine && phone.matches) $('#tab-ask').checked = true;
}

/** One is asked something: it sounds, and one's own view comes back. */
function rung() {
  chime();
  if (!eye.queue.busy) eye.follow.back();
}

/** Something new is asked of the table: listeners hear it, and a phone turns to it. */
function consented({ consents }, before) {
  if (!consents || consents === before?.consents) return;
  for (const text of $$('#prompt .consent.is-asked b')) say(text.textContent);
  if (before) chime();
  if (phone.matches) $('#tab-ask').checked = true;
}

// -- pointers -----------------------------------------------------------------------

new Gestures(table, camera, {
  under,
  press: (p, counter, event) => pressed(p, counter, event),
  drag: (p) => (holds ? holds.drag?.(p) : ruler.on ? ruler.drag(p, under(p)) : hand.drag(p)),
  release: (p, moved, counter) => release(p, moved, counter),
  tap: (p, counter) => tapped(p, counter),
  hover: (p, counter) => (ruler.on ? ruler.hover(p, counter) : hovered(p, counter)),
  leave: () => left(),
  abort: () => hand.abort(),
  turns: (p, counter) => !ruler.on && hand.turns(p, counter),
  barred: (counter) => !ruler.on && hand.barred(counter),
  space: (struck) => hand.space(struck),
  hold: (counter) => hand.rest(counter) || (counter && rings.about(counter), false),
});

/** What has taken the pointer before the hand could: a point for others, or a commentator's pen. */
let holds = null;
/** A press at a piece that was shown where it no longer is: it only ends the pictures. */
const SEEN = {};

function pressed(p, counter, event) {
  eye.follow.stay();
  const passed = eye.finish(counter, event) && !(counter && (hand.owns(counter) || orderable(hand, counter)));
  holds = passed ? SEEN : [pings, pen].find((one) => one.press(p)) || null;
  if (holds) return true;
  return ruler.on ? ruler.press(p, counter) : hand.press(p, counter, event);
}

function under(p) {
  return board.labels.gathered(p) ? null : nearest(board.all(), p, hand.inv);
}

function tapped(p, counter) {
  if (!hand.tool || (counter && !hand.owns(counter))) inspect.select(counter);
  const busy = hand.tool?.dirty || body.matches('.is-holding, .is-drawing');
  hand.tap(p, counter);
  if (!busy) taps.tap(p);
}

/** A counter was chosen in words: it is asked about, and given where the question asks for one. */
function picked(counter) {
  inspect.select(counter);
  hand.choose(counter);
}

function hovered(p, counter) {
  inspect.hover(counter, Boolean(hand.tool) || hand.assent.open);
  hand.hover(p, counter);
}

function left() {
  inspect.hover(null);
  hand.leave();
}

function release(p, moved, counter) {
  if (holds) {
    holds.release?.(p);
    holds = null;
    return undefined;
  }
  if (ruler.on) return ruler.release(p, under(p), moved);
  if (!moved && counter && !hand.owns(counter)) inspect.select(counter);
  return hand.release(p, moved, counter);
}

/** The counter that was gone to by keys: Enter is meant for it, and not for one that was only clicked. */
let reached = null;
table.addEventListener('focusin', (event) => {
  const counter = event.target.closest?.('.counter');
  reached = counter?.matches(':focus-visible') ? counter : null;
  if (!reached) return;
  camera.show(stands(counter));
  inspect.focus(counter);
  hand.focus(counter);
});

// -- keys -----------------------------------------------------------------------------

document.addEventListener('keydown', (event) => {
  if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey || $('dialog[open]')) return;
  if (keyed(event)) event.preventDefault();
});

function keyed(event) {
  const under = event.target.closest?.('#layer-counters .counter');
  const counter = under === reached ? under : null;
  const elsewhere = event.target.closest?.('button, a, summary, input, select');
  const enter = event.key === 'Enter' || event.key === ' ';
  if (counter && enter && event.shiftKey && orderable(hand, counter)) {
    hand.several.toggle(orderable(hand, counter));
    return true;
  }
  if (counter && enter && meant(hand, counter)) {
    hand.choose(counter);
    return true;
  }
  const arrow = event.key.startsWith('Arrow');
  if (elsewhere && (enter || (arrow && !elsewhere.matches('[data-at-piece]')))) return false;
  if (hand.key(event)) {
    eye.skip();
    return true;
  }
  const shortcut = KEYS[event.key] || KEYS[event.key.toLowerCase()];
  if (shortcut && (!event.repeat || HELD.includes(event.key))) shortcut();
  return Boolean(shortcut);
}

/** Keys that do it again while they are held down. */
const HELD = ['+', '=', '-'];
const KEYS = {
  '?': () => help(),
  '.': () => eye.skip(),
  z: () => quiet(),
  k: () => faces(),
  e: () => hand.bykey.towards(),
  a: () => hand.bykey.next(),
  A: () => hand.bykey.next(-1),
  h: () => hand.bykey.rest(),
  u: () => hand.undo(),
  w: () => counselled(),
  m: () => ruler.toggle(),
  '+': () => camera.zoom(1.25),
  '=': () => camera.zoom(1.25),
  '-': () => camera.zoom(0.8),
  0: () => camera.fit(),
  f: () => taps.toggle(reached),
  l: () => reads(),
  p: () => pings.show(),
  i: () => inspect.pin(),
  b: () => words.show(),
  Escape: () => dismiss(),
};

function dismiss() {
  inspect.close();
  ruler.toggle(false);
  rings.toggle(false);
}

function reads() {
  const tab = $('#tab-log');
  if (tab) tab.checked = true;
  $('#log ol')?.focus();
}

// -- buttons ----------------------------------------------------------------------------

$('#t-in')?.addEventListener('click', () => camera.zoom(1.4));
$('#t-out')?.addEventListener('click', () => camera.zoom(1 / 1.4));
soundButton();
quietButton();
facesChosen();

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const listed = target?.closest('#bands button[data-piece]');
  if (listed) hand.rows.take(listed, event);
  if (target?.closest('#prompt button')) eye.skip();
  const record = /** @type {any} */ (target)?.closest(
    '#victory :is([href^="/replay/"], [href^="/report/"], [href^="/api/"])',
  );
  if (record && body.dataset.watch) record.search = `?watch=${encodeURIComponent(body.dataset.watch)}`;
  if (target?.closest('[data-close=victory]')) $('#victory').replaceChildren();
});

/** The menu offers what the state of the game allows. */
function offer(status) {
  if (body.dataset.status === status) return;
  body.dataset.status = status;
  for (const node of $$('[data-when]')) node.hidden = !node.dataset.when.split(' ').includes(status);
}

sheeted(camera);
unveils();

// -- one screen, two players ----------------------------------------------------------------

/** The other seat of this screen, if it is asked and the one that is shown is not. */
function handOver(message) {
  const you = body.dataset.you;
  if (!message.asked || seats.length < 2 || message.asked.includes(you)) return false;
  const next = message.asked.find((seat) => seats.includes(seat));
  if (!next) return false;
  location.assign(`/play/${body.dataset.game}?seat=${encodeURIComponent(next)}&veil=1`);
  return true;
}

// -- what the server tells --------------------------------------------------------------------

/** What was known of the question before the message that is being put in place, and whether that changes the table. */
let known = null;
let changed = false;
/** Whether the line was cut, and what was missed has not come yet. */
let missing = false;

/** A message has come; its fragments are put in place next. */
function hear(message) {
  if (message.resync) return void location.reload();
  board.hearing = true;
  talked(message);
  pings.told(message);
  clocked(message);
  if (message.crowd) $('#watchers')?.replaceChildren(String(message.crowd.watchers));
  if (message.status) offer(message.status);
  ({ known } = hand);
  changed = Boolean(message.may || message.gone);
  whole = Boolean(message.whole);
  eye.hear(whole || missing);
  if (message.may) board.able.take(message.may);
  if (message.go !== undefined) passed(message.go);
  board.remove(message.gone || []);
}

/** The same once its fragments are in place. */
function told(message) {
  eye.told();
  if (missing && message.v !== undefined) {
    missing = false;
    away.offer();
  } else if (!document.hidden) later('looked', () => away.look(!since.box));
  if (changed) later('named', named, () => board.labels.read());
  if (!since.tells) for (const sentence of message.say || []) say(sentence);
  since.soon();
  if (changed && hand.known === known) hand.light();
  board.hearing = false;
  if (message.v !== undefined) {
    inspect.stale();
    handOver(message);
  }
}

/** Units are named where they stand now, and stand on the small map. */
const named = () => (wide(), camera.mini.dots(), board.units.tell(), board.labels.put());

/** Counters have come; of a whole table the others go. */
let whole = false;
way('counters', (_, fragment) => {
  const counters = [...fragment.children];
  changed = true;
  if (whole) board.only(counters);
  board.patch(counters);
});
way('lines', (_, fragment) => log.come([...fragment.children]));
way('reload', () => location.reload());

/** Rows that come say who may act, and whose go it is. */
dressed((fresh) => {
  board.able.dress(fresh);
  for (const tag of $$('[data-goes]', fresh)) tag.hidden = tag.dataset.goes !== go;
  changed ||= Boolean($('[id^=row-]', fresh));
});

let go = $('[data-goes]:not([hidden])')?.dataset.goes ?? null;

/** It is the go of this seat, or of none. */
function passed(seat) {
  if (seat === go) return;
  go = seat;
  for (const tag of $$('[data-goes]', $('#bands'))) tag.hidden = tag.dataset.goes !== go;
}
