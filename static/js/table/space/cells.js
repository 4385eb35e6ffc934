// What lies on a table by the cells of a grid, for whoever asks very often whether a place is free.

import { boxed, clear, crosses } from './boxes.js';

/** So many cells across are told apart: more than any table has. */
const ACROSS = 65536;

export class Cells {
  /** Boxes, circles and outlines with the box they lie in; how large a cell is. */
  constructor(bodies, size) {
    this.size = size;
    this.all = new Map();
    this.bodies = new Set();
    this.follow(bodies);
  }

  /** These lie there now, and no others: those that have come or gone. */
  follow(bodies) {
    const now = new Set(bodies);
    const gone = [...this.bodies].filter((body) => !now.has(body));
    const come = [...now].filter((body) => !this.bodies.has(body));
    for (const body of gone)
      this.cells(body, (cell) =>
        this.all.set(
          cell,
          this.all.get(cell).filter((one) => one !== body),
        ),
      );
    for (const body of come)
      this.cells(body, (cell) => {
        const found = this.all.get(cell);
        if (found) found.push(body);
        else this.all.set(cell, [body]);
      });
    this.bodies = now;
    return [...gone, ...come];
  }

  cells(body, deed) {
    this.each(body.edges ? body : boxed(body), deed);
  }

  each({ x, y, w, h }, deed) {
    const { size } = this;
    const [right, low, top] = [Math.floor((x + w) / size), Math.floor((y + h) / size), Math.floor(y / size)];
    for (let i = Math.floor(x / size); i <= right; i += 1) for (let j = top; j <= low; j += 1) deed(i * ACROSS + j);
  }

  /** All that may lie in a box, each once. */
  within(box) {
    const found = new Set();
    this.each(box, (cell) => {
      for (const body of this.all.get(cell) || []) found.add(body);
    });
    return [...found];
  }

  /** Those a line lies on, but for its own: most lie there of whom it comes, and need not be asked about. */
  under(line, own) {
    const { size, all } = this;
    const [right, low] = [Math.floor((line.x + line.w) / size), Math.floor((line.y + line.h) / size)];
    const found = [];
    for (let i = Math.floor(line.x / size); i <= right; i += 1)
      for (let j = Math.floor(line.y / size); j <= low; j += 1)
        for (const body of all.get(i * ACROSS + j) || [])
          if (!own.has(body) && !found.includes(body) && crosses(line, body)) found.push(body);
    return found;
  }

  /** Whether a box lies on none of them but one. */
  free(box, own = null) {
    const { size, all } = this;
    const [right, low] = [Math.floor((box.x + box.w) / size), Math.floor((box.y + box.h) / size)];
    for (let i = Math.floor(box.x / size); i <= right; i += 1)
      for (let j = Math.floor(box.y / size); j <= low; j += 1) {
        const found = all.get(i * ACROSS + j);
        if (found?.length && !clear(box, own ? found.filter((body) => body !== own) : found)) return false;
      }
    return true;
  }
}
