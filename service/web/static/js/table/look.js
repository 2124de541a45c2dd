// What a signed-in person finds at a table besides the game: how much was written, and who is away.

import {get} from '../core/api.js';

/** @typedef {import('./place.js').Place} Place */

/**
 * Show until when players are away who have said so.
 * @param {Place} place
 * @param {{player: string, until: string}[]} away
 */
export function showAway(place, away) {
  place.away = new Map(away.map(({player, until}) => [player, until]));
  place.emit();
}

/**
 * Show who is away, and return how many messages are not read.
 * @param {Place} place
 * @param {AbortSignal} signal
 */
export async function look(place, signal) {
  const {away, muted, unread} = await get(`${place.path}/talk`, {signal});
  showAway(place, away);
  return muted ? 0 : unread;
}
