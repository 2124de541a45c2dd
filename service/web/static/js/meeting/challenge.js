// The form by which one player or several are challenged, on a profile and in the lobby.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {field, select} from '../pages/form_fields.js';
import {presetName} from '../pages/profiles.js';
import {CHANGED} from './following.js';

/** The choice of no clock. */
const NO_CLOCK = 'none';

class ChallengeForm extends LudoElement {
  own = '';
  /** @type {Map<string, import('../core/types.js').Ruleset>} */
  titles = new Map();
  /** @type {string[]} */
  clocks = [];
  isOpen = false;
  isBusy = false;
  /** @type {Error | null} */
  problem = null;
  /** @type {Record<string, string>} */
  errors = {};
  /** The names that are entered, of as many players as the title has seats for. On a profile, the first is known. */
  names = [''];
  form = {ruleset: 'minos', clock: 'live', rated: 'rated', visibility: 'public'};
  key = newKey();
  /** What gets the focus once it is rendered. */
  #focused = '';

  async connected() {
    if (this.dataset['player']) this.names = [];
    this.own = (await me().catch(() => null))?.id ?? '';
    this.update();
  }

  async open() {
    this.isOpen = !this.isOpen;
    this.update();
    if (!this.isOpen || this.clocks.length) return;
    const [found, clocks] = await Promise.all([
      titles().catch(() => new Map()), get('/v1/clocks').catch(() => ({items: []})),
    ]);
    this.titles = found;
    this.clocks = clocks.items.map((/** @type {{name: string}} */ {name}) => name);
    this.#focused = 'form :is(input, select)';
    this.update();
  }

  rendered() {
    if (!this.#focused) return;
    /** @type {HTMLElement | null} */ (this.querySelector(this.#focused))?.focus();
    this.#focused = '';
  }

  /** The players of the profile and of the fields. */
  get players() {
    const known = this.dataset['player'];
    return [...(known ? [known] : []), ...this.names.map((name) => name.trim())];
  }

  /** How many players can be challenged: one has the seat of the person. */
  get most() {
    return (this.titles.get(this.form.ruleset)?.seats.at(-1) ?? 2) - 1;
  }

  /** @param {(string | undefined)[]} names */
  enter(names) {
    this.names = names.map((name) => name ?? '');
    // an error stands at the place of a name
    [this.key, this.errors, this.problem] = [newKey(), {}, null];
    this.update();
  }

  add() {
    this.enter([...this.names, '']);
    this.#focused = '.names .field:last-of-type input';
  }

  /** @param {number} place */
  leaveOut(place) {
    this.enter(this.names.toSpliced(place, 1));
    this.#focused = '.add';
  }

  /** @param {Partial<ChallengeForm['form']>} change */
  change(change) {
    this.form = {...this.form, ...change};
    // the title may have fewer seats
    if (this.players.length > this.most) this.names.length -= this.players.length - this.most;
    this.key = newKey();
    this.update();
  }

  /** The bots that fill the seats without which the title cannot be played. */
  get bots() {
    const ruleset = this.titles.get(this.form.ruleset);
    const bot = ruleset?.bots[0] ?? 'random';
    return Array.from({length: Math.max(0, (ruleset?.seats[0] ?? 2) - 1 - this.players.length)}, () => bot);
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    if (this.isBusy) return;
    [this.isBusy, this.problem, this.errors] = [true, null, {}];
    this.update();
    const {ruleset, clock, rated, visibility} = this.form;
    const {bots, players} = this;
    try {
      const challenge = await send('POST', '/v1/challenges', {
        players,
        ruleset,
        bots,
        clock: clock === NO_CLOCK ? null : {preset: clock},
        rated: !bots.length && rated === 'rated',
        hints: !bots.length && rated === 'hints',
        visibility,
      }, {key: this.key});
      this.key = newKey();
      this.isOpen = false;
      announce(t('The challenge is sent.'));
      document.dispatchEvent(new CustomEvent(CHANGED, {detail: challenge}));
    } catch (error) {
      const body = error instanceof Problem ? /** @type {any} */ (error.body) : {};
      for (const {pointer, detail} of body.errors ?? []) this.errors[pointer] = detail;
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
    }
    this.isBusy = false;
    this.update();
  }

  view() {
    const {player} = this.dataset;
    if (!this.own || this.own === player) return nothing;
    return html`<div class="challenge">
      <button type="button" aria-expanded=${this.isOpen} @click=${() => this.open()}>${player
        ? t('Challenge') : t('Challenge a player')}</button>
      ${this.isOpen ? this.formView() : nothing}</div>`;
  }

  formView() {
    const {form, errors, bots} = this;
    const choose = (/** @type {string} */ name) => (/** @type {string} */ value) => this.change({[name]: value});
    const clocks = /** @type {[string, string][]} */ ([
      ...this.clocks.map((name) => [name, presetName(name)]), [NO_CLOCK, t('No clock')]]);
    const rulesets = /** @type {[string, string][]} */ (
      [...this.titles.values()].map(({name, title}) => [name, title]));
    const id = (/** @type {string} */ name) => `challenge-${name}`;
    return html`<form class="card" @submit=${(/** @type {Event} */ event) => this.submit(event)}>
      <div class="names">${this.names.map((name, place) => this.nameView(name, place))}
        ${this.players.length < this.most ? html`<p><button type="button" class="add" @click=${() => this.add()}>
          ${t('Add a player')}</button></p>` : nothing}</div>
      ${field(errors, '/ruleset', html`<label for=${id('title')}>${t('Title')}</label>
        ${select(id('title'), form.ruleset, rulesets, choose('ruleset'))}`)}
      ${field(errors, '/clock', html`<label for=${id('clock')}>${t('Clock')}</label>
        ${select(id('clock'), form.clock, clocks, choose('clock'))}`)}
      ${bots.length ? html`<p class="muted">${t('Bots have the other seats, so the game is not rated.')}</p>`
        : field(errors, '/rated', html`<label for=${id('rated')}>${t('Rating')}</label>
          ${select(id('rated'), form.rated, [['rated', t('rated')], ['not', t('not rated')],
            ['hints', t('not rated, with hints')]], choose('rated'))}`)}
      ${field(errors, '/visibility', html`<label for=${id('visibility')}>${t('Visibility')}</label>
        ${select(id('visibility'), form.visibility, [['public', t('public')], ['private', t('private')]],
          choose('visibility'))}`)}
      <p class="answers"><button class="primary" aria-disabled=${this.isBusy}>${t('Send the challenge')}</button></p>
      ${this.problem && !Object.keys(errors).length ? problemView(this.problem) : nothing}</form>`;
  }

  /**
   * @param {string} name
   * @param {number} place
   */
  nameView(name, place) {
    const index = this.players.length - this.names.length + place;
    const id = `challenge-player-${index}`;
    return field(this.errors, `/players/${index}`, html`
      <label for=${id}>${index ? t('Player {number}', {number: index + 1}) : t('Name of the player')}</label>
      <span class="with-button"><input id=${id} required maxlength="60" autocomplete="off" .value=${name}
        @input=${(/** @type {Event} */ {target}) => this.enter(
          this.names.with(place, /** @type {HTMLInputElement} */ (target).value))}>
        ${index ? html`<button type="button" aria-label=${t('Remove player {number}', {number: index + 1})}
          @click=${() => this.leaveOut(place)}>${t('Remove')}</button>` : nothing}</span>`);
  }
}

define('ludo-challenge', ChallengeForm);
