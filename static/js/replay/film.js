// The moments of a game and the table at each, fetched once and kept.

const KEPT = 200;

export class Film {
  /** `query`: what of the address stays the same at every moment. */
  constructor(game, query) {
    this.path = `/api/v1/games/${game}`;
    this.query = query;
    this.frames = new Map();
    this.grounds = new Map();
  }

  address(path) {
    return this.query ? `${this.path}/${path}?${this.query}` : `${this.path}/${path}`;
  }

  async read(path) {
    const reply = await fetch(this.address(path));
    if (!reply.ok) throw new Error(String(reply.status));
    return reply.json();
  }

  /** Every step: its version, its turn and phase, its kind, its words. */
  timeline() {
    return this.read('timeline');
  }

  /** The table at a version. */
  frame(v) {
    return this.once(this.frames, v, `frames/${v}`);
  }

  /** The ground of this name, as it was at a version. */
  async ground(land, v) {
    return (await this.once(this.grounds, land, `frames/${v}/ground`)).html;
  }

  once(kept, key, path) {
    if (!kept.has(key)) {
      if (kept.size > KEPT) kept.delete(kept.keys().next().value);
      const found = this.read(path);
      kept.set(key, found);
      found.catch(() => kept.delete(key));
    }
    return kept.get(key);
  }

  /** What comes next is fetched before it is asked for. */
  ahead(steps) {
    for (const { v } of steps) this.frame(v).catch(() => null);
  }
}
