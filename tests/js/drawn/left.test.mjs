import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Node } from '../page.mjs';

const { Left } = await import('../../../static/js/table/eye/left.js');

const p = (...all) => all.map(([x, y]) => ({ x, y }));
/** A line of the log that shows this. */
const line = (id, kind, by = ['U']) => ({
  id,
  dataset: { picture: JSON.stringify({ kind, by }) },
  classList: { contains: () => false },
});
const deed = (rows, act) => ({ lead: rows[0], rows, act, by: ['U'], at: [], good: null });

/** What is left on a table whose lines tell of these ways, or where these were gone while one looked. */
function left({ told = {}, trodden = {}, labels = {} }) {
  const layer = () => Object.assign(new Node(), { after: () => {}, before: () => {} });
  const eye = {
    stage: { layer: layer(), who: () => ({ by: [], at: [] }) },
    trodden: new Map(Object.entries(trodden)),
    retold: (row) => [{ way: told[row.id] ?? trodden[row.id] ?? [] }],
  };
  return new Left({ trails: { layer: layer() }, labels, members: () => [] }, eye);
}

test('who goes by an order of which nothing more is told is seen on his way after the page was opened anew', () => {
  const rows = [line('has the go', 'word'), line('order', 'card')];
  const way = p([0, 0], [300, 0]);
  const of = (told) => left({ told }).spot(deed(rows, ''));
  assert.deepEqual(of({ order: way })?.points, way);
  assert.equal(of({}), null, 'an order that leads nowhere is told by its line alone');
});

test('who goes several ways one after the other is followed round each bend of them', () => {
  const rows = [line('wheels', 'walk'), line('other', 'walk', ['V']), line('goes on', 'walk')];
  const [first, second] = [p([0, 0], [100, 0], [100, 100]), p([100, 100], [300, 100])];
  const whole = p([0, 0], [100, 0], [100, 100], [300, 100]);
  assert.deepEqual(left({ trodden: { wheels: first, 'goes on': second } }).gone(rows, ['U']), whole);
  assert.deepEqual(left({ told: { wheels: first, 'goes on': second } }).spot(deed(rows, 'walk')).points, whole);
});

test('on a table that has nothing laid yet what is left waits for its numbers', () => {
  const labels = {
    far: 1,
    get taken() {
      return [...this.bodies];
    },
  };
  const rows = [line('goes', 'walk')];
  const found = left({ trodden: { goes: p([0, 0], [300, 0]) }, labels });
  found.call(() => true);
  found.draw([deed(rows, 'walk')]);
  assert.equal(found.numbers.childElementCount, 0);
  Object.assign(labels, { bodies: [] }).then();
  assert.equal(found.numbers.childElementCount, 1);
});

test('a number on the table is that of its row in the list, and what has no row there has none', () => {
  const found = left({ trodden: { goes: p([0, 0], [300, 0]), runs: p([0, 100], [300, 100]) }, labels: { far: 1, taken: [], bodies: [] } });
  const [goes, runs] = ['goes', 'runs'].map((id) => deed([line(id, 'walk')], 'walk'));
  const told = [];
  found.tells = () => {
    told.push([...found.shown.keys()]);
    found.write(() => 4);
  };
  found.draw([goes, runs]);
  assert.ok(found.sees(runs) && !found.sees(deed([line('other', 'walk')], 'walk')));
  found.call((one) => one === runs);
  found.number();
  assert.deepEqual(told, [[], [runs], [runs]], 'whoever numbers them is told whenever they are put');
  assert.equal(found.shown.get(runs).text.textContent, '4.');
});

test('a deed that has no row in the list takes no place on the table from one that has', () => {
  const spot = p([0, 0], [300, 0]);
  const both = left({ trodden: { goes: spot, before: spot }, labels: { far: 1, taken: [], bodies: [] } });
  const [before, goes] = ['before', 'goes'].map((id) => deed([line(id, 'walk')], 'walk'));
  both.draw([before, goes]);
  const where = (one) => both.shown.get(one)?.node.getAttribute('transform');
  both.call((one) => one === goes);
  const best = where(goes);
  both.call(() => true);
  assert.equal(where(before), best, 'the first of two has it');
  assert.notEqual(where(goes), best);
  both.call((one) => one === before);
  assert.deepEqual([where(before), where(goes)], [best, undefined]);
});

test('the number of a shot goes with him whom the list names, and stays where one stood who is gone', () => {
  const found = left({ labels: { far: 1, taken: [], bodies: [] } });
  const spots = { by: [{ x: 0, y: 0, r: 5 }], at: [{ x: 100, y: 0, r: 5 }] };
  found.eye.stage.who = () => spots;
  found.friends = () => false;
  const rows = [line('shoots', 'shot')];
  const shot = { ...deed(rows, 'shot'), at: ['V'] };
  const end = () => found.stood(shot).points[1];
  assert.deepEqual(end(), { x: 95, y: 0 });
  spots.at = [{ x: 300, y: 0, r: 5 }];
  assert.deepEqual(end(), { x: 295, y: 0 });
  spots.at = [];
  assert.deepEqual(end(), { x: 95, y: 0 }, 'as it was when it had just been shown');
  const [way, gone] = [p([0, 0], [300, 0]), left({ trodden: { goes: p([0, 0], [300, 0]) } })];
  assert.deepEqual(gone.stood(deed([line('goes', 'walk')], 'walk')).points, way, 'a way ends where it led');
});

test('who was near a deed when it was told is told of it however others go on, until more is told of it', () => {
  const found = left({});
  const rows = [line('goes', 'walk')];
  let off = 800;
  const measured = () => found.near({ lead: rows[0], rows, by: ['U'] }, true)?.far;
  found.measure = () => ({ who: 'P10', far: `${off}` });
  assert.equal(measured(), '800');
  off = 300;
  assert.equal(measured(), '800');
  rows.push(line('goes on', 'walk'));
  assert.equal(measured(), '300');
  off = 500;
  assert.equal(found.near({ lead: line('other', 'walk'), rows, by: ['U'] }, false).far, '500');
});
