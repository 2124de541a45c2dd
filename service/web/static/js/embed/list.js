// What embedded tables share: one request, its rows, and what is shown without any.

import {html} from '../../vendor/lit-html/lit-html.js';
import {get, Problem} from '../core/api.js';
import {LudoElement} from '../core/element.js';
import {botName} from '../core/seats.js';
import {t} from '../core/texts.js';
import './size.js';

/** Reads a list, and shows its items in a table. */
export class EmbedList extends LudoElement {
  /** @type {any[] | null} */ items = null;
  problem = '';
  path = '';
  /** What is shown in its place while it is empty. */
  otherwise = '';
  /** @type {string[]} */ columns = [];
  /** What an empty list says. */
  empty = t('There is no finished game yet.');

  async connected() {
    try {
      this.items = (await get(this.path)).items;
      if (this.otherwise && !this.items?.length) this.items = (await get(this.otherwise)).items;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error.message;
    }
    this.update();
  }

  view() {
    if (this.problem) return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (!this.items) return null;
    if (!this.items.length) return html`<p class="muted">${this.empty}</p>`;
    return html`<table><thead><tr>${this.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${this.items.map((item) => this.row(item))}</tbody></table>`;
  }

  /** Return the row of an item. @type {(item: any) => unknown} */
  row = () => null;
}

/**
 * @param {string} path
 * @param {unknown} text
 */
export function link(path, text) {
  return html`<a href=${path} target="_blank" rel="noopener">${text}</a>`;
}

/**
 * Show a player by name, or as a bot.
 * @param {string} player
 * @param {string | null} name
 */
export function person(player, name) {
  return botName(player) ?? (name ? link(`/players/${player}`, name) : t('Deleted player'));
}
