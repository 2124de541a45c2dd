// The choices that list a command, and their texts.

import {formatNumber} from './texts.js';

/** @typedef {import('./types.js').Choice} Choice */

/**
 * Return the choice that lists a command; undefined: there is none.
 * @param {readonly Choice[]} choices
 * @param {unknown} command
 */
export function choiceOf(choices, command) {
  const wanted = /** @type {Record<string, unknown>} */ (command);
  return choices.find(({command: listed, range}) => Object.entries(listed).every(([name, value]) => (
    name === range?.field || isSame(value, wanted[name]))));
}

/**
 * Whether two values of JSON are the same. The fields of objects have no order.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
function isSame(one, other) {
  if (!(one instanceof Object && other instanceof Object)) return one === other;
  const [fields, others] = [Object.entries(one), new Map(Object.entries(other))];
  return fields.length === others.size && fields.every(([name, value]) => isSame(value, others.get(name)));
}

/**
 * Return the text of a command by the choice that lists it; a number of a range is added.
 * @param {readonly Choice[]} choices
 * @param {unknown} command
 */
export function textOf(choices, command) {
  const wanted = /** @type {Record<string, unknown>} */ (command);
  const choice = choiceOf(choices, command);
  if (!choice) return String(wanted['type']);
  const text = choice.text ?? choice.command.type;
  return choice.range ? `${text}: ${formatNumber(Number(wanted[choice.range.field]))}` : text;
}
