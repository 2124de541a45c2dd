// A text with a button that copies it.

import {html} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {t} from '../core/texts.js';

/**
 * @param {string} name
 * @param {string} text
 */
export function copyField(name, text) {
  return html`<div class="secret"><label class="secret-name" for=${idOf(name)}>${name}</label>
    <input id=${idOf(name)} readonly .value=${text}
      @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" @click=${(/** @type {Event} */ event) => copy(text, event)}>${t('Copy')}</button></div>`;
}

/** @param {string} name */
function idOf(name) {
  return `copy-${name.replace(/\W+/g, '-')}`;
}

/**
 * @param {string} text
 * @param {Event} event
 */
async function copy(text, event) {
  const button = /** @type {HTMLButtonElement} */ (event.target);
  try {
    await navigator.clipboard.writeText(text);
    button.classList.add('copied');
    announce(t('Copied'));
  } catch {
    // without the permission, select the text for the keyboard
    /** @type {HTMLInputElement | null} */ (button.previousElementSibling)?.select();
    announce(t('Copy the selected text with the keyboard.'));
  }
}
