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
function changedBy(events) {
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

/**
 * Return what is marked after events: what they have changed, with an own seat also what is marked since its last act.
 * @param {SeenEvent[]} events
 * @param {number | null} seat The own seat.
 * @param {Map<string, number>} [marked]
 */
export function markedBy(events, seat, marked = new Map()) {
  // only the event of a decision has a seat; a hint is no act at the table
  const own = seat === null ? 0
    : events.findLastIndex(({record}) => record.seat === seat && record.type !== 'game.hint_taken');
  const found = changedBy(events.slice(Math.max(0, own)));
  return own < 0 ? new Map([...marked, ...found]) : found;
}

/**
 * Return an event or a decision with the text to the person of the seat, if there is one, instead of that for all.
 * @template {{text?: string, to_you?: string}} T
 * @param {T} told
 * @returns {T}
 */
export function toYou(told) {
  return told.to_you ? {...told, text: told.to_you} : told;
}

/**
 * Return a version of a replay as an event of the history.
 * @param {import('../core/types.js').ReplayLine} line
 * @returns {import('./state.js').ShownEvent}
 */
export function asSeen({version, at, event: {text, ...record}}) {
  return {record: {...record, version, at}, text};
}
