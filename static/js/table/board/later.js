// What may wait until the frame that shows what has come is painted.

/** After how many milliseconds it is done though nothing is painted, as on a page that nobody sees. */
const PATIENCE = 300;
const waiting = new Map();

/**
 * Do this after the next frame; of what goes by one name only the latest is done.  `look` reads what it needs of where
 * things lie: all is read before anything is put, or the page would be laid out for each of them.
 */
export function later(name, deed, look = () => {}) {
  if (!waiting.size) {
    requestAnimationFrame(() => requestAnimationFrame(settle));
    setTimeout(settle, PATIENCE);
  }
  waiting.set(name, { deed, look });
}

/** What waits under this name is not done any more. */
export const never = (name) => waiting.delete(name);

/** All that waits is done now. */
function settle() {
  const deeds = [...waiting.values()];
  waiting.clear();
  const seen = deeds.map(({ look }) => look());
  for (const [n, { deed }] of deeds.entries()) deed(seen[n]);
}
