// Watching together: whoever goes to a moment takes along all who chose to go along, each with his own eyes.

import { $ } from '../page/dom.js';

const AGAIN = 3000;
const { game, query } = document.body.dataset;
const box = $('[data-together]');
let socket = null;

function open() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  socket = new WebSocket(`${scheme}://${location.host}/ws/games/${game}?${query}`);
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.at !== undefined) window.follow?.(message);
  };
  socket.onclose = () => box.checked && setTimeout(open, AGAIN);
}

box?.addEventListener('change', () => {
  if (box.checked) open();
  else socket?.close();
});

window.lineSend = (message) => {
  if (box?.checked && socket?.readyState === 1) socket.send(JSON.stringify(message));
};
