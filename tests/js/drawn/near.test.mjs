import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { nearest } = await import('../../../static/js/table/board/near.js');

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
