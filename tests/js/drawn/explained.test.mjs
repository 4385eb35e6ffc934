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

/** A table at which questions are explained, or are not; `asks` puts one, and what is said of it comes back. */
function table(explain) {
  const text = { textContent: '' };
  const slot = { hidden: true, contains: () => false, addEventListener: () => {}, querySelector: () => text };
  const found = { '#first': slot };
  document.querySelector = (name) => found[name] || null;
  document.body.dataset = { rules: '/rules/ronin', explain };
  globalThis.fetch = /** @type {any} */ (async (url) => ({ ok: !url.includes('none'), text: async () => url }));
  const first = new First();
  const asks = async (about, state = 'mine') => {
    await first.heard({ dataset: { asks: about, state } });
    return slot.hidden ? '' : text.textContent;
  };
  return { first, asks, slot };
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
