import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { deeds, ongoing } = await import('../../static/js/table/eye/deeds.js');

/** A line of the log: its name, its picture, and what else is known of it. */
function line(id, kind, order, { by = ['1'], ...more } = {}, data = {}) {
  const dataset = { seq: '1', picture: JSON.stringify({ kind, by, order, ...more }), ...data };
  return { id, dataset, classList: { contains: () => false } };
}
const over = { good: false };
/** Why it does not come to be; that it ends is told next. */
const because = { good: false, why: true };
/** Deeds in short: who does each, and what came of it. */
const told = (all) => all.map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)].join(' '));
const short = (rows) => told(deeds(rows));

test('of several orders that is done which the deed carries out, and why another is not done stands with it', () => {
  const rows = [
    line('enter', 'card', 'occupy'),
    line('march', 'card', 'move'),
    line('goes', 'walk', 'move'),
    line('why', 'card', 'occupy', because, { upshot: '4' }),
    line('not done', 'card', 'occupy', over, { upshot: '4' }),
  ];
  assert.deepEqual(short(rows), ['enter why not done', 'goes']);
});

test('what waits for an enemy is no order that is carried out, and is over once it lapses', () => {
  const rows = [
    line('waits', 'card', 'warning'),
    line('run', 'card', 'move'),
    line('runs', 'walk', 'move'),
    line('lapses', 'card', 'warning', over),
  ];
  assert.deepEqual(short(rows), ['waits lapses', 'runs']);
  const since = ongoing(rows.slice(0, 3), rows.slice(3));
  assert.deepEqual(told(since), ['lapses'], 'given before, it is told that it stands no longer');
});

test('of an order that was given before it is told first why it is not done', () => {
  const before = [line('charge', 'card', 'charge', { at: ['2'] })];
  const since = [
    line('why', 'card', 'charge', because, { upshot: '4' }),
    line('not done', 'card', 'charge', over, { upshot: '4' }),
  ];
  assert.deepEqual(told(ongoing(before, since)), ['why not done']);
});

test('what waited for an enemy is a part of what comes of it', () => {
  const rows = [
    line('waits', 'card', 'warning'),
    line('sees', 'card', 'warning', { at: ['2'], good: true }, { in: 'sees', story: 'interruption' }),
    line('charges', 'charge', 'charge', { at: ['2'] }, { in: 'sees charges', story: 'charge' }),
  ];
  assert.deepEqual(short(rows), ['charges']);
});

test('an order of which nobody knows that it was given is told with why it is not done', () => {
  const rows = [line('why', 'card', 'cast', because, { upshot: '4' }), line('not done', 'card', 'cast', over, { upshot: '4' })];
  assert.deepEqual(short(rows), ['why not done']);
});

/** One declares two of a kind, each at another, between orders of another kind. */
const spells = () => [
  line('first', 'card', 'cast', { at: ['2'] }),
  line('walk', 'card', 'move'),
  line('second', 'card', 'cast', { at: ['3'] }),
];

test('of several orders of a kind the first lapses first, each with why and that it does', () => {
  const why = (n) => line(`why ${n}`, 'card', 'cast', because, { upshot: '4' });
  const lapses = (n) => line(`lapses ${n}`, 'card', 'cast', over, { upshot: '4' });
  assert.deepEqual(short([...spells(), lapses(1)]), ['first lapses 1', 'walk', 'second']);
  assert.deepEqual(short([...spells(), lapses(1), lapses(2)]), ['first lapses 1', 'walk', 'second lapses 2']);
  const both = [why(1), lapses(1), why(2), lapses(2)];
  assert.deepEqual(short([...spells(), ...both]), ['first why 1 lapses 1', 'walk', 'second why 2 lapses 2']);
});

test('of several orders of a kind that is done which is at whom it is done to, else the first', () => {
  const done = (at) => line('done', 'cast', 'cast', at ? { at: [at] } : {});
  /** The lines of each deed. */
  const all = (rows) => deeds(rows).map((deed) => deed.rows.map(({ id }) => id).join(' '));
  assert.deepEqual(all([...spells(), done('2')]), ['walk', 'second', 'first done']);
  assert.deepEqual(all([...spells(), done('3')]), ['first', 'walk', 'second done']);
  assert.deepEqual(all([...spells(), done()]), ['walk', 'second', 'first done']);
  const same = ['first', 'second'].map((id) => line(id, 'card', 'cast', { at: ['2'] }));
  assert.deepEqual(all([...same, done('2')]), ['second', 'first done']);
});

test('an order of before of which nobody knows what became is not the one that is done or lapses now', () => {
  const before = [line('before', 'card', 'cast', { at: ['2'] }), line('other', 'shot', '', { by: ['9'], at: ['8'] })];
  assert.deepEqual(short([...before, ...spells(), line('lapses', 'card', 'cast', over, { upshot: '4' })]), [
    'before',
    'other',
    'first lapses',
    'walk',
    'second',
  ]);
  const rows = [...before, ...spells(), line('done', 'cast', 'cast', { at: ['2'] })];
  assert.deepEqual(short(rows), ['before', 'other', 'walk', 'second', 'done']);
});
