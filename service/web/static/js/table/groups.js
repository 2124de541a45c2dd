// Events in groups: each round and phase by itself, what belongs to a turn, and what a player does without turns.

/** @typedef {import('./state.js').ShownEvent} ShownEvent */

/**
 * @typedef {object} Group
 * @property {'round' | 'phase' | 'turn' | ''} kind What its first event begins; nothing: what one player has done.
 * @property {number | null} seat The seat that acts; null: none.
 * @property {ShownEvent[]} events
 */

/** The ends of the types of events that begin a group. */
const MARKERS = /** @type {const} */ ({round_started: 'round', phase_started: 'phase', turn_started: 'turn'});

/**
 * Whether an event is news. One that only concerns clocks is in the log, but it is neither announced nor listed.
 * @param {ShownEvent} event
 */
export function isNews({record}) {
  return record.type !== 'clock.switched';
}

/** @param {ShownEvent} event */
export function seatOf({record}) {
  const {seat} = /** @type {{seat?: unknown}} */ (record.data);
  return typeof seat === 'number' ? seat : record.seat;
}

/**
 * Return what an event begins.
 * @param {ShownEvent} event
 */
export function beginningOf({record}) {
  return MARKERS[/** @type {keyof typeof MARKERS} */ (record.type.split('.')[1])] ?? '';
}

/**
 * Return events in groups.
 * @param {readonly ShownEvent[]} events
 * @returns {Group[]}
 */
export function groupsOf(events) {
  /** @type {Group[]} */
  const groups = [];
  for (const event of events) {
    const [kind, seat, last] = [beginningOf(event), seatOf(event), groups.at(-1)];
    // what follows from a decision belongs to it, and what others do in a turn to the turn
    const isSame = last && !kind && (last.kind === 'turn'
      || (last.kind === '' && (last.seat === seat || last.events.at(-1)?.record.cause === event.record.cause)));
    if (isSame) last.events.push(event);
    else groups.push({kind, seat: kind === 'round' || kind === 'phase' ? null : seat, events: [event]});
  }
  return groups;
}
