// The titles and words of the games in a list, loaded as they are needed.

import {titles} from '../core/titles.js';
import {wordsOf} from '../core/words.js';

/**
 * @typedef {import('../core/element.js').LudoElement} LudoElement
 * @typedef {import('./game_card.js').Known} Known
 */

/**
 * Return what is known of titles and words. It grows, and the element is rendered again.
 * @param {LudoElement} element
 * @returns {Known & {need: (title: string) => void}}
 */
export function knownFor(element) {
  /** @type {Set<string>} */
  const needed = new Set();
  const known = {
    titles: new Map(),
    words: new Map(),
    /** @param {string} title */
    need(title) {
      if (needed.has(title)) return;
      needed.add(title);
      wordsOf(title).then((words) => {
        known.words.set(title, words);
        element.update();
      }, () => needed.delete(title));
    },
  };
  titles().then((found) => {
    known.titles = found;
    element.update();
  }, () => {});
  return known;
}
