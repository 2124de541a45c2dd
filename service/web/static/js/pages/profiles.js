// The names of profiles and of presets of clocks, and what they are for. The API has their names in English.

import {t} from '../core/texts.js';

/** @typedef {Record<string, string>} Texts */

/**
 * Return the name of a profile; that of the API for one that this page does not know.
 * @param {string} name
 */
export function profileName(name) {
  return /** @type {Texts} */ ({
    booklet: t('booklet'), advanced: t('advanced'), short: t('short'), standard: t('standard'),
  })[name] ?? name;
}

/**
 * Return what a profile is; undefined for one that this page does not know.
 * @param {string} name
 */
export function profileMeaning(name) {
  return /** @type {Texts} */ ({
    'standard': t('The usual rules.'),
    'goblins-2006': t('The rules as La Tana dei Goblin published them in Italian in 2006.'),
    'giochirari-2001': t('The reading of the Italian rules of Giochi Rari, 2001.'),
    'kurz': t('The reading of the German short rules.'),
    'booklet': t('The usual rules, as the booklet has them.'),
    'goblins': t('The usual rules, as La Tana dei Goblin published them in Italian.'),
    'advanced': t('The usual rules with the advanced rule for ships that carry soldiers.'),
    'short': t('A shorter game: eight fields are covered.'),
  })[name];
}

/**
 * Return the name of a preset; that of the API for one that this page does not know.
 * @param {string} name
 */
export function presetName(name) {
  return /** @type {Texts} */ ({
    live: t('live'), evening: t('evening'), correspondence: t('correspondence'), slow: t('slow'),
  })[name] ?? name;
}

/**
 * Return when to use a preset; undefined for one that this page does not know.
 * @param {string} name
 */
export function presetMeaning(name) {
  return /** @type {Texts} */ ({
    live: t('All players are present.'),
    evening: t('All players are present and may take time to think.'),
    correspondence: t('Players look in twice a day.'),
    slow: t('Players look in every few days.'),
  })[name];
}
