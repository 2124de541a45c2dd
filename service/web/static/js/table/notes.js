// One's own notes about a game: each belongs to a version, the present one or that of the replay.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';
import {styled} from './place.js';

/** @typedef {import('../core/types.js').GameNote} GameNote */
/** @typedef {import('./state.js').TableState} TableState */

/** The characters of a note. */
const LONGEST = 2000;

class Notes extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {GameNote[]} */ #notes = [];
  /** The version about which one writes, and what: the game goes on meanwhile. */
  #version = -1;
  #text = '';
  /** Whether the text differs from the note: then it stays, whatever version is shown. */ #isChanged = false;
  #refusal = '';

  connected() {
    styled();
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
    // others have no notes
    if (!this.state.hasPlayed) return;
    get(`${this.state.path}/notes`, {signal: this.leaving}).then(({items}) => this.#take(items), (error) => {
      if (!this.leaving.aborted) this.#refused(error);
    });
  }

  /** @param {GameNote[]} notes */
  #take(notes) {
    this.#notes = notes;
    this.#version = -1;
    this.#isChanged = false;
    this.update();
  }

  view() {
    if (!this.state.hasPlayed) return nothing;
    const shown = this.state.past?.version ?? this.state.version;
    if (this.#version < 0 || (this.state.past && !this.#isChanged && this.#version !== shown)) {
      this.#version = shown;
      this.#text = this.#notes.find(({version}) => version === shown)?.text ?? '';
    }
    const number = this.#version;
    // a note of the version that the replay shows is open, and what is not saved
    const isOpen = this.#isChanged || this.state.past !== null && this.#notes.some(({version}) => version === shown);
    return html`<details class="notes" .open=${isOpen}>
      <summary>${t('My notes')}${this.#notes.length ? ` (${this.#notes.length})` : ''}</summary>
      <ul>${repeat(this.#notes, ({version}) => version, (note) => html`<li><a href="?at=${note.version}">${
        t('Version {number}', {number: note.version})}</a> <span class="said">${note.text}</span></li>`)}</ul>
      ${this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing}
      <form @submit=${(/** @type {Event} */ event) => this.#submit(event)}>
        <label>${t('Note about version {number}, which only you can read', {number})}
          <textarea name="text" rows="3" maxlength=${LONGEST} .value=${live(this.#text)}
            @input=${(/** @type {Event} */ event) => this.#written(event)}></textarea></label>
        <button>${t('Save')}</button></form></details>`;
  }

  /** @param {Event} event */
  #written(event) {
    this.#text = /** @type {HTMLTextAreaElement} */ (event.target).value;
    this.#isChanged = true;
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    this.#refusal = '';
    send('PUT', `${this.state.path}/notes`, {version: this.#version, text: this.#text})
      .then(({items}) => this.#take(items), (error) => this.#refused(error));
  }

  /** @param {unknown} error */
  #refused(error) {
    this.#refusal = error instanceof Error ? error.message : String(error);
    this.update();
  }
}

define('ludo-notes', Notes);
