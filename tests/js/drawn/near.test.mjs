import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { apart, nearest, nearestTwo } = await import('../../../static/js/table/board/near.js');

function piece(id, x, y, data = {}) {
  const node = new Node();
  node.dataset = { piece: id, r: '10', ...data };
  node.setAttribute('transform', `translate(${x} ${y})`);
  return node;
}

/** A leader who stands at a place and is drawn beside it. */
function leader(id, x, y, aside) {
  const node = piece(id, x, y, { drawn: '11' });
  const drawn = new Node();
  drawn.setAttribute('transform', `translate(${aside.x} ${aside.y})`);
  node.querySelector = () => drawn;
  node.classList.add('commander');
  return node;
}

const unit = piece('SC', 0, 0, { frame: '-40,-15 40,-15 40,15 -40,15' });
const led = leader('D1', 0, 0, { x: 0, y: 45 });
const hit = (x, y, nodes = [unit, led]) => nearest(nodes, { x, y }, 1)?.dataset.piece;

test('what is drawn under the pointer is meant, not whoever stands there and is drawn beside it', () => {
  assert.equal(hit(0, 0), 'SC');
  assert.equal(hit(0, 45), 'D1');
  assert.equal(hit(0, 59), 'D1', 'a finger wide off it');
});

test('on open ground he is meant at his place, too', () => {
  assert.equal(hit(0, 0, [led]), 'D1');
  assert.equal(hit(0, 100), undefined);
});

/** Every two of these, the first of those who are nearest. */
function slowly(ones, others) {
  const pairs = ones.flatMap((one) => others.map((other) => ({ one, other, off: apart(one, other) })));
  return pairs.reduce((best, two) => (two.off < best.off ? two : best));
}

test('who of hundreds stand nearest to each other is found as by asking each two, and each is read once', () => {
  let seed = 7;
  const random = (most) => (seed = (seed * 16807) % 2147483647) % most;
  const frames = [{}, {}, { frame: '-40,-15 40,-15 40,15 -40,15' }, { frame: '-9,-60 9,-60 9,60 -9,60' }];
  const some = (name, many, wide) =>
    Array.from({ length: many }, (_, n) => piece(`${name}${n}`, random(wide), random(900), frames[random(4)]));
  for (let n = 0; n < 30; n += 1) {
    const [ones, others] = [some('a', 6, 300), some('b', 60, 2000)];
    const found = nearestTwo(ones, others);
    assert.deepEqual(found, slowly(ones, others));
  }
  const men = some('c', 300, 2000).map((node) => piece(node.dataset.piece, random(2000), random(900)));
  let reads = 0;
  for (const node of men) {
    const { getAttribute } = node;
    node.getAttribute = function read(name) {
      reads += name === 'transform' ? 1 : 0;
      return getAttribute.call(this, name);
    };
  }
  nearestTwo(men.slice(0, 16), men.slice(16));
  assert.ok(reads <= 2 * men.length, `${reads} places read of ${men.length}`);
});

test('nobody stands near where nobody else is', () => {
  assert.equal(nearestTwo([piece('A', 0, 0)], []), null);
});
