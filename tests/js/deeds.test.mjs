import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { blows, deeds, ongoing, short: shorter, unheard, weightiest } = await import('../../static/js/table/eye/deeds.js');

/** A line of the log: its name, its picture, and what else is known of it. */
function line(id, picture, { classes = [], ...data } = {}) {
  const dataset = { seq: '1', ...(picture ? { picture: JSON.stringify(picture) } : {}), ...data };
  return { id, dataset, classList: { contains: (name) => classes.includes(name) } };
}
const by = (kind, who, at, more = {}) => ({ kind, by: [who], ...(at ? { at: [at] } : {}), ...more });
/** Deeds in short: who does each, and what came of it. */
const short = (rows) => deeds(rows).map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)].join(' '));

test('a shot is one deed: who shot, and what came of it', () => {
  const volley = { in: 'aim' };
  const rows = [
    line('aim', null, { ...volley, story: 'volley' }),
    line('shot', by('shot', 'T1', 'S1', { good: true }), { ...volley, upshot: '3' }),
    line('stunned', by('word', 'S1', null, { good: false }), { ...volley, upshot: '2' }),
    line('rests', by('word', 'S1')),
  ];
  assert.deepEqual(short(rows), ['shot stunned', 'rests']);
  assert.equal(deeds(rows)[0].good, true);
  assert.deepEqual(short(rows.slice(0, 1)), [], 'aiming alone is nothing yet');
});

test('what hit and wounded nobody did not come off, but what stuns did', () => {
  const volley = { in: 'aim' };
  const came = (hurt, ...more) =>
    deeds([
      line('aim', by('shot', 'T', 'R', { good: true }), { ...volley, story: 'volley' }),
      line('saves', { ...by('test', 'R'), hurt: [['R', 'b', hurt]] }, volley),
      ...more,
    ])[0].good;
  assert.equal(came(0), false);
  assert.equal(came(1), true);
  assert.equal(came(0, line('stunned', by('word', 'R', null, { good: false }), { ...volley, upshot: '2' })), true);
});

test('a deed that was going on when one answered is told from its beginning, and none that was over', () => {
  const fight = { in: 'began' };
  const before = [
    line('ran', by('walk', '9')),
    line('began', { kind: 'word', by: ['1', '2'] }, { ...fight, story: 'combat' }),
    line('yari', by('blow', '1', '2'), fight),
  ];
  const since = [line('hurt', by('word', '2', null, { good: false }), { ...fight, upshot: '3' })];
  const told = ongoing(before, since).map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)]);
  assert.deepEqual(told, [['yari', 'hurt']]);
  assert.deepEqual(ongoing(before, []), []);
});

test('where several strike each stroke is a deed, with what it did', () => {
  const fight = { in: 'began' };
  const rows = [
    line('began', { kind: 'word', by: ['1', '2', '3'] }, { ...fight, story: 'combat' }),
    line('yari', by('blow', '1', '2'), fight),
    line('parried', by('test', '2'), fight),
    line('hurt', by('blow', '1', '2'), fight),
    line('one falls', by('word', '2', null, { good: false }), { ...fight, upshot: '3' }),
    line('katana', by('blow', '3', '2'), fight),
    line('two fall', by('word', '2', null, { good: false }), { ...fight, upshot: '3' }),
    line('runs', by('rout', '2'), fight),
  ];
  assert.deepEqual(short(rows), ['yari one falls', 'katana two fall', 'runs']);
});

test('what is spent, thrown and struck after one stroke has come to something is of the next, and who lets pass does so', () => {
  const fight = { in: 'began' };
  const rows = [
    line('began', { kind: 'word', by: ['1', '2', '3'] }, { ...fight, story: 'combat' }),
    line('yari', by('blow', '1', '2'), { ...fight, seq: '10' }),
    line('parried', by('test', '2'), { ...fight, seq: '11' }),
    line('no wound', by('blow', '1', '2', { good: false }), { ...fight, upshot: '3', seq: '12' }),
    line('passes', by('word', '3'), { ...fight, seq: '14' }),
    line('spends', by('card', '1'), { ...fight, seq: '16' }),
    line('rerolls', by('test', '2'), { ...fight, seq: '17' }),
    line('katana', by('blow', '2', '1'), { ...fight, seq: '18' }),
    line('stunned', by('word', '1', null, { good: false }), { ...fight, upshot: '2', grave: '3', seq: '19' }),
    line('again', by('blow', '2', '1'), { ...fight, seq: '22' }),
    line('dies', { kind: 'fall', by: ['1'] }, { ...fight, upshot: '1', seq: '23' }),
  ];
  assert.deepEqual(short(rows), ['yari no wound', 'passes', 'katana stunned', 'again dies']);
  const told = deeds(rows).map(({ strokes }) => strokes.map(({ id }) => id));
  assert.deepEqual(told, [['parried'], [], ['spends', 'rerolls'], []], 'what was spent on it, and how it was met');
});

test('where it is told at once who fights whom the whole is one deed, with who fell', () => {
  const fight = { in: 'go began' };
  const rows = [
    line('go', by('word', 'G'), { in: 'go', story: 'activation' }),
    line('order', by('card', 'G'), { in: 'go' }),
    line('moves', by('walk', 'G'), { in: 'go' }),
    line('charges', by('charge', 'G', 'A', { good: true }), { in: 'go charges', story: 'charge' }),
    line('began', by('word', 'G', 'A'), { ...fight, story: 'combat' }),
    line('blows', by('blow', 'G1', 'A1', { then: [by('blow', 'A1', 'G1', { good: true })] }), fight),
    line('falls', { kind: 'fall', by: ['A1'] }, { ...fight, upshot: '3' }),
    line('won', by('word', 'G', 'A'), { ...fight, upshot: '2' }),
  ];
  assert.deepEqual(short(rows), ['charges', 'began falls won']);
  assert.deepEqual(
    deeds(rows).map(({ rows: all }) => all.length),
    [4, 4],
  );
});

test('an order that is carried out is a part of what is done, one that waits is a deed', () => {
  const rows = [
    line('told', by('card', '1')),
    line('waits', by('card', '2')),
    line('goes', by('walk', '1')),
    line('on', by('walk', '1')),
    line('lost', by('fall', '9'), { upshot: '1' }),
  ];
  assert.deepEqual(short(rows), ['waits', 'goes on', 'lost']);
});

test('where an order is all that is told of a move it is the deed, and the next order is another', () => {
  const go = { in: 'go' };
  const rows = [
    line('go', by('word', 'R'), { ...go, story: 'activation' }),
    line('run', by('card', 'R'), go),
    line('ready', by('card', 'R'), go),
  ];
  assert.deepEqual(short(rows), ['run', 'ready']);
});

test('an order that says which way it led is done: how far that was is no part of the charge that follows', () => {
  const rows = [
    line('go', by('word', 'G'), { in: 'go', story: 'activation' }),
    line('run', by('card', 'G', null, { way: [0, 0, 9, 0] }), { in: 'go' }),
    line('again', by('word', 'G'), { in: 'again', story: 'activation' }),
    line('assault', by('card', 'G'), { in: 'again' }),
    line('charge', by('charge', 'G', 'P', { good: true }), { in: 'again charge', story: 'charge' }),
    line('moved', by('walk', 'G'), { in: 'again charge' }),
  ];
  assert.deepEqual(
    deeds(rows).map(({ rows: all }) => all.map(({ id }) => id)),
    [
      ['go', 'run'],
      ['again', 'assault', 'charge', 'moved'],
    ],
  );
});

test('where one came to is told of who went: to whom, or into what', () => {
  const rows = [
    line('goes', by('walk', 'D1')),
    line('joins', by('walk', 'D1', 'AS')),
    line('moves', by('walk', 'AB')),
    line('enters', by('walk', 'AB')),
  ];
  assert.deepEqual(short(rows), ['goes joins', 'moves enters']);
});

test('a fight that was ordered is told by whom it is between, and the step that leads to it is part of it', () => {
  const go = { in: 'go' };
  const fight = { in: 'go began' };
  const rows = [
    line('go', by('word', 'R'), { ...go, story: 'activation' }),
    line('order', by('card', 'R'), go),
    line('closer', by('walk', 'R'), go),
    line('began', by('word', 'R', 'S'), { ...fight, story: 'combat' }),
    line('speed', by('blow', 'S1', 'R1'), fight),
    line('level', by('word', 'R', 'S'), { ...fight, upshot: '2' }),
  ];
  assert.deepEqual(short(rows), ['began level']);
  assert.deepEqual(short(rows.toSpliced(2, 1)), ['began level']);
  assert.equal(deeds(rows)[0].rows.length, 6);
});

test('a charge is one deed, with who comes to meet it, who is driven back, and after what held it up', () => {
  const at = { in: 'charge' };
  const struck = line('strikes', by('charge', 'SC', 'AG', { good: true }), { ...at, upshot: '2' });
  const rows = [
    line('declared', by('charge', 'SC', 'AG'), { ...at, story: 'charge' }),
    line('meets', by('word', 'AG', 'SC'), { ...at, upshot: '2' }),
    line('towards', by('walk', 'AG'), at),
    line('runs', by('walk', 'SC'), at),
  ];
  assert.deepEqual(short([...rows, struck]), ['declared meets strikes']);
  const melee = { in: 'charge melee' };
  const fight = [
    line('melee', by('blow', 'SC', 'AG'), { ...melee, story: 'melee' }),
    line('beaten', by('word', 'AG', 'SC', { good: false }), { ...melee, upshot: '2' }),
    line('back', by('walk', 'AG'), melee),
    line('after', by('walk', 'SC', 'AG'), melee),
  ];
  assert.deepEqual(short([...rows, struck, ...fight]), ['declared meets strikes', 'melee beaten', 'after']);
  const held = { in: 'charge held' };
  const fire = [
    line('waited', by('card', 'YU', 'SC'), { ...held, story: 'opportunity' }),
    line('shot', by('shot', 'YU', 'SC'), held),
    line('falls', by('word', 'SC', null, { good: false }), { ...held, upshot: '3' }),
  ];
  const [declared, meets, , runs] = rows;
  const on = line('runs on', by('walk', 'SC'), at);
  assert.deepEqual(short([declared, meets, runs, ...fire, on, struck]), ['declared meets strikes', 'waited falls']);
});

test('who fails and flees is one deed, and others he runs through none of his', () => {
  const rows = [
    line('fails', by('test', 'SC', null, { good: false }), { upshot: '5' }),
    line('breaks', by('word', 'SC', null, { good: false }), { upshot: '1' }),
    line('disorder', by('word', 'SC', null, { good: false })),
    line('flees', by('walk', 'SC')),
    line('in his way', by('word', 'AS', null, { good: false })),
    line('runs through', by('word', 'AS', 'SC')),
    line('runs', by('rout', 'SC')),
    line('holds out', by('test', 'AB', null, { good: true }), { upshot: '5' }),
  ];
  assert.deepEqual(short(rows), ['fails breaks', 'in his way', 'holds out']);
});

test('who fled and runs on in another phase is told to run on: why he fled is told no more', () => {
  const fled = [
    line('fails', by('test', 'SC', null, { good: false }), { upshot: '5' }),
    line('routs', by('word', 'SC', null, { good: false }), { upshot: '1' }),
    line('runs', by('rout', 'SC')),
  ];
  const on = line('runs on', by('rout', 'SC'));
  const phase = line('phase', { kind: 'banner' }, { phase: '' });
  const since = (...rows) => ongoing(fled, rows).map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)]);
  assert.deepEqual(since(on), [['fails', 'routs']], 'in the same phase it is one deed');
  assert.deepEqual(since(phase, on), [['runs on']]);
});

test('who is tried after others have acted goes on with no run that was done before', () => {
  const rows = [
    line('runs', by('card', 'R', null, { way: [[0, 0], [9, 0]] })),
    line('shoots', by('shot', 'P', 'Q')),
    line('fails', by('test', 'R', null, { good: false })),
  ];
  assert.deepEqual(short(rows), ['runs', 'shoots', 'fails']);
});

test('what is announced, called for and tried is one deed; of several orders each is done', () => {
  const march = [by('card', 'blue', '1'), by('card', 'blue', '1'), by('cast', 'B', '1')];
  const rows = [
    ...march.map((picture, n) => line(`march ${n}`, picture)),
    line('tries', by('test', 'B', null, { good: true }), { upshot: '4' }),
    line('works', by('cast', 'B', '1'), { upshot: '3' }),
    line('march', by('card', '2')),
    line('load', by('card', '2')),
    line('marches', by('walk', '2')),
    line('other', by('walk', '3')),
    line('loads', by('word', '2')),
  ];
  assert.deepEqual(short(rows), ['march 2 tries works', 'load', 'marches', 'other']);
});

test('where nothing says what came of a deed, what was thrown last for it does', () => {
  const volley = { in: 'shot' };
  const rows = [
    line('shot', by('shot', 'B', 'T'), { ...volley, story: 'volley' }),
    line('hits', by('blow', 'B', 'T'), volley),
  ];
  assert.deepEqual(short(rows), ['shot hits']);
  assert.equal(deeds(rows)[0].sure, false);
});

test('dice of the sides and what they decide are one deed, told after all else but who does nothing', () => {
  const banner = (id, thrown, data = {}) =>
    Object.assign(line(id, { kind: 'banner' }, data), { querySelector: () => (thrown ? {} : null) });
  const rolls = [banner('one', true, { more: '' }), banner('rolls', true), banner('first', false)];
  const failed = line('clan', by('test', 'hashiba', null, { good: false }));
  const all = [banner('closed', false), ...rolls, failed, line('holds', null, { idle: 'held', pieces: 'B1' })];
  assert.deepEqual(short(all), ['closed', 'rolls first', 'clan', 'holds']);
  const leads = (most) => weightiest(deeds(all), most).map(({ lead }) => lead.id);
  assert.deepEqual([leads(1), leads(2), leads(3)], [['clan'], ['rolls', 'clan'], ['closed', 'rolls', 'clan']]);
});

test('what is grave goes before what is not: who dies, flees, is hurt, fails, is otherwise; then charges, shots, moves', () => {
  const grave = (id, n, picture) => line(id, picture, { grave: String(n), upshot: '3' });
  const rows = [
    line('told', by('card', '1')),
    line('goes', by('walk', '2')),
    line('shoots', by('shot', '3', '4', { good: false }), { upshot: '3' }),
    line('charges', by('charge', '5', '6', { good: false }), { upshot: '2' }),
    grave('stunned', 5, by('word', '7')),
    grave('holds out', 4, by('test', '8', null, { good: true })),
    grave('fails', 4, by('test', '9', null, { good: false })),
    grave('hurt', 3, by('word', '10', null, { good: false })),
    grave('flees', 2, by('rout', '11')),
    grave('dies', 1, by('fall', '12')),
  ];
  const all = deeds(rows);
  const order = all.map((_, n) => weightiest(all, n + 1)).map((told, n, before) => told.find((one) => !before[n - 1]?.includes(one)));
  assert.deepEqual(
    order.map(({ lead }) => lead.id),
    ['dies', 'flees', 'hurt', 'fails', 'stunned', 'charges', 'shoots', 'goes', 'holds out', 'told'],
  );
});

test('who is told to act in the go of another does a deed of his own, and what is called for again is another', () => {
  const go = { in: 'go' };
  const rows = [
    line('go', by('word', 'S'), { ...go, story: 'activation' }),
    line('order', by('card', 'S'), go),
    line('away', by('walk', 'P'), go),
    line('assault', by('card', 'S', 'P'), go),
  ];
  assert.deepEqual(short(rows).at(-1), 'assault');
  const reacts = [
    line('reacts', by('card', 'B', 'S'), go),
    line('fails', by('test', 'B', null, { good: false }), { ...go, upshot: '4' }),
  ];
  assert.deepEqual(short([...rows.slice(0, 2), ...reacts]), ['order', 'reacts fails']);
  const shot = line('shot', by('shot', 'S', 'P'), { in: 'go aims', story: 'volley' });
  assert.deepEqual(short([...rows.slice(0, 2), ...reacts, shot]), ['reacts fails', 'shot']);
  const calls = ['calls', 'calls again'].flatMap((id) => [
    line(id, by('cast', 'B', '1')),
    line(`${id}: tried`, by('test', 'B', null, { good: false }), { upshot: '4' }),
  ]);
  assert.deepEqual(short(calls), ['calls calls: tried', 'calls again calls again: tried']);
});

test('that several begin to fight is no deed of theirs; what each has thrown is', () => {
  const fight = { in: 'began' };
  const rows = [
    line('began', { kind: 'word', by: ['1', '2'] }, { ...fight, story: 'combat' }),
    line('weapon', by('card', '2'), fight),
    line('throws', by('test', '1'), fight),
    line('throws too', by('test', '2'), fight),
  ];
  assert.deepEqual(short(rows.slice(0, 1)), []);
  assert.deepEqual(short(rows), ['weapon', 'throws', 'throws too']);
});

test('a side that was tried and held is told beside the dice for who begins, before and after', () => {
  const banner = (id, thrown, data = {}) =>
    Object.assign(line(id, { kind: 'banner', good: data.grave ? true : null }, data), {
      querySelector: () => (thrown ? {} : null),
    });
  const held = (id) => banner(id, true, { grave: '4', upshot: '3' });
  const all = deeds([held('holds'), banner('dice', true), banner('begins', false), held('holds too')]);
  assert.deepEqual(
    all.map((deed) => [deed.lead.id, deed.short.lead.id]),
    [['holds', 'holds'], ['dice', 'begins'], ['holds too', 'holds too']],
  );
});

test('that several begin nothing, and no more, is no deed', () => {
  const idle = line('idle', { kind: 'word', by: ['1', '2'] }, { story: 'go', in: 'idle', idle: '' });
  assert.deepEqual(short([idle]), []);
});

test('what the sides lay of which nobody is seen is told of each', () => {
  const rows = [line('mine', { kind: 'place' }), line('theirs', { kind: 'place' })];
  assert.deepEqual(short(rows), ['mine', 'theirs']);
});

test('in short the dice for who begins are told by what they decide', () => {
  const banner = (id, thrown) => Object.assign(line(id, { kind: 'banner' }), { querySelector: () => (thrown ? {} : null) });
  const [all] = deeds([banner('mine', true), banner('theirs', true), banner('has it', false), banner('tries', false)]);
  assert.deepEqual([all.short.lead.id, ...all.short.ends.map(({ id }) => id)], ['has it', 'tries']);
});

test('who is tried and holds is told with what was done to him, in short only the gravest', () => {
  const shot = { in: 'shot' };
  const rows = [
    line('shot', by('shot', 'T', 'S'), { ...shot, story: 'volley' }),
    line('hits', by('word', 'S', null, { good: false }), { ...shot, upshot: '4', grave: '3' }),
    line('falls', by('fall', 'S1'), { ...shot, upshot: '4', grave: '3' }),
    line('holds', by('test', 'S', null, { good: true }), { ...shot, upshot: '5', grave: '4' }),
  ];
  const [deed] = deeds(rows);
  assert.deepEqual(deed.ends.map(({ id }) => id), ['hits', 'falls', 'holds']);
  assert.deepEqual(deed.short.ends.map(({ id }) => id), ['hits', 'falls']);
});

test('in short what came of a shot goes before that he who shot was tried and might', () => {
  const volley = { in: 'shot' };
  const rows = [
    line('shot', by('shot', 'A', 'B'), { ...volley, story: 'volley' }),
    line('might', by('test', 'A', null, { good: true }), { ...volley, upshot: '4', grave: '4' }),
    line('no hit', by('word', 'A'), { ...volley, upshot: '3' }),
  ];
  const [deed] = deeds(rows);
  assert.deepEqual(
    shorter(deed, 1).ends.map(({ id }) => id),
    ['no hit'],
  );
});

test('what was taken back, phases and lines that show nothing are no deeds', () => {
  const rows = [
    line('struck', by('walk', 'B1'), { classes: ['is-struck'] }),
    line('phase', { kind: 'banner' }, { phase: '' }),
    line('counted', null),
  ];
  assert.deepEqual(deeds(rows), []);
});

test('of many those are told that matter most, as they happened, and of those alike the latest', () => {
  const rows = [
    line('falls', by('fall', '1'), { upshot: '1' }),
    ...['2', '3', '4'].map((id) => line(`word ${id}`, by('word', id))),
    line('goes', by('walk', '5')),
    line('misses', by('shot', '6', '7', { good: false })),
  ];
  const leads = (most) => weightiest(deeds(rows), most).map(({ lead }) => lead.id);
  assert.deepEqual(leads(2), ['falls', 'misses']);
  assert.deepEqual(leads(4), ['falls', 'word 4', 'goes', 'misses']);
});

test('what comes late of a deed is heard too, and lines that no deed has; each once', () => {
  const heard = new Set();
  const hears = (rows) => {
    const { fresh, lines } = unheard(deeds(rows), rows, heard);
    return [...fresh.map(({ said }) => said.map(({ id }) => id).join(' ')), ...lines.map(({ id }) => `(${id})`)];
  };
  const rows = [line('shot', by('shot', 'T1', 'S1', { good: true })), line('paused', null)];
  assert.deepEqual(hears(rows), ['shot', '(paused)']);
  rows.push(line('falls', by('fall', 'S1'), { upshot: '1' }), line('again', null, { idle: '1' }));
  assert.deepEqual(hears(rows), ['falls', 'again']);
  rows.push(line('back', null, { classes: ['is-struck'] }), line('goes on', null));
  assert.deepEqual(hears(rows), ['(goes on)']);
  assert.deepEqual(hears(rows), []);
});

test('of whom else the same is told is heard with it, and later only he', () => {
  const heard = new Set();
  const all = (too) => [{ lead: line('one'), ends: [], rows: [], too: too.map((id) => line(id)) }];
  const ids = ({ said, too }) => [said.map(({ id }) => id), too.map(({ id }) => id)];
  assert.deepEqual(unheard(all(['two']), [], heard).fresh.map(ids), [[['one'], ['two']]]);
  assert.deepEqual(unheard(all(['two', 'three']), [], heard).fresh.map(ids), [[['three'], []]]);
  assert.deepEqual(unheard(all(['two', 'three']), [], heard).fresh, []);
});

test('who strikes whom is told of a roll that shows it, and of nothing else', () => {
  const more = { dice: 3, word: 'G1 → P2: 1 / 3' };
  const roll = by('blow', 'G1', 'P2', { ...more, then: [by('blow', 'P2', 'G1', { dice: 1, word: 'P2 → G1: 0 / 1' })] });
  const words = (row) => blows(row).map(({ word }) => word);
  assert.deepEqual(words(line('roll', roll)), ['G1 → P2: 1 / 3', 'P2 → G1: 0 / 1']);
  assert.deepEqual(words(line('goes', by('walk', 'G1', null, { word: 'run' }))), []);
  assert.deepEqual(words(line('counted', null)), []);
});

test('who has the go anew goes on with nothing that he did before: that is told no more', () => {
  const before = [
    line('go', by('word', 'Y'), { in: 'go', story: 'activation' }),
    line('run', by('card', 'Y'), { in: 'go' }),
    line('other', by('walk', 'S')),
  ];
  const since = [
    line('again', by('word', 'Y'), { in: 'again', story: 'activation' }),
    line('moves', by('card', 'Y'), { in: 'again' }),
  ];
  assert.deepEqual(
    ongoing(before, since).map(({ rows }) => rows.map(({ id }) => id)),
    [['again', 'moves']],
  );
});

test('of an order that was given before it is told what became of it, and not that it stands', () => {
  const before = [line('waits', by('card', 'Y2'))];
  const since = [line('lapses', by('word', 'Y2'))];
  assert.deepEqual(
    ongoing(before, since).map(({ lead, ends }) => [lead.id, ...ends.map(({ id }) => id)]),
    [['lapses']],
  );
  assert.deepEqual(short(before), ['waits']);
});

test('a volley came off if one of its shots did, or if whom it was aimed at suffers by it', () => {
  const volley = { in: 'fires' };
  const fires = line('fires', by('shot', 'B', 'T'), { ...volley, story: 'volley' });
  const stand = (id, good) => line(id, by('shot', 'B', 'T', { good }), volley);
  const [good] = deeds([fires, stand('one', true), stand('two', false)]);
  assert.equal(good.good, true, 'its last shot alone missed');
  const hits = line('hits', by('word', 'T', null, { good: false }), { ...volley, upshot: '4' });
  assert.equal(deeds([fires, hits])[0].good, true, 'hits are ill for whom they are taken by');
  assert.equal(deeds([fires, stand('one', false), hits])[0].good, true);
  const holds = line('holds', by('test', 'T', null, { good: true }), volley);
  assert.equal(deeds([fires, stand('one', false), holds])[0].good, false, 'who holds has not been hit by that');
});

test('an order that waits matters more than a move, and once it lapses as little as any other that is not done', () => {
  const told = line('waits', by('card', '1', null, { order: 'warning' }), { in: 'a' });
  const ordered = line('ordered', by('card', '2', null, { order: 'march' }), { in: 'b' });
  const gone = line('gone', by('walk', '3'), { in: 'c' });
  const most = (rows, n) => weightiest(deeds(rows), n).map(({ lead }) => lead.id);
  assert.deepEqual(most([told, ordered, gone], 1), ['waits']);
  const lapses = line('lapses', by('card', '1', null, { good: false, order: 'warning' }), { in: 'd' });
  assert.deepEqual(most([told, ordered, gone, lapses], 1), ['gone']);
});
