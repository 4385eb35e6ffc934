// Asking the server what an answer would do, while it is being made.

import { game } from './game.js';

/** Previews, one in flight: while one is out only the newest of the others is kept. */
export class Previews {
  constructor(show) {
    this.show = show;
    this.waiting = null;
    this.out = false;
    this.round = 0;
  }

  /** Ask for a preview; what was asked before and is not yet out is forgotten. */
  ask(question, raw, about) {
    this.waiting = { question, raw, about, round: this.round };
    if (!this.out) void this.next();
  }

  /** Whatever is still out is of no more interest. */
  forget() {
    this.round += 1;
    this.waiting = null;
  }

  async next() {
    const job = this.waiting;
    this.waiting = null;
    if (!job) return;
    this.out = true;
    try {
      const reply = await fetch(`/api/v1/games/${game}/preview`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ seat: job.question.seat, ask: job.question.id, answer: job.raw }),
      });
      if (reply.ok && job.round === this.round) this.show(await reply.json(), job.about);
      else if (job.round === this.round) this.show(null, job.about);
    } catch {
      if (job.round === this.round) this.show(null, job.about);
    } finally {
      this.out = false;
      void this.next();
    }
  }
}
