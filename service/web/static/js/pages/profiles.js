// The names of profiles, and what they are, from the words of a title; the names of presets of clocks.

import {t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Ruleset} Ruleset */
/** @typedef {Record<string, {name: string, meaning: string} | undefined>} Named */

/**
 * Return the name of a profile; that of requests while the title is not known.
 * @param {Ruleset | undefined} ruleset
 * @param {string} name
 */
export function profileName(ruleset, name) {
  return /** @type {Named | undefined} */ (ruleset?.words.profiles)?.[name]?.name ?? name;
}

/**
 * Return what a profile is, in one sentence; empty if the title does not say it.
 * @param {Ruleset | undefined} ruleset
 * @param {string} name
 */
export function profileMeaning(ruleset, name) {
  return /** @type {Named | undefined} */ (ruleset?.words.profiles)?.[name]?.meaning ?? '';
}

/**
 * Return what a data set is, in one sentence; empty if the title does not say it.
 * @param {Ruleset | undefined} ruleset
 * @param {string} name
 */
export function dataSetMeaning(ruleset, name) {
  return /** @type {Named | undefined} */ (ruleset?.words.data_sets)?.[name]?.meaning ?? '';
}

/**
 * Return the name of a preset; that of the API for one that this page does not know.
 * @param {string} name
 */
export function presetName(name) {
  return /** @type {Record<string, string>} */ ({
    live: t('live'), evening: t('evening'), correspondence: t('correspondence'), slow: t('slow'),
  })[name] ?? name;
}
