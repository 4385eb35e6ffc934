// What the server tells by itself: the socket of the game.

import { $ } from '../../page/dom.js';
import { word } from '../../page/words.js';
import { game } from './game.js';

const { body } = document;

/** The line on which the server tells; it comes back by itself after any cut. */
export class Line {
  constructor(hear, cut = () => {}) {
    this.hear = hear;
    this.cut = cut;
    this.seen = Number(body.dataset.version || 0);
    this.drawn = body.dataset.mark || '';
    this.tries = 0;
    this.open();
    setInterval(() => this.ping(), 20000);
    window.addEventListener('online', () => this.again(0));
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.socket.readyState > 1) this.again(0);
    });
  }

  open() {
    clearTimeout(this.timer);
    const { you, watch } = body.dataset;
    const query = new URLSearchParams({ since: String(this.seen), lang: document.documentElement.lang });
    if (this.drawn) query.set('drawn', this.drawn);
    if (you) query.set('seat', you);
    if (watch) query.set('watch', watch);
    if (body.dataset.as) query.set('as', body.dataset.as);
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws/games/${game}?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.silent = 0;
      this.status(true);
    };
    socket.onmessage = (event) => {
      this.silent = 0;
      this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.cut();
      this.status(false);
      this.again();
    };
  }

  take(message) {
    if (typeof message.v === 'number') {
      if (message.v < this.seen && !message.resync) return;
      this.seen = message.v;
      this.drawn = '';
      body.dataset.version = String(message.v);
    }
    this.hear(message);
  }

  /** Try again soon, and less often the longer it fails. */
  again(wait = Math.min(8000, 250 * 2 ** this.tries) * (0.7 + Math.random() * 0.6)) {
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.socket.readyState > 1) this.open();
    }, wait);
  }

  /** Something for others at the table; nothing while the line is cut. */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  ping() {
    if (this.socket.readyState !== 1) return;
    this.silent = (this.silent || 0) + 1;
    if (this.silent > 3) this.socket.close();
    else this.socket.send('{"ping":true}');
  }

  status(on) {
    const box = $('#status');
    if (!box || box.classList.contains(on ? 'ok' : 'lost')) return;
    box.classList.toggle('ok', on);
    box.classList.toggle('lost', !on);
    box.textContent = word(on ? 'ok' : 'lost');
  }
}
