import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

const { First } = await import('../../../static/js/table/question/first.js');

/** What this browser remembers. */
const kept = {};
globalThis.localStorage = /** @type {any} */ ({
  getItem: (key) => kept[key] ?? null,
  setItem: (key, value) => (kept[key] = value),
});

let isPhone = false;
globalThis.matchMedia = /** @type {any} */ (() => ({ matches: isPhone }));

/** The classes of a node. */
function classes() {
  const on = new Set();
  const toggle = (name, is) => (is ? on.add(name) : on.delete(name));
  return { on, toggle, contains: (name) => on.has(name), remove: (name) => on.delete(name) };
}

/** A table at which questions are explained, or are not; `asks` puts one, and what is said of it comes back. */
function table(explain) {
  const text = { textContent: '', setAttribute: (name, value) => (text[name] = value) };
  const classList = classes();
  const slot = { hidden: true, classList, contains: () => false, addEventListener() {}, querySelector: () => text };
  const box = { scrollHeight: 300, clientHeight: 300 };
  const found = { '#first': slot, '#prompt': box };
  document.querySelector = (name) => found[name] || null;
  document.body.dataset = { rules: '/rules/ronin', explain };
  globalThis.fetch = /** @type {any} */ (async (url) => ({ ok: !url.includes('none'), text: async () => url }));
  const first = new First();
  const asks = async (about, state = 'mine') => {
    await first.heard({ dataset: { asks: about, state } });
    return slot.hidden ? '' : text.textContent;
  };
  const at = (about, level) => first.heard({ dataset: { asks: about, state: 'mine', at: level } });
  return { first, asks, slot, box, text, at };
}

const press = (first, name) => first.click({ target: { closest: (what) => what === `[data-${name}]` } });

test('each question is explained the first time it comes, and no more once it was answered or understood', async () => {
  const { first, asks } = table('on');
  assert.equal(await asks('combat.split'), '/learn/ronin/asked/combat.split');
  assert.equal(await asks('combat.split'), '/learn/ronin/asked/combat.split', 'it goes on while it is asked');
  assert.equal(await asks('activate.move'), '/learn/ronin/asked/activate.move');
  press(first, 'understood');
  assert.equal(await asks('activate.move', 'wait'), '');
  assert.equal(await asks('combat.split'), '', 'it was explained before');
  assert.equal(await asks('activate.move'), '', 'it was understood');
  const again = table('on');
  assert.equal(await again.asks('combat.split'), '', 'the browser remembers it');
  assert.equal(await again.asks('none'), '', 'of some there is nothing to say');
});

test('whoever has enough is told no more, and everything anew once he would be again', async () => {
  const { first, asks, slot } = table('on');
  assert.notEqual(await asks('shot.reroll'), '');
  press(first, 'enough');
  assert.ok(slot.hidden);
  assert.equal(document.body.dataset.explain, 'off');
  assert.equal(await asks('withdraw.answer'), '');
  first.turn(true);
  assert.equal(await asks('combat.split'), '/learn/ronin/asked/combat.split');
});

test('where nobody would have it nothing is asked for', async () => {
  const { asks } = table('');
  globalThis.fetch = /** @type {any} */ (() => assert.fail('a text was asked for'));
  assert.equal(await asks('combat.turn'), '');
});

test('what has been read is one line where the question has not all its room, until it is opened', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { first, asks, slot, box, text } = table('on');
  await asks('fold.one');
  t.mock.timers.tick(60_000);
  assert.ok(!slot.classList.contains('is-folded'), 'there is room for both');
  box.scrollHeight = 400;
  await asks('fold.two');
  assert.ok(!slot.classList.contains('is-folded'));
  t.mock.timers.tick(60_000);
  assert.ok(slot.classList.contains('is-folded'));
  assert.equal(text['aria-expanded'], 'false');
  press(first, 'fold');
  t.mock.timers.tick(60_000);
  first.folds();
  assert.ok(!slot.classList.contains('is-folded'), 'somebody has opened it');
  press(first, 'fold');
  assert.ok(slot.classList.contains('is-folded'));
});

test('who goes on in a question has read it; a hand at work is not disturbed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { first, asks, slot, box, at } = table('on');
  box.scrollHeight = 400;
  first.hand = /** @type {any} */ ({ guard: { at: { down: true }, shifted() {} } });
  await asks('fold.three');
  at('fold.three', '["Aki"]');
  assert.ok(!slot.classList.contains('is-folded'), 'something is held');
  first.hand.guard.at.down = false;
  t.mock.timers.tick(1000);
  assert.ok(slot.classList.contains('is-folded'));
});

test('on a phone a fresh one has a few lines, and one once it is read', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  isPhone = true;
  const { asks, slot } = table('on');
  await asks('fold.four');
  assert.deepEqual([...slot.classList.on], ['is-folded', 'is-fresh']);
  t.mock.timers.tick(60_000);
  assert.deepEqual([...slot.classList.on], ['is-folded']);
  isPhone = false;
});
