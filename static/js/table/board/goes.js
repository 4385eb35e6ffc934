// How what is on the table is seen to go somewhere: by the browser's compositor, so that the page draws no frame meanwhile.

/**
 * So many milliseconds more a way is given than it is shown for: near the end of one the page would draw each frame again,
 * so it is called off before, when all but nothing of it is left.
 */
export const TAIL = 60;

export const moved = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Who is of a unit that bears its name has no lines that are as wide at any scale: he is not styled anew to go. */
const PLAIN = '.counter[data-group]:not(.formation, .laid, .commander, .head)';

/** A part of the table goes; such lines could not be composited, on the way they are of a width of their own. */
export function goes(node, frames, timing) {
  if (!node.matches(PLAIN)) node.classList.add('is-moving');
  return node.animate(frames, timing);
}

/** It goes no more. */
export function stops(way) {
  way.cancel();
  way.effect.target.classList.remove('is-moving');
}
