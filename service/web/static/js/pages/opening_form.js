// What the forms that open a game and a tournament have in common: the lists they need, sending, and marked errors.

import {html} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, Problem} from '../core/api.js';
import {LudoElement} from '../core/element.js';
import {areNumbersRight} from '../core/numbers.js';
import {problemView} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {wordsOf} from '../core/words.js';
import {connectErrors} from './form_fields.js';
import {errorsOf} from './opening.js';

/**
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Words} Words
 * @typedef {import('../core/types.js').ClockPreset} ClockPreset
 * @typedef {import('../core/types.js').Me} Me
 */

/** @template {{title: string}} Fields */
export class OpeningForm extends LudoElement {
  /** @type {Map<string, Ruleset>} */
  titles = new Map();
  /** @type {Words | undefined} */
  words;
  /** @type {ClockPreset[]} */
  presets = [];
  /** @type {string | null} The preset of public games and tournaments that are opened without a clock. */
  usualClock = null;
  /** @type {Fields | null} */
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

  async connected() {
    // a browser may keep the page that was left, and show it again as it was: it then opens something new
    window.addEventListener('pageshow', ({persisted}) => {
      if (persisted) this.key = newKey();
    }, {signal: this.leaving});
    try {
      const [found, clocks, person] = await Promise.all([titles(), get('/v1/clocks'), me().catch(() => null)]);
      [this.titles, this.presets, this.person] = [found, clocks.items, person];
      this.usualClock = clocks.public;
      this.form = await this.firstForm(/** @type {Ruleset} */ ([...found.values()][0]));
      await this.readWords(this.form.title);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /**
   * Return the form as it is shown first.
   * @param {Ruleset} usual The title of a form that names none.
   * @returns {Promise<Fields>}
   */
  firstForm(usual) {
    throw new Error(`there is no form for ${usual.name}`);
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
   * Send the form once, and show a refusal.
   * @param {SubmitEvent} event
   * @param {(form: Fields) => Promise<void>} sent
   */
  async submit(event, sent) {
    event.preventDefault();
    if (this.isBusy || !this.form || !areNumbersRight(this)) return;
    [this.isBusy, this.errors, this.problem] = [true, {}, null];
    this.update();
    try {
      await sent(this.form);
    } catch (error) {
      this.fail(/** @type {Error} */ (error));
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {Error} error */
  fail(error) {
    this.problem = error;
    if (error instanceof Problem) {
      this.errors = this.errorsIn(error);
      this.hasNewErrors = true;
    }
    announce(error.message);
    this.update();
  }

  /**
   * Return the errors of a refusal by JSON Pointer in the form.
   * @param {Problem} problem
   * @returns {Record<string, string>}
   */
  errorsIn(problem) {
    return errorsOf(problem);
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
}
