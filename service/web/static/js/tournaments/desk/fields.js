// Fields of the forms at the organiser's desk.

import {html} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {t} from '../../core/texts.js';

/**
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {{player: string, name: string | null}} Named
 */

/**
 * A choice of a player. No player is chosen at first, and the choice stays as it is when others come and go.
 * @param {string} id
 * @param {string} name
 * @param {string} label
 * @param {readonly Named[]} players
 */
export function playerSelect(id, name, label, players) {
  return html`<div class="field"><label for=${id}>${label}</label><select id=${id} name=${name} required>
    <option value="">${t('Choose a player')}</option>
    ${repeat(players, ({player}) => player, (each) => html`<option value=${each.player}>
      ${each.name ?? t('Deleted player')}</option>`)}</select></div>`;
}

/**
 * A field for a player who may not be in the tournament. It suggests names.
 * @param {string} id
 * @param {string} label
 */
export function anyoneField(id, label) {
  return html`<ludo-player-field class="field" id=${id} .label=${label}></ludo-player-field>`;
}

/**
 * @param {string} id
 * @param {string} label
 */
export function reasonField(id, label) {
  return html`<div class="field reason"><label for=${id}>${label}</label>
    <input id=${id} name="reason" required maxlength="500" autocomplete="off">
    <span class="hint">${t('Everyone can read it, and it stays in the record. Do not name persons.')}</span></div>`;
}

/**
 * @param {Tournament} tournament
 * @param {string} id
 */
export function nameOf(tournament, id) {
  const found = [...tournament.players, ...tournament.substitutes].find(({player}) => player === id);
  return found?.name ?? t('Deleted player');
}
