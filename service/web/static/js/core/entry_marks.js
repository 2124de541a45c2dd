// Whom the opener of a game lets join, as short marks.

import {formatNumber, formatPercent, t} from './texts.js';

/** @typedef {import('./types.js').GameRow} GameRow */

/**
 * Return the marks of a game that not everyone may join.
 * @param {Pick<GameRow, 'min_completion' | 'min_rating' | 'max_rating' | 'status'>} game
 */
export function entryMarks({min_completion: completion, min_rating: lowest, max_rating: highest, status}) {
  if (status !== 'open') return [];
  return [
    completion !== null && t('finishes {percent} of games', {percent: formatPercent(completion)}),
    lowest !== null && highest === null && t('rating from {lowest}', {lowest: formatNumber(lowest)}),
    highest !== null && lowest === null && t('rating up to {highest}', {highest: formatNumber(highest)}),
    lowest !== null && highest !== null && t('rating {lowest} to {highest}',
      {lowest: formatNumber(lowest), highest: formatNumber(highest)}),
  ];
}
