// The own note about a player, which no one else can read.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatMoment, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').PlayerNote} PlayerNote */

/** The characters of a note. */
const LONGEST = 2000;

class PlayerNoteView extends LudoElement {
  /** @type {PlayerNote | null} */ #note = null;
  #refusal = '';

  get #path() {
    return `/v1/players/${encodeURIComponent(this.dataset['player'] ?? '')}/note`;
  }

  async connected() {
    try {
      this.#note = await get(this.#path, {signal: this.leaving});
    } catch (error) {
      if (this.leaving.aborted) return;
      this.#refusal = String(/** @type {Error} */ (error).message);
    }
    this.update();
  }

  view() {
    const note = this.#note;
    if (!note) return this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing;
    return html`<details class="player-note" ?open=${note.text !== ''}><summary>${t('My note')}</summary>
      ${this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing}
      <form @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
        <div class="field"><label for="player-note">${t('Note about this player, which only you can read')}</label>
          <textarea id="player-note" name="text" rows="4" maxlength=${LONGEST} .value=${note.text}></textarea></div>
        <button>${t('Save')}</button>
        ${note.at ? html`<span class="muted">${t('Saved {moment}', {moment: formatMoment(note.at)})}</span>` : nothing}
      </form></details>`;
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const text = new FormData(/** @type {HTMLFormElement} */ (event.target)).get('text');
    this.#refusal = '';
    try {
      this.#note = await send('PUT', this.#path, {text});
      announce(t('Saved.'));
    } catch (error) {
      this.#refusal = error instanceof Error ? error.message : String(error);
    }
    this.update();
  }
}

define('ludo-player-note', PlayerNoteView);
