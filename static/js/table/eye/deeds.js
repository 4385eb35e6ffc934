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
export const HOUSE = 9;
/** What came of a deed drives one from his place if it matters so much. */
const DRIVEN = 2;
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
    /** Whether it begins what is told at once between whom it is. */
    frames: dataset.story !== undefined && at.length > 0,
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
const isStep = ({ kind }) => GOES.includes(kind);

/** Whether a line goes on with a deed: what comes of it, more of the same, or a part of its fight. */
function goesOn(deed, line) {
  const inside = Boolean(deed.story) && line.within.includes(deed.story);
  // An order says more of who has the go than that he has it; the next order is another deed.
  if (line.kind === 'card' && !deed.act) return inside && !alike(deed.by, line.by);
  if (line.kind === 'fall') return inside || shares(deed, line.ids);
  if (line.frames && (line.kind === 'card' || !opened(deed))) return false;
  if (isStep(line)) return steps(deed, line, inside);
  if (!acts(line)) return inside || (Boolean(deed.act) && tells(line) && shares(deed, line.ids)) || fares(deed, line);
  const same = alike(deed.by, line.by) && (alike(deed.at, line.at) || !line.at.length);
  if (same && deed.act) return inside || deed.act === line.kind;
  return inside && deed.frames;
}

/** Whether what is told between two may begin within it: it has told whom it is about, and nothing has come of it. */
const opened = (deed) => (deed.frames || deed.act === 'charge') && !deed.ends.length;

/** Whether one who goes somewhere goes on with a deed: his own, what he was driven to by it, or towards who charges him. */
function steps(deed, line, inside) {
  const driven = ({ upshot, good, by }) => upshot <= DRIVEN && good === false && alike(by, line.by);
  if (inside && deed.ends.some(driven)) return true;
  if (alike(deed.by, line.by)) {
    if (!deed.act) return deed.good === false && deed.ends.length > 0;
    if (!GOES.includes(deed.act)) return false;
    if (alike(deed.at, line.at) || !line.at.length) return inside || deed.act === line.kind;
    return deed.act === 'walk' && line.kind === 'walk' && !deed.at.length;
  }
  return inside && deed.frames && deed.act === 'charge' && alike(deed.at, line.by) && !arrived(deed);
}

/** Whether it is told how a charge ended. */
const arrived = ({ then }) => then.some(({ kind, good }) => kind === 'charge' && good !== null);

/** Whether it tells how somebody fares of whom no more was told than that. */
function fares(deed, line) {
  const same = alike(deed.by, line.by) && (alike(deed.at, line.at) || !line.at.length);
  return same && line.by.length > 0 && !deed.act && !deed.card && (line.upshot > 0 || deed.ends.length > 0);
}

/** Whether a line goes on with one of the deeds before the last: who was held up charges on, who flees runs on, what was
 * ordered is done. */
function returns(deed, line) {
  const same = alike(deed.by, line.by);
  if (isStep(line) && deed.act === 'charge' && line.within.includes(deed.story)) return same && !arrived(deed);
  if (line.kind === 'rout') return same && Boolean(deed.act) && deed.good === false;
  if (acts(line) || line.kind === 'card' || line.frames) return false;
  if (deed.card && !deed.act) return same && line.by.length > 0;
  return deed.good === false && GOES.includes(deed.act) && line.at.length > 0 && alike(line.at, deed.by);
}

/** The deed that a line goes on with, of these. */
function home(found, line) {
  const told = found.filter((deed) => deed.weight < HOUSE);
  const last = told[told.length - 1];
  return last && goesOn(last, line) ? last : told.findLast((deed) => returns(deed, line));
}

/** Whether a line tells how somebody fared. */
const tells = ({ kind, upshot, good }) => Boolean(upshot) || kind === 'test' || good === false;

/** What was only told of who does this now, and the step that leads him to whom he does it: they are parts of the deed. */
function announced(found, line) {
  const told = (deed) => !deed.act && !(deed.card && line.kind === 'card');
  const orders = (deed) => told(deed) && deed.card && alike(deed.by, line.by);
  const calls = (deed) => told(deed) && deed.card && line.kind === 'cast' && alike(deed.at, line.at);
  const within = (deed) => Boolean(deed.story) && line.within.includes(deed.story);
  let first = found.findLastIndex(orders);
  while (first > 0 && orders(found[first - 1])) first -= 1;
  const leads = (deed) => deed.act === 'walk' && within(deed) && alike(deed.by, line.by);
  const last = found[found.length - 1];
  const mine = found.filter(
    (deed, n) =>
      n === first ||
      calls(deed) ||
      (told(deed) && within(deed)) ||
      (deed === last && (line.kind === 'charge' || line.frames) && leads(deed)),
  );
  for (const deed of mine) found.splice(found.indexOf(deed), 1);
  return mine;
}

function begun(line, before) {
  const { row, by, at, kind, within, frames, upshot } = line;
  return {
    rows: [...before.flatMap(({ rows }) => rows), row],
    lead: row,
    /** Its lines after that. */
    then: [],
    ends: upshot ? [line] : [],
    by,
    at,
    who: new Set(line.ids),
    act: acts(line) ? kind : '',
    card: kind === 'card',
    frames,
    story: within[within.length - 1] || '',
    good: line.good,
    weight: weight(line),
  };
}

function add(deed, line) {
  deed.rows.push(line.row);
  deed.then.push(line);
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

/** What is left to be said of a deed, and of whom else the same. */
function news(deed, left) {
  const said = [deed.lead, ...deed.ends].filter(left);
  const too = (deed.too || []).filter(left);
  return { ...deed, said: said.length ? said : too.splice(0, 1), too };
}

/** What of these lines, oldest first, and of their deeds has not been heard yet: `fresh` deeds with what is to be `said`
 * of each, which is of one that was heard only what has come of it since; and `lines` that no deed has.  With that all of
 * it has been heard. */
export function unheard(all, rows, heard) {
  const left = ({ id }) => !heard.has(id);
  const has = new Set(all.flatMap((deed) => deed.rows));
  const lines = rows.filter((row) => !has.has(row) && speaks(row) && left(row));
  const fresh = all.map((deed) => news(deed, left)).filter(({ said }) => said.length);
  for (const { id } of [...lines, ...fresh.flatMap(({ said, too }) => [...said, ...too])]) heard.add(id);
  return { fresh, lines };
}

/** What says what came of a deed: those of its lines that matter most, and who fell; else what was done of it last. */
function upshots(deed) {
  const { lead, ends } = deed;
  if (!ends.length) return last(deed).map(({ row }) => row);
  const best = Math.min(...ends.map(({ upshot }) => upshot));
  return ends
    .filter(({ upshot, kind, row }) => (upshot === best || kind === 'fall') && row !== lead)
    .slice(-MOST)
    .map(({ row }) => row);
}

/** The last of what is told of an act: of who goes, where he came to. */
function last({ act, by, then }) {
  const more = (line) => (GOES.includes(act) ? isStep(line) && alike(line.by, by) : acts(line) || line.kind === 'test');
  return act ? then.filter(more).slice(-1) : [];
}

/** The deeds that these lines tell of, oldest first as they are: `lead` says who does it, `ends` what came of it. */
export function deeds(rows) {
  const found = [];
  for (const row of rows) {
    const line = read(row);
    if (isNone(line)) continue;
    const deed = weight(line) < HOUSE && home(found, line);
    if (deed) add(deed, line);
    else found.push(begun(line, acts(line) || line.kind === 'card' || line.frames ? announced(found, line) : []));
  }
  const done = found.filter(({ weight, lead }) => weight < HOUSE && (lead.dataset.picture || lead.dataset.upshot));
  const all = done.length ? done : found.filter(({ weight }) => weight === HOUSE);
  return all.map((deed) => ({ ...deed, ends: upshots(deed), sure: deed.ends.length > 0 }));
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
