// The menu of a table. Its items are loaded when it is opened first.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {offline, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';

/** @typedef {import('./alerts.js').Alerts} Alerts */
/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

export class Menu extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Answer} */ answer = /** @type {any} */ (null);
  /** @type {Alerts} */ alerts = /** @type {any} */ (null);
  /** @type {typeof import('./menu_items.js') | null} */ #items = null;

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
  }

  view() {
    if (!this.state.game) return null;
    return html`<details class="menu" @toggle=${(/** @type {Event} */ event) => this.#load(event)}>
      <summary class="button">${t('Menu')}</summary>
      ${this.#items?.menuItems(this) ?? html`<p class="menu-items">${t('Loading')}</p>`}</details>
      ${this.#items?.menuDialogs(this) ?? nothing}`;
  }

  /** @param {Event} event */
  async #load({target}) {
    if (this.#items || !(/** @type {HTMLDetailsElement} */ (target).open)) return;
    await this.tried(async () => {
      this.#items = await import('./menu_items.js').catch(offline);
    });
    this.update();
  }

  /**
   * Do something; its problem is shown above the board.
   * @param {() => Promise<unknown>} action
   */
  async tried(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.fire('refused', error);
    }
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, {detail, bubbles: true}));
  }
}

define('ludo-menu', Menu);
