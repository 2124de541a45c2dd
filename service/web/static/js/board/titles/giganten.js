// Giganten: what trucks, trains, derricks, tiles, oil in depots and prices are called; cards and auctions in the rack.

import {formatNumber, t, tn} from '../../core/texts.js';

export {SYMBOLS} from './giganten/symbols.js';
export {placeName, rack, sections} from './giganten/near.js';

/**
 * Return what a piece is called.
 * @param {import('../../core/types.d.ts').StandingPiece} piece
 * @param {import('../../core/types.d.ts').GigantenView} view
 * @param {string[]} seats names
 * @param {import('../types.d.ts').Names} names
 */
export function label({kind, seat, count, place, text}, view, seats, names) {
  const owner = {seat: seat === null ? '' : (seats[seat] ?? '')};
  const [, first = '', second = ''] = place.split(':');
  switch (kind) {
    case 'tile':
      return text === '?' ? names.piece('tile') : t('tile with {value}', {value: text});
    case 'derrick':
      return tn(
        'derrick of {seat} with {number} oil marker',
        'derrick of {seat} with {number} oil markers',
        Number(text),
        owner,
      );
    case 'barrel':
      return tn('{number} oil marker of {seat} at {company}', '{number} oil markers of {seat} at {company}', count, {
        ...owner,
        company: names.place(second),
      });
    case 'train':
      return seat === null ? t('Black train') : t('Train of {seat}', owner);
    case 'truck':
      return t('Truck of {seat}', owner);
    default:
      return t('{company}: a marker of oil is worth {price} dollars', {
        company: names.place(first),
        price: formatNumber(Number(second)),
      });
  }
}
