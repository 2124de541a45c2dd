// The titles, read once a page, and their options.

import {get} from './api.js';
import {formatNumber} from './texts.js';

/**
 * @typedef {import('./types.js').Ruleset} Ruleset
 * @typedef {import('./types.js').Words} Words
 * @typedef {import('./types.js').GameRow} GameRow
 * @typedef {string | number | boolean} Value
 */

/** @type {Promise<Map<string, Ruleset>> | null} */
let asked = null;

/** @returns {Promise<Map<string, Ruleset>>} The titles by name */
export function titles() {
  asked ??= get('/v1/rulesets').then(
    ({items}) => new Map(items.map((/** @type {Ruleset} */ ruleset) => [ruleset.name, ruleset])),
  ).catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/**
 * Return the options of a profile: its own, over those of the data set, over the defaults of the title.
 * @param {Ruleset} ruleset
 * @param {string} profile
 * @param {string} dataSet
 * @returns {Record<string, Value>}
 */
export function optionsOf(ruleset, profile, dataSet) {
  /** @type {Record<string, Value>} */
  const defaults = Object.fromEntries(ruleset.options.map(({name, values}) => [name, values[0] ?? '']));
  const printed = ruleset.data_sets.find(({name}) => name === dataSet)?.options;
  return {...defaults, .../** @type {any} */ (printed), .../** @type {any} */ (ruleset.profiles[profile])};
}

/**
 * Return the names of the options in which a game differs from the default profile.
 * @param {Ruleset} ruleset
 * @param {GameRow} game
 */
export function differences(ruleset, game) {
  const usual = optionsOf(ruleset, ruleset.default_profile, game.data_set);
  const played = /** @type {Record<string, Value>} */ (game.options);
  return ruleset.options
    .filter(({name, absent}) => (played[name] ?? absent) !== usual[name])
    .map(({name, absent}) => ({name, value: played[name] ?? absent}));
}

/**
 * Return the name of a value of an option.
 * @param {Words | undefined} words
 * @param {string} option
 * @param {Value | null | undefined} value
 */
export function valueName(words, option, value) {
  return words?.options[option]?.values.find((each) => each.value === value)?.name
    ?? (typeof value === 'number' ? formatNumber(value) : String(value));
}
