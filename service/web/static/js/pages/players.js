// The search for players by the beginning of their names. The address of the page keeps what is searched.

import {html} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {person} from '../core/people.js';
import {formatDay, t, tn} from '../core/texts.js';
import {playersPath, WAIT} from './player_field.js';

/** @typedef {import('./player_field.js').Found} Found */

class Players extends LudoElement {
  name = new URLSearchParams(location.search).get('name') ?? '';
  /** @type {Paged<Found>} */
  rows = new Paged(this, '');
  #timer = 0;

  connected() {
    this.leaving.addEventListener('abort', () => clearTimeout(this.#timer));
    void this.#read();
  }

  /** @param {string} name */
  #typed(name) {
    this.name = name;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), WAIT);
  }

  async #search() {
    clearTimeout(this.#timer);
    const name = this.name.trim();
    history.replaceState(history.state, '', name ? `?${new URLSearchParams({name})}` : location.pathname);
    await this.#read();
    const {items, next} = this.rows;
    if (!name || !items) return;
    announce(next ? t('More than {number} players', {number: items.length})
      : tn('{number} player', '{number} players', items.length));
  }

  async #read() {
    const name = this.name.trim();
    this.rows.items = null;
    this.rows.path = playersPath(name, 30);
    this.update();
    if (name) await this.rows.load();
  }

  view() {
    return html`<form class="filters" role="search" @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#search();
    }}><div class="field"><label for="name">${t('Beginning of the name')}</label>
        <input id="name" type="search" maxlength="40" autocomplete="off" spellcheck="false" .value=${this.name}
          @input=${(/** @type {Event} */ event) => this.#typed(/** @type {HTMLInputElement} */ (event.target).value)}>
        </div><button>${t('Search')}</button></form>
      ${this.name.trim() ? pagedView(this.rows, list, t('No player has a name that begins like this.'))
        : html`<p class="muted">${t('Type the first letters of a name.')}</p>`}`;
  }
}

/** @param {Found[]} players */
function list(players) {
  return html`<ul class="rows">${players.map(({id, name, created_at: since}) => html`<li class="row">
    <span>${person(id, name)}</span>
    <span class="muted">${t('since {date}', {date: formatDay(since)})}</span></li>`)}</ul>`;
}

define('ludo-players-page', Players);
