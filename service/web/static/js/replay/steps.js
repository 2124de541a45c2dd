// Where steps lead: to the next or previous event, decision, turn or round.

/** @typedef {import('../core/types.js').ReplayLine} Line */
/** @typedef {'event' | 'decision' | 'turn' | 'round'} Unit */

/** @type {Record<Unit, (line: Line, next: Line | undefined) => boolean>} */
const STOPS = {
  // a clock that stops or continues is not a step of the game
  event: ({event}) => event.type !== 'clock.switched',
  // a decision is complete with the last event that follows from it
  decision: ({event}, next) => event.cause !== next?.event.cause,
  turn: ({mark}) => mark !== undefined,
  round: ({mark}) => mark?.begins === 'round',
};

/**
 * Return the version to which a step leads: the first or the last one if there is no further stop.
 * @param {readonly Line[]} lines
 * @param {number} version
 * @param {Unit} unit
 * @param {1 | -1} direction
 */
export function stepped(lines, version, unit, direction) {
  const first = lines[0]?.version ?? 0;
  let at = version - first + direction;
  for (; at > 0 && at < lines.length - 1; at += direction) {
    const line = lines[at];
    if (line && STOPS[unit](line, lines[at + 1])) break;
  }
  return first + Math.min(lines.length - 1, Math.max(0, at));
}

/**
 * Whether the title has turns; the steps between events and rounds are its phases otherwise.
 * @param {readonly Line[]} lines
 */
export function hasTurns(lines) {
  return lines.some(({mark}) => mark?.begins === 'turn');
}
