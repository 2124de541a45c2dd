// The part of the account with the apps that one has let in.

import {html} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {formatMoment, t} from '../core/texts.js';
import {used} from './account_parts.js';
import {meaningForApps} from './scopes.js';

/**
 * @typedef {import('./account.js').Account} Account
 * @typedef {import('../core/types.js').Grant} Grant
 */

const PATH = '/v1/me/grants';

export class Apps {
  /** @type {Grant[]} */
  items = [];

  /** @param {Account} page */
  constructor(page) {
    this.page = page;
  }

  async load() {
    this.items = (await get(PATH, {signal: this.page.leaving})).items;
  }

  /** @param {Grant} grant */
  revoke({id}) {
    return this.page.act('apps', t('Revoked'), () => send('DELETE', `${PATH}/${id}`));
  }

  view() {
    const {page} = this;
    return html`<section aria-labelledby="part-apps"><h2 id="part-apps">${t('Apps')}</h2>
      <p class="hint">${this.items.length ? t('When you revoke an app, everything that it has made ends, too.')
        : t('You have let no app in. An app that uses your account asks you on a page of this site.')}</p>
      ${page.problemIn('apps')}
      <ul class="rows">${repeat(this.items, ({id}) => id, (each) => html`<li class="row">
        <span><b>${each.client}</b> <span class="muted">${each.host ?? t('a device')}</span>
          ${each.scopes.map((scope) => html`<span class="badge" title=${meaningForApps(scope)}>${scope}</span> `)}
          ${each.game ? html`<a href="/games/${each.game}">${t('one game')}</a>` : ''}
          ${each.tournament ? html`<a href="/tournaments/${each.tournament}">${t('one tournament')}</a>` : ''}</span>
        <span class="muted">${used(each)}, ${t('until {moment}', {moment: formatMoment(each.expires_at)})}</span>
        <button type="button" aria-disabled=${page.isBusy} @click=${() => this.revoke(each)}
          aria-label=${t('Revoke {label}', {label: each.client})}>${t('Revoke')}</button></li>`)}</ul>
    </section>`;
  }
}
