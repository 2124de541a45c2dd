// A field for a player: it suggests names while one types, and also takes the address of a profile.

import {html} from '../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {playerIn} from '../core/people.js';
import {t} from '../core/texts.js';

/** @typedef {{id: string, name: string, created_at: string}} Found */

/** Milliseconds after the last letter. */
export const WAIT = 250;
const SUGGESTED = 8;
/** Names that a problem proposes. */
const PROPOSED = 5;

/**
 * Return the path of the players whose names begin like a text.
 * @param {string} name
 * @param {number} limit
 */
export function playersPath(name, limit) {
  return `/v1/players?${new URLSearchParams({name, limit: String(limit)})}`;
}

/** A text names no player. The message says what to do. */
export class UnknownPlayerError extends Error {}

/**
 * Return the id of the player in the field of a form.
 * @param {HTMLFormElement} form
 * @throws {UnknownPlayerError} if no player has the name
 */
export async function anyoneIn(form) {
  return playerOf(/** @type {HTMLInputElement} */ (form.querySelector('ludo-player-field input')).value);
}

/**
 * Return the id of a player by name, address of the profile, or id.
 * @param {string} entered
 * @throws {UnknownPlayerError} if no player has the name
 */
export async function playerOf(entered) {
  const text = entered.trim();
  const id = playerIn(text);
  if (id.includes(':')) return id;
  if (!text) throw new UnknownPlayerError(t('Enter the name of a player.'));
  /** @type {{items: {id: string, name: string}[]}} */
  const {items} = await get(playersPath(text.slice(0, 40), PROPOSED));
  const found = items.find(({name}) => name.toLowerCase() === text.toLowerCase());
  if (found) return found.id;
  throw new UnknownPlayerError(items.length
    ? t('No player is called “{name}”. Do you mean one of these: {names}?',
      {name: text, names: items.map(({name}) => name).join(', ')})
    : t('No player is called “{name}”. Who has not signed up yet can do that with the link of this page.',
      {name: text}));
}

/** Fires `player` with the id of the player that was chosen, or with what was typed if no player has that name. */
export class PlayerField extends LudoElement {
  label = t('Player');
  /** The id of the player, or a text of the person. */
  value = '';
  /** @type {Found[]} */
  found = [];
  #typed = '';
  /** The name of the player whose id is the value. */
  #name = '';
  #timer = 0;

  get inputId() {
    return `${this.id || 'player'}-input`;
  }

  async connected() {
    this.leaving.addEventListener('abort', () => clearTimeout(this.#timer));
    this.#typed = this.value;
    if (!this.value.includes(':')) return;
    const {items} = await get(`/v1/players?${new URLSearchParams({ids: this.value})}`).catch(() => ({items: []}));
    this.found = items;
    if (items[0]) this.#typed = this.#name = items[0].name;
    this.update();
  }

  /** What was chosen or entered: the id of a player, or a text. */
  get entered() {
    const isChosen = this.#name !== '' && this.#typed.trim() === this.#name;
    return isChosen ? this.value : this.#typed;
  }

  /** @param {string} text */
  #input(text) {
    this.#typed = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#suggest(), WAIT);
  }

  async #suggest() {
    const text = this.#typed.trim();
    if (!text || playerIn(text).includes(':')) return;
    try {
      const {items} = await get(playersPath(text.slice(0, 40), SUGGESTED), {signal: this.leaving});
      if (text === this.#typed.trim()) this.found = items;
      this.update();
    } catch (error) {
      if (!(error instanceof Problem) && !this.leaving.aborted) throw error;
    }
  }

  async #change() {
    clearTimeout(this.#timer);
    const text = this.#typed.trim();
    if (text && !this.found.some(({name}) => name === text)) await this.#suggest();
    const named = this.found.filter(({name}) => name.toLowerCase() === text.toLowerCase());
    const [only] = named.length === 1 ? named : [];
    this.value = only?.id ?? playerIn(text);
    this.#name = only ? text : '';
    this.dispatchEvent(new CustomEvent('player', {detail: this.value, bubbles: true}));
  }

  view() {
    return html`<label for=${this.inputId}>${this.label}</label>
      <input id=${this.inputId} list="${this.inputId}-names" autocomplete="off" spellcheck="false" maxlength="200"
        placeholder=${t('Name or address')} .value=${this.#typed}
        @input=${(/** @type {Event} */ event) => this.#input(/** @type {HTMLInputElement} */ (event.target).value)}
        @change=${() => void this.#change()}>
      <datalist id="${this.inputId}-names">${this.found.map(
        ({name}) => html`<option value=${name}></option>`)}</datalist>`;
  }
}

define('ludo-player-field', PlayerField);
