// Find in the rules: hides the clauses without the words, marks the words, opens the clause of the address.
(() => {
  const field = /** @type {HTMLInputElement} */ (document.getElementById('find'));
  const count = document.getElementById('find-count');
  const rules = [...document.querySelectorAll('.rule')];
  const texts = rules.map((rule) =>
    plain([...rule.children].map((part) => (part.matches('.see') ? '' : part.textContent)).join(' ')),
  );

  function plain(text) {
    return text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '');
  }

  function unmark(rule) {
    for (const mark of rule.querySelectorAll('mark')) mark.replaceWith(mark.textContent);
    rule.normalize();
  }

  /** Wrap each occurrence of a word in a mark. */
  function mark(rule, word) {
    const walker = document.createTreeWalker(rule, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement.closest('.see') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    );
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    for (const node of nodes) {
      const at = plain(node.data).indexOf(word);
      if (at < 0 || plain(node.data).length !== node.data.length) continue;
      const rest = node.splitText(at);
      rest.splitText(word.length);
      const found = document.createElement('mark');
      rest.replaceWith(found);
      found.append(rest);
    }
  }

  function find() {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    let hits = 0;
    rules.forEach((rule, i) => {
      const hit = words.every((word) => texts[i].includes(word));
      unmark(rule);
      rule.hidden = !hit;
      if (hit) hits += 1;
      if (hit && words.length && field.value.trim().length > 1) words.forEach((word) => mark(rule, word));
    });
    for (const section of document.querySelectorAll('#rules > section'))
      section.hidden = !section.querySelector('.rule:not([hidden])');
    tell(words.length ? hits : -1);
  }

  function tell(hits) {
    const { one, many, none } = count.dataset;
    count.textContent = hits < 0 ? '' : hits === 0 ? none : hits === 1 ? one : many.replace('{n}', String(hits));
  }

  /** The clause of the address stands out. */
  function here() {
    for (const rule of document.querySelectorAll('.is-hit-now')) rule.classList.remove('is-hit-now');
    const rule = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!rule) return;
    rule.classList.add('is-hit-now');
    rule.scrollIntoView({ block: 'center' });
  }

  if (!field || !count) return;
  field.addEventListener('input', find);
  field.form?.addEventListener('submit', (event) => event.preventDefault());
  window.addEventListener('hashchange', here);
  if (field.value) find();
  here();
})();
