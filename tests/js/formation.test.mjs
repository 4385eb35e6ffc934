import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page.mjs';

const { inside } = await import('../../static/js/table/space/geom.js');
const { bearing, between } = await import('../../static/js/table/space/bearing.js');
const formation = await import('../../static/js/table/space/formation.js');
const body = { at: { x: 50_000, y: 50_000 }, facing: 0, number: 20, files: 5, across: 2000, deep: 2000 };
const near = (a, b, most = 2) =>
  assert.ok(Math.abs(a.x - b.x) <= most && Math.abs(a.y - b.y) <= most, `${a.x},${a.y} is not ${b.x},${b.y}`);

test('its size comes of its ranks and files', () => {
  assert.equal(formation.ranks(body), 4);
  assert.equal(formation.width(body), 10_000);
  assert.equal(formation.depth(body), 8000);
  assert.deepEqual(formation.centre(body), { x: 50_000, y: 54_000 });
  assert.deepEqual(formation.footprint(body)[0], { x: 45_000, y: 50_000 });
});

test('forward and back is where it was', () => {
  const [, on, home] = formation.course({ ...body, facing: 3100 }, [
    { name: 'forward', by: 7777 },
    { name: 'back', by: 7777 },
  ]);
  assert.notDeepEqual(on.at, body.at);
  near(home.at, body.at, 1);
});

test('a wheel keeps its pivot, and back again it stands where it stood', () => {
  for (const by of [1500, -4500, 9000]) {
    const end = formation.after(body, { name: 'wheel', by });
    near(formation.pivot(end, by), formation.pivot(body, by));
    const corner = by > 0 ? 1 : 0;
    near(formation.footprint(end)[corner], formation.footprint(body)[corner]);
  }
});

test('a turn about stands on the same ground and looks the other way', () => {
  const end = formation.after(body, { name: 'turn', by: 18_000 });
  assert.equal(end.facing, 18_000);
  near(formation.footprint(end)[0], formation.footprint(body)[2]);
});

test('a turn to the side makes files of its ranks about the same middle', () => {
  const end = formation.after(body, { name: 'turn', by: 9000 });
  assert.equal(end.files, 4);
  near(formation.centre(end), formation.centre(body));
});

test('who faces keeps its middle; who slides its facing', () => {
  const faced = formation.after(body, { name: 'face', by: 4500 });
  near(formation.centre(faced), formation.centre(body));
  const slid = formation.after(body, { name: 'slide', by: 1000, way: 9000 });
  assert.deepEqual([slid.at, slid.facing], [{ x: 51_000, y: 50_000 }, 0]);
});

test('what a step passes over holds where it begins and ends', () => {
  for (const name of ['forward', 'back', 'slide']) {
    const step = { name, by: 3000, way: 4500 };
    const [outline] = formation.swept(body, step);
    for (const one of [body, formation.after(body, step)]) assert.ok(inside(outline, formation.centre(one)), name);
  }
  assert.deepEqual(formation.swept(body, { name: 'files', by: 4 }), [
    formation.footprint(formation.after(body, { name: 'files', by: 4 })),
  ]);
});

test('a wheel passes over an arc about its pivot', () => {
  const [outline] = formation.swept(body, { name: 'wheel', by: 4500 });
  const [at, , ...arc] = outline;
  near(at, formation.pivot(body, 4500));
  for (const p of arc) assert.ok(Math.abs(Math.hypot(p.x - at.x, p.y - at.y) - formation.width(body)) <= 3);
  near(arc.at(-1), formation.footprint(formation.after(body, { name: 'wheel', by: 4500 }))[0]);
});

test('a measured step costs by its length, another at once', () => {
  assert.equal(formation.cost({ name: 'back', by: 1001 }, { back: [2, 1] }), 2002);
  assert.equal(formation.cost({ name: 'turn', by: 9000 }, { turn: [500, 1] }), 500);
  assert.equal(formation.cost({ name: 'files', by: 3 }, {}), 0);
});

test('bearings are hundredths of a degree, clockwise from ahead', () => {
  assert.equal(bearing({ x: 0, y: 0 }, { x: 10, y: 0 }), 9000);
  assert.equal(bearing({ x: 0, y: 0 }, { x: -10, y: 0 }), 27_000);
  assert.equal(between(35_000, 1000), 2000);
  assert.equal(between(1000, 35_000), -2000);
});

test('after the wheel that is found a point lies straight ahead, and one degree less would not do', () => {
  const p = { x: 60_000, y: 20_000 };
  const by = formation.wheelTo(body, p, 9000);
  assert.ok(by > 0);
  assert.ok(formation.seen(formation.after(body, { name: 'wheel', by }), p).right <= 0);
  assert.ok(formation.seen(formation.after(body, { name: 'wheel', by: by - 100 }), p).right > 0);
  assert.equal(formation.wheelTo(body, { x: 150_000, y: 49_000 }, 1000), null);
  assert.equal(formation.wheelTo(body, { x: 60_000, y: 90_000 }, 9000), 0);
});

test('along a bearing only what lies that way counts', () => {
  assert.ok(Math.abs(formation.along({ x: 0, y: 0 }, { x: 30, y: -40 }, 0) - 40) < 1e-9);
});
