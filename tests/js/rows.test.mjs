import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A part of a sentence: text, or one who is named. */
class Part {
  constructor(textContent) {
    this.nodeType = 3;
    this.textContent = textContent;
  }

  matches() {
    return false;
  }

  cloneNode() {
    return this;
  }
}
class Named extends Part {
  constructor(name) {
    super(name);
    this.nodeType = 1;
  }

  matches(selector) {
    return selector === '.one';
  }
}
globalThis.Element = Named;
globalThis.Node = { TEXT_NODE: 3 };
globalThis.document = { documentElement: { lang: 'en' }, addEventListener: () => {}, getElementById: () => null };

const { kinds, rowed, together } = await import('../../static/js/table/eye/rows.js');

const who = (name) => new Named(name);
/** A line of the log, of one side; one that has just come says so for a moment. */
const line = (...words) => ({
  classList: { contains: (name) => name === 'b' },
  id: '',
  dataset: {},
  querySelectorAll: () => [],
  firstElementChild: { childNodes: words.map((part) => (typeof part === 'string' ? new Part(part) : part)) },
});
const deed = (act, words, more = {}) => {
  const { ends = [], ...rest } = more;
  return { act, lead: line(...words), ends, short: { ends }, at: [], story: '', weight: 8, old: false, ...rest };
};
const walks = (name, far, more) => deed('walk', [who(name), ` moves ${far} in of 6 in.`], more);
const strikes = (one, other, came, more = {}) =>
  deed('blow', [who(one), ' strikes at ', who(other), ' (Katana): 4.'], {
    ends: [line(came)],
    story: 'fight',
    weight: 7,
    ...more,
  });
/** How many deeds each row has. */
const sizes = (deeds) => rowed(deeds).map((row) => row.deeds.length);
const text = (parts) => parts.map((part) => part.textContent ?? part).join('');

test('moves that differ in nothing but how far they led are one row, whatever was done between', () => {
  const contact = walks('P4 Yosaku', '3', { at: ['Y'] });
  const all = [walks('P1 Sakuzo', '1.2'), contact, walks('P3 Gohei', '1.7'), deed('walk', [who('S'), ' runs 9 in.'])];
  assert.deepEqual(sizes(all), [2, 1, 1]);
  assert.equal(text(together([all[0], all[2]])), 'P1 Sakuzo moves 1.2 in of 6 in. Likewise: P3 Gohei 1.7 in');
});

test('what has just come is in the row it will stand in', () => {
  const [come, stood] = [walks('P1 Sakuzo', '1.2'), walks('P3 Gohei', '1.7')];
  come.lead.className = 'b is-new';
  stood.lead.className = 'b';
  assert.deepEqual(sizes([come, stood]), [2]);
});

test('blows of one fight are one row: who struck whom and what came of it, the same of the same once', () => {
  const all = [
    strikes('Y2 Heita', 'P4 Yosaku', '4 against 8: no wound.'),
    strikes('S1 Suzuki', 'Y2 Heita', 'Y2 Heita is Stunned.', { weight: 3 }),
    strikes('Y2 Heita', 'P4 Yosaku', '4 against 8: no wound.'),
    strikes('A', 'B', 'Another.', { story: 'other' }),
  ];
  const [row] = rowed(all);
  assert.deepEqual(sizes(all), [3, 1]);
  assert.equal(row.weight, 3, 'as much as the gravest of them');
  assert.equal(
    text(together(row.deeds)),
    'Y2 Heita → P4 Yosaku: 4 against 8: no wound. ×2 S1 Suzuki → Y2 Heita: is Stunned.',
  );
});

test('what only led up to blows matters least once they are struck, and not before', () => {
  const rolled = deed('', [who('S1 Suzuki'), ' has Initiative 6.'], { story: 'fight', weight: 9 });
  assert.equal(rowed([rolled])[0].weight, 9);
  assert.ok(rowed([rolled, strikes('A', 'B', 'No wound.'), walks('C', '1')])[0].weight > 14);
});

test('a row is old where all of it is', () => {
  const all = [walks('P1 Sakuzo', '1', { old: true }), walks('P2 Tome', '2'), strikes('A', 'B', 'Hit.', { old: true })];
  assert.deepEqual(
    rowed(all).map(({ old }) => old),
    [false, true],
  );
});

test('of what is left out it is said how much there is of each kind', () => {
  const rests = deed('', [who('L'), ' rests.']);
  const all = [rests, rests, rests, deed('shot', ['S']), walks('A', '1'), walks('B', '1')];
  assert.equal(kinds(all), 'others: 3, shots: 1, moves: 2');
});

test('what was done again, and came to the same, is told once with how often', () => {
  const calls = (by) => deed('cast', [who('a Busho'), ' calls.'], { ends: [line(who('a Busho'), ' fails.')], by: [by] });
  const all = [calls('a'), walks('A', '1'), calls('a'), calls('another of that name')];
  assert.deepEqual(sizes(all), [2, 1, 1]);
  assert.equal(text(together(rowed(all)[0].deeds)), 'a Busho calls. a Busho fails. ×2');
});
