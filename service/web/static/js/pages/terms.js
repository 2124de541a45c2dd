// Accept the terms in force, below their text.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {t} from '../core/texts.js';

class Terms extends LudoElement {
  /** @type {boolean | null} Null without a sign-in, or until it is known */
  accepted = null;
  /** @type {Error | null} */
  problem = null;

  async connected() {
    try {
      this.accepted = (await get('/v1/law', {signal: this.leaving})).accepted;
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  async accept() {
    this.problem = null;
    try {
      await send('PUT', '/v1/me/terms', {version: this.dataset['version']});
      this.accepted = true;
      announce(t('You have accepted the terms.'));
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  view() {
    return html`${this.problem ? problemView(this.problem) : nothing}
      ${this.accepted === false ? html`<p><button type="button" class="primary" @click=${() => this.accept()}>
        ${t('I accept the terms')}</button></p>` : nothing}
      ${this.accepted ? html`<p class="notice">${t('You have accepted the terms.')}</p>` : nothing}`;
  }
}

define('ludo-terms', Terms);
