// The search of finished games, by title, players, tournament and date.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {t} from '../core/texts.js';
import {select} from './form_fields.js';
import {resultRow} from './game_card.js';
import {knownFor} from './known.js';
import './player_field.js';

/** @typedef {import('../core/types.js').FinishedGame} FinishedGame */

/** The most tournaments that the field offers. */
const OFFERED = 50;

class Results extends LudoElement {
  known = knownFor(this);
  filters = new URLSearchParams(location.search);
  /** @type {Paged<FinishedGame>} */
  rows = new Paged(this, '');
  /** The tournaments that are offered, each with its name. @type {[id: string, name: string][]} */
  tournaments = [];

  connected() {
    this.read();
    void this.#offer();
  }

  /** Read the last tournaments, and the one that the address names. */
  async #offer() {
    const chosen = this.filters.get('tournament');
    const {items} = await get(`/v1/tournaments?limit=${OFFERED}`, {signal: this.leaving}).catch(() => ({items: []}));
    this.tournaments = items.map((/** @type {{id: string, name: string}} */ {id, name}) => [id, name]);
    if (chosen && !this.tournaments.some(([id]) => id === chosen)) {
      const earlier = await get(`/v1/tournaments/${encodeURIComponent(chosen)}`).catch(() => null);
      this.tournaments.unshift([chosen, earlier?.terms?.name ?? earlier?.name ?? chosen]);
    }
    this.update();
  }

  /** The address of the same rows as JSON. */
  get query() {
    const query = new URLSearchParams({order: 'desc', limit: '30'});
    for (const name of ['ruleset', 'player', 'opponents', 'tournament']) {
      const value = this.filters.get(name);
      if (value) query.set(name, value);
    }
    for (const [name, later] of /** @type {[string, number][]} */ ([['since', 0], ['until', 1]])) {
      const time = momentOf(this.filters.get(name) ?? '', later);
      if (time) query.set(name, time);
    }
    return `/v1/results?${query}`;
  }

  read() {
    this.rows.path = this.query;
    this.rows.items = null;
    this.rows.load();
    this.update();
  }

  /**
   * Filter. The address of the page keeps the filters.
   * @param {string} name
   * @param {string} value
   */
  filter(name, value) {
    if (value) this.filters.set(name, value);
    else this.filters.delete(name);
    history.replaceState(history.state, '', this.filters.size ? `?${this.filters}` : location.pathname);
    this.read();
  }

  /**
   * @param {string} name of the filter
   * @param {string} label
   */
  #player(name, label) {
    return html`<ludo-player-field class="field" id=${name} .label=${label} .value=${this.filters.get(name) ?? ''}
      @player=${(/** @type {CustomEvent<string>} */ event) => this.filter(name, event.detail)}></ludo-player-field>`;
  }

  /**
   * @param {string} name of the filter
   * @param {string} label
   */
  #day(name, label) {
    return html`<div class="field"><label for=${name}>${label}</label>
      <input id=${name} type="date" .value=${this.filters.get(name) ?? ''} @change=${
        (/** @type {any} */ {target}) => this.filter(name, target.value)}></div>`;
  }

  view() {
    /** @type {[string, string][]} */
    const titles = [...this.known.titles.values()].map(({name, title}) => [name, title]);
    return html`<form class="filters" role="search" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <div class="field"><label for="title">${t('Title')}</label>
          ${select('title', this.filters.get('ruleset') ?? '', [['', t('All titles')], ...titles],
            (title) => this.filter('ruleset', title))}</div>
        ${this.#player('player', t('Player'))}
        ${this.#player('opponents', t('Opponent'))}
        <div class="field"><label for="tournament">${t('Tournament')}</label>
          ${select('tournament', this.filters.get('tournament') ?? '', [['', t('All games')], ...this.tournaments],
            (tournament) => this.filter('tournament', tournament))}</div>
        ${this.#day('since', t('From'))} ${this.#day('until', t('Until'))}
        <a class="button" href=${this.query}>JSON</a>
        ${this.filters.size ? html`<a class="button" href=${location.pathname}>${t('All results')}</a>`
          : nothing}</form>
      ${pagedView(this.rows, (games) => html`<ul class="rows">${games.map(
        (game) => resultRow(game, this.known))}</ul>`, t('No game matches.'))}`;
  }
}

/**
 * Return the time at which a day of the visitor begins, some days later; empty for what is no day.
 * @param {string} day such as `2026-11-29`
 * @param {number} later in days
 */
function momentOf(day, later) {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return '';
  const [, year, month, date] = parts.map(Number);
  const time = new Date(year ?? 0, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

define('ludo-results', Results);
