// The words of the titles, read once a page.

import {get} from './api.js';

/** @typedef {import('./types.js').Words} Words */

/** @type {Map<string, Promise<Words>>} */
const words = new Map();

/**
 * @param {string} title
 * @returns {Promise<Words>}
 */
export function wordsOf(title) {
  const known = words.get(title) ?? get(`/v1/rulesets/${encodeURIComponent(title)}/words`);
  words.set(title, known);
  known.catch(() => words.delete(title));
  return known;
}
