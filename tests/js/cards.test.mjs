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
/** Deeds in short: who does each, and what came of it. */
const told = (all) => all.map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)].join(' '));
const short = (rows) => told(deeds(rows));

test('of several orders that is done which the deed carries out, and why another is not done stands with it', () => {
  const rows = [
    line('enter', 'card', 'occupy'),
    line('march', 'card', 'move'),
    line('goes', 'walk', 'move'),
    line('why', 'card', 'occupy', over, { upshot: '4' }),
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
    line('why', 'card', 'charge', over, { upshot: '4' }),
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
  const rows = [line('why', 'card', 'cast', over, { upshot: '4' }), line('not done', 'card', 'cast', over, { upshot: '4' })];
  assert.deepEqual(short(rows), ['why not done']);
});
