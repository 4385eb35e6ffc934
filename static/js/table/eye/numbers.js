// By which number a deed is called, in the list and on the table: it means that deed as long as it is told, and no other.

/** Of a row what matters most first, and of that what was done first. */
const foremost = (deeds) => deeds.toSorted((a, b) => a.weight - b.weight);

export class Numbers {
  constructor() {
    /** The number that a line of a deed has brought it. */
    this.known = new Map();
  }

  /** Nothing is told any more: numbers begin anew. */
  forget() {
    this.known.clear();
  }

  /** The number of a deed, whatever it has grown to; 0 if it has none. */
  of({ rows }) {
    const found = rows.map(({ id }) => this.known.get(id)).filter(Boolean);
    return found.length ? Math.min(...found) : 0;
  }

  /** Which deed of each of these rows bears its number: the one that has it, else the foremost that is to be seen. */
  bearers(rows, seen) {
    return rows.map(({ deeds: all }) => all.find((deed) => this.of(deed)) ?? foremost(all).find(seen)).filter(Boolean);
  }

  /** Those of these that have a number, or may be given one still. */
  open(deeds) {
    const last = deeds.findLastIndex((deed) => this.of(deed));
    return deeds.filter((deed, n) => n > last || this.of(deed));
  }

  /** Those of them that stand after all that have a number are numbered on: numbers go up as the deeds were done. */
  give(deeds) {
    const last = deeds.findLastIndex((deed) => this.of(deed));
    for (const { lead } of deeds.slice(last + 1)) this.known.set(lead.id, this.known.size + 1);
  }
}
