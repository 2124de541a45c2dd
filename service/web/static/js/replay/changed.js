// What events changed on the board: the places and pieces that their types and data name.

/** @typedef {import('../core/types.js').ReplayLine} Line */

/** The kinds of places in the ids of pictures of boards. */
const PLACES = ['place', 'site', 'square', 'exchange', 'company'];

/**
 * Return the ids of what events changed, with the seat that changed it. Ids that a board does not have are harmless.
 * @param {readonly Line[]} lines
 * @returns {Map<string, number>}
 */
export function changedBy(lines) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const {event} of lines) {
    const data = /** @type {Record<string, unknown>} */ (event.data);
    const seat = typeof data['seat'] === 'number' ? data['seat'] : event.seat;
    if (seat === null) continue;
    const texts = textsIn(data);
    // `giganten.truck_driven` is about `truck:2`, `minos.ship_moved` about `ship:1:creta`
    const kinds = event.type.split(/[._]/).slice(1).map((word) => `${word}:${seat}`);
    const pieces = kinds.flatMap((kind) => [kind, ...texts.map((text) => `${kind}:${text}`)]);
    const places = PLACES.flatMap((kind) => texts.map((text) => `${kind}:${text}`));
    for (const id of [...places, ...pieces]) found.set(id, seat);
  }
  return found;
}

/**
 * @param {unknown} value
 * @returns {string[]}
 */
function textsIn(value) {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
