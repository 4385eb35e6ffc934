// What a line of the log tells: its picture, whom it is about, how much it matters.

/** What is done on the table, and that of it which leads somewhere. */
export const ACTS = ['walk', 'rout', 'charge', 'shot', 'blow', 'cast', 'fall', 'place'];
export const GOES = ['walk', 'rout', 'charge'];
/** What is done to somebody: it leaves a line from one to the other. */
export const AIMS = ['charge', 'shot', 'blow', 'cast'];
/** So much a deed matters: how grave it is says its line itself, from 1, that somebody died, on; the nerve is tried. */
export const NERVE = 4;
/** Somebody is in another state than before. */
export const STATE = 5;
const CHARGED = 6;
const AIMED = 7;
export const WENT = 8;
export const ROLLED = 9;
export const SAID = 10;
const PLACED = 11;
/** What somebody was told to do, and has not done. */
export const ORDERED = 12;
/** What a side rolls or says, as who begins. */
export const HOUSE = 13;
/** That somebody does nothing. */
export const IDLE = 14;
/** What a line tells: its picture, in which stories it stands, whom it is about. */
export function read(row) {
  const { dataset } = row;
  const picture = dataset.picture ? JSON.parse(dataset.picture) : {};
  const { kind = '', by = [], at = [], good = null, then = [], way = [], order = '', why = false } = picture;
  const goods = [good, ...then.map((one) => one.good ?? null)].filter((one) => one !== null);
  return {
    row,
    kind,
    by,
    at,
    /** Of which kind an order is that is given, carried out or ended here. */
    order,
    /** It only says why that does not come to be; that it ends is told next. */
    why,
    good: goods.length ? goods.includes(true) : null,
    upshot: Number(dataset.upshot || 0),
    grave: Number(dataset.grave || 0),
    idle: dataset.idle !== undefined,
    leads: way.length > 0,
    dice: Boolean(row.querySelector?.('.die')),
    within: (dataset.in || '').split(' ').filter(Boolean),
    begins: dataset.story !== undefined,
    /** Whether it begins what is told at once between whom it is. */
    frames: dataset.story !== undefined && at.length > 0,
    ids: [...by, ...at, ...(dataset.pieces || '').split(' ').filter(Boolean)],
  };
}

/** What an order is called that waits for what others do (`Picture.order`). */
const WAITS = 'warning';
/** Whether a line tells of an order that waits: until it lapses that matters as much as what is aimed at somebody. */
export const waits = ({ kind, order }) => kind === 'card' && order === WAITS;

/** Whether a line tells that an order does not come to be. */
export const quits = ({ kind, good }) => kind === 'card' && good === false;

/** How much a line matters. */
export function weight(line) {
  const { kind, good, grave, at, leads, idle } = line;
  if (idle) return IDLE;
  if (quits(line)) return ORDERED;
  if (grave && (grave !== NERVE || good === false)) return grave;
  if (kind === 'fall') return 1;
  if (kind === 'charge') return CHARGED;
  if (AIMS.includes(kind)) return AIMED;
  if (good === false) return kind === 'test' ? AIMED : STATE;
  if (kind === 'card') return at.length || waits(line) ? AIMED : leads ? WENT : ORDERED;
  return { place: PLACED, test: ROLLED, banner: HOUSE }[kind] || (ACTS.includes(kind) ? WENT : SAID);
}
