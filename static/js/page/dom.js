// Small helpers for the page.

const SVG = 'http://www.w3.org/2000/svg';

/** The first element a selector names, or none.  @type {(selector: string, root?: any) => any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** All elements a selector names.  @type {(selector: string, root?: any) => any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) found.setAttribute(key, value);
  found.append(...children);
  return found;
}

/** An HTML element with attributes and children. */
export function html(name, attributes = {}, ...children) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) found.setAttribute(key, value);
  found.append(...children);
  return found;
}

/** Give an element a class or take it; one that is as it should be is not touched. */
export function put(node, name, yes) {
  if (node.classList.contains(name) !== yes) node.classList.toggle(name, yes);
}

/** Give an element an attribute; one that has it is not touched, or it would be laid out and painted anew. */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** The children of an element are these, in this order; what stays is not taken out, or all of it would be laid out anew. */
export function order(parent, wanted) {
  const kept = new Set(wanted);
  for (const node of [...parent.children]) if (!kept.has(node)) node.remove();
  let at = parent.firstElementChild;
  for (const node of wanted) {
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
}

/** An icon of the sheet of symbols. */
export const icon = (name) => svg('svg', { class: 'i', 'aria-hidden': 'true' }, svg('use', { href: `#i-${name}` }));

/** A clause as a link to the rules. */
export const clause = (id) =>
  html('a', { class: 'clause', href: `${document.body.dataset.rules || '/rules'}#${id}`, target: '_blank' }, id);

/** Markup of the server as elements of the board. */
export function svgNodes(text) {
  const holder = document.createElement('template');
  holder.innerHTML = `<svg xmlns="${SVG}">${text}</svg>`;
  return [...holder.content.firstElementChild.children];
}

/** Markup of the server as elements of the page. */
export function htmlNodes(text) {
  const holder = document.createElement('template');
  holder.innerHTML = text;
  return holder.content;
}

/** A message that comes and goes. */
export function toast(text, kind = '') {
  const box = html('p', { class: `toast ${kind}`.trim() }, text);
  $('#toast').append(box);
  fade(box);
}

/** A message that has come goes. */
export function fade(box) {
  setTimeout(() => box.classList.add('is-out'), 4200);
  setTimeout(() => box.remove(), 4700);
}

/** Sentences that come close upon each other are said together, the latest of them. */
const [HUSH, MOST] = [250, 4];
let unsaid = [];

/** Say a sentence to those who listen to the page. */
export function say(text) {
  if (!unsaid.length) setTimeout(utter, HUSH);
  unsaid = [...unsaid, text].slice(-MOST);
}

function utter() {
  $('#live')?.replaceChildren(...unsaid.map((line) => html('p', {}, line)));
  unsaid = [];
}

/** Whether keys are meant for a field. */
export const typing = (target) =>
  target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select');

/** Whether the reader wants nothing to move. */
export const calm = () =>
  document.documentElement.dataset.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
