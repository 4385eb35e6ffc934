// Bases draw one another: what is let go hardly off an enemy's base is meant to touch it.

import { distance, towards, units } from '../space/geom.js';
import { word } from '../../page/words.js';

/** It is drawn within so many pixels, or so many 1/100 mm, whichever is more. */
const PIXELS = 8;
const LENGTH = 500;

/** Bases that touch are drawn so far apart, in drawing units: the server's word is what counts. */
export const TOUCH = 0.27;

/** How far within a pointer draws, of a camera. */
export const pull = (camera) => Math.max(camera.px(PIXELS), units(LENGTH));

/** How far a base of radius r at p is off another. */
const gap = (base, p, r) => distance(p, base) - base.r - r;

/** Where a base of radius r stands beside another, on the line from that to p. */
export function touching(base, p, r) {
  return towards(base, p, base.r + r + TOUCH);
}

/** Of a way those places at which a base of radius r does not lie on this one; the first in any case. */
export const outside = (points, base, r) => points.filter((p, n) => !n || gap(base, p, r) >= 0);

/** Where a base of radius r stands that is let go at p: touching the nearest of these, if it is hardly off one. */
export function drawnTo(bases, p, r, most) {
  const near = bases
    .filter((base) => Math.abs(gap(base, p, r)) <= most)
    .sort((a, b) => Math.abs(gap(a, p, r)) - Math.abs(gap(b, p, r)))[0];
  return near && distance(p, near) ? touching(near, p, r) : p;
}

/** What a button says of contact: whom the way engages, the one that is allowed instead of what was drawn too, or that it touches nobody. */
export function contact(bases, { reply, drawn, found, r }) {
  const touched = (p) => bases.filter((base) => Math.abs(gap(base, p, r)) < 1);
  const now = found ? touched(found) : [];
  if (now.length) return now.map(({ called }) => ` · ${word('engages', { who: called })}`).join('');
  if (found) return touched(drawn).length ? `, ${word('no-contact')}` : '';
  const met = (reply?.marks || []).filter(({ kind, note }) => kind === 'touch' && note);
  return met.map(({ note }) => ` · ${note.text}`).join('');
}
