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
    this.classList = { contains: () => false };
  }

  cloneNode() {
    return new Named(this.textContent);
  }

  matches(selector) {
    return selector === '.one';
  }
}
globalThis.Element = Named;
globalThis.Node = { TEXT_NODE: 3 };
/** Where turns begin in the log. */
const marks = [];
globalThis.document = {
  documentElement: { lang: 'en' },
  addEventListener: () => {},
  getElementById: () => null,
  querySelectorAll: () => marks,
};

const { kinds, rowed, together } = await import('../../static/js/table/eye/rows.js');

const { turn } = await import('../../static/js/table/eye/turns.js');

const who = (name) => new Named(name);
const mark = (textContent, at) => ({ id: '', textContent, dataset: { at } });
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
  return { act, lead: line(...words), ends, short: { ends }, by: [], at: [], story: '', weight: 8, ...rest };
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

test('no row of moves tells of two of one unit', () => {
  const all = [walks('1 Yari', '20', { by: ['1'] }), walks('2 Yumi', '10', { by: ['2'] }), walks('1 Yari', '20', { by: ['1'] })];
  assert.deepEqual(sizes(all), [2, 1]);
});

test('no row of moves tells of two turns', () => {
  const [before, now] = [walks('P1 Sakuzo', '1.2', { by: ['1'] }), walks('P3 Gohei', '1.7', { by: ['3'] })];
  assert.deepEqual(sizes([before, now]), [2]);
  [before.lead.id, now.lead.id] = ['e-41', 'e-43-2'];
  marks.push(mark('Turn 2', '42'), mark('Turn 1', '3'));
  assert.deepEqual(sizes([before, now]), [1, 1]);
  marks.splice(0);
});

test('nor does a row of what came of blows: the same in another turn is told under the heading of that', () => {
  const strikes = () => deed('blow', [who('A'), ' strikes ', who('B'), '.'], { by: ['1'], ends: [line('Nothing.')] });
  const all = [strikes(), strikes()];
  assert.deepEqual(sizes(all), [2]);
  [all[0].lead.id, all[1].lead.id] = ['e-5', 'e-8'];
  marks.push(mark('Turn 2', '7'), mark('Turn 1', '2'));
  assert.deepEqual(sizes(all), [1, 1]);
  marks.splice(0);
});

test('the turn of a line is that whose mark was told last before it', () => {
  marks.push(mark('Turn 3', '40'), mark('Turn 2', '20-1'), mark('Turn 1', '3'));
  const of = (id) => turn({ id, dataset: {} })?.textContent;
  assert.deepEqual(['e-2', 'e-4', 'e-20', 'e-20-2', 'e-39', 'e-41'].map(of), [undefined, 'Turn 1', 'Turn 2', 'Turn 2', 'Turn 2', 'Turn 3']);
  marks.splice(0);
});

test('who goes by what is rolled or said of a side is in no row with who went before that', () => {
  const roll = (weight, by = ['D']) => deed('', [who('Takigawa'), ' becomes active.'], { weight, by });
  const all = (called) => [walks('A1 Spears', '11'), ...called, walks('A2 Guns', '11'), walks('A3 Guns', '11')];
  assert.deepEqual(sizes(all([])), [3]);
  assert.deepEqual(sizes(all([roll(9)])), [1, 1, 2], 'a roll');
  assert.deepEqual(sizes(all([roll(13)])), [1, 1, 2], 'what is said of a side');
  assert.deepEqual(sizes(all([roll(14)])), [3, 1], 'but not who does nothing');
});

test('how far each may go parts no row', () => {
  const all = [walks('P1 Sakuzo', '1.2'), deed('walk', [who('H2 Hanzo'), ' moves 2 in of 8 in.'])];
  assert.deepEqual(sizes(all), [2]);
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
    strikes('S1 Suzuki', 'Y2 Heita', '', { ends: [line(who('Y2 Heita'), ' is Stunned.')], weight: 3 }),
    strikes('Y2 Heita', 'P4 Yosaku', '4 against 8: no wound.'),
    strikes('A', 'B', 'Another.', { story: 'other' }),
  ];
  const [row] = rowed(all);
  assert.deepEqual(sizes(all), [3, 1]);
  assert.equal(row.weight, 3, 'as much as the gravest of them');
  assert.equal(
    text(together(row.deeds)),
    'Y2 Heita → P4 Yosaku: 4 against 8: no wound. ×2 S1 Suzuki → Y2: is Stunned.',
    'who was named is told by his code',
  );
});

test('a fight too long for its row tells what came of it to the last: strokes of which nothing came give way', () => {
  const falls = line(who('P4 Yosaku'), ' is killed by ', who('S1 Suzuki'), '.');
  const wounded = line('Wound Score 2: ', who('P4 Yosaku'), ' takes a Light wound.');
  const all = [
    strikes('Y2 Heita', 'P4 Yosaku', '4 against 8: no wound.'),
    strikes('S1 Suzuki', 'P4 Yosaku', '', { ends: [wounded], weight: 3 }),
    strikes('Y2 Heita', 'P4 Yosaku', '5 against 8: no wound.'),
    strikes('S1 Suzuki', 'P4 Yosaku', '', { ends: [falls], weight: 1 }),
  ];
  assert.equal(
    text(together(all, 1)),
    'Y2 Heita → P4 Yosaku: no wound. ×2 S1 Suzuki → P4: takes a Light wound. S1 → P4: P4 is killed by S1.',
  );
  assert.equal(
    text(together(all, 2)),
    'S1 Suzuki → P4 Yosaku: takes a Light wound. S1 → P4: P4 is killed by S1. blows: 2.',
  );
  assert.equal(text(together(all.slice(0, 1).concat(all.slice(2, 3)), 2)), 'Y2 Heita → P4 Yosaku: no wound. ×2');
});

test('what came of a blow keeps the words in which it names by whom, and what stands between them', () => {
  const falls = line(who('B1 Nezu'), ' is killed by ', who('L Ii Naomasa'), '.');
  const hurt = line('Damage to ', who('1 Yari'), ': hits 3.');
  const all = [
    strikes('L Ii Naomasa', 'B1 Nezu', '', { ends: [falls], weight: 1 }),
    strikes('3 Katana', '2 Yumi', '', { ends: [hurt] }),
  ];
  assert.equal(text(together(all.slice(0, 1))), 'L Ii Naomasa → B1 Nezu: B1 is killed by L.');
  assert.match(text(together(all, 1)), /3 Katana → 2 Yumi: Damage to 1 Yari: hits 3\./);
});

test('a fight in which nobody strikes is a row too, with what led up to it: who let pass', () => {
  const said = (name, words, weight) => deed('', [who(name), words], { story: 'fight', weight });
  const shown = deed('', ['Counters are shown.'], { story: 'fight', weight: 13 });
  const all = [said('P3 Gohei', ' has Initiative 4.', 9), shown, said('P3 Gohei', ' passes.', 10)];
  assert.deepEqual(sizes(all.slice(0, 2)), [1, 1]);
  assert.deepEqual(sizes(all), [3]);
  assert.equal(text(together(all)), 'P3 Gohei passes.');
});

test('what only led up to blows is in their row once they are struck, and stands by itself before', () => {
  const rolled = deed('', [who('S1 Suzuki'), ' has Initiative 6.'], { story: 'fight', weight: 9 });
  assert.deepEqual(sizes([rolled]), [1]);
  const all = [rolled, strikes('A', 'B', 'No wound.'), walks('C', '1')];
  assert.deepEqual(sizes(all), [2, 1]);
  assert.equal(text(together(rowed(all)[0].deeds)), 'A → B: No wound.');
});

test('of what is left out it is said how much there is of each kind', () => {
  const rests = deed('', [who('L'), ' rests.']);
  const all = [rests, rests, rests, deed('shot', ['S']), walks('A', '1'), walks('B', '1')];
  assert.equal(kinds(all), 'others: 3, shots: 1, moves: 2');
});

test('orders and tests that are left out are counted as such, and so is what a side rolls or settles', () => {
  const pictured = (kind, more) => {
    const one = deed('', [who('L'), ' does it.'], more);
    one.lead.dataset.picture = JSON.stringify({ kind });
    return one;
  };
  const lapsed = pictured('word', { quit: true });
  const all = [pictured('card', { card: true }), lapsed, pictured('test'), pictured('banner', { tried: true }), pictured('banner')];
  assert.equal(kinds(all), 'orders: 2, tests: 2, of the sides: 1');
});

test('what was done again, and came to the same, is told once with how often', () => {
  const calls = (by) => deed('cast', [who('a Busho'), ' calls.'], { ends: [line(who('a Busho'), ' fails.')], by: [by] });
  const all = [calls('a'), walks('A', '1'), calls('a'), calls('another of that name')];
  assert.deepEqual(sizes(all), [2, 1, 1]);
  assert.equal(text(together(rowed(all)[0].deeds)), 'a Busho calls. a Busho fails. ×2');
});
