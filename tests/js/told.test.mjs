import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

/** A part of a line: text, or one who is named; `seat`: a player. */
class Part {
  constructor(textContent, marks = []) {
    this.nodeType = 3;
    this.textContent = textContent;
    this.marks = marks;
  }

  matches(selector) {
    return this.marks.includes(selector);
  }

  cloneNode() {
    return this;
  }
}
class Named extends Part {
  constructor(name, ...more) {
    super(name, ['.one', ...more]);
    this.nodeType = 1;
    this.classList = { contains: () => false };
  }

  cloneNode() {
    return new Named(this.textContent, ...this.marks.slice(1));
  }
}
/** What a script makes: it holds parts, one after the other. */
class Made extends Part {
  constructor(name) {
    super('');
    this.name = name;
  }

  setAttribute(_, value) {
    this.name = value;
  }

  append(...parts) {
    this.textContent += parts.map((part) => part.textContent ?? part).join('');
  }
}
globalThis.Element = Named;
globalThis.Node = { TEXT_NODE: 3 };
const rows = new Map();
document.getElementById = (id) => rows.get(id) ?? null;
document.createElement = (name) => new Made(name);

const { fought, gathered, parts, shortened, text, told } = await import('../../static/js/table/eye/told.js');
const { deeds } = await import('../../static/js/table/eye/deeds.js');
const { brief } = await import('../../static/js/table/eye/rows.js');

const some = (part) => (typeof part === 'string' ? new Part(part) : part);
const who = (name) => new Named(name);
const player = (name) => new Named(name, '[data-seat]');
/** A line of the log: its number, its picture, its words, and what else is known of it. */
function line(n, picture, words, data = {}) {
  const dataset = { seq: String(n), ...(picture ? { picture: JSON.stringify(picture) } : {}), ...data };
  const [row, childNodes] = [{ id: `e-${n}` }, words.map(some)];
  rows.set(row.id, row);
  const list = { contains: () => false };
  return Object.assign(row, {
    dataset,
    classList: list,
    className: '',
    firstElementChild: { childNodes },
    querySelector: () => null,
    querySelectorAll: () => [],
  });
}
/** How the list tells of deeds, and how those are told who listen. */
const listed = (lines) => gathered(deeds(lines)).map((deed) => text(parts(deed)));
const aloud = (lines) => gathered(deeds(lines)).map((deed) => text(told(deed)));
/** All that is told of these lines, however it is told. */
function says(lines, ...all) {
  assert.deepEqual(listed(lines), all);
  assert.deepEqual(aloud(lines), all);
}

/** Two fight on: who they are is told by the line the fight begins with, how it ended by one that names nobody. */
const standOff = () => [
  line(1, { kind: 'word', by: ['A'], at: ['B'] }, [who('A'), ' and ', who('B'), ' fight.'], { in: '1', story: 'melee' }),
  line(2, { kind: 'blow', by: ['A'], at: ['B'] }, ['A stand-off.'], { in: '1', upshot: '3' }),
];

test('what came of a fight is told after who fights, which is told once', () => {
  says(standOff(), 'A and B fight. A stand-off.');
});

test('what is heard by itself begins with whom it is about', () => {
  const [deed] = deeds(standOff());
  assert.equal(text(told(deed, deed.ends)), 'A and B fight. A stand-off.');
});

test('who only has the go is no part of what came of a blow', () => {
  const fight = { in: '10' };
  const rows = [
    line(10, { kind: 'word', by: ['P1', 'P2'] }, [player('Red'), ' picks the next.'], { ...fight, story: 'combat' }),
    line(11, { kind: 'blow', by: ['P1'], at: ['P2'] }, [who('P1'), ' strikes at ', who('P2'), '.'], fight),
    line(12, { kind: 'blow', by: ['P1'], at: ['P2'] }, ['9 against 12: no wound.'], { ...fight, upshot: '3' }),
  ];
  says(rows, 'P1 strikes at P2. 9 against 12: no wound.');
  const [deed] = deeds(rows);
  assert.equal(text(told(deed, deed.ends)), '9 against 12: no wound.');
});

test('a deed that no line of it names anybody in begins with whom its story is about', () => {
  const rows = [
    line(20, null, [who('A'), ' is on the go.'], { in: '20', story: 'go' }),
    line(21, { kind: 'cast', by: ['A'] }, ['The stars fall.'], { in: '20' }),
    line(22, { kind: 'word', by: ['A'] }, ['Nothing happens.'], { in: '20', upshot: '3' }),
  ];
  says(rows, 'A is on the go. The stars fall. Nothing happens.');
});

test('of whom else the same is told is named once, but who is seen on the table by himself', () => {
  const runs = (n, name) => line(n, { kind: 'card', by: [name] }, [who(name), ': run.']);
  const all = deeds([runs(50, 'A'), runs(51, 'B'), runs(52, 'C')]);
  const lines = (seen) => gathered(all, seen).map((deed) => text(parts(deed)));
  assert.deepEqual(lines(), ['A: run. Likewise: B, C']);
  assert.deepEqual(
    lines(({ by }) => by[0] === 'B'),
    ['A: run.', 'B: run.', 'C: run.'],
  );
});

test('of a fight that is one deed it is told on demand who struck whom and who was wounded', () => {
  const strikes = (by, at, ...words) => ({
    kind: 'blow',
    by: [by],
    at: [at],
    dice: 2,
    word: `${by} → ${at}: ${words[0]}`,
    then: words.slice(1).map((more) => ({ kind: 'blow', by: [by], at: [at], dice: 1, word: `${by} → ${at}: ${more}` })),
  });
  const fight = { in: '70' };
  const rows = [
    line(70, { kind: 'word', by: ['P'], at: ['G'] }, [who('P'), ' fights ', who('G'), '.'], { ...fight, story: 'combat' }),
    line(71, strikes('P', 'G', 'Blows 2 / 2', 'Damage 1 / 2'), ['Weapon speed 5.'], fight),
    line(72, strikes('G', 'P', 'Blows 0 / 2'), ['Weapon speed 3.'], fight),
    line(73, { kind: 'word', by: ['P'], at: ['G'] }, [who('G'), ' loses 0 to 1.'], { ...fight, upshot: '2' }),
  ];
  says(rows, 'P fights G. G loses 0 to 1.');
  const [deed] = deeds(rows);
  assert.equal(
    text(parts(fought(deed))),
    'P fights G. P → G: Blows 2 / 2; P → G: Damage 1 / 2. Weapon speed 5. G → P: Blows 0 / 2. Weapon speed 3. G loses 0 to 1.',
  );
  const [plain] = deeds(standOff());
  assert.equal(fought(plain).ends, plain.ends);
});

/** A volley: what each die did is told beside it. */
const volley = (hurt) => [
  line(80, { kind: 'shot', by: ['B'], at: ['S'] }, [who('B Bows'), ' shoots at ', who('S Spears'), '.'], { in: '80', story: 'volley' }),
  line(
    81,
    { kind: 'blow', by: ['B1'], at: ['S1'], dice: 1, word: 'B1 → S1: 1 / 2', then: [{ kind: 'blow', hurt }], hurt },
    ['Hits on ', who('S Spears'), ': 2.'],
    { in: '80' },
  ),
];

test('who took how many wounds is told of each unit, and that nobody took one', () => {
  says(volley([['S Spears', '', 1]]), 'B Bows shoots at S Spears. Hits on S Spears: 2. Wounds: S Spears 2.');
  says(volley([['S Spears', '', 0]]), 'B Bows shoots at S Spears. Hits on S Spears: 2. No wounds.');
  const [deed] = deeds(volley([['S Spears', '', 1]]));
  assert.equal(text(parts(deed, '', 0)), 'B Bows shoots at S Spears. Hits on S: 2. Wounds: S Spears 2.');
});

test('what was said twice before the wound leaves its place in the order as it was done', () => {
  const word = (n, ...words) => line(n, { kind: 'word', by: ['B'] }, words, { in: '180' });
  const lead = line(180, { kind: 'shot', by: ['B'], at: ['S'] }, [who('B'), ' shoots.'], { in: '180' });
  const hit = line(183, { kind: 'blow', by: ['B'], at: ['S'], hurt: [['S', '', 1]] }, ['It hits.'], { in: '180' });
  const ends = [word(181, 'It misses.'), word(182, 'It misses.'), hit, word(184, who('S'), ' routs.')];
  const deed = { lead, ends, rows: [lead, ...ends], strokes: [], by: ['B'], at: ['S'], act: 'shot', too: [], sure: true };
  assert.equal(text(told(deed)), 'B shoots. It misses. ×2 It hits. Wounds: S 1. S routs.');
  const stray = word(179, 'It is dusk.');
  assert.equal(
    text(told({ ...deed, ends: [...ends, stray] })),
    'B shoots. It misses. ×2 It hits. Wounds: S 1. S routs. It is dusk.',
  );
});

test('in brief who was named is told by his code, and how what came of it was reckoned is left out', () => {
  const rows = [
    line(84, { kind: 'shot', by: ['T1'], at: ['L'] }, [who('T1 Saika'), ' hits ', who('L Ii Naomasa'), ' (Teppo): 8.']),
    line(85, { kind: 'word', by: ['L'] }, ['Wound Score 1: ', who('L Ii Naomasa'), ' is Stunned.'], { upshot: '2' }),
    line(86, { kind: 'test', by: ['L'] }, [who('L Ii Naomasa'), ' holds: 7 (needs 5). ', who('Naoko'), ' looks on.'], {
      upshot: '2',
    }),
  ];
  const [deed] = deeds(rows);
  assert.equal(
    text(parts(deed, '', 0)),
    'T1 Saika hits L Ii Naomasa (Teppo): 8. L is Stunned. L holds: 7. Naoko looks on.',
  );
  assert.equal(text(parts(deed, '', 1)).slice(0, 27), 'T1 Saika hits L Ii Naomasa:', 'with less room of who did it, too');
  assert.equal(
    text(parts(deed)),
    'T1 Saika hits L Ii Naomasa (Teppo): 8. Wound Score 1: L Ii Naomasa is Stunned. L Ii Naomasa holds: 7 (needs 5). Naoko looks on.',
  );
});

test('a row says less than the list where words of it are left out, and where they are not it does not', () => {
  const stands = (deed) => parts(deed, '', 0);
  const whole = (deed) => parts(fought(deed));
  const shot = (...came) => [
    line(95, { kind: 'shot', by: ['T'], at: ['L'] }, [who('T1 Saika'), ' hits ', who('L Ii Naomasa'), '.'], { in: '95' }),
    line(96, { kind: 'word', by: ['L'] }, came, { in: '95', upshot: '2' }),
  ];
  const less = (rows) => brief({ deeds: deeds(rows) }, stands, whole);
  assert.equal(less(shot('Wound Score 1: ', who('L Ii Naomasa'), ' is Stunned.')), true);
  assert.equal(less(shot('He is Stunned (needs 5).')), true);
  assert.equal(less(shot('He is Stunned.')), false);
  const many = [1, 2, 3, 4].map((n) => line(96 + n, { kind: 'word', by: ['L'] }, [`Wound ${n}.`], { in: '95', upshot: '2' }));
  assert.equal(less([shot('He is Stunned.')[0], ...many]), false, 'however much it says');
});

test('who bears the code of another who is named keeps his name', () => {
  const names = (...all) => shortened(all.map((name) => [who(name), '.'])).map((parts) => text(parts));
  assert.deepEqual(names('S2 Hirose', 'S2 Horiuchi', 'S2 Hirose', 'Y Yari', 'Y3 Yari'), [
    'S2 Hirose.',
    'S2 Horiuchi.',
    'S2 Hirose.',
    'Y Yari.',
    'Y3.',
  ]);
});

test('who has a figure or a small letter for a code is called by that and the first word of his name', () => {
  const names = (...all) => shortened(all.map((name) => [who(name), '.'])).map((parts) => text(parts));
  assert.deepEqual(names('1 Yari Ashigaru', '1 Yari Ashigaru', 'c Ashigaru Daisho', 'c Ashigaru Daisho', 'Mika', 'Mika'), [
    '1 Yari Ashigaru.',
    '1 Yari.',
    'c Ashigaru Daisho.',
    'c Ashigaru.',
    'Mika.',
    'Mika.',
  ]);
  assert.deepEqual(names('1 Yari Ashigaru', '1 Yari Samurai', '1 Yari Ashigaru').at(-1), '1 Yari Ashigaru.');
});

test('who does the same twice is told of twice, each time with how far that led', () => {
  const runs = (n, name) => line(n, { kind: 'card', by: [name] }, [who(name), ': run.']);
  const told = gathered(deeds([runs(60, 'Y'), runs(61, 'Z'), runs(62, 'Y')]));
  assert.deepEqual(
    told.map((deed) => [text(parts(deed)), deed.rows.length]),
    [
      ['Y: run. Likewise: Z', 2],
      ['Y: run.', 1],
    ],
  );
});

test('the same sentence is told once with how often it was said in all, wherever it stands', () => {
  const goes = (n) => line(n, { kind: 'walk', by: ['A'] }, [who('A'), ' moves.'], { in: '29' });
  says([goes(30), goes(31)], 'A moves. ×2');
  says([goes(30), goes(31), goes(32)], 'A moves. ×3');
  const hurt = (n) => line(n, { kind: 'word', by: ['B'] }, [who('B'), ' is hurt.'], { in: '29', upshot: '2' });
  const shot = line(40, { kind: 'shot', by: ['A'], at: ['B'] }, [who('A'), ' shoots.'], { in: '29' });
  says([shot, hurt(41), hurt(42), hurt(43)], 'A shoots. B is hurt. ×3');
});

test('who strikes is looked for by his id, whatever stands in it', () => {
  const asked = [];
  const was = document.querySelector;
  document.querySelector = (selector) => (asked.push(selector), null);
  const blow = { kind: 'blow', by: ['a"b'], at: ['c'], dice: [[3]], word: 'A → C: hit' };
  assert.deepEqual(listed([line(90, blow, ['It is done.'], { upshot: '3' })]), ['A → C: hit. It is done.']);
  document.querySelector = was;
  assert.ok(asked.includes('.counter:is([data-piece="a\\"b"], [data-group="a\\"b"])'), asked.join());
});
