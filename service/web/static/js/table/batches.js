// What a batch of events brings: the open decisions after it, and what it changed on the board.

/** @typedef {import('../core/types.js').Awaiting} Awaiting */
/** @typedef {import('../core/types.js').Decision} Decision */
/** @typedef {import('../core/types.js').SeenEvent} SeenEvent */
/** @typedef {Pick<Decision, 'id' | 'seat'> & Partial<Decision>} Asked An open decision. */

/** The kinds of places that the data of events name. */
const KINDS = ['place', 'site', 'square'];

/**
 * Return the open decisions, that of the own seat with its choices.
 * @param {Awaiting} awaiting
 */
export function openOf(awaiting) {
  return awaiting.decisions.map((one) => (awaiting.own?.seat === one.seat ? awaiting.own : one));
}

/**
 * Return what the last events changed: the places and pieces that their data name, with the seat that caused them.
 * @param {SeenEvent[]} events
 */
export function changedBy(events) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const {record} of events) {
    const data = /** @type {Record<string, unknown>} */ (record.data);
    const seat = typeof data['seat'] === 'number' ? data['seat'] : record.seat;
    if (seat === null) continue;
    for (const value of Object.values(data).flat()) {
      if (typeof value === 'string') for (const kind of KINDS) found.set(`${kind}:${value}`, seat);
    }
  }
  return found;
}
