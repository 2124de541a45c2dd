// The form that opens a game. Titles, options and their explanations come from the API.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {becomeGuest, takeSeat} from '../core/people.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {wordsOf} from '../core/words.js';
import {connectErrors} from './form_fields.js';
import {invitationsView} from './invitations.js';
import {clockFields, optionFields, seatFields, termFields, titleFields} from './new_game_fields.js';
import {emptyForm, errorsOf, ofTitle, requestOf} from './opening.js';

/**
 * @typedef {import('./opening.js').Form} Form
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 * @typedef {import('../core/types.js').Words} Words
 * @typedef {import('../core/types.js').ClockPreset} ClockPreset
 * @typedef {import('../core/types.js').Game} Game
 * @typedef {import('../core/types.js').Me} Me
 */

export class NewGame extends LudoElement {
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
  /** @type {{game: string, links: {name: string, url: string}[]} | null} */
  opened = null;
  isBusy = false;
  hasNewErrors = false;
  key = newKey();

  async connected() {
    try {
      const [found, clocks, person] = await Promise.all([titles(), get('/v1/clocks'), me().catch(() => null)]);
      [this.titles, this.presets, this.person] = [found, clocks.items, person];
      const kept = /** @type {Form | undefined} */ (history.state?.form);
      const wanted = found.get(kept?.title ?? new URLSearchParams(location.search).get('title') ?? '');
      const ruleset = wanted ?? /** @type {Ruleset} */ ([...found.values()][0]);
      this.form = kept && wanted ? {...emptyForm(ruleset), ...kept} : emptyForm(ruleset);
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
    this.form = {...this.form, ...fields};
    this.key = newKey();
    history.replaceState({...history.state, form: this.form}, '');
    this.update();
  }

  /** @param {string} title */
  chooseTitle(title) {
    const ruleset = this.titles.get(title);
    if (!ruleset || !this.form) return;
    this.words = undefined;
    this.errors = {};
    this.change(ofTitle(ruleset, this.form.seats));
    this.readWords(title).catch((error) => this.fail(error));
  }

  /** @param {SubmitEvent} event */
  async open(event) {
    event.preventDefault();
    if (this.isBusy || !this.form) return;
    [this.isBusy, this.errors, this.problem] = [true, {}, null];
    this.update();
    try {
      if (!this.person) {
        await becomeGuest();
        this.person = await me();
      }
      const game = await send('POST', '/v1/games', requestOf(this.ruleset, this.form), {key: this.key});
      await this.enter(game);
    } catch (error) {
      this.fail(/** @type {Error} */ (error));
    }
    this.isBusy = false;
    this.update();
  }

  /**
   * Take the opener's seat, start a game whose seats are all taken, and go to the table, or show the invitations.
   * @param {Game} game
   */
  async enter(game) {
    const form = /** @type {Form} */ (this.form);
    const current = form.isPlaying ? await takeSeat(game.id, 0) : game;
    const isFull = current.seats.every((/** @type {{player: string | null}} */ {player}) => player);
    if (isFull && !form.startsAt) await send('POST', `/v1/games/${game.id}/start`);
    const links = await this.invitations(game, isFull);
    history.replaceState(null, '');
    if (!links.length) {
      location.assign(`/games/${game.id}`);
      return;
    }
    this.opened = {game: game.id, links};
    announce(t('The game is open.'));
  }

  /**
   * Return the links by which others enter: one for each reserved seat, and one for the other seats of a private game.
   * @param {Game} game
   * @param {boolean} isFull
   */
  async invitations(game, isFull) {
    /** @param {string} invitation */
    const url = (invitation) => `${location.origin}/games/${game.id}#invitation=${invitation}`;
    const reserved = game.invitations ?? [];
    const links = reserved.map(({seat, invitation}) => ({name: t('Seat {seat}', {seat}), url: url(invitation)}));
    if (game.visibility === 'private' && !isFull) {
      const made = await send('POST', `/v1/games/${game.id}/invitations`, {label: 'Link'});
      links.push({name: t('Other seats'), url: url(made.invitation)});
    }
    return links;
  }

  /** @param {Error} error */
  fail(error) {
    this.problem = error;
    if (error instanceof Problem) {
      this.errors = errorsOf(error);
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
    if (this.opened) return invitationsView(this.opened);
    if (!this.form) return this.problem ? problemView(this.problem) : skeleton();
    return html`<form class="form" novalidate @submit=${(/** @type {SubmitEvent} */ event) => this.open(event)}>
      ${titleFields(this, this.form)}
      ${seatFields(this, this.form)}
      ${clockFields(this, this.form)}
      ${termFields(this, this.form)}
      ${optionFields(this, this.form)}
      <div class="submit">
        ${this.problem ? this.problemView(this.problem) : nothing}
        <div class="actions">
          <button class="primary" ?disabled=${this.isBusy}>${t('Open the game')}</button>
          ${this.person ? nothing
            : html`<span class="hint">${t('You are not signed in. You will play as a guest.')}</span>`}
        </div></div></form>`;
  }
}

define('ludo-new-game', NewGame);
