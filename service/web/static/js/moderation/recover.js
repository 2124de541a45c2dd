// The page to which the link of an operator leads: it gives a new token, and signs the person in.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {signIn} from '../core/people.js';
import {t} from '../core/texts.js';
import {copyField} from '../pages/copy.js';

class Recover extends LudoElement {
  secret = location.hash.slice(1);
  /** @type {{name: string, token: string} | null} */
  found = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;

  connected() {
    // the secret is in no history, and in no address that somebody copies
    history.replaceState(history.state, '', location.pathname);
  }

  async use() {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      this.found ??= await send('POST', '/v1/recoveries', {secret: this.secret});
      await signIn({type: 'token', token: this.found?.token});
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.isBusy = false;
    this.update();
  }

  view() {
    const problem = this.problem ? problemView(this.problem) : nothing;
    if (this.found) {
      return html`${problem}<p>${t('You have the account {name} again.', {name: this.found.name})}
          ${t('Store this token safely. It is not shown again.')}</p>
        ${copyField(t('Token'), this.found.token)}
        <p>${t('Next, add a passkey.')} <a class="button primary" href="/account">${t('Account')}</a></p>`;
    }
    if (!this.secret) return html`<p>${t('Open the link that the operator of this site has sent to you.')}</p>`;
    return html`${problem}<p>${t('The link works once. It ends when you press the button.')}</p>
      <p><button type="button" class="primary" aria-disabled=${String(this.isBusy)} @click=${() => this.use()}>
        ${t('Get the account back')}</button></p>`;
  }
}

define('ludo-recover', Recover);
