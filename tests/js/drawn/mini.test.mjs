import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Mini } = await import('../../../static/js/table/board/mini.js');

/** A counter ten units wide at a place of the table, which is drawn unit by pixel. */
const counter = ([x, y]) => {
  const node = new Node();
  Object.assign(node.dataset, { piece: 'one', r: '5' });
  node.setAttribute('transform', `translate(${x} ${y})`);
  return node;
};

/** The small map, 100 by 100 in the upper left corner of a room of 400 by 400, over these pieces. */
function over(pieces) {
  const map = new Node('svg');
  map.style.setProperty = () => {};
  map.matches = () => map.pointed;
  map.getBoundingClientRect = () => ({ left: 10, top: map.names.has('is-low') ? 290 : 10, width: 100, height: 100 });
  map.classList.toggle = (name) => (map.names.has(name) ? map.names.delete(name) : map.names.add(name));
  document.querySelectorAll = () => pieces.map(counter);
  const camera = { slid: { x: 0, y: 0 }, scale: 1, spot: (p) => p };
  camera.rect = () => ({ left: 0, top: 0, height: 400 });
  camera.seen = () => ({ w: 400, h: 400 });
  return { mini: Object.assign(Object.create(Mini.prototype), { camera, map, shows: true }), map };
}

test('the small map leaves the corner in which a piece stands, and stays where none is better', () => {
  const { mini, map } = over([[50, 50]]);
  mini.lay();
  assert.ok(map.names.has('is-low'));
  mini.lay();
  assert.ok(map.names.has('is-low'));
});

test('it comes back once more stand below', () => {
  const { mini, map } = over([
    [50, 50],
    [50, 340],
    [80, 340],
  ]);
  map.names.add('is-low');
  mini.lay();
  assert.ok(!map.names.has('is-low'));
});

test('it stays under a pointer', () => {
  const { mini, map } = over([[50, 50]]);
  map.pointed = true;
  mini.lay();
  assert.ok(!map.names.has('is-low'));
});
