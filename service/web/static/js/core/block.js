// The button that blocks a player, or ends the block. Only the person who presses it knows of it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from './announce.js';
import {get, send} from './api.js';
import {define, LudoElement} from './element.js';
import {t} from './texts.js';

class BlockButton extends LudoElement {
  player = '';
  name = '';
  /** @type {boolean | null} null until it is known */ isBlocked = null;
  #isBusy = false;
  #refusal = '';

  get #path() {
    return `/v1/me/blocks/${encodeURIComponent(this.player)}`;
  }

  async connected() {
    try {
      this.isBlocked ??= (await get(this.#path, {signal: this.leaving})).blocked;
    } catch (error) {
      if (!this.leaving.aborted) this.#refusal = /** @type {Error} */ (error).message;
    }
    this.update();
  }

  async #toggle() {
    if (this.#isBusy) return;
    [this.#isBusy, this.#refusal] = [true, ''];
    this.update();
    try {
      const isBlocked = !this.isBlocked;
      await send(isBlocked ? 'PUT' : 'DELETE', this.#path);
      this.isBlocked = isBlocked;
      announce(isBlocked ? t('{name} is blocked.', {name: this.name})
        : t('{name} is no longer blocked.', {name: this.name}));
      this.dispatchEvent(new CustomEvent('blocked', {bubbles: true}));
    } catch (error) {
      this.#refusal = /** @type {Error} */ (error).message;
    }
    this.#isBusy = false;
    this.update();
  }

  view() {
    const {isBlocked, name} = this;
    return html`${isBlocked === null ? nothing : html`<button type="button" aria-disabled=${this.#isBusy}
        aria-label=${isBlocked ? t('Unblock {name}', {name}) : t('Block {name}', {name})}
        @click=${() => this.#toggle()}>${isBlocked ? t('Unblock') : t('Block')}</button>`}
      ${this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing}`;
  }
}

define('ludo-block', BlockButton);
