// A question which dice to roll again: each die is kept or released.

/** @typedef {import('../core/types.js').Choice} Choice */

/**
 * @typedef {object} Dice
 * @property {string[]} dice The symbols of the dice that may be rolled again, one for each die.
 * @property {string[]} locked The symbols of the dice that stay.
 * @property {Choice[]} rolls The choices that roll.
 * @property {Choice | null} stop The choice that keeps all dice.
 */

/** @param {Choice} choice */
function rolled(choice) {
  const dice = /** @type {Record<string, unknown>} */ (choice.command)['dice'];
  return dice && typeof dice === 'object' ? /** @type {Record<string, number>} */ (dice) : null;
}

/**
 * Return the dice of a question whose choices are sets of dice, and at most one choice that rolls none; null otherwise.
 * @param {readonly Choice[]} choices
 * @param {Record<string, any> | null} view
 * @returns {Dice | null}
 */
export function diceOf(choices, view) {
  const rolls = choices.filter((choice) => rolled(choice));
  const rest = choices.filter((choice) => !rolled(choice));
  if (!rolls.length || rest.length > 1) return null;
  /** @type {Record<string, number>} */
  const most = {};
  for (const choice of rolls) {
    for (const [symbol, number] of Object.entries(rolled(choice) ?? {})) {
      most[symbol] = Math.max(most[symbol] ?? 0, number);
    }
  }
  return {dice: spread(most), locked: spread(lockedOf(view, most)), rolls, stop: rest[0] ?? null};
}

/**
 * @param {Record<string, any> | null} view
 * @param {Record<string, number>} most
 */
function lockedOf(view, most) {
  const shown = view?.['conflict']?.dice ?? view?.['turn']?.dice ?? {};
  return Object.fromEntries(
    Object.entries(shown).map(([symbol, number]) => [symbol, Number(number) - (most[symbol] ?? 0)]),
  );
}

/** @param {Record<string, number>} counts */
function spread(counts) {
  return Object.entries(counts).flatMap(([symbol, number]) => Array(Math.max(0, number)).fill(symbol));
}

/**
 * Return the choice that rolls the released dice again; the choice that stops if none is released; null if it is not
 * listed.
 * @param {Dice} dice
 * @param {ReadonlySet<number>} released The positions of the released dice.
 * @returns {Choice | null}
 */
export function diceChoice(dice, released) {
  if (!released.size) return dice.stop;
  /** @type {Record<string, number>} */
  const wanted = {};
  for (const at of released) {
    const symbol = dice.dice[at] ?? '';
    wanted[symbol] = (wanted[symbol] ?? 0) + 1;
  }
  const fits = (/** @type {Choice} */ choice) => {
    const again = rolled(choice) ?? {};
    return [...new Set([...Object.keys(again), ...Object.keys(wanted)])].every(
      (symbol) => (again[symbol] ?? 0) === (wanted[symbol] ?? 0),
    );
  };
  return dice.rolls.find(fits) ?? null;
}
