// Siberia: what cubes, workers, salesmen, tokens, tiles and pawns are called; drawn tokens in the rack.

import {t, tn} from '../../core/texts.js';

export {SYMBOLS} from './siberia/symbols.js';
export {pin, placeName, rack, sections} from './siberia/near.js';

/**
 * Return what a piece is called.
 * @param {import('../../core/types.d.ts').StandingPiece} piece
 * @param {import('../../core/types.d.ts').SiberiaView} view
 * @param {string[]} seats names
 * @param {import('../types.d.ts').Names} names
 */
export function label({id, kind, seat, count, place, text}, view, seats, names) {
  const owner = {seat: seat === null ? '' : (seats[seat] ?? '')};
  const [, , token = ''] = id.split(/[:#]/);
  switch (kind) {
    case 'exhausted':
      return t('exhausted');
    case 'figure':
      return text;
    case 'open':
      return tn('{number} open tile {name}', '{number} open tiles {name}', count, {
        name: names.piece(place.split(':')[1] ?? ''),
      });
    case 'worker':
      return t('Worker of {seat}', owner);
    case 'salesman':
      return t('Salesman of {seat}', owner);
    case 'tile':
      return t('investment tile');
    case 'pawn':
      return tn('{number} pawn in reserve', '{number} pawns in reserve', view.players[seat ?? 0]?.reserve ?? count);
    default:
      return names.piece(kind === 'token' ? token : kind);
  }
}
