// The fields of the scoring in the form of a tournament: points of the ranks, and tie-breaks.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';
import {field, picks, select} from '../pages/form_fields.js';
import {presetName, tieBreakMeaning, tieBreakName} from './words.js';

/**
 * @typedef {import('./new_tournament.js').NewTournament} Page
 * @typedef {import('./opening.js').Form} Form
 */

const TIES = ['wins', 'score', 'score_share', 'opposition', 'head_to_head', 'seat_luck', 'lot'];
/** Tie-breaks with which an own order begins. */
const USUAL = ['opposition', 'lot'];

/**
 * @param {Page} page
 * @param {Form} form
 */
export function scoringFields(page, form) {
  const presets = {
    euro_league: t('5, 3, 1 and 0 points by rank at the table.'), catan: t('Who wins most tables, then the scores.'),
    wins: t('Who wins most tables, then who had the stronger opponents.'),
    score_share: t('Which part of all scores of the table the player has.'),
  };
  return html`<fieldset><legend>${t('Scoring')}</legend>${field(page.errors, '/preset', picks('preset', form.preset,
      Object.entries(presets).map(([value, hint]) => ({value, name: presetName(value), hint})),
      (preset) => page.change({preset})))}
    ${form.preset === 'euro_league' ? scaleField(page, form) : nothing}
    ${tieFields(page, form)}</fieldset>`;
}

/**
 * @param {Page} page
 * @param {Form} form
 */
function scaleField(page, form) {
  return field(page.errors, '/scale', html`<label for="scale">${t('Points of the ranks')}</label>
    <input id="scale" maxlength="60" autocomplete="off" placeholder="5, 3, 1, 0" .value=${form.scale}
      aria-describedby="scale-hint" @change=${(/** @type {Event} */ event) => page.change({scale: textOf(event)})}>
    <span class="hint" id="scale-hint">
      ${t('From the first rank on, at a table of the preferred size, separated by commas.')}
      ${t('Fractions such as 1/2 are allowed. Without an entry: 5, 3, 1, 0.')}</span>`);
}

/**
 * The tie-breaks: those of the scoring, or an own order with one more choice than has been made.
 * @param {Page} page
 * @param {Form} form
 */
function tieFields(page, form) {
  const {ties} = form;
  const kinds = /** @type {[string, string][]} */ ([
    ['usual', t('As usual with this scoring')], ['own', t('Own order')],
  ]);
  return field(page.errors, '/tie_breaks', html`<label for="ties">${t('Ties are broken by')}</label>
    ${select('ties', ties ? 'own' : 'usual', kinds, (kind) => page.change({ties: kind === 'own' ? USUAL : null}))}
    ${ties?.concat('').slice(0, TIES.length).map((name, place) => tieField(page, ties, place, name))}`);
}

/**
 * @param {Page} page
 * @param {string[]} ties
 * @param {number} place
 * @param {string} name The tie-break at this place; empty: none
 */
function tieField(page, ties, place, name) {
  const free = TIES.filter((tie) => tie === name || !ties.includes(tie));
  const choices = /** @type {[string, string][]} */ ([['', t('None')], ...free.map((tie) => [tie, tieBreakName(tie)])]);
  const label = t('Tie-break {number}', {number: place + 1});
  return html`<div class="tie-break"><label class="field-name" for="tie-${place}">${label}</label>
    ${select(`tie-${place}`, name, choices, (chosen) => page.change({
      ties: [...ties.slice(0, place), chosen, ...ties.slice(place + 1)].filter((tie) => tie),
    }))}<span class="hint">${tieBreakMeaning(name)}</span></div>`;
}

/** @param {Event} event */
function textOf(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}
