// What a line of the log shows once dice that come later are told with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.document = { documentElement: { lang: 'en' }, addEventListener: () => {} };
const { pictured } = await import('../../static/js/table/panels/joined.js');

const stroke = (word, dice = '5') => ({ kind: 'blow', by: ['G'], at: ['P2'], dice, word });
const joins = (before, more) => JSON.parse(pictured(JSON.stringify(before), JSON.stringify(more)));

test('a line that was only a word shows who strikes whom once the dice have come', () => {
  assert.deepEqual(joins({ kind: 'word', by: ['P'] }, stroke('G → P2: Blows 1 / 1')), stroke('G → P2: Blows 1 / 1'));
  assert.equal(pictured(undefined, 'more'), 'more');
});

test('more strokes follow those that are shown, and dice that show nothing change nothing', () => {
  const both = joins(stroke('Blows 1 / 1'), { ...stroke('Damage 1 / 1'), then: [stroke('Damage 0 / 1')] });
  assert.deepEqual(both.then, [stroke('Damage 1 / 1'), stroke('Damage 0 / 1')]);
  assert.equal(both.word, 'Blows 1 / 1');
  assert.equal(pictured('before', undefined), undefined);
  const shot = { kind: 'shot', by: ['A'], at: ['B'] };
  assert.deepEqual(joins(shot, stroke('To hit 1 / 1')), shot, 'whose picture is another keeps it');
});
