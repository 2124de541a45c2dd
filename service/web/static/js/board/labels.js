// The texts in the picture of a board, which is in English, in the language of the page.

import {t} from '../core/texts.js';

/** @typedef {import('./types.d.ts').PlaceInfo} PlaceInfo */

/**
 * Put the names of the places and the headings of a picture into the language of the page.
 * @param {SVGSVGElement} svg
 * @param {readonly PlaceInfo[]} places
 * @param {(id: string) => string} nameOf
 */
export function translate(svg, places, nameOf) {
  /** @type {Map<string, string>} */
  const texts = new Map(Object.entries(headings()));
  for (const {id, name} of places) {
    const [, place = ''] = id.split(':');
    const own = nameOf(place);
    if (name && own !== place) texts.set(name, own);
  }
  for (const node of svg.querySelectorAll('text')) {
    const text = texts.get(node.textContent ?? '');
    if (text) node.textContent = text;
  }
}

function headings() {
  return {
    'Tracks: movement points to enter a space': t('Tracks: movement points to enter a space'),
    'thousands of dollars': t('thousands of dollars'),
    'Depots': t('Depots'),
    'Exchanges, thousands of dollars a cube': t('Exchanges, thousands of dollars a cube'),
    'Investments': t('Investments'),
    'Panels: columns, research, pawns': t('Panels: columns, research, pawns'),
    'Reserves': t('Reserves'),
    'Buildings and income': t('Buildings and income'),
    'Costs: rights, talents': t('Costs: rights, talents'),
    'Income, talents': t('Income, talents'),
    'Dice': t('Dice'),
    'Rings': t('Rings'),
    '1st': t('1st'),
    '2nd': t('2nd'),
    '3rd': t('3rd'),
    '4th': t('4th'),
  };
}
