// Fields of the forms at the organiser's desk.

import {html} from '../../../vendor/lit-html/lit-html.js';
import {repeat} from '../../../vendor/lit-html/directives/repeat.js';
import {get} from '../../core/api.js';
import {playerIn} from '../../core/people.js';
import {t} from '../../core/texts.js';
import {playersPath} from '../../pages/player_field.js';

/**
 * @typedef {import('../../core/types.js').Tournament} Tournament
 * @typedef {{player: string, name: string | null}} Named
 */

/** Names that a problem suggests. */
const SUGGESTED = 5;

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
 * Return the id of the player in a field of `anyoneField`, by name, address of the profile, or id.
 * @param {HTMLFormElement} form
 * @throws {Error} if no player has the name
 */
export async function anyoneIn(form) {
  const text = /** @type {HTMLInputElement} */ (form.querySelector('ludo-player-field input')).value.trim();
  const id = playerIn(text);
  if (id.includes(':')) return id;
  if (!text) throw new Error(t('Enter the name of a player.'));
  /** @type {{items: {id: string, name: string}[]}} */
  const {items} = await get(playersPath(text.slice(0, 40), SUGGESTED));
  const found = items.find(({name}) => name.toLowerCase() === text.toLowerCase());
  if (found) return found.id;
  throw new Error(items.length
    ? t('No player is called “{name}”. Do you mean one of these: {names}?',
      {name: text, names: items.map(({name}) => name).join(', ')})
    : t('No player is called “{name}”. Who has not signed up yet can do that with the link of this page.',
      {name: text}));
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
