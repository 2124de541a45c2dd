// The texts in the picture of a board, which is in English, in the language of the page.

import {formatNumber, t as translated} from '../core/texts.js';

/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */

/**
 * Put the names of the places and the headings of a picture into the language of the page.
 * @param {SVGSVGElement} svg
 * @param {readonly PlaceInfo[]} places
 * @param {(id: string) => string} nameOf
 */
export function translate(svg, places, nameOf) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const {id, name} of places) {
    const [, place = ''] = id.split(':');
    const own = nameOf(place);
    if (name && own !== place) texts.set(name, own);
  }
  for (const node of svg.querySelectorAll('text')) {
    // a figure has marks of its own, which stay
    if (node.childElementCount) continue;
    const text = node.textContent ?? '';
    // the catalogue has the texts of all boards: these are no literals of a module
    node.textContent = texts.get(text) ?? (/^\d+\.\d+$/.test(text) ? formatNumber(Number(text)) : translated(text));
  }
}
