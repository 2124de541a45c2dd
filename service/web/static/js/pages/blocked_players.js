// The part of the account with the players whom one has blocked.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {send} from '../core/api.js';
import {Paged, problemView} from '../core/paged.js';
import {person} from '../core/people.js';
import {formatDay, t} from '../core/texts.js';

/**
 * @typedef {import('./account.js').Account} Account
 * @typedef {import('../core/types.js').BlockedPlayer} BlockedPlayer
 */

export class BlockedPlayers {
  /** @type {Paged<BlockedPlayer>} */
  list;

  /** @param {Account} page */
  constructor(page) {
    this.page = page;
    this.list = new Paged(page, '/v1/me/blocks?limit=50');
  }

  /** @returns {Promise<void>} */
  load() {
    return this.list.reload();
  }

  /** @param {BlockedPlayer} block */
  unblock({player}) {
    return this.page.act('blocks', t('Unblocked'), () => send('DELETE', `/v1/me/blocks/${encodeURIComponent(player)}`));
  }

  view() {
    const {page, list} = this;
    const items = list.items ?? [];
    return html`<section aria-labelledby="part-blocks"><h2 id="part-blocks">${t('Blocked players')}</h2>
      <p class="hint">${t('They cannot join the games that you open, and you do not see their messages.')}
        ${t('Challenges and pools do not bring you together. They are not told.')}
        ${t('You block a player on the profile, or at the table.')}</p>
      ${page.problemIn('blocks')}${list.problem ? problemView(list.problem, () => list.again()) : nothing}
      ${list.items && !items.length ? html`<p class="muted">${t('You have blocked nobody.')}</p>` : nothing}
      <ul class="rows">${repeat(items, ({player}) => player, (each) => html`<li class="row">
        <b>${person(each.player, each.name)}</b>
        <span class="muted">${t('since {day}', {day: formatDay(each.since)})}</span>
        <button type="button" aria-disabled=${page.isBusy} @click=${() => this.unblock(each)}
          aria-label=${t('Unblock {name}', {name: each.name ?? ''})}>${t('Unblock')}</button></li>`)}</ul>
      ${list.next ? html`<p><button type="button" @click=${() => list.more()}>${t('More')}</button></p>` : nothing}
      </section>`;
  }
}
