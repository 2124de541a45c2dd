// A text with a button that copies it.

import {html} from '../../vendor/lit-html/lit-html.js';
import {copyFrom} from '../core/copy.js';
import {t} from '../core/texts.js';

/**
 * @param {string} name
 * @param {string} text
 */
export function copyField(name, text) {
  return html`<div class="secret"><label class="secret-name" for=${idOf(name)}>${name}</label>
    <input id=${idOf(name)} readonly .value=${text}
      @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" @click=${(/** @type {Event} */ event) => copyFrom(event, text)}>${t('Copy')}</button></div>`;
}

/** @param {string} name */
function idOf(name) {
  return `copy-${name.replace(/\W+/g, '-')}`;
}
