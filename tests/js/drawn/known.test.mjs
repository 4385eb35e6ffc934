import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { read, renewed } = await import('../../../static/js/table/board/known.js');
const { About } = await import('../../../static/js/table/board/about.js');

/** A counter whose data are its attributes, as in a browser. */
class Counter extends Node {
  setAttribute(key, value) {
    super.setAttribute(key, value);
    if (key.startsWith('data-')) this.dataset[key.slice(5)] = String(value);
    if (key === 'class') this.names = new Set(value.split(' '));
  }
}

const LOOKS = {
  transform: 'translate(10 20)',
  class: 'counter a',
  'data-r': '11',
  'data-frame': '-5,-5 5,-5 5,5 -5,5',
  'data-group': 'U1',
  'data-force': 'F1',
};
const OTHER = {
  transform: 'translate(11 20)',
  class: 'counter b is-body',
  'data-r': '12',
  'data-frame': '-6,-5 6,-5 6,5 -6,5',
  'data-group': 'U2',
  'data-force': 'F2',
};

function counter(looks) {
  const node = new Counter();
  for (const [name, value] of Object.entries(looks)) node.setAttribute(name, value);
  return node;
}

const bare = ({ node: _, ...known }) => known;

test('what is known of a counter is what is read of it anew, whichever of all that is read is another', () => {
  for (const [name, value] of Object.entries(OTHER)) {
    const node = counter(LOOKS);
    const before = read(node);
    node.setAttribute(name, value);
    assert.notEqual(read(node), before, name);
    assert.deepEqual(bare(read(node)), bare(read(counter({ ...LOOKS, [name]: value }))), name);
  }
});

test('how one is marked is nothing that is read of him; what is in him come anew he is read again', () => {
  const node = counter(LOOKS);
  const before = read(node);
  node.setAttribute('class', 'counter a is-on may');
  assert.equal(read(node), before);
  renewed(node);
  assert.notEqual(read(node), before);
});

test('a sign chooses again where anything is another that its places are chosen by', () => {
  const box = (x) => ({ x, y: 0, w: 10, h: 5 });
  const labels = { room: box(0), bodies: [], camera: { scale: 2, turned: false } };
  const one = { wide: 20, high: 11, side: 'a', may: false, box: box(5), rim: [1, 2] };
  const near = { laid: [box(1)], leading: [box(2)], rivals: [{ side: 'b', box: box(3) }], figured: [box(4)] };
  const about = new About(labels);
  const said = (sign, beside) => (about.follow(), about.asked(sign, beside));
  const before = said(one, near);
  assert.equal(said({ ...one }, { ...near }), before);
  for (const other of [{ wide: 21 }, { high: 12 }, { side: 'b' }, { may: true }, { box: box(6) }, { rim: [1] }])
    assert.notEqual(said({ ...one, ...other }, near), before, JSON.stringify(other));
  for (const kind of ['laid', 'leading', 'figured'])
    assert.notEqual(said(one, { ...near, [kind]: [box(9)] }), before, kind);
  assert.notEqual(said(one, { ...near, rivals: [{ side: 'a', box: box(3) }] }), before);
  for (const [what, value] of [['room', box(7)], ['camera', { scale: 3 }], ['camera', { scale: 2, turned: true }]]) {
    const had = labels[what];
    labels[what] = value;
    assert.notEqual(said(one, near), before, what);
    labels[what] = had;
  }
  labels.room.x = 8;
  assert.notEqual(said(one, near), before, 'the same room, moved');
});
