// The button by which a visitor becomes a guest.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {t} from '../core/texts.js';
import {asGuest} from './guest.js';

/** The button by which a visitor starts to play, without a form. */
class Guest extends LudoElement {
  /** @type {Error | null} */
  problem = null;
  isBusy = false;

  async start() {
    if (this.isBusy) return;
    this.isBusy = true;
    this.update();
    try {
      await asGuest();
      location.reload();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      this.isBusy = false;
      this.update();
    }
  }

  view() {
    return html`<button type="button" class="primary" aria-disabled=${this.isBusy} @click=${() => this.start()}>
      ${t('Play as a guest')}</button>${this.problem ? problemView(this.problem) : nothing}`;
  }
}

define('ludo-guest', Guest);
