// Bringing a part of the page to what the server says of it now; what is the same already is left alone.

import { $$, htmlNodes, svgNodes } from './dom.js';

const NAMES = ['id', 'data-piece'];

/** Put a part of the page anew, and leave open what was opened; what the text leaves out is added by `dress`. */
export function renew(part, text, dress) {
  if (part.namespaceURI.endsWith('svg')) return void children(part, svgNodes(text));
  const fresh = htmlNodes(text);
  keepOpen(part, fresh);
  dress?.(fresh);
  children(part, [...fresh.childNodes]);
}

/** Rows of panels, each with an id of its own, in place of those that are there; of details that are the same only the name comes. */
export function renewRows(rows, dress) {
  for (const text of rows) {
    const fresh = htmlNodes(text);
    const row = fresh.firstElementChild;
    const old = row && document.getElementById(row.id);
    if (!old) continue;
    for (const box of $$('details[data-same]', row)) box.replaceWith(document.getElementById(box.id).cloneNode(true));
    keepOpen(old, fresh);
    dress?.(fresh);
    become(old, row);
  }
}

function keepOpen(part, fresh) {
  for (const box of $$('details[id][open]', part)) fresh.getElementById(box.id)?.setAttribute('open', '');
}

/** The children of an element are these: one by one where they match, else all anew. */
function children(old, fresh) {
  const had = [...old.childNodes];
  if (had.length !== fresh.length) return void old.replaceChildren(...fresh);
  had.forEach((node, i) => node.isEqualNode(fresh[i]) || become(node, fresh[i]));
}

function become(old, fresh) {
  if (!alike(old, fresh)) return void old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  children(old, [...fresh.childNodes]);
}

/** Whether two nodes are the same thing at two times. */
function alike(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName) return false;
  return NAMES.every((name) => old.getAttribute(name) === fresh.getAttribute(name));
}
