// The mark of a seat, and the name of its player or bot.
// A seat is never a colour alone: it has a shape and a number as well.

import {html, svg} from '../../vendor/lit-html/lit-html.js';
import {t} from './texts.js';

/** @typedef {import('./types.js').Seat} Seat */

/** The outline of each shape in a box of 14 units: circle, square, triangle, diamond. */
export const SHAPES = [
  'M7 1a6 6 0 1 1 0 12a6 6 0 1 1 0-12z',
  'M1.5 1.5h11v11h-11z',
  'M7 .8L13.6 13H.4z',
  'M7 0l7 7-7 7-7-7z',
];

/** @param {number} seat */
export function seatShape(seat) {
  return SHAPES[seat % SHAPES.length] ?? '';
}

/**
 * The mark of a seat in its colour, for use inside an element of the class `seat seat-N`. It is decoration: say the
 * name or the number of the seat next to it.
 * @param {number} seat
 */
export function seatMark(seat) {
  return html`<svg viewBox="0 0 14 14" aria-hidden="true">${svg`<path d=${seatShape(seat)} />`}</svg>`;
}

/**
 * The mark with number and name of a seat.
 * @param {number} seat
 * @param {string | null | undefined} name
 */
export function seatName(seat, name) {
  const shown = name ?? t('Seat {seat}', {seat});
  return html`<span class="seat seat-${seat}">${seatMark(seat)}<span class="seat-number">${seat}</span>${shown}</span>`;
}

/**
 * Return the name of a bot; null for a person and for a free seat.
 * @param {string | null | undefined} player
 */
export function botName(player) {
  return player?.startsWith('bot:') ? t('Bot {kind}', {kind: player.slice(4)}) : null;
}

/**
 * Return the name of the player of a seat. A bot that plays several seats has the number of the seat in its name, as in
 * the sentences of the server.
 * @param {Seat | undefined} seat
 * @param {readonly Seat[]} [seats] all seats of the game
 */
export function playerName(seat, seats = []) {
  if (!seat?.player) return t('Free seat');
  const name = seat.name ?? botName(seat.player);
  if (!name) return t('Player of seat {seat}', {seat: seat.seat});
  const isTwice = seats.some((one) => one.seat !== seat.seat && one.player === seat.player);
  return isTwice ? `${name} (${seat.seat})` : name;
}
