import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Node } from '../page.mjs';

/** What is told to all who look. */
const toasts = [];
const leaving = [];
globalThis.addEventListener = (kind, does) => kind === 'pagehide' && leaving.push(does);
document.createElement = (name) => new Node(name);

const { back, drop, held, marks, stands } = await import('../../../static/js/table/question/held.js');

/** A button, with what it gives up if it does so; `all`: it answers for all that are left. */
const button = (gives, about = 'rest', all = false) => ({
  dataset: gives ? { held: gives, about } : all ? { all: '', about } : { about },
  matches() {
    return Boolean(gives) || all;
  },
  pressed: 'false',
  said: [],
  getAttribute() {
    return this.pressed;
  },
  setAttribute(_name, value) {
    this.pressed = value;
  },
  append(place) {
    this.said.push(place);
    place.remove = () => this.said.splice(this.said.indexOf(place), 1);
  },
  querySelector() {
    return this.said[0] ?? null;
  },
});
/** A panel that asks this, with these buttons; it is shown. */
const panel = (ask, ...buttons) => ({
  dataset: { ask },
  busy: false,
  classList: {
    contains() {
      return shown.busy;
    },
  },
  querySelectorAll: () => buttons.filter((one) => one.matches()),
});
let shown = null;
let now = 0;
let given = [];
const show = (one) => (shown = one);
const gives = (name) => (leaves) => given.push(leaves ? `${name}, leaving` : name);

beforeEach(() => {
  drop();
  mock.reset();
  mock.timers.reset();
  toasts.length = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  [now, given] = [0, []];
  mock.method(performance, 'now', () => now);
  document.body.dataset.confirm = 'final';
  document.querySelector = (what) => ({ '#prompt > .ask': shown, '#toast': { append: (one) => toasts.push(one) } })[what] ?? null;
});

test('what gives up more is given after a moment, at a second press at once, and not if something else is asked', () => {
  const [all, one] = [button('Nobody else acts.'), button('')];
  show(panel('1', all, one));
  held(one, gives('one'));
  assert.deepEqual(given, ['one'], 'what gives up nothing is given at once');

  held(all, gives('all'));
  assert.equal(all.pressed, 'true');
  assert.match(all.said[0].children[0], /^Nobody else acts\. /);
  held(all, gives('double'));
  mock.timers.tick(3000);
  assert.deepEqual(given, ['one', 'all'], 'the second click of two is none of its own');
  assert.deepEqual([all.pressed, all.said.length], ['false', 0]);

  held(all, gives('again'));
  now = 1000;
  held(all, gives('never'));
  assert.deepEqual(given, ['one', 'all', 'again'], 'another press gives it at once');
  mock.timers.tick(3000);
  assert.deepEqual(given.splice(2), ['again'], 'and once');

  held(all, gives('late'));
  show(panel('2', button('Nobody else acts.')));
  mock.timers.tick(3000);
  assert.deepEqual(given, ['one', 'all'], 'something else is asked');

  document.body.dataset.confirm = 'never';
  held(all, gives('sure'));
  assert.deepEqual(given, ['one', 'all', 'sure'], 'who confirms nothing waits for nothing');
});

test('what answers for all that are left is the same habit', () => {
  const [all, one] = [button('', undefined, true), button('Nobody else acts.', 'else')];
  show(panel('1', all, one));
  held(all, gives('all'));
  assert.equal(all.pressed, 'true');
  assert.match(all.said[0].children[0], /^In a moment/);
  mock.timers.tick(2999);
  assert.deepEqual(given, []);
  mock.timers.tick(1);
  assert.deepEqual(given, ['all'], 'who presses once has given it');
  now = 5000;
  held(all, gives('all'));
  now = 6000;
  held(all, gives('all'));
  assert.deepEqual(given, ['all', 'all'], 'and so has who presses twice, at once');
  held(all, gives('all'));
  held(one, gives('else'));
  assert.deepEqual([all.pressed, one.pressed], ['false', 'true'], 'another one takes its place');
});

test('a level below the same question takes back what waits, and so does whatever else is done', () => {
  const [all, one] = [button('Nobody else acts.'), button('')];
  show(panel('1', all, one));
  held(all, gives('all'));
  show(panel('1'));
  stands();
  show(panel('1', all, one));
  mock.timers.tick(3000);
  assert.deepEqual(given, [], 'it is not given though one has come back to where it was pressed');

  held(all, gives('all'));
  show(panel('1'));
  mock.timers.tick(3000);
  assert.deepEqual(given, [], 'nor below, though nobody was told of the level');

  show(panel('1', all, one));
  held(all, gives('all'));
  assert.equal(back(), true);
  assert.equal(all.pressed, 'false');
  held(all, gives('all'));
  held(one, gives('undo'));
  mock.timers.tick(3000);
  assert.deepEqual(given, ['undo']);
  assert.equal(back(), false);
});

test('on a panel that tells the same anew what waits is marked, given there at a second press, and once', () => {
  const [all, anew, third] = [1, 2, 3].map(() => button('Nobody else acts.'));
  show(panel('1', all));
  held(all, gives('all'));
  show(marks(panel('1', anew)));
  stands();
  assert.deepEqual([anew.pressed, anew.said.length], ['true', 1]);
  marks(shown);
  assert.equal(anew.said.length, 1, 'once');
  now = 1000;
  held(anew, gives('again'));
  assert.deepEqual([anew.pressed, anew.said.length], ['false', 0]);
  mock.timers.tick(3000);
  assert.deepEqual(given.splice(0), ['all']);

  held(anew, gives('all'));
  show(marks(panel('1', third, button('All go.', 'go'))));
  stands();
  mock.timers.tick(3000);
  assert.deepEqual(given, ['all']);
});

test('who leaves the page has given what waits; nothing waits, nothing is given', () => {
  const all = button('Nobody else acts.');
  show(panel('1', all));
  for (const leave of leaving) leave();
  assert.deepEqual(given, []);
  held(all, gives('all'));
  for (const leave of leaving) leave();
  mock.timers.tick(3000);
  assert.deepEqual(given, ['all, leaving']);
});

test('what cannot be given as something else is on its way is taken back, and waits no more', () => {
  const all = button('Nobody else acts.');
  show(panel('1', all));
  held(all, gives('all'));
  shown.busy = true;
  mock.timers.tick(3000);
  shown.busy = false;
  mock.timers.tick(3000);
  assert.deepEqual([given, all.pressed], [[], 'false']);
  assert.equal(toasts.at(-1).children[0], 'Taken back.', 'and that is shown');
});
