// Since the own turn: what the others have done after the last own decision, as long as the person has not acted again.

/** @typedef {import('../table/state.js').ShownEvent} ShownEvent */

/**
 * @typedef {object} Since
 * @property {number} from The version after the last own decision and what followed from it, or after the start.
 * @property {number} to The last version before the next own decision, or the last known one.
 * @property {'turn' | 'start' | 'unknown'} origin What the first version comes from; unknown: events are missing.
 * @property {boolean} isOpen Whether the person has not acted since.
 * @property {ShownEvent[]} events
 */

/**
 * Whether an event is a decision of a player in the game.
 * @param {ShownEvent} event
 */
function isAct({record}) {
  return record.seat !== null && !/^(game|clock)\./.test(record.type);
}

/**
 * Return the last period in which others have acted; null if none is known.
 * @param {readonly ShownEvent[]} events
 * @param {number} seat The own seat.
 * @returns {Since | null}
 */
export function sinceOf(events, seat) {
  const isOwn = (/** @type {ShownEvent} */ event) => isAct(event) && event.record.seat === seat;
  const other = events.findLastIndex((event) => isAct(event) && event.record.seat !== seat);
  if (other < 0) return null;
  const cause = events.slice(0, other).findLast(isOwn)?.record.version;
  const end = events.findLast(({record}) => record.cause === cause)
    ?? events.find(({record}) => record.type === 'game.started');
  const next = events.slice(other).find(isOwn)?.record.version ?? Infinity;
  const from = (end ?? events[0])?.record.version ?? 0;
  const found = events.filter(({record: {version}}) => version > from && version < next);
  const origin = cause ? 'turn' : end ? 'start' : 'unknown';
  return {from, to: found.at(-1)?.record.version ?? from, origin, isOpen: next === Infinity, events: found};
}
