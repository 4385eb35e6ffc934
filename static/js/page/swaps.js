// Ways of our own in which htmx puts a fragment in place; pages and messages name them in hx-swap and hx-swap-oob.

const { htmx } = window;
const ways = new Map();
const dressers = [];

/** In this way of swapping, what comes is given to `put` with the place it is meant for; it returns the elements that have come. */
export const way = (name, put) => ways.set(name, put);

/** Whatever htmx is about to put into the page is given to this first. */
export const dressed = (dress) => dressers.push(dress);

/** Put a part of the page anew: what is the same stays, and what was opened stays open. */
export function renew(part, text) {
  const drawn = part.namespaceURI.endsWith('svg');
  void htmx.swap({
    sourceElement: part,
    target: part,
    text: drawn ? `<svg>${text}</svg>` : text,
    swap: drawn ? 'innerHTML strip:true' : 'innerMorph',
  });
}

/** Elements that have come by another way than htmx's do what their hx-attributes say. */
export const wake = (part) => htmx.process(part);

/** What an element is called and how it is marked; its inside stays. */
function take(old, { attributes }) {
  for (const { name, value } of attributes) if (name !== 'data-same') old.setAttribute(name, value);
  return false;
}

htmx?.registerExtension('ways', {
  handle_swap: (name, target, fragment) => ways.has(name) && (ways.get(name)(target, fragment) || []),
  // What is the same inside comes without it.
  htmx_before_morph_node: (old, { newNode }) => newNode.dataset?.same === undefined || take(old, newNode),
});

document.addEventListener('htmx:before:swap', (event) => {
  const { tasks } = /** @type {CustomEvent} */ (event).detail;
  for (const { fragment } of tasks) for (const dress of dressers) dress(fragment);
});
