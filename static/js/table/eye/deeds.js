// What was done, out of lines of the log: each deed with its lines, whose it is, and how much it matters.  What stands
// above the question, what is left to be seen on the table and what is told to who was away are made of it.

import { ACTS, AIMS, GOES, HOUSE, IDLE, NERVE, ORDERED, SAID, STATE, quits, read, waits, weight } from './lines.js';

/** What came of a deed drives one from his place if it matters so much. */
const DRIVEN = 2;
/** What is told so many versions before a line is told right before it. */
const NEAR = 2;
/** How many lines say what came of a deed, beside the one that says who did it; and in short. */
const MOST = 10;
const BRIEF = 2;

const alike = (one, other) => one.length === other.length && one.every((id) => other.includes(id));
const shares = (deed, ids) => ids.some((id) => deed.who.has(id));

const acts = ({ kind }) => ACTS.includes(kind);
const isStep = ({ kind }) => GOES.includes(kind);

/** Whether a line goes on with a deed: what comes of it, more of the same, or a part of its fight. */
function goesOn(deed, line) {
  const inside = Boolean(deed.story) && line.within.includes(deed.story);
  // Where one has the go others may be told to act in it: that is a deed of theirs.
  if (line.kind === 'card' && deed.act && !deed.frames && !alike(deed.by, line.by)) return false;
  // What is called for again is another deed once it is told what came of the first.
  if (line.kind === 'cast' && !line.upshot && deed.ends.length && !deed.frames) return false;
  // An order says more of who has the go than that he has it; the next order is another deed.
  if (line.kind === 'card' && !deed.act) return inside && !deed.card && !deed.alone && !alike(deed.by, line.by);
  if (line.kind === 'fall') return inside || shares(deed, line.ids);
  if (dealt(deed) && !isStep(line) && !line.upshot && !line.grave) return false;
  if (line.frames && (line.kind === 'card' || !opened(deed))) return false;
  if (isStep(line)) return steps(deed, line, inside);
  if (!acts(line))
    return (
      (inside && belongs(deed, line)) ||
      (Boolean(deed.act) && !deed.over && tells(line) && shares(deed, line.ids)) ||
      fares(deed, line)
    );
  const same = deed.by.length > 0 && alike(deed.by, line.by) && (alike(deed.at, line.at) || !line.at.length);
  if (same && deed.act) return inside || deed.act === line.kind;
  return inside && deed.frames;
}

/** Whether it is told what came of one stroke of a fight: what is spent, thrown or said next is of the next. */
const dealt = ({ act, frames, story, ends }) => act === 'blow' && !frames && Boolean(story) && ends.length > 0;

/** Whether a line of the same story is of a deed: of one that is told to be done only what its doer does, or comes of it. */
const belongs = (deed, line) => Boolean(deed.act) || deed.frames || line.kind !== 'test' || alike(deed.by, line.by);

/** Whether what is told between two may begin within it: it has told whom it is about, and nothing has come of it. */
const opened = (deed) => (deed.frames || deed.act === 'charge') && !deed.ends.length;

/** Whether one who goes somewhere goes on with a deed: his own, what he was driven to by it, or towards who charges him. */
function steps(deed, line, inside) {
  const driven = ({ upshot, good, by }) => upshot <= DRIVEN && good === false && alike(by, line.by);
  // Who fled and runs on in another phase does so anew: why he fled was told.
  if (line.kind === 'rout' && deed.over) return false;
  if (inside && deed.ends.some(driven)) return true;
  if (alike(deed.by, line.by)) {
    if (!deed.act) return deed.good === false && deed.ends.length > 0 && !deed.quit;
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
  return (
    same && line.by.length > 0 && !deed.act && !deed.card && !deed.quit && (line.upshot > 0 || deed.ends.length > 0)
  );
}

/** Whether a line goes on with one of the deeds before the last: who was held up charges on, who flees runs on, what was
 * ordered is done. */
function returns(deed, line) {
  const same = alike(deed.by, line.by);
  if (isStep(line) && deed.act === 'charge' && line.within.includes(deed.story)) return same && !arrived(deed);
  if (line.kind === 'rout') return same && Boolean(deed.act) && deed.good === false && !deed.over;
  if (acts(line) || line.kind === 'card' || line.frames) return false;
  // Who has the go anew has begun something else; an order that has led somewhere is done.
  if (deed.card && !deed.act) return same && !deed.led && line.by.length > 0 && !line.begins;
  return deed.good === false && GOES.includes(deed.act) && line.at.length > 0 && alike(line.at, deed.by);
}

/** Whether a deed is the order of which a line tells that it does not come to be. */
const ended = (deed, line) =>
  (deed.card || deed.quit) && !deed.act && deed.order === line.order && alike(deed.by, line.by);

/** The orders of one that were told one after the other, the last of which is the last that fits; of these those that do. */
function declared(found, by, fits) {
  const end = found.findLastIndex(fits) + 1;
  let first = end;
  while (first && ordered(found[first - 1]) && alike(found[first - 1].by, by)) first -= 1;
  return found.slice(first, end).filter(fits);
}
const ordered = ({ act, card, quit }) => !act && (card || quit);

/** The order that does not come to be: that of which was told why, else the first of its kind that stands. */
function given(told, line) {
  const why = !line.why && told.findLast((deed) => deed.why && ended(deed, line));
  return why || declared(told, line.by, (deed) => deed.card && ended(deed, line))[0];
}

/** The deed that a line goes on with, of these. */
function home(found, line) {
  const told = found.filter((deed) => deed.weight < HOUSE);
  if (quits(line)) return given(told, line);
  const last = told[told.length - 1];
  return last && goesOn(last, line) ? last : told.findLast((deed) => returns(deed, line));
}

/** The dice of a side that a line goes on with: those of the other, and what they decide; what tries a nerve is apart. */
function rolls(found, line) {
  const last = found[found.length - 1];
  const goes = line.kind === 'banner' && !line.grave && last?.weight === HOUSE && last.dice && !last.tried;
  return goes ? last : undefined;
}

/** Whether a line tells how somebody fared. */
const tells = ({ kind, upshot, good }) => Boolean(upshot) || kind === 'test' || good === false;

/** What was only told of who does this now, and the step that leads him to whom he does it: they are parts of the deed. */
function announced(found, line) {
  const does = ({ order }) => Boolean(order) && order === line.order;
  const again = (deed) => deed.card && line.kind === 'card' && !(does(deed) && line.good);
  const told = (deed) => !deed.act && !deed.led && deed.weight < HOUSE && !again(deed);
  const suits = (deed) => !deed.order || !line.order || does(deed);
  const orders = (deed) => told(deed) && deed.card && alike(deed.by, line.by) && suits(deed);
  /** Of orders it is told to whom they are given; else it is called for at him. */
  const called = (deed) => told(deed) && deed.card && !(deed.order && line.order);
  const calls = (deed) => called(deed) && line.kind === 'cast' && alike(deed.at, line.at);
  /** Whether it is of who does this, or of whom he strikes. */
  const meets = (deed) => !deed.card || alike(deed.by, line.by) || (line.kind === 'blow' && alike(deed.by, line.at));
  const within = (deed) => Boolean(deed.story) && line.within.includes(deed.story);
  const same = declared(found, line.by, (deed) => orders(deed) && does(deed));
  const exactly = found.indexOf(same.find((deed) => alike(deed.at, line.at)) ?? same[0]);
  let first = exactly < 0 ? found.findLastIndex(orders) : exactly;
  while (exactly < 0 && first > 0 && orders(found[first - 1])) first -= 1;
  const leads = (deed) => deed.act === 'walk' && within(deed) && alike(deed.by, line.by);
  const last = found[found.length - 1];
  const mine = found.filter(
    (deed, n) =>
      n === first ||
      calls(deed) ||
      (told(deed) && within(deed) && meets(deed) && !deed.alone) ||
      (deed === last && (line.kind === 'charge' || line.frames) && leads(deed)),
  );
  for (const deed of mine) found.splice(found.indexOf(deed), 1);
  return mine;
}

function begun(line, before) {
  const { row, by, at, kind, within, frames, upshot, leads } = line;
  return {
    rows: [...before.flatMap(({ rows }) => rows), row],
    lead: row,
    /** Its lines after that. */
    then: [],
    ends: upshot ? [line] : [],
    /** Its lines that tell of something grave, or of what came of it. */
    came: [...before.flatMap(({ came }) => came), ...(comes(line) ? [line] : [])],
    dice: line.dice,
    tried: line.grave === NERVE,
    /** Only said of one within a story, as that he lets pass: that is told of him, and no part of what others do. */
    alone: weight(line) === SAID && kind === 'word' && !line.begins && by.length === 1 && !at.length,
    dull: !before.length && line.begins && kind === 'word' && by.length > 1 && !at.length && !upshot,
    by,
    at,
    who: new Set(line.ids),
    act: acts(line) && !line.idle ? kind : '',
    card: kind === 'card' && !quits(line),
    /** An order that does not come to be: nothing that is done later is of it. */
    quit: quits(line),
    why: quits(line) && line.why,
    /** Whether another phase has begun since. */
    over: false,
    order: line.order,
    /** An order that says which way it led is done: what he does next is another deed. */
    led: kind === 'card' && leads,
    frames,
    story: within[within.length - 1] || '',
    good: line.good,
    weight: weight(line),
  };
}

/** Whether a stroke or a shot came off, as far as is told with this line: one of several is enough, and what is ill for
 * whom it was done to is well for it. */
function cameOff({ good, act, by, at }, line) {
  if (line.good === null) return good;
  const aimed = AIMS.includes(act) && !GOES.includes(act);
  if (acts(line)) return aimed && line.kind === act && good ? true : line.good;
  const suffers = aimed && line.by.length > 0 && line.by.every((id) => at.includes(id) && !by.includes(id));
  if (suffers) return line.good ? good : true;
  return good ?? line.good;
}

function add(deed, line) {
  deed.rows.push(line.row);
  deed.then.push(line);
  for (const id of line.ids) deed.who.add(id);
  if (line.upshot) deed.ends.push(line);
  if (quits(line)) Object.assign(deed, { card: false, quit: true, why: line.why });
  if (comes(line)) deed.came.push(line);
  deed.good = cameOff(deed, line);
  if (!deed.act && acts(line)) deed.act = line.kind;
  deed.weight = Math.min(deed.weight, line.kind || line.upshot ? weight(line) : SAID);
  if (quits(line) && waits(line)) deed.weight = ORDERED;
  // Dice alone lead nothing: the line that says what they decide does.
  if (deed.lead.dataset.more !== undefined && deed.weight === HOUSE) deed.lead = line.row;
}

/** Whether a phase begins with a line. */
const isPhase = ({ row, begins }) => row.dataset.phase !== undefined && !begins;

/** Whether a line tells of nothing that is done. */
const isNone = (line) => isPhase(line) || tellsNothing(line);
const tellsNothing = ({ row, kind, upshot, begins, idle }) =>
  row.classList.contains('is-struck') || (!kind && !upshot && !begins && !idle);

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

/** Whether a line says what came of a deed. */
const comes = (line) => line.upshot > 0 || quits(line) || weight(line) <= STATE;

/** What says what came of a deed: those of its lines that matter most, who fell, is in another state or was tried; else
 * what was done of it last. */
function upshots(deed) {
  const { lead, came, ends } = deed;
  if (deed.weight === HOUSE) return deed.rows.filter((row) => row !== lead && row.dataset.more === undefined);
  if (!came.length) return last(deed).map(({ row }) => row);
  const best = Math.min(...ends.map(({ upshot }) => upshot));
  const says = (line) =>
    line.upshot === best || line.grave > 0 || ['fall', 'test', 'card'].includes(line.kind) || arrived({ then: [line] });
  return gravest(
    came.filter((line) => line.row !== lead && says(line)),
    MOST,
  );
}

/** How soon a line is told of those that say what came of a deed: by how grave it is, then by how much it says of that. */
function rank(line) {
  const heavy = weight(line);
  return heavy <= STATE ? heavy : STATE + (line.upshot || heavy);
}

/** So many of these lines, those that are gravest, as they were told. */
function gravest(lines, most) {
  const ranked = lines.map((line, n) => ({ line, n })).sort((a, b) => rank(a.line) - rank(b.line) || b.n - a.n);
  const told = new Set(ranked.slice(0, most).map(({ line }) => line));
  return lines.filter((line) => told.has(line)).map(({ row }) => row);
}

/** Whether a line of a side's rolls says what they decide. */
const decides = (row, lead, ends) => (row === lead || ends.includes(row)) && !row.querySelector?.('.die');

/** A deed in short: the gravest that came of it, so many; of dice for who begins what they decide. */
export function short({ weight, lead, ends, rows, came }, most = BRIEF) {
  const settles = weight === HOUSE ? rows.filter((row) => decides(row, lead, ends)) : [];
  if (settles.length) return { lead: settles[0], ends: settles.slice(1) };
  return {
    lead,
    ends:
      ends.length > most
        ? gravest(
            came.filter(({ row }) => ends.includes(row)),
            most,
          )
        : ends,
  };
}

/** The last of what is told of an act: of who goes, where he came to. */
function last({ act, by, then }) {
  const more = (line) => (GOES.includes(act) ? isStep(line) && alike(line.by, by) : acts(line) || line.kind === 'test');
  return act ? then.filter(more).slice(-1) : [];
}

/** A deed whose first line only says that several begin, and not what, is led by the next. */
const led = (deed) => (deed.dull ? { ...deed, lead: deed.then[0]?.row } : deed);

/** The deeds that these lines tell of, oldest first as they are: `lead` says who does it, `ends` what came of it. */
export function deeds(rows) {
  const found = [];
  for (const row of rows) {
    const line = read(row);
    if (isPhase(line)) for (const deed of found) deed.over = true;
    if (isNone(line)) continue;
    const deed = weight(line) < HOUSE ? home(found, line) : rolls(found, line);
    if (deed) add(deed, line);
    else found.push(begun(line, acts(line) || line.kind === 'card' || line.frames ? announced(found, line) : []));
  }
  const done = found
    .map(led)
    .filter(({ weight, lead }) => lead && (weight === IDLE || lead.dataset.picture || lead.dataset.upshot));
  return done
    .map((deed) => ({ ...deed, good: deed.good && !vain(deed), ends: upshots(deed), sure: deed.ends.length > 0 }))
    .map((deed) => ({ ...deed, short: short(deed), strokes: strokes(deed) }));
}

/** Whether what came off as it was thrown came to nothing: who could be wounded by it was not, nor is he in another state. */
function vain({ act, rows, came }) {
  const all = AIMS.includes(act) && !GOES.includes(act) ? rows.flatMap(hurts) : [];
  return all.length > 0 && all.every(([, , n]) => !n) && !came.some((line) => weight(line) <= STATE);
}

/** Of a fight that is one deed the lines whose dice show who struck whom and who was wounded, and who joined it, of one stroke of a fight what
 * was spent on it and how it was met; none that says what came of it. */
function strokes({ lead, ends, then, rows, frames, act, story }) {
  const left = (row) => row !== lead && !ends.includes(row);
  if (frames) {
    const joins = act === 'charge' ? [] : rows.slice(0, rows.indexOf(lead)).filter((row) => read(row).kind === 'walk');
    // Of a duel each stroke is a line with its dice.
    const duels = ({ kind, dice }) => act === 'cast' && dice && (kind === 'blow' || kind === 'test');
    const struck = then.filter((line) => duels(line) || blows(line.row).length).map(({ row }) => row);
    return [...joins, ...struck].filter(left);
  }
  if (act !== 'blow' || !story) return [];
  const after = then.filter(({ kind }) => kind === 'test' || kind === 'card').map(({ row }) => row);
  return [...spent(rows.slice(0, rows.indexOf(lead)), lead), ...after].filter(left);
}

/** What is ordered and thrown right before a line. */
function spent(before, lead) {
  const found = [];
  let next = lead;
  for (const row of before.toReversed()) {
    if (place(next) - place(row) > NEAR || !['card', 'test'].includes(read(row).kind)) break;
    found.unshift(row);
    next = row;
  }
  return found;
}
const place = ({ dataset }) => Number(dataset.seq);

/** The deeds that lines tell of, each from its beginning, though that stands among the lines before them. */
export function ongoing(before, rows) {
  const these = new Set(rows);
  const found = deeds([...before, ...rows]).filter((deed) => deed.rows.some((row) => these.has(row)));
  // Of an order that was given before it is told what became of it: it stands no longer.
  const told = found.map((deed) => {
    if (!(deed.card || deed.quit) || deed.act || these.has(deed.lead)) return deed;
    const lead = deed.rows.find((row) => these.has(row));
    const without = (rows) => rows.filter((row) => row !== lead);
    return { ...deed, lead, ends: without(deed.ends), short: { lead, ends: without(deed.short.ends) } };
  });
  const all = [...before, ...rows];
  return told.sort((one, other) => all.indexOf(one.lead) - all.indexOf(other.lead));
}

/** Deeds from what matters most on; of those that matter alike the latest first. */
export const ranked = (all) => all.toReversed().sort((a, b) => a.weight - b.weight);

/** Of these the ones that matter most, so many, as they happened. */
export function weightiest(all, most) {
  const told = new Set(ranked(all).slice(0, most));
  return all.filter((deed) => told.has(deed));
}

/** Who could be wounded by what a line tells, his side, and how many wounds he took. */
export function hurts({ dataset }) {
  const { then = [], ...first } = dataset.picture?.includes('"hurt"') ? JSON.parse(dataset.picture) : {};
  return [first, ...then].flatMap(({ hurt = [] }) => hurt);
}

/** Who strikes whom and what came of it, of a line whose picture shows it. */
export function blows({ dataset }) {
  const { then = [], ...first } = dataset.picture ? JSON.parse(dataset.picture) : {};
  return [first, ...then].filter(({ by, at, dice, word }) => by?.length && at?.length && dice && word);
}
