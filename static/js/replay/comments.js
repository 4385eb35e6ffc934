// What commentators said and drew, at the moments at which they did.

import { $ } from '../page/dom.js';
import { drawn, said, wipe } from '../table/pointing/drawing.js';

export class Comments {
  constructor() {
    this.lines = [];
  }

  /** All that the reader may know of; a table without commentators has none. */
  async load(address) {
    try {
      const reply = await fetch(address);
      this.lines = reply.ok ? (await reply.json()).lines.filter(({ scope }) => scope === 'comment') : [];
    } catch {
      this.lines = [];
    }
  }

  /** What was said after one version and up to another. */
  show(since, v) {
    wipe();
    const now = this.lines.filter(({ version }) => since < version && version <= v);
    for (const line of now) if (line.drawing) drawn(line, 0);
    $('#r-comments').replaceChildren(...now.filter(({ text }) => text).map(said));
  }
}
