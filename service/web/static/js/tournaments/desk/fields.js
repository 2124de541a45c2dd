// Fields of the forms at the organiser's desk.

import {html} from '../../../vendor/lit-html/lit-html.js';
import {t} from '../../core/texts.js';

/**
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {{player: string, name: string | null}} Named
 */

/**
 * A choice of a player.
 * @param {string} id
 * @param {string} name
 * @param {string} label
 * @param {readonly Named[]} players
 * @param {number} [first] The place of the player who is chosen at first
 */
export function playerSelect(id, name, label, players, first = 0) {
  return html`<div class="field"><label for=${id}>${label}</label><select id=${id} name=${name} required>
    ${players.map((each, place) => html`<option value=${each.player} ?selected=${place === first}>
      ${each.name ?? t('Deleted player')}</option>`)}</select></div>`;
}

/**
 * @param {string} id
 * @param {string} label
 */
export function reasonField(id, label) {
  return html`<div class="field reason"><label for=${id}>${label}</label>
    <input id=${id} name="reason" required maxlength="500" autocomplete="off">
    <span class="hint">${t('Everybody can read it, and it stays in the record. Do not name persons.')}</span></div>`;
}

/**
 * @param {Tournament} tournament
 * @param {string} id
 */
export function nameOf(tournament, id) {
  const found = [...tournament.players, ...tournament.substitutes].find(({player}) => player === id);
  return found?.name ?? t('Deleted player');
}
