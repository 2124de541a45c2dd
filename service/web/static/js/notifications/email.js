// Where the links of e-mails lead: confirm an address, or unsubscribe. Programs follow links too, so a button acts.

import {html} from '../../vendor/lit-html/lit-html.js';
import {send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {t} from '../core/texts.js';

class Email extends LudoElement {
  /** The token in the fragment, which reaches no server log. */
  token = '';
  isEnd = false;
  isBusy = false;
  isDone = false;
  /** @type {Error | null} */
  problem = null;

  connected() {
    const found = new URLSearchParams(location.hash.slice(1));
    this.isEnd = found.has('unsubscribe');
    this.token = found.get('unsubscribe') ?? found.get('confirm') ?? '';
  }

  async act() {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      if (this.isEnd) await send('POST', `/v1/digests/unsubscriptions/${encodeURIComponent(this.token)}`);
      else await send('POST', '/v1/digests/confirmations', {token: this.token});
      this.isDone = true;
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.isBusy = false;
    this.update();
  }

  view() {
    if (!this.token) return html`<p>${t('Open the link of an e-mail to get here.')}</p>`;
    if (this.isDone) {
      return html`<p class="notice" role="status">${this.isEnd ? t('You get no more e-mails.')
        : t('Your address is confirmed.')}</p><p><a href="/account/notifications">${t('Notifications')}</a></p>`;
    }
    return html`${this.problem ? problemView(this.problem) : ''}
      <p><button type="button" class="primary" aria-disabled=${this.isBusy} @click=${() => this.act()}>
        ${this.isEnd ? t('Unsubscribe from the daily e-mail') : t('Confirm the address')}</button></p>`;
  }
}

define('ludo-email', Email);
