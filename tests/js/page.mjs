// A page that holds nothing: what scripts ask of it before they reckon.

/** An element that holds others and has classes, attributes and data; it is drawn nowhere. */
export class Node {
  constructor(name = 'g') {
    this.name = name;
    this.attributes = {};
    this.children = [];
    this.parent = null;
    this.dataset = {};
    this.style = {};
    this.names = new Set();
    this.classList = {
      add: (...names) => names.forEach((name) => this.names.add(name)),
      contains: (name) => this.names.has(name),
      toggle: (name, yes) => this.names[yes ? 'add' : 'delete'](name),
    };
  }

  setAttribute(key, value) {
    this.attributes[key] = String(value);
  }

  getAttribute(key) {
    return this.attributes[key] ?? null;
  }

  /** Of selectors it knows lists of classes. */
  matches(selector) {
    return selector.split(',').some((one) => this.names.has(one.trim().replace('.', '')));
  }

  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof Node) {
        node.remove();
        node.parent = this;
      }
      this.children.push(node);
    }
  }

  replaceChildren(...nodes) {
    this.children = [];
    this.append(...nodes);
  }

  remove() {
    if (this.parent) this.parent.children = this.parent.children.filter((one) => one !== this);
    this.parent = null;
  }

  contains(node) {
    for (let one = node; one; one = one.parent) if (one === this) return true;
    return false;
  }

  get firstElementChild() {
    return this.children[0] ?? null;
  }

  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }

  get childElementCount() {
    return this.children.length;
  }

  querySelectorAll() {
    return this.children;
  }
}

globalThis.window = globalThis;
globalThis.addEventListener ??= () => {};
globalThis.CSS = { escape: (text) => text.replace(/["\\]/g, '\\$&') };
globalThis.document = {
  body: { dataset: { game: 'g', seats: 'a', you: 'a' } },
  documentElement: { lang: 'en' },
  activeElement: null,
  addEventListener: () => {},
  createElementNS: (_, name) => new Node(name),
  getElementById: () => null,
  querySelector: () => null,
  querySelectorAll: () => [],
};
