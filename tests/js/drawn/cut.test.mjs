import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page.mjs';

globalThis.Node = { TEXT_NODE: 3 };
const { beheaded, clauses, isCut } = await import('../../../static/js/table/eye/cut.js');

const name = (textContent) => ({ nodeType: 1, textContent });
const text = (textContent) => ({ nodeType: 3, textContent });
/** A sentence that has room for so many letters; `came`: what of it tells what came of it. */
const place = (room, nodes, came = null) => ({
  childNodes: nodes,
  clientWidth: 1,
  scrollWidth: 1,
  clientHeight: room,
  get scrollHeight() {
    return this.textContent.length;
  },
  get textContent() {
    return this.childNodes.map((node) => node.textContent ?? node).join('');
  },
  normalize() {},
  querySelector: () => came,
  replaceChildren(...parts) {
    this.childNodes = parts.map((part) => (typeof part === 'string' ? text(part) : part));
  },
});
const fight = () => [
  name('1 Yari'),
  text(' → '),
  name('1 Yari'),
  text(': loses Wounds: 3; models fallen: 3, left: 4. '),
  name('3 Katana'),
  text(' → '),
  name('1 Yari'),
  text(': loses Wounds: 2. '),
  name('1 Yari'),
  text(' is slain. Bot wins the Combat.'),
];

test('what has room is left as it is', () => {
  const one = place(200, fight());
  const before = one.textContent;
  assert.equal(beheaded(one), false);
  assert.equal(one.textContent, before);
});

test('the first clauses are left out, as few as need be, and never the end', () => {
  const whole = fight().map(({ textContent }) => textContent).join('');
  for (let room = whole.length - 2; room > 12; room -= 1) {
    const one = place(room, fight());
    assert.equal(beheaded(one), true);
    assert.ok(one.textContent.startsWith('… ') && one.textContent.endsWith('Combat.'), one.textContent);
    assert.ok(!isCut(one), `${room}: ${one.textContent}`);
  }
  const one = place(80, fight());
  beheaded(one);
  assert.equal(one.textContent, '… 3 Katana → 1 Yari: loses Wounds: 2. 1 Yari is slain. Bot wins the Combat.');
  assert.deepEqual([one.childNodes[1].nodeType, one.childNodes[1].textContent], [1, '3 Katana'], 'a name stays one');
});

test('of who did it and what came of it only that is cut which has no room', () => {
  const came = place(20, [text('It fails. Who fled is caught.')]);
  const one = place(10, [text('Somebody declares a march and a charge')], came);
  assert.equal(beheaded(one), true);
  assert.ok(came.textContent.endsWith('caught.'));
  assert.equal(one.textContent, 'Somebody declares a march and a charge');
});

test('figures part no clause', () => {
  assert.deepEqual(clauses(['It runs 7.5 cm. It stops.'], /(?<=[.;]) +/), [['It runs 7.5 cm.'], ['It stops.']]);
});

test('a row that ends in many names keeps who they are named for', () => {
  const names = ['P1 Sakuzo', 'P2 Tome', 'P3 Gohei'].flatMap((one, n) => (n ? [text(', '), name(one)] : [name(one)]));
  const one = place(30, [text('Bot sets up '), ...names]);
  assert.equal(beheaded(one), true);
  assert.equal(one.textContent, 'Bot sets up P1 Sakuzo, P2 Tome, P3 Gohei');
});
