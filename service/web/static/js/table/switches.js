// A question whose choices are all combinations of two sides, such as those of tiles: one switch for each tile.

/** @typedef {import('../core/types.js').Choice} Choice */

/**
 * @typedef {object} Switches
 * @property {[string, string][]} pairs The ids of both sides of each tile.
 * @property {readonly Choice[]} choices All combinations.
 */

/** The least number of tiles: the combinations of fewer are a short list. */
const LEAST = 3;

/**
 * Return the switches of a question whose choices are all combinations of two ids; null for any other question.
 * @param {readonly Choice[]} choices
 * @returns {Switches | null}
 */
export function switchesOf(choices) {
  const number = choices[0]?.anchors?.length ?? 0;
  if (number < LEAST || choices.length !== 2 ** number) return null;
  const sides = Array.from({length: number}, (_, at) => [...new Set(choices.map(({anchors}) => anchors?.[at]))]);
  const isPair = sides.every((pair) => pair.length === 2 && pair.every(Boolean));
  return isPair ? {pairs: /** @type {[string, string][]} */ (sides), choices} : null;
}

/**
 * Return the choice in which the tile with a side is turned over, or shows this side if it is below; null for an id
 * that is no side.
 * @param {Switches} switches
 * @param {Choice} choice
 * @param {string} id
 */
export function turned({pairs, choices}, choice, id) {
  const at = pairs.findIndex((pair) => pair.includes(id));
  if (at < 0) return null;
  const wanted = [...(choice.anchors ?? [])];
  wanted[at] = (wanted[at] === id ? pairs[at]?.find((side) => side !== id) : id) ?? id;
  return choices.find(({anchors}) => wanted.every((side, number) => anchors?.[number] === side)) ?? null;
}
