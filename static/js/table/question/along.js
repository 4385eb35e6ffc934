// What is said of a walk before it is given.

/** What a walk leads to: how long it is stands at its end; on a phone what is written elsewhere on the table is said whole,
 * and no more. */
export function along(reply) {
  if (!reply || reply.no) return [];
  const [first, ...rest] = reply.notes;
  if (!matchMedia('(max-width: 720px)').matches) return rest;
  const written = new Set((reply.marks || []).filter(({ kind }) => kind === 'label').map(({ note }) => note?.clause));
  return rest.filter(({ clause: id }) => id && id !== first.clause && written.has(id));
}
