// The draws of a game, counted by their number of outcomes.

/** @typedef {import('../core/types.js').ReplayLine} Line */

/**
 * @typedef {object} Tally
 * @property {number} outcomes
 * @property {number[]} counts By outcome, from 0.
 * @property {number} total
 * @property {number} expected How often each outcome is expected: all are equally likely.
 */

/** The most outcomes of a table. */
const MOST = 20;
/** How often each outcome must be expected at least. */
const LEAST = 1;

/**
 * Count draws: `shown` has the numbers of outcomes with enough draws, `others` is how many draws the rest has.
 * @param {readonly Line[]} lines
 */
export function tallies(lines) {
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const {event} of lines) {
    for (const [outcomes, outcome] of [...drawsIn(event.data), ...drawsIn(event.secret)]) {
      const counts = found.get(outcomes) ?? Array(outcomes).fill(0);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      found.set(outcomes, counts);
    }
  }
  /** @type {Tally[]} */
  const shown = [];
  let others = 0;
  for (const [outcomes, counts] of [...found].sort(([one], [other]) => one - other)) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const expected = total / outcomes;
    if (outcomes > 1 && outcomes <= MOST && expected >= LEAST) shown.push({outcomes, counts, total, expected});
    else others += total;
  }
  return {shown, others};
}

/**
 * Return the draws of an event: pairs of the number of outcomes and the outcome.
 * @param {unknown} fields
 * @returns {[number, number][]}
 */
function drawsIn(fields) {
  return /** @type {{draws?: [number, number][]} | undefined} */ (fields)?.draws ?? [];
}
