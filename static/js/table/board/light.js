// A sign and those it stands for light each other up where a pointer is, or was tapped last.

import { put } from '../../page/dom.js';
import { within } from './places.js';

export function light(labels) {
  const { camera } = labels;
  let [sign, nodes] = [null, []];
  const show = (one, those) => {
    if (one === sign && those.length === nodes.length) return;
    for (const node of [sign, ...nodes]) if (node) put(node, 'is-meant', false);
    [sign, nodes] = [one, those];
    for (const node of [sign, ...nodes]) if (node) put(node, 'is-meant', true);
  };
  const look = ({ clientX, clientY, target }) => {
    const node = target instanceof Element && target.closest('.counter');
    const p = camera.at(clientX, clientY);
    const one = labels.signs.find(({ box, nodes: those }) =>
      node ? those.includes(node) : within([box], p, 0.01).length,
    );
    show(one?.sign ?? null, one && !node ? one.nodes : []);
  };
  camera.room.addEventListener('pointerdown', look);
  camera.room.addEventListener('pointermove', (event) => event.buttons || look(event));
  camera.room.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && show(null, []));
}
