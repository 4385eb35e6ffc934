// The card of a piece, and the short one beside the pointer.

import { clause, html, icon, svg } from '../../page/dom.js';
import { breakdown } from '../question/plain.js';
import { word } from '../../page/words.js';

/** Lines of how it stands that the short card has room for. */
const MOST = 4;

/** Whether anything is known of it that a card could show. */
export const tells = (found) =>
  Boolean(found && (found.name || found.notes.length || found.tables.length || found.marks.length));

/** The card: who it is, its profile, how it stands; what it bears and can; what would be added to its rolls. */
export function card(found, pinned) {
  const lead = html('div', { class: 'lead' }, head(found, pinned), profile(found.profile || []), facts(found.notes));
  const bears = [...lines(found.arms, 'arms'), ...lines(found.abilities, 'abilities')];
  return html(
    'section',
    { class: `card ${found.side || ''}`.trim(), 'aria-label': found.name, 'data-of': found.id },
    lead,
    ...(bears.length ? [html('div', { class: 'bears' }, ...bears)] : []),
    ...(found.tables.length ? [html('div', { class: 'sums' }, ...found.tables.map(table))] : []),
  );
}

/** The same in short, for who only points at it. */
export function glimpse(found) {
  const figures = (found.profile || []).map((one) =>
    html('span', {}, `${one.name} `, html('b', {}, one.value), one.printed ? html('s', {}, one.printed) : ''),
  );
  const told = (found.notes || []).slice(0, MOST).map((note) => html('li', {}, note.text));
  return [
    html('h3', { class: found.side || '' }, emblem(found), found.name),
    html('p', { class: 'what' }, said(found.what || [])),
    html('p', { class: 'figures' }, ...figures),
    html('ul', {}, ...told),
  ];
}

function head(found, pinned) {
  const what = (found.what || []).map((one) => html('li', {}, one.clause ? explained(one.text, one.clause) : one.text));
  return html(
    'header',
    {},
    emblem(found),
    html('div', {}, html('h3', {}, found.name), html('ul', { class: 'what' }, ...what), ladder(found.ladder || [])),
    button('pin', `${word('pin')} (I)`, String(pinned)),
    button('close', word('close')),
  );
}

const said = (notes) => notes.map((one) => one.text).join(' · ');

const emblem = ({ emblem: number }) =>
  number ? svg('svg', { class: 'em', 'aria-hidden': 'true' }, svg('use', { href: `#em-${number}` })) : '';

function button(deed, name, pressed) {
  const names = { 'data-card': deed, 'aria-label': name, title: name, 'aria-pressed': pressed };
  return html('button', { class: 'iconbtn', type: 'button', ...names }, icon(deed === 'pin' ? 'lock' : 'cross'));
}

/** Words that their clause explains where they stand. */
function explained(text, id) {
  const link = clause(id);
  link.classList.add('plain');
  link.replaceChildren(text);
  return link;
}

/** Every figure under its name; where it is not what is printed, that is struck beside it. */
function profile(figures) {
  const cells = figures.map((one) => {
    const was = one.printed ? [' ', html('s', {}, one.printed)] : [];
    const link = explained('', one.clause);
    link.classList.add('stat');
    link.replaceChildren(html('small', {}, one.name), ' ', html('b', {}, one.value), ...was);
    return html('li', {}, link);
  });
  return cells.length ? html('ul', { class: 'profile' }, ...cells) : '';
}

/** From unhurt to gone: where it stands, and how often it bears what. */
function ladder(rungs) {
  const rows = rungs.map((one) => {
    const sign = one.badge
      ? svg('svg', { viewBox: '-7 -7 14 14', 'aria-hidden': 'true' }, svg('use', { href: `#b-${one.badge}` }))
      : '';
    const text = one.number > 1 ? `${one.text} ×${one.number}` : one.text;
    const borne = one.number ? html('span', { class: 'sr' }, `, ${word('borne')}`) : '';
    const at = { class: one.number ? 'is-borne' : '', ...(one.here && { 'aria-current': 'step' }) };
    return html('li', at, sign, explained(text, one.clause), borne);
  });
  return rows.length ? html('ol', { class: 'ladder', 'aria-label': word('ladder') }, ...rows) : '';
}

function facts(notes) {
  const rows = notes.map((n) => html('li', {}, n.text, ' ', n.clause ? clause(n.clause) : ''));
  return html('ul', { class: 'facts' }, ...rows);
}

/** What it bears, each with its figures; what it can, each with the text of its clause. */
function lines(rows, name) {
  if (!rows?.length) return [];
  const texts = rows.map((row) => {
    const [first, ...rest] = row.text.split(': ');
    const more = row.says || rest.join(': ');
    const parts = [html('b', {}, first), ' ', more, ' ', row.clause ? clause(row.clause) : ''];
    return html('li', {}, ...parts);
  });
  return [html('ul', { class: name }, ...texts)];
}

/** Modifiers under their name, and what they come to. */
function table({ name, lines: added, sum }) {
  const rows = breakdown(added, []);
  const total = html('tr', { class: 'total' }, html('td', {}, sum), html('td', {}, word('sum')), html('td', {}));
  rows.lastElementChild.append(total);
  return html('details', { class: 'card-table', open: '' }, html('summary', {}, name), rows);
}
