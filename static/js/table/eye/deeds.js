// What was done, out of lines of the log: each deed with its lines, whose it is, and how much it matters.  What stands
// above the question, what is left to be seen on the table and what is told to who was away are made of it.

/** What is done on the table, and that of it which leads somewhere. */
const ACTS = ['walk', 'rout', 'charge', 'shot', 'blow', 'cast', 'fall', 'place'];
export const GOES = ['walk', 'rout', 'charge'];
/** What is done to somebody: it leaves a line from one to the other. */
export const AIMS = ['charge', 'shot', 'blow', 'cast'];
/** So much a deed matters: what came of one is told by its line itself, from 1 on. */
const STRUCK = 5;
const WENT = 6;
const ROLLED = 7;
const SAID = 8;
/** Who tries first, and dice for it: told only where there is nothing else. */
const HOUSE = 9;
/** How many lines say what came of a deed, beside the one that says who did it. */
const MOST = 2;

const alike = (one, other) => one.length === other.length && one.every((id) => other.includes(id));
const shares = (deed, ids) => ids.some((id) => deed.who.has(id));

/** What a line tells: its picture, in which stories it stands, whom it is about. */
function read(row) {
  const { dataset } = row;
  const { kind = '', by = [], at = [], good = null, then = [] } = dataset.picture ? JSON.parse(dataset.picture) : {};
  const goods = [good, ...then.map((one) => one.good ?? null)].filter((one) => one !== null);
  return {
    row,
    kind,
    by,
    at,
    good: goods.length ? goods.includes(true) : null,
    upshot: Number(dataset.upshot || 0),
    within: (dataset.in || '').split(' ').filter(Boolean),
    begins: dataset.story !== undefined,
    ids: [...by, ...at, ...(dataset.pieces || '').split(' ').filter(Boolean)],
  };
}

/** How much a line matters. */
function weight({ kind, good, upshot }) {
  if (upshot) return Math.min(upshot, STRUCK);
  if (good === false || AIMS.includes(kind) || kind === 'fall') return STRUCK;
  if (ACTS.includes(kind)) return WENT;
  return { test: ROLLED, banner: HOUSE }[kind] || SAID;
}

const acts = ({ kind }) => ACTS.includes(kind);

/** Whether a line goes on with the deed told last: what comes of it, more of the same, or a part of its fight. */
function goesOn(deed, line) {
  const inside = Boolean(deed.story) && line.within.includes(deed.story);
  // An order says more of who has the go than that he has it; the next order is another deed.
  if (line.kind === 'card' && !deed.act) return inside && !alike(deed.by, line.by);
  if (line.kind === 'fall') return inside || shares(deed, line.ids);
  if (!acts(line)) return inside || (Boolean(deed.act) && tells(line) && shares(deed, line.ids));
  const same = alike(deed.by, line.by) && (alike(deed.at, line.at) || !line.at.length);
  if (same && deed.act) return inside || deed.act === line.kind;
  return inside && deed.frames && !GOES.includes(line.kind);
}

/** Whether a line tells how somebody fared. */
const tells = ({ kind, upshot, good }) => Boolean(upshot) || kind === 'test' || good === false;

/** What was only told of who does this now: it is part of the deed. */
function announced(found, line) {
  const at = found.findLastIndex(
    (deed) =>
      !deed.act &&
      !(deed.card && line.kind === 'card') &&
      ((deed.card && alike(deed.by, line.by)) || (Boolean(deed.story) && line.within.includes(deed.story))),
  );
  return at < 0 ? [] : found.splice(at, 1)[0].rows;
}

function begun(line, rows) {
  const { row, by, at, kind, within, begins, upshot } = line;
  return {
    rows: [...rows, row],
    lead: row,
    ends: upshot ? [line] : [],
    by,
    at,
    who: new Set(line.ids),
    act: acts(line) ? kind : '',
    card: kind === 'card',
    /** Whether it is told at once between whom all this is. */
    frames: begins && at.length > 0,
    story: within[within.length - 1] || '',
    good: line.good,
    weight: weight(line),
  };
}

function add(deed, line) {
  deed.rows.push(line.row);
  for (const id of line.ids) deed.who.add(id);
  if (line.upshot) deed.ends.push(line);
  if (line.good !== null && (acts(line) || deed.good === null)) deed.good = line.good;
  if (!deed.act && acts(line)) deed.act = line.kind;
  deed.weight = Math.min(deed.weight, line.kind || line.upshot ? weight(line) : SAID);
}

/** Whether a line tells of nothing that is done. */
const isNone = ({ row, kind, upshot, begins }) =>
  row.classList.contains('is-struck') ||
  row.dataset.idle !== undefined ||
  (row.dataset.phase !== undefined && !begins) ||
  (!kind && !upshot && !begins);

/** Whether a line says anything by itself. */
const speaks = ({ classList, dataset }) => !classList.contains('is-struck') && dataset.idle === undefined;

/** What of these lines, oldest first, and of their deeds has not been heard yet: `fresh` deeds with what is to be `said`
 * of each, which is of one that was heard only what has come of it since; and `lines` that no deed has.  With that all of
 * it has been heard. */
export function unheard(all, rows, heard) {
  const left = ({ id }) => !heard.has(id);
  const has = new Set(all.flatMap((deed) => deed.rows));
  const lines = rows.filter((row) => !has.has(row) && speaks(row) && left(row));
  const fresh = all
    .map((deed) => ({ ...deed, said: [deed.lead, ...deed.ends].filter(left) }))
    .filter(({ said }) => said.length);
  for (const { id } of [...lines, ...fresh.flatMap(({ said }) => said)]) heard.add(id);
  return { fresh, lines };
}

/** What says what came of a deed: those of its lines that matter most, and who fell. */
function upshots({ lead, ends }) {
  const best = Math.min(...ends.map(({ upshot }) => upshot));
  return ends
    .filter(({ upshot, kind, row }) => (upshot === best || kind === 'fall') && row !== lead)
    .slice(-MOST)
    .map(({ row }) => row);
}

/** The deeds that these lines tell of, oldest first as they are: `lead` says who does it, `ends` what came of it. */
export function deeds(rows) {
  const found = [];
  for (const row of rows) {
    const line = read(row);
    if (isNone(line)) continue;
    const last = weight(line) < HOUSE && found.findLast((deed) => deed.weight < HOUSE);
    if (last && goesOn(last, line)) add(last, line);
    else found.push(begun(line, acts(line) || line.kind === 'card' ? announced(found, line) : []));
  }
  const done = found.filter(({ weight, lead }) => weight < HOUSE && (lead.dataset.picture || lead.dataset.upshot));
  const all = done.length ? done : found.filter(({ weight }) => weight === HOUSE);
  return all.map((deed) => ({ ...deed, ends: upshots(deed) }));
}

/** Of these the ones that matter most, so many, as they happened; of those that matter alike the latest. */
export function weightiest(all, most) {
  const ranked = all.map((deed, n) => ({ deed, n })).sort((a, b) => a.deed.weight - b.deed.weight || b.n - a.n);
  const told = new Set(ranked.slice(0, most).map(({ deed }) => deed));
  return all.filter((deed) => told.has(deed));
}

/** Who strikes whom and what came of it, of a line whose picture shows it. */
export function blows({ dataset }) {
  const { then = [], ...first } = dataset.picture ? JSON.parse(dataset.picture) : {};
  const found = [first, ...then].filter(({ by, at, dice, word }) => by?.length && at?.length && dice && word);
  return found.map(({ word }) => word).join('; ');
}
