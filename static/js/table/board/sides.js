// Whose side an element is of.

const SIDES = ['a', 'b', 'c', 'd'];

/** The side whose colours an element bears, or none. */
export const side = (node) => SIDES.find((name) => node?.classList.contains(name)) || '';
