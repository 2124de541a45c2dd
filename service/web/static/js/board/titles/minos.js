// Minos: what ships, soldiers, settlements, rings, dice and income are called.

import {t} from '../../core/texts.js';

export {SYMBOLS} from './minos/symbols.js';
export {isAsked, placeName, rack, sections} from './minos/near.js';
export {react, tools} from './minos/routes.js';

/** @typedef {import('../../core/types.d.ts').StandingPiece} Piece */
/** @typedef {import('../types.d.ts').Names} Names */
/** @typedef {import('../../core/types.d.ts').MinosView} View */

/**
 * Return what a piece is called.
 * @param {Piece} piece
 * @param {View} view
 * @param {string[]} seats names
 * @param {Names} names
 */
export function label(piece, view, seats, names) {
  const {kind, seat, place} = piece;
  const owner = {seat: seat === null ? '' : (seats[seat] ?? '')};
  switch (kind) {
    case 'covered':
      return t('not in play');
    case 'ship':
      return t('Ship of {seat}', owner);
    case 'soldier':
      return t('Soldier of {seat}', owner);
    case 'badge':
      return badge(piece, view, seats, names);
    default:
      if (seat === null || kind !== `seat${seat}`) return names.piece(kind);
      return place.startsWith('income:')
        ? t('Income of {seat}: {talents} talents', {...owner, talents: view.players[seat]?.income ?? 0})
        : t('settlement of {seat}', owner);
  }
}

/**
 * @param {Piece} piece
 * @param {View} view
 * @param {string[]} seats
 * @param {Names} names
 */
function badge({place, count, text}, {fields}, seats, names) {
  const [kind, name = ''] = place.split(':');
  if (kind === 'die') return t('{symbol} on {count} dice', {symbol: names.piece(name), count});
  const leftBy = kind === 'place' ? fields.find(({field}) => field === name)?.left_by : null;
  return typeof leftBy === 'number' ? t('abandoned by {seat}', {seat: seats[leftBy] ?? ''}) : text;
}
