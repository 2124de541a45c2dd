// The thumbnail of a game in a list: the map, which all games of a title share, and the pieces over it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';

/** The size of a thumbnail in pixels, before style sheets change it: it has its place before it is loaded. */
const [WIDTH, HEIGHT] = [100, 60];

/**
 * Show a position, or the map of a game that has not begun. A game that is not public has a map without pieces.
 * @param {{ruleset: string, data_set: string, status?: string, visibility?: string}} game
 * @param {string} id
 * @param {number} seats
 */
export function thumbnail({ruleset, data_set: dataSet, status = 'ended', visibility}, id, seats) {
  const query = new URLSearchParams({data_set: dataSet, seats: String(seats)});
  const isShown = visibility !== 'private' && (status === 'running' || status === 'ended');
  return html`<span class="thumbnail">${picture(`/embed/boards/${ruleset}/map.svg?${query}`)}${
    isShown ? picture(`/embed/games/${id}/pieces.svg`) : nothing}</span>`;
}

/** Show the map of a title. @param {string} ruleset */
export function mapOf(ruleset) {
  return html`<span class="thumbnail">${picture(`/embed/boards/${ruleset}/map.svg`)}</span>`;
}

/** @param {string} address */
function picture(address) {
  return html`<img src=${address} alt="" width=${WIDTH} height=${HEIGHT} loading="lazy" decoding="async">`;
}
