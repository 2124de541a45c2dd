// The results of finished games, by title and player.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {t} from '../core/texts.js';
import {select} from './form_fields.js';
import {resultRow} from './game_card.js';
import {knownFor} from './known.js';
import './player_field.js';

/** @typedef {import('../core/types.js').FinishedGame} FinishedGame */

class Results extends LudoElement {
  known = knownFor(this);
  filters = new URLSearchParams(location.search);
  /** @type {Paged<FinishedGame>} */
  rows = new Paged(this, '');

  connected() {
    this.read();
  }

  /** The address of the same rows as JSON. */
  get query() {
    const query = new URLSearchParams({order: 'desc', limit: '30'});
    for (const name of ['ruleset', 'player']) {
      const value = this.filters.get(name);
      if (value) query.set(name, value);
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

  view() {
    /** @type {[string, string][]} */
    const titles = [...this.known.titles.values()].map(({name, title}) => [name, title]);
    return html`<form class="filters" role="search" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        <div class="field"><label for="title">${t('Title')}</label>
          ${select('title', this.filters.get('ruleset') ?? '', [['', t('All titles')], ...titles],
            (title) => this.filter('ruleset', title))}</div>
        <ludo-player-field class="field" id="player" .value=${this.filters.get('player') ?? ''}
          @player=${(/** @type {CustomEvent<string>} */ event) => this.filter('player', event.detail)}>
        </ludo-player-field>
        <a class="button" href=${this.query}>JSON</a></form>
      ${pagedView(this.rows, (games) => html`<ul class="rows">${games.map(
        (game) => resultRow(game, this.known))}</ul>`, t('No game matches.'))}`;
  }
}

define('ludo-results', Results);
