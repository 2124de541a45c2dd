// The form that opens a tournament, or with `?change=` the one that changes its terms before round 1.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, send} from '../core/api.js';
import {define} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {signInAddress} from '../core/session.js';
import {t} from '../core/texts.js';
import {clockFields, optionFields, titleFields} from '../pages/new_game_fields.js';
import {errorsOf} from '../pages/opening.js';
import {OpeningForm} from '../pages/opening_form.js';
import {courseFields, formatFields, nameField, tableFields, visibilityFields} from './new_fields.js';
import {scoringFields} from './new_scoring.js';
import {emptyForm, formOf, ofTitle, requestOf, usualOptions} from './opening.js';

/**
 * @typedef {import('./opening.js').Form} Form
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Tournament} Tournament
 * @typedef {import('../core/api.js').Problem} Problem
 */

/** The fields on which the values of seats depend. */
const MEASURED = /** @type {const} */ (['sizes', 'scale', 'preset', 'dataSet', 'profile', 'options']);

/** @extends {OpeningForm<Form>} */
export class NewTournament extends OpeningForm {
  /** The tournament whose terms are changed; null: a new one is opened */
  changed = new URLSearchParams(location.search).get('change');

  /**
   * @override
   * @param {Ruleset} usual
   */
  async firstForm(usual) {
    const terms = this.changed
      ? /** @type {Tournament} */ (await get(`/v1/tournaments/${encodeURIComponent(this.changed)}`)).terms : null;
    const kept = /** @type {Form | undefined} */ (history.state?.tournament);
    const ruleset = this.titles.get(kept?.title ?? terms?.ruleset ?? '') ?? usual;
    if (kept?.title === ruleset.name) return {...emptyForm(ruleset), ...kept};
    return terms ? formOf(ruleset, terms) : {...emptyForm(ruleset), clock: this.usualClock ?? 'none'};
  }

  /**
   * Change fields. The entry of the history keeps the form, so that back and reload lose nothing.
   * @param {Partial<Form>} fields
   */
  change(fields) {
    if (!this.form) return;
    const options = fields.profile === undefined ? {} : {options: usualOptions(this.ruleset)};
    this.form = {...this.form, ...fields, ...options};
    // the tie-breaks are those of the old scoring
    if (fields.preset !== undefined) this.form.ties = null;
    // the service measures the values of seats again
    if (MEASURED.some((name) => fields[name] !== undefined)) this.form.kept = {};
    this.key = newKey();
    history.replaceState({...history.state, tournament: this.form}, '');
    this.update();
  }

  /** @param {string} title */
  chooseTitle(title) {
    const ruleset = this.titles.get(title);
    if (!ruleset || !this.form) return;
    this.words = undefined;
    this.errors = {};
    this.form = {...this.form, title};
    this.change(ofTitle(ruleset));
    this.readWords(title).catch((error) => this.fail(error));
  }

  /** @param {SubmitEvent} event */
  async open(event) {
    if (!this.form?.name.trim()) {
      event.preventDefault();
      const text = t('Give the tournament a name.');
      [this.errors, this.problem, this.hasNewErrors] = [{'/name': text}, new Error(text), true];
      announce(text);
      this.update();
      return;
    }
    await this.submit(event, async (form) => {
      const id = await this.send(requestOf(this.ruleset, form));
      history.replaceState(null, '');
      location.assign(`/tournaments/${id}`);
    });
  }

  /**
   * Open the tournament, or change its terms; returns its id.
   * @param {Record<string, unknown>} terms
   * @returns {Promise<string>}
   */
  async send(terms) {
    const {key, changed} = this;
    if (!changed) return (await send('POST', '/v1/tournaments', terms, {key})).id;
    await send('POST', `/v1/tournaments/${encodeURIComponent(changed)}/acts`, {type: 'change_terms', terms}, {key});
    return changed;
  }

  /**
   * @override
   * @param {Problem} problem
   */
  errorsIn(problem) {
    // the terms are the whole body, or a member of it; points and tie-breaks have one field
    return Object.fromEntries(Object.entries(errorsOf(problem)).map(([pointer, text]) => [
      pointer.replace(/^\/terms/, '').replace(/^(\/scale|\/tie_breaks)\/.*/, '$1'), text,
    ]));
  }

  view() {
    if (!this.form) return this.problem ? problemView(this.problem) : skeleton();
    if (!this.person) {
      return html`<p>${t('Sign in to open a tournament. A passkey or a name is enough.')}</p>
        <p><a class="button primary" href=${signInAddress()}>${t('Sign in')}</a></p>`;
    }
    const {form} = this;
    return html`<form class="form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => this.open(event)}>
      ${nameField(this, form)}
      ${titleFields(this, form)}
      ${formatFields(this, form)}
      ${scoringFields(this, form)}
      ${tableFields(this, form)}
      ${courseFields(this, form)}
      ${clockFields(this, form)}
      ${visibilityFields(this, form)}
      ${optionFields(this, form)}
      <div class="submit">
        ${this.problem ? this.problemView(this.problem) : nothing}
        <div class="actions"><button class="primary" aria-disabled=${this.isBusy}>
          ${this.changed ? t('Change the terms') : t('Open the tournament')}</button>
          ${this.changed ? html`<a class="button" href="/tournaments/${this.changed}">${t('Back')}</a>` : nothing}
        </div></div></form>`;
  }
}

define('ludo-new-tournament', NewTournament);
