// What stands on the board, as the service places it, with names and figures in the language of the page.

import {formatNumber} from '../core/texts.js';

/** @typedef {import('./types.d.ts').Piece} Piece */
/** @typedef {import('./types.d.ts').Names} Names */
/** @typedef {import('../core/types.d.ts').StandingPiece} StandingPiece */

/**
 * Return the pieces of a view.
 * @param {{pieces?: {items: StandingPiece[]}}} view
 * @param {import('./types.d.ts').TitleModule} title
 * @param {string[]} seats names
 * @param {Names} names
 * @returns {Piece[]}
 */
export function labelled(view, title, seats, names) {
  return (view.pieces?.items ?? []).map((piece) => ({
    ...piece,
    text: /^\d+\.\d+$/.test(piece.text) ? formatNumber(Number(piece.text)) : piece.text,
    label: title.label?.(piece, view, seats, names) ?? names.piece(piece.kind),
  }));
}
