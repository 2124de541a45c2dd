// The answer in preparation, kept in the entry of the page in the history of the browser: it survives a reload.

import {ownValue} from './answer.js';
import {diceChoice} from './dice.js';

/**
 * @typedef {object} Kept What the page keeps of an answer.
 * @property {string} decision
 * @property {string | null} command
 * @property {number | null} value
 * @property {string[]} pressed
 * @property {number[]} released
 * @property {string[]} prepared
 */

/**
 * Keep an answer.
 * @param {import('./answer.js').Answer} answer
 */
export function keep({choice, isOfNow, prepared, pressed, released, state, value}) {
  // before the decision is known, what was kept is still to be restored
  if (!state.own || !isOfNow || state.past) return;
  const [command = null] = choice ? textsOf([choice]) : [];
  /** @type {Kept} */
  const kept = {
    decision: state.own.id, command, value, pressed, released: [...released], prepared: textsOf(prepared),
  };
  if (JSON.stringify(history.state?.answer) !== JSON.stringify(kept)) {
    history.replaceState({...history.state, answer: kept}, '');
  }
}

/**
 * Return the answer that was prepared before the page was loaded again, as far as it is still legal.
 * @param {import('./answer.js').Answer} answer
 * @param {Kept} kept
 */
export function restored(answer, kept) {
  const {choices, dice} = answer;
  const released = new Set(kept.released);
  const same = choices.find(({command}) => JSON.stringify(command) === kept.command);
  const choice = (dice ? diceChoice(dice, released) : same) ?? null;
  const {min, max} = choice?.range ?? {min: 0, max: -1};
  const isWithin = kept.value !== null && kept.value >= min && kept.value <= max;
  const prepared = kept.prepared.flatMap((text) => choices.find(({command}) => JSON.stringify(command) === text) ?? []);
  const value = isWithin ? kept.value : choice && ownValue(choice);
  return {choice, prepared, released, pressed: kept.pressed, value};
}

/** @param {readonly import('../core/types.js').Choice[]} choices */
function textsOf(choices) {
  return choices.map(({command}) => JSON.stringify(command));
}
