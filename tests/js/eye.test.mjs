import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { Queue, pace } = await import('../../static/js/table/eye/queue.js');
const { isAway, leg, read, reads, share } = await import('../../static/js/table/eye/beat.js');

/** A queue whose beats last until they are told to end. */
function stage() {
  const seen = { played: [], paces: [], settled: [], ended: 0 };
  let wake = null;
  const queue = new Queue({
    play: (beat, quick) => {
      seen.played.push(beat);
      seen.paces.push(quick);
      return new Promise((done) => (wake = done));
    },
    settle: (beat) => seen.settled.push(beat),
    ended: () => (seen.ended += 1),
  });
  const next = async () => {
    wake();
    await new Promise((done) => setImmediate(done));
  };
  return { queue, seen, next };
}

const numbers = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);

test('beats are played one after the other, in the order in which they came', async () => {
  const { queue, seen, next } = stage();
  queue.add([1, 2]);
  queue.add([3]);
  assert.deepEqual(seen.played, [1]);
  await next();
  assert.deepEqual([seen.played, seen.settled], [[1, 2], [1]]);
  await next();
  await next();
  assert.deepEqual([seen.played, seen.settled, seen.ended], [[1, 2, 3], [1, 2, 3], 1]);
  assert.equal(queue.busy, false);
});

test('what is skipped is settled in order, once, and what comes afterwards is played', async () => {
  const { queue, seen, next } = stage();
  queue.add([1, 2, 3]);
  await next();
  queue.skip();
  assert.deepEqual([seen.settled, seen.ended, queue.busy], [[1, 2, 3], 1, false]);
  queue.skip();
  queue.add([4]);
  await next();
  assert.deepEqual([seen.played, seen.settled, seen.ended], [[1, 2, 4], [1, 2, 3, 4], 2]);
});

test('a beat that was skipped ends late and takes nothing of those that follow', async () => {
  const late = [];
  const seen = [];
  const queue = new Queue({
    play: () => new Promise((done) => late.push(done)),
    settle: (beat) => seen.push(beat),
    ended: () => seen.push('end'),
  });
  queue.add([1]);
  queue.skip();
  queue.add([2]);
  late[0]();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(seen, [1, 'end']);
  late[1]();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(seen, [1, 'end', 2, 'end']);
});

test('a queue that takes breath begins after it, and what is skipped meanwhile is settled unseen', async () => {
  const breaths = [];
  const seen = { played: [], settled: [], ended: 0 };
  const queue = new Queue({
    play: (beat) => (seen.played.push(beat), Promise.resolve()),
    settle: (beat) => seen.settled.push(beat),
    ended: () => (seen.ended += 1),
    breath: () => new Promise((done) => breaths.push(done)),
  });
  queue.add([1]);
  queue.add([2]);
  assert.deepEqual([seen.played, queue.busy], [[], true]);
  queue.skip();
  assert.deepEqual([seen, queue.busy], [{ played: [], settled: [1, 2], ended: 1 }, false]);
  queue.add([3]);
  breaths[0]();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(seen.played, []);
  breaths[1]();
  await queue.idle;
  assert.deepEqual(seen, { played: [3], settled: [1, 2, 3], ended: 2 });
});

test('what has time goes at its own pace, more goes quicker, none more than ten times', () => {
  const left = 8000;
  assert.deepEqual([900, 8000, 16000, 60000, 120000].map((lasts) => pace(lasts, left)), [1, 1, 2, 7.5, 10]);
  assert.equal(pace(1500, -100), 10);
});

test('all that has come is seen in eight seconds', async () => {
  let clock = 0;
  const play = async (_, quick) => (clock += 900 / quick);
  const over = new Promise((ended) => new Queue({ play, settle: () => {}, ended, lasts: () => 900, now: () => clock }).add(numbers(60)));
  await over;
  assert.equal(Math.round(clock), 8000);
  const late = new Queue({
    play: async (_, quick) => {
      clock += 900 / quick;
      if (seen.push(quick) === 60) late.add([60]);
    },
    settle: () => {}, ended: () => {}, lasts: () => 900, now: () => clock });
  const seen = [];
  late.add(numbers(60));
  await late.idle;
  assert.deepEqual(seen.slice(-2).map((one) => one.toFixed(2)), ['6.75', '1.00'], 'what comes late has time of its own');
});

test('where nothing moves none goes more than four times as quick: the oldest are over instead, the latest shown', async () => {
  let clock = 0;
  const [played, settled] = [[], []];
  const play = async (one, quick) => (played.push([one, quick]), (clock += 900 / quick));
  const settle = (one) => settled.push(one);
  await new Promise((ended) =>
    new Queue({ play, settle, ended, lasts: () => 900, calm: () => true, now: () => clock }).add(numbers(60)));
  assert.ok(played.every(([, quick]) => quick <= 4.001), String(played.map(([, quick]) => quick)));
  assert.deepEqual(settled, numbers(60));
  assert.deepEqual([played[0][0], played.at(-1)[0]], [25, 59]);
  assert.ok(clock <= 8001);
});

test('of more than eighty the last forty are played, the others settled first', async () => {
  const { queue, seen } = stage();
  queue.add(numbers(81));
  assert.deepEqual(seen.settled, numbers(41));
  assert.deepEqual(seen.played, [41]);
  queue.skip();
  assert.deepEqual(seen.settled, numbers(81));
});

test('where time is short those of a side who go after each other go together, but none with himself', async () => {
  const walks = ['a:m', 'a:n', 'b:o', 'b:o', 'b:p'].map((one) => beat('walk', [one.slice(2)], { side: one[0] }));
  const played = async (lasts) => {
    const seen = [];
    await new Promise((ended) =>
      new Queue({ play: async ({ by, also = [] }) => seen.push([by, ...also.map((one) => one.by)].join()),
        settle: () => {}, ended, lasts: () => lasts }).add([...walks]),
    );
    return seen;
  };
  assert.deepEqual(await played(9000), ['m,n', 'o', 'o,p']);
  assert.deepEqual(await played(10), ['m', 'n', 'o', 'o', 'p']);
});

const beat = (kind, by, more = {}) => ({ kind, by, at: [], way: [], legs: [], gone: [], ...more });
const move = (id, from, to) => ({ node: id, names: [id, 'unit'], from, to });
const [A, B, C] = [0, 10, 30].map((x) => ({ x, y: 0 }));

test('one who goes twice stops where the first way ends, and ends where he stands', () => {
  const beats = [beat('walk', ['m'], { way: [A, B] }), beat('charge', ['m'])];
  const left = share(beats, [move('m', A, C)], []);
  assert.deepEqual(
    beats.map(({ legs }) => legs),
    [[{ node: 'm', points: [A, B] }], [{ node: 'm', points: [B, C] }]],
  );
  assert.deepEqual(left, { moves: [], gone: [] });
});

test('who was told to go before he is seen on his way goes along it alone, and no more where it leads there', () => {
  const way = [A, B, { x: 20, y: 0 }];
  const beats = [beat('charge', ['unit']), beat('walk', ['unit'], { way }), beat('charge', ['unit'])];
  const wheels = [5, -5].map((y) => move(`m${y}`, { x: 0, y }, { x: 20 + y, y: 0 }));
  share(beats, wheels, []);
  assert.deepEqual(
    beats.map(({ legs }) => legs.length),
    [0, 2, 0],
  );
  assert.deepEqual(beats[1].legs[0].points, [{ x: 0, y: 5 }, { x: 10, y: 5 }, wheels[0].to]);
});

test('those of a unit go each a way of their own, and who is told of in no line is left', () => {
  const beats = [beat('rout', ['unit'], { way: [A, { x: 5, y: 5 }, B] })];
  const off = (p) => ({ x: p.x, y: p.y + 7 });
  const other = { node: 'o', names: ['o'], from: A, to: B };
  const left = share(beats, [move('m', A, B), move('n', off(A), off(B)), other], []);
  assert.deepEqual(beats[0].legs[1], { node: 'n', points: [off(A), { x: 5, y: 12 }, off(B)] });
  assert.deepEqual(left.moves, [other]);
});

test('who is gone goes as he falls, else with the last line that names him', () => {
  const beats = [beat('blow', ['x'], { at: ['m'] }), beat('fall', ['m']), beat('test', ['m']), beat('rout', ['n'])];
  const [m, n, o] = ['m', 'n', 'o'].map((id) => ({ names: [id] }));
  const left = share(beats, [], [m, n, o]);
  assert.deepEqual(
    beats.map(({ gone }) => gone),
    [[], [m], [], [n]],
  );
  assert.deepEqual(left.gone, [o]);
});

test('a way without corners is straight', () => {
  assert.deepEqual(leg([], A, C), [A, C]);
});

const row = (picture) => ({
  dataset: picture ? { picture: JSON.stringify(picture) } : {},
  classList: { contains: () => false },
  querySelector: () => ({ textContent: ' 7 ' }),
  querySelectorAll: () => [],
});

test('the picture of a line, in units of the drawing; what came of it where no word says more', () => {
  const found = read(row({ kind: 'walk', by: ['m'], way: [2540, 0, 5080, 2540] }));
  assert.deepEqual(found.way, [
    { x: 22.5, y: 0 },
    { x: 45, y: 22.5 },
  ]);
  assert.equal(found.word, '7');
  assert.equal(read(row({ kind: 'charge', far: '17 / 20 cm' })).word, '17 / 20 cm');
  assert.equal(read(row({ kind: 'banner' })).word, '');
  assert.equal(read(row(null)), null);
});

test('a press at a counter that is shown elsewhere than it stands is known, at either place', () => {
  const shown = { getBoundingClientRect: () => ({ left: 10, right: 20, top: 10, bottom: 20 }) };
  const other = {};
  assert.equal(isAway([shown], shown, { clientX: 90, clientY: 90 }), true, 'where it stands');
  assert.equal(isAway([shown], null, { clientX: 15, clientY: 15 }), true, 'where it is shown');
  assert.equal(isAway([shown], other, { clientX: 90, clientY: 15 }), false);
  assert.equal(isAway([], other, { clientX: 15, clientY: 15 }), false);
});

test('who goes where no line tells of it goes as he was told to, once', () => {
  const beats = [beat('word', ['unit']), beat('card', ['unit']), beat('card', ['unit'])];
  const left = share(beats, [move('m', A, B)], []);
  assert.deepEqual(
    beats.map(({ legs }) => legs.length),
    [0, 1, 0],
  );
  assert.deepEqual(left.moves, []);
});

test('headings that follow each other are one beat; all of them are settled with it', async () => {
  const { queue, seen, next } = stage();
  const [a, b, c] = ['a', 'b', 'c'].map((word) => ({ kind: 'banner', word }));
  queue.add([a, b, beat('walk', ['m']), c]);
  assert.deepEqual(
    seen.played[0].also.map(({ word }) => word),
    ['b'],
  );
  await next();
  await next();
  await next();
  assert.deepEqual(
    seen.played.map(({ kind }) => kind),
    ['banner', 'walk', 'banner'],
  );
  assert.equal(seen.ended, 1);
});

test('headings that are one beat last as long as it does, and what is shown again joins no news', async () => {
  const lasts = ({ kind, also = [] }) => (kind === 'banner' ? 4000 + 250 * also.length : 1000);
  const seen = [];
  const play = async (one, quick) => seen.push([one.word ?? one.by[0], (one.also ?? []).length, quick]);
  const heads = ['a', 'b', 'c'].map((word) => ({ kind: 'banner', word }));
  const walks = [false, true].map((again) => beat('walk', ['m', 'n'].slice(again ? 1 : 0), { side: 'a', again }));
  const run = (beats, long) =>
    new Promise((ended) => new Queue({ play, settle: () => {}, ended, lasts: long, now: () => 0 }).add(beats));
  await run(heads, lasts);
  assert.deepEqual(seen.splice(0), [['a', 2, 1]]);
  await run(walks, () => 9000);
  assert.deepEqual(seen.map(([id, also]) => [id, also]), [['m', 0], ['n', 0]]);
  seen.length = 0;
  await run([heads[0], { ...heads[1], again: true }], lasts);
  assert.deepEqual(seen.map(([id, also]) => [id, also]), [['a', 0], ['b', 0]]);
});

test('of a roll in which several strike each is a beat with the dice that are his', () => {
  const strikes = { kind: 'blow', by: ['m'], at: ['n'], dice: 2, word: '1 / 2', good: true };
  const found = row({ ...strikes, then: [{ kind: 'blow', by: ['n'], at: ['m'], dice: 1, word: '0 / 1', good: false }] });
  found.querySelectorAll = () => ['a', 'b', 'c'];
  assert.deepEqual(
    reads(found).map(({ by, dice, good, word }) => [by, dice, good, word]),
    [
      [['m'], ['a', 'b'], true, '1 / 2'],
      [['n'], ['c'], false, '0 / 1'],
    ],
  );
  assert.equal(reads(row({ kind: 'walk', by: ['m'] })).length, 1);
  assert.deepEqual(reads(row(null)), []);
});
