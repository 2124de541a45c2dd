// Tokens that are placed one by one, without any event between: they are prepared, and sent together.

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').SiberiaView} View */
/** @typedef {NonNullable<View['players'][number]['hand']>} Hand */

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
  return (handOf(view, seat)?.tokens.length ?? 0) - prepared.length;
}

/**
 * Return the hand of a seat; null if it has none, or in another title.
 * @param {View | null} view
 * @param {number | null} seat
 */
export function handOf(view, seat) {
  const hand = view?.players?.find((one) => one.seat === seat)?.hand;
  return hand?.placed ? hand : null;
}

/**
 * Return the prepared placements that are still to be sent: those that have arrived meanwhile are none of them, whether
 * their replies came or not, and in another hand nothing is prepared.
 * @param {readonly Choice[]} prepared
 * @param {Hand | null} before The hand for which they were prepared.
 * @param {View | null} view
 * @param {number | null} seat
 * @param {readonly Choice[]} choices The choices that are legal now.
 */
export function stillPrepared(prepared, before, view, seat, choices) {
  const now = handOf(view, seat);
  if (!before || !now) return [];
  const arrived = now.placed.slice(before.placed.length);
  const all = (/** @type {Hand} */ {tokens, placed}) => [...placed.map(({token}) => token), ...tokens].sort().join();
  if (all(before) !== all(now) || now.placed.length < before.placed.length) return [];
  const open = [...prepared];
  for (const {token, spot} of arrived) {
    const at = open.findIndex((one) => fieldOf(one, 'token') === token && fieldOf(one, 'spot') === spot);
    if (at >= 0) open.splice(at, 1);
  }
  /** @type {Choice[]} */
  const found = [];
  for (const one of open) {
    const text = JSON.stringify(one.command);
    if (left(choices, found, view, seat).some(({command}) => JSON.stringify(command) === text)) found.push(one);
  }
  return found;
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
