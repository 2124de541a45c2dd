// The button that reports something. Its dialog is loaded when it is pressed.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** @typedef {import('./dialog.js').Subject} Subject */

/**
 * @param {Subject} about
 * @param {string} label What is reported, for a screen reader
 */
export function reportButton(about, label) {
  return html`<button type="button" class="report" aria-label=${label}
    @click=${() => import('./dialog.js').then(({openReport}) => openReport(about, label))}>${t('Report…')}</button>`;
}
