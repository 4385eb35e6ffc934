// Beats one after the other: many that wait go quicker, and of very many only the last are seen.

/** How many wait at their own pace; at how many times that pace they go at the most. */
const EASY = 8;
const QUICKEST = 4;
/** Of more than so many only the latest are played. */
const MOST = 40;
const LATEST = 12;
const HEADING = 'banner';

/** How many times as quick a beat goes while so many are still to be seen, itself among them. */
export const pace = (left) => Math.min(QUICKEST, Math.max(1, left / EASY));

export class Queue {
  /**
   * `play` shows a beat and comes back once it was seen; `settle`: it is over, seen or not; `ended`: so are all.
   * `breath` comes back when the first of them may begin.
   * @param {{ play: Function, settle: Function, ended: Function, breath?: () => Promise<any> }} how
   */
  constructor({ play, settle, ended, breath }) {
    this.play = play;
    this.settle = settle;
    this.ended = ended;
    this.breath = breath;
    this.waiting = [];
    this.now = null;
    /** Whether a beat is seen or still to be seen. */
    this.busy = false;
    this.round = 0;
    this.idle = Promise.resolve();
  }

  add(beats) {
    if (!beats.length) return;
    this.waiting.push(...beats);
    if (this.waiting.length > MOST)
      for (const beat of this.waiting.splice(0, this.waiting.length - LATEST)) this.settle(beat);
    if (!this.busy) this.idle = this.run();
  }

  async run() {
    const round = (this.round += 1);
    this.busy = true;
    if (this.breath) await this.breath();
    if (round !== this.round) return;
    while (this.waiting.length) {
      this.now = this.next();
      await this.play(this.now, pace(this.waiting.length + 1));
      if (round !== this.round) return;
      this.settle(this.now);
    }
    this.over();
  }

  /** The next beat; headings that follow each other are read at once. */
  next() {
    const beat = this.waiting.shift();
    if (beat.kind !== HEADING) return beat;
    const end = this.waiting.findIndex(({ kind }) => kind !== HEADING);
    return { ...beat, also: this.waiting.splice(0, end < 0 ? this.waiting.length : end) };
  }

  over() {
    this.now = null;
    this.busy = false;
    this.ended();
  }

  /** What is left is over at once. */
  skip() {
    if (!this.busy) return;
    this.round += 1;
    for (const beat of [this.now, ...this.waiting.splice(0)]) if (beat) this.settle(beat);
    this.over();
  }
}
