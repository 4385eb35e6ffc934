// Beats one after the other: all that wait are seen in a few seconds, the quicker the more they are, and of very many only
// the last.

/** So many milliseconds after the first began all are over that had come by then; what comes late has so many at least. */
const WHOLE = 8000;
const LEAST = 1500;
/** At how many times their own pace they go at the most. */
const QUICKEST = 10;
/** And where nothing moves, so that what comes and goes is read. */
const READABLE = 4;
/** Of more than so many only the latest are played. */
const MOST = 80;
const LATEST = 40;
const HEADING = 'banner';
const WALK = 'walk';

/** How many times as quick beats go that would last so long, where so long is left for them. */
export const pace = (lasts, left, most = QUICKEST) => Math.min(most, Math.max(1, lasts / Math.max(1, left)));

/** Whether somebody goes at the same time as these: one of the same side, and none of them. */
const along = (beat, others) =>
  beat.kind === WALK && others.every((one) => one.side === beat.side && !one.by.some((id) => beat.by.includes(id)));

/** Whether both are news, or both shown again. */
const alike = (one, other) => !one.again === !other.again;

export class Queue {
  /**
   * `play` shows a beat and comes back once it was seen; `settle`: it is over, seen or not; `ended`: so are all.
   * `breath` comes back when the first of them may begin; `lasts`: how long one would last; `calm`: whether
   * nothing moves: then rather the oldest are not shown than all too quickly.
   * @param {{ play: Function, settle: Function, ended: Function, breath?: () => Promise<any>, lasts?: Function,
   *   calm?: () => boolean, now?: () => number }} how
   */
  constructor({ play, settle, ended, breath, lasts = () => 0, calm = () => false, now = () => performance.now() }) {
    this.lasts = lasts;
    this.calm = calm;
    this.time = now;
    this.play = play;
    this.settle = settle;
    this.ended = ended;
    this.breath = breath;
    this.waiting = [];
    this.now = null;
    /** Whether a beat is seen or still to be seen. */
    this.busy = false;
    this.round = 0;
    /** When all that has come is over. */
    this.end = 0;
    this.idle = Promise.resolve();
  }

  add(beats) {
    if (!beats.length) return;
    this.waiting.push(...beats);
    if (this.waiting.length > MOST)
      for (const beat of this.waiting.splice(0, this.waiting.length - LATEST)) this.settle(beat);
    if (this.busy) this.end = Math.max(this.end, this.time() + LEAST);
    else this.idle = this.run();
  }

  async run() {
    const round = (this.round += 1);
    this.busy = true;
    if (this.breath) await this.breath();
    if (round !== this.round) return;
    this.end = this.time() + WHOLE;
    while (this.waiting.length) {
      const quick = this.quick();
      this.now = this.next(quick > 1);
      await this.play(this.now, quick);
      if (round !== this.round) return;
      this.settle(this.now);
    }
    this.over();
  }

  /** How quickly those that wait are to go; of what would go too quickly to be read the oldest are over. */
  quick() {
    const left = Math.max(1, this.end - this.time());
    if (!this.calm()) return pace(this.whole(), left);
    while (this.waiting.length > 1 && this.whole() / left > READABLE) this.settle(this.waiting.shift());
    return pace(this.whole(), left, READABLE);
  }

  /** How long all that wait would last, headings that follow each other as the one beat that they are. */
  whole() {
    const beats = [];
    for (const beat of this.waiting) {
      const last = beats[beats.length - 1];
      if (beat.kind === HEADING && last?.kind === HEADING && alike(beat, last)) last.also.push(beat);
      else beats.push(beat.kind === HEADING ? { ...beat, also: [] } : beat);
    }
    return beats.reduce((sum, beat) => sum + this.lasts(beat), 0);
  }

  /** The next beat; headings that follow each other are read at once, and where time is short those of a side who go
   *  after each other go together. */
  next(short) {
    const beat = this.waiting.shift();
    const goes = short && beat.kind === WALK;
    if (beat.kind !== HEADING && !goes) return beat;
    const also = [];
    const joins = (one) => alike(one, beat) && (goes ? along(one, [beat, ...also]) : one.kind === HEADING);
    while (this.waiting.length && joins(this.waiting[0])) also.push(this.waiting.shift());
    return { ...beat, also };
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
