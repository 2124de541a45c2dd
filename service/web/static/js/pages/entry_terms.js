// Whom the opener of a game lets join: the fields of the form, and their part of the request.

import {html} from '../../vendor/lit-html/lit-html.js';
import {checked} from '../core/numbers.js';
import {t} from '../core/texts.js';
import {field} from './form_fields.js';

/**
 * @typedef {import('./new_game.js').NewGame} NewGame
 * @typedef {import('./opening.js').Form} Form
 * @typedef {'minCompletion' | 'minRating' | 'maxRating'} Term
 */

/**
 * Who may take a free seat, folded.
 * @param {NewGame} page
 * @param {Form} form
 */
export function entryFields(page, form) {
  const {errors} = page;
  /** @type {(term: Term, pointer: string, name: string, least: number) => unknown} */
  const number = (term, pointer, name, least) => field(errors, pointer, html`
    <label for=${term}>${name}</label>
    <input id=${term} type="number" min=${least} max="100" step="1" .value=${form[term]} placeholder=${t('Any')}
      aria-describedby="entry-hint" @input=${(/** @type {Event} */ {target}) => {
        const input = /** @type {HTMLInputElement} */ (target);
        const number = checked(input);
        // what is no number has an empty value, too
        if (number !== null || (!input.value && !input.validity.badInput)) page.change({[term]: input.value});
      }}>`);
  return html`<details class="fold"><summary>${t('Who may join')}</summary>
    <p class="hint" id="entry-hint">${t('This holds for seats that are neither reserved nor for an invitation.')}
      ${t('Players without games may join at any rate, and have the rating 0.')}</p>
    ${number('minCompletion', '/min_completion', t('Finished games, in per cent, at least'), 1)}
    ${number('minRating', '/min_rating', t('Rating in this title, at least'), -100)}
    ${number('maxRating', '/max_rating', t('Rating in this title, at most'), -100)}</details>`;
}

/**
 * Return the terms of a request. An empty field sets none.
 * @param {Form} form
 */
export function entryOf(form) {
  /** @type {[string, string][]} */
  const terms = [
    ['min_completion', form.minCompletion], ['min_rating', form.minRating], ['max_rating', form.maxRating],
  ];
  return Object.fromEntries(terms.filter(([, text]) => text !== '').map(([name, text]) => [name, Number(text)]));
}
