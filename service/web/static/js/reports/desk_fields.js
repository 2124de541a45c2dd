// What the answers to reports and appeals share: a text, a reason for the log, and the acts that followed.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';

/** The characters of an answer, and of a reason. */
const LONGEST = 1000, LONGEST_REASON = 500;

/**
 * @param {string} id
 * @param {string} label Of the answer
 */
export function answerFields(id, label) {
  return html`
    <p class="field"><label for="${id}-text">${label}</label>
      <textarea id="${id}-text" name="text" rows="3" maxlength=${LONGEST} required></textarea></p>
    <p class="field"><label for="${id}-reason">${t('Reason for the log, without names and quotes')}</label>
      <input id="${id}-reason" name="reason" maxlength=${LONGEST_REASON} required></p>
    <p class="field"><label for="${id}-acts">${t('Numbers of the acts that followed, if there are any')}</label>
      <input id="${id}-acts" name="acts" inputmode="numeric" pattern="[0-9, ]*"></p>`;
}

/** @param {FormData} data */
export function bodyOf(data) {
  const acts = String(data.get('acts') ?? '').split(/[ ,]+/).filter(Boolean).map(Number);
  return {text: data.get('text'), reason: data.get('reason'), acts};
}
