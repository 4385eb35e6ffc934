import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { blows, deeds, unheard, weightiest } = await import('../../static/js/table/eye/deeds.js');

/** A line of the log: its name, its picture, and what else is known of it. */
function line(id, picture, { classes = [], ...data } = {}) {
  const dataset = { seq: '1', ...(picture ? { picture: JSON.stringify(picture) } : {}), ...data };
  return { id, dataset, classList: { contains: (name) => classes.includes(name) } };
}
const by = (kind, who, at, more = {}) => ({ kind, by: [who], ...(at ? { at: [at] } : {}), ...more });
/** Deeds in short: who does each, and what came of it. */
const short = (rows) => deeds(rows).map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)].join(' '));

test('a shot is one deed: who shot, and what came of it', () => {
  const volley = { in: 'aim' };
  const rows = [
    line('aim', null, { ...volley, story: 'volley' }),
    line('shot', by('shot', 'T1', 'S1', { good: true }), { ...volley, upshot: '3' }),
    line('stunned', by('word', 'S1', null, { good: false }), { ...volley, upshot: '2' }),
    line('rests', by('word', 'S1')),
  ];
  assert.deepEqual(short(rows), ['shot stunned', 'rests']);
  assert.equal(deeds(rows)[0].good, true);
  assert.deepEqual(short(rows.slice(0, 1)), [], 'aiming alone is nothing yet');
});

test('where several strike each stroke is a deed, with what it did', () => {
  const fight = { in: 'began' };
  const rows = [
    line('began', { kind: 'word', by: ['1', '2', '3'] }, { ...fight, story: 'combat' }),
    line('yari', by('blow', '1', '2'), fight),
    line('parried', by('test', '2'), fight),
    line('hurt', by('blow', '1', '2'), fight),
    line('one falls', by('word', '2', null, { good: false }), { ...fight, upshot: '3' }),
    line('katana', by('blow', '3', '2'), fight),
    line('two fall', by('word', '2', null, { good: false }), { ...fight, upshot: '3' }),
    line('runs', by('rout', '2'), fight),
  ];
  assert.deepEqual(short(rows), ['yari one falls', 'katana two fall', 'runs']);
});

test('where it is told at once who fights whom the whole is one deed, with who fell', () => {
  const fight = { in: 'go began' };
  const rows = [
    line('go', by('word', 'G'), { in: 'go', story: 'activation' }),
    line('order', by('card', 'G'), { in: 'go' }),
    line('moves', by('walk', 'G'), { in: 'go' }),
    line('charges', by('charge', 'G', 'A', { good: true }), { in: 'go charges', story: 'charge' }),
    line('began', by('word', 'G', 'A'), { ...fight, story: 'combat' }),
    line('blows', by('blow', 'G1', 'A1', { then: [by('blow', 'A1', 'G1', { good: true })] }), fight),
    line('falls', { kind: 'fall', by: ['A1'] }, { ...fight, upshot: '3' }),
    line('won', by('word', 'G', 'A'), { ...fight, upshot: '2' }),
  ];
  assert.deepEqual(short(rows), ['moves', 'charges', 'began falls won']);
  assert.deepEqual(
    deeds(rows).map(({ rows: all }) => all.length),
    [3, 1, 4],
  );
});

test('an order that is carried out is a part of what is done, one that waits is a deed', () => {
  const rows = [
    line('told', by('card', '1')),
    line('waits', by('card', '2')),
    line('goes', by('walk', '1')),
    line('on', by('walk', '1')),
    line('lost', by('fall', '9'), { upshot: '1' }),
  ];
  assert.deepEqual(short(rows), ['waits', 'goes', 'lost']);
});

test('where an order is all that is told of a move it is the deed, and the next order is another', () => {
  const go = { in: 'go' };
  const rows = [
    line('go', by('word', 'R'), { ...go, story: 'activation' }),
    line('run', by('card', 'R'), go),
    line('ready', by('card', 'R'), go),
  ];
  assert.deepEqual(short(rows), ['run', 'ready']);
});

test('what failed is a deed, dice for who begins are told only where there is nothing else', () => {
  const house = [line('rolls', { kind: 'banner' }), line('first', { kind: 'banner' })];
  const failed = line('clan', by('test', 'hashiba', null, { good: false }));
  assert.deepEqual(short([...house, failed]), ['clan']);
  assert.deepEqual(short(house), ['rolls', 'first']);
});

test('who did nothing, what was taken back, phases and lines that show nothing are no deeds', () => {
  const rows = [
    line('holds', by('word', 'B1'), { idle: 'held' }),
    line('struck', by('walk', 'B1'), { classes: ['is-struck'] }),
    line('phase', { kind: 'banner' }, { phase: '' }),
    line('counted', null),
  ];
  assert.deepEqual(deeds(rows), []);
});

test('of many those are told that matter most, as they happened, and of those alike the latest', () => {
  const rows = [
    line('falls', by('fall', '1'), { upshot: '1' }),
    ...['2', '3', '4'].map((id) => line(`word ${id}`, by('word', id))),
    line('goes', by('walk', '5')),
    line('misses', by('shot', '6', '7', { good: false })),
  ];
  const leads = (most) => weightiest(deeds(rows), most).map(({ lead }) => lead.id);
  assert.deepEqual(leads(2), ['falls', 'misses']);
  assert.deepEqual(leads(4), ['falls', 'word 4', 'goes', 'misses']);
});

test('what comes late of a deed is heard too, and lines that no deed has; each once', () => {
  const heard = new Set();
  const hears = (rows) => {
    const { fresh, lines } = unheard(deeds(rows), rows, heard);
    return [...fresh.map(({ said }) => said.map(({ id }) => id).join(' ')), ...lines.map(({ id }) => `(${id})`)];
  };
  const rows = [line('shot', by('shot', 'T1', 'S1', { good: true })), line('paused', null)];
  assert.deepEqual(hears(rows), ['shot', '(paused)']);
  rows.push(line('falls', by('fall', 'S1'), { upshot: '1' }), line('again', null, { idle: '1' }));
  assert.deepEqual(hears(rows), ['falls']);
  rows.push(line('back', null, { classes: ['is-struck'] }), line('goes on', null));
  assert.deepEqual(hears(rows), ['(goes on)']);
  assert.deepEqual(hears(rows), []);
});

test('who strikes whom is told of a roll that shows it, and of nothing else', () => {
  const more = { dice: 3, word: 'G1 → P2: 1 / 3' };
  const roll = by('blow', 'G1', 'P2', { ...more, then: [by('blow', 'P2', 'G1', { dice: 1, word: 'P2 → G1: 0 / 1' })] });
  assert.equal(blows(line('roll', roll)), 'G1 → P2: 1 / 3; P2 → G1: 0 / 1');
  assert.equal(blows(line('goes', by('walk', 'G1', null, { word: 'run' }))), '');
  assert.equal(blows(line('counted', null)), '');
});
