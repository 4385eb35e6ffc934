// What may wait until the frame that shows what has come is painted.

/** After how many milliseconds it is done though nothing is painted, as on a page that nobody sees. */
const PATIENCE = 300;
const waiting = new Map();

/**
 * Do this after the next frame; of what goes by one name only the latest is done.  `look` reads what it needs of where
 * things lie: all is read before anything is put, or the page would be laid out for each of them.  What has to read again
 * what has room of that which it has put is done `last`.
 */
export function later(name, deed, look = () => {}, last = false) {
  if (!waiting.size) {
    requestAnimationFrame(() => requestAnimationFrame(settle));
    setTimeout(settle, PATIENCE);
  }
  waiting.set(name, { deed, look, last });
}

/** What waits under this name is not done any more. */
export const never = (name) => waiting.delete(name);

/** All that waits is done now. */
function settle() {
  const deeds = [...waiting.values()].sort((a, b) => Number(a.last) - Number(b.last));
  waiting.clear();
  const seen = deeds.map(({ look }) => look());
  for (const [n, { deed }] of deeds.entries()) deed(seen[n]);
}
