// The answer in preparation, kept in the entry of the page in the history of the browser: it survives a reload.

import {ownValue} from './answer.js';
import {diceChoice, diceOf} from './dice.js';

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
 * Keep an answer, or none any more if nothing is prepared.
 * @param {import('./answer.js').Answer} answer
 */
export function keep(answer) {
  const {choice, isAny, isOfNow, prepared, pressed, released, state, value} = answer;
  // before the decision is known, what was kept is still to be restored
  if (!state.own || !isOfNow || state.past) return;
  if (!isAny) return replace(undefined);
  const [command = null] = choice ? textsOf([choice]) : [];
  /** @type {Kept} */
  const kept = {
    decision: state.own.id, command, value, pressed, released: [...released], prepared: textsOf(prepared),
  };
  replace(kept);
}

/**
 * Keep the answer to a decision no more: it was accepted.
 * @param {string | undefined} decision
 */
export function drop(decision) {
  if (decision !== undefined && history.state?.answer?.decision === decision) replace(undefined);
}

/** @param {Kept | undefined} answer undefined: none is kept any more */
function replace(answer) {
  const {answer: known, ...rest} = history.state ?? {};
  if (JSON.stringify(known) === JSON.stringify(answer)) return;
  const isAny = answer || Object.keys(rest).length;
  try {
    history.replaceState(isAny ? {...rest, ...(answer && {answer})} : null, '');
  } catch {
    // Safari refuses more than 100 changes in 30 seconds: the next one is kept
  }
}

/**
 * Return the answer that was prepared before the page was loaded again, as far as it is still legal.
 * @param {Kept} kept
 * @param {import('../core/types.js').Choice[]} choices
 * @param {Record<string, any> | null} view
 */
export function restored(kept, choices, view) {
  const dice = diceOf(choices, view);
  const released = new Set(kept.released);
  const same = choices.find(({command}) => JSON.stringify(command) === kept.command);
  const choice = (dice ? diceChoice(dice, released) : same) ?? null;
  const {min, max} = choice?.range ?? {min: 0, max: -1};
  const isWithin = kept.value !== null && kept.value >= min && kept.value <= max;
  const prepared = kept.prepared.flatMap((text) =>
    choices.filter(({command}) => JSON.stringify(command) === text).slice(0, 1).map((choice) => ({...choice})));
  const value = isWithin ? kept.value : choice && ownValue(choice);
  return {choice, prepared, released, pressed: kept.pressed, value};
}

/** @param {readonly import('../core/types.js').Choice[]} choices */
function textsOf(choices) {
  return choices.map(({command}) => JSON.stringify(command));
}
