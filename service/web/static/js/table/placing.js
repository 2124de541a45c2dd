// Tokens that are placed one by one, without any event between: they are prepared, and sent together.

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').SiberiaView} View */

const STEP = 'siberia.place_token';
/** The spaces of a column (rule 2.5); the research zone has room for all. */
const SPACES = 2;

/** @param {Choice} choice */
export function isStep({command}) {
  return command.type === STEP;
}

/**
 * Return the choices that are left when some placements are prepared: those of tokens that are still in the hand, in
 * columns that still have a space.
 * @param {readonly Choice[]} choices
 * @param {readonly Choice[]} prepared
 * @param {View | null} view
 * @param {number | null} seat
 */
export function left(choices, prepared, view, seat) {
  const player = view?.players.find((one) => one.seat === seat);
  if (!prepared.length || !player?.hand) return choices;
  const {hand, columns} = player;
  const count = (/** @type {Choice[]} */ among, /** @type {'token' | 'spot'} */ field, /** @type {string} */ value) =>
    among.filter((choice) => fieldOf(choice, field) === value).length;
  const isFree = (/** @type {string} */ spot) => {
    const column = columns[spot];
    if (!column) return true;
    const filled = column.tokens.length + Number(column.tile) + hand.placed.filter((one) => one.spot === spot).length;
    return filled + count([...prepared], 'spot', spot) < SPACES;
  };
  return choices.filter((choice) => isStep(choice) && isFree(fieldOf(choice, 'spot'))
    && count([...prepared], 'token', fieldOf(choice, 'token')) < inHand(hand.tokens, fieldOf(choice, 'token')));
}

/**
 * Return how many tokens are in the hand that are not prepared.
 * @param {readonly Choice[]} prepared
 * @param {View | null} view
 * @param {number | null} seat
 */
export function handLeft(prepared, view, seat) {
  const player = view?.players.find((one) => one.seat === seat);
  return (player?.hand?.tokens.length ?? 0) - prepared.length;
}

/**
 * @param {readonly string[]} tokens
 * @param {string} token
 */
function inHand(tokens, token) {
  return tokens.filter((one) => one === token).length;
}

/**
 * @param {Choice} choice
 * @param {'token' | 'spot'} field
 */
function fieldOf({command}, field) {
  return String(/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (command))[field]);
}
