// The form that opens a tournament, or with `?change=` the one that changes its terms before round 1.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {wordsOf} from '../core/words.js';
import {connectErrors} from '../pages/form_fields.js';
import {clockFields, optionFields, titleFields} from '../pages/new_game_fields.js';
import {errorsOf} from '../pages/opening.js';
import {courseFields, formatFields, nameField, tableFields, visibilityFields} from './new_fields.js';
import {emptyForm, formOf, ofTitle, requestOf, usualOptions} from './opening.js';

/**
 * @typedef {import('./opening.js').Form} Form
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Words} Words
 * @typedef {import('../core/types.js').ClockPreset} ClockPreset
 * @typedef {import('../core/types.js').Tournament} Tournament
 * @typedef {import('../core/types.js').Me} Me
 */

export class NewTournament extends LudoElement {
  /** @type {Map<string, Ruleset>} */
  titles = new Map();
  /** @type {Words | undefined} */
  words;
  /** @type {ClockPreset[]} */
  presets = [];
  /** @type {Form | null} */
  form = null;
  /** @type {Me | null} */
  person = null;
  /** @type {Record<string, string>} */
  errors = {};
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  hasNewErrors = false;
  key = newKey();
  /** The tournament whose terms are changed; null: a new one is opened */
  changed = new URLSearchParams(location.search).get('change');

  async connected() {
    try {
      const [found, clocks, person] = await Promise.all([titles(), get('/v1/clocks'), me().catch(() => null)]);
      [this.titles, this.presets, this.person] = [found, clocks.items, person];
      const terms = this.changed
        ? /** @type {Tournament} */ (await get(`/v1/tournaments/${encodeURIComponent(this.changed)}`)).terms : null;
      const kept = /** @type {Form | undefined} */ (history.state?.tournament);
      const ruleset = found.get(kept?.title ?? terms?.ruleset ?? '') ?? /** @type {Ruleset} */ ([...found.values()][0]);
      this.form = kept?.title === ruleset.name ? {...emptyForm(ruleset), ...kept}
        : terms ? formOf(ruleset, terms) : emptyForm(ruleset);
      await this.readWords(ruleset.name);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /** @returns {Ruleset} */
  get ruleset() {
    return /** @type {Ruleset} */ (this.titles.get(this.form?.title ?? ''));
  }

  /** @param {string} title */
  async readWords(title) {
    const words = await wordsOf(title);
    if (this.form?.title === title) this.words = words;
    this.update();
  }

  /**
   * Change fields. The entry of the history keeps the form, so that back and reload lose nothing.
   * @param {Partial<Form>} fields
   */
  change(fields) {
    if (!this.form) return;
    const options = fields.profile === undefined ? {} : {options: usualOptions(this.ruleset)};
    this.form = {...this.form, ...fields, ...options};
    // the tie-breaks of the terms are those of the old scoring
    if (fields.preset !== undefined) this.form.kept = {};
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
    event.preventDefault();
    if (this.isBusy || !this.form) return;
    [this.isBusy, this.errors, this.problem] = [true, {}, null];
    this.update();
    try {
      const id = await this.send(requestOf(this.ruleset, this.form));
      history.replaceState(null, '');
      location.assign(`/tournaments/${id}`);
    } catch (error) {
      this.fail(/** @type {Error} */ (error));
    }
    this.isBusy = false;
    this.update();
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

  /** @param {Error} error */
  fail(error) {
    this.problem = error;
    if (error instanceof Problem) {
      const found = Object.entries(errorsOf(error));
      this.errors = Object.fromEntries(found.map(([pointer, text]) => [pointer.replace(/^\/terms/, ''), text]));
      this.hasNewErrors = true;
    }
    announce(error.message);
    this.update();
  }

  rendered() {
    connectErrors(this, this.hasNewErrors);
    this.hasNewErrors = false;
  }

  /** @param {Error} problem */
  problemView(problem) {
    const isMarked = Object.keys(this.errors).some((pointer) => this.querySelector(`[data-pointer="${pointer}"]`));
    if (!isMarked) return problemView(problem);
    return html`<p class="problem" role="alert">${t('Correct the marked field.')}</p>`;
  }

  view() {
    if (!this.form) return this.problem ? problemView(this.problem) : skeleton();
    if (!this.person) {
      return html`<p>${t('Sign in to open a tournament. A passkey or a name is enough.')}</p>
        <p><a class="button primary" href="/sign-in?next=/tournaments/new">${t('Sign in')}</a></p>`;
    }
    const {form} = this;
    return html`<form class="form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => this.open(event)}>
      ${nameField(this, form)}
      ${titleFields(this, form)}
      ${formatFields(this, form)}
      ${tableFields(this, form)}
      ${courseFields(this, form)}
      ${clockFields(this, form)}
      ${visibilityFields(this, form)}
      ${optionFields(this, form)}
      <div class="submit">
        ${this.problem ? this.problemView(this.problem) : nothing}
        <div class="actions"><button class="primary" ?disabled=${this.isBusy}>
          ${this.changed ? t('Change the terms') : t('Open the tournament')}</button>
          ${this.changed ? html`<a class="button" href="/tournaments/${this.changed}">${t('Back')}</a>` : nothing}
        </div></div></form>`;
  }
}

define('ludo-new-tournament', NewTournament);
