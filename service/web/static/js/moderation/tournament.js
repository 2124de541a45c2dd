// The page of a tournament at the desk: close it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {t} from '../core/texts.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';
import {actsView} from './acts.js';

/** @typedef {import('../core/types.js').ModerationAct} ModerationAct */

class TournamentDesk extends Acting {
  /** @type {ModerationAct[]} */
  acts = [];

  async read() {
    if (!this.isOperator) return;
    const {items} = await get('/v1/moderation/acts?limit=200', {signal: this.leaving});
    this.acts = items.filter((/** @type {ModerationAct} */ {about}) => about === this.subject);
  }

  /** @param {FormData} data */
  close(data) {
    const path = `/v1/moderation/tournaments/${this.subject}/closings`;
    return this.act('act', t('The tournament is closed.'), () => send('POST', path, {reason: textOf(data, 'reason')}));
  }

  content() {
    return html`<h1>${t('Tournament')}</h1>
      <p><a href="/tournaments/${this.subject}">${this.subject}</a></p>${this.outcome('act')}
      <form class="desk-form" @submit=${submitted((data) => this.close(data))}>${reasonField('reason')}
        <button class="danger" aria-disabled=${String(this.isBusy)}>${t('Close the tournament')}</button></form>
      <p class="hint">${t('Its running games go on. It cannot be opened again.')}</p>
      ${this.acts.length ? actsView(this.acts) : nothing}`;
  }
}

define('ludo-desk-tournament', TournamentDesk);
