// What the keys of a table say: whose turn it is, and the figures of the own seat.

import {formatMoment, t} from '../core/texts.js';
import {factsOf} from './facts.js';
import {nameOrYou} from './names.js';

/** @typedef {import('./state.js').TableState} TableState */

/**
 * Return whose turn it is and until when.
 * @param {TableState} state
 */
export function turnText(state) {
  if (state.isOver) return t('The game is over.');
  const texts = state.asked.map(({seat, due}) => {
    const name = nameOrYou(state, seat);
    return due ? t('{name}, until {moment}', {name, moment: formatMoment(due)}) : name;
  });
  return texts.length ? t('To act: {names}', {names: texts.join('; ')}) : t('No player has to act.');
}

/**
 * Return the main figures of the own seat.
 * @param {TableState} state
 */
export function ownText(state) {
  const {seat, view, words} = state;
  const player = seat === null ? null : view?.['players']?.[seat];
  if (!player) return t('You have no seat.');
  const facts = factsOf(words, player, new Set());
  const main = facts.filter(({isMain}) => isMain);
  return (main.length ? main : facts).map(({label, text}) => `${label}: ${text}`).join('. ');
}
