// The page of a tournament at the desk: close it, and what was done about it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {t} from '../core/texts.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';
import {actsView} from './acts.js';

/** @typedef {import('../core/types.js').ModeratedTournament} ModeratedTournament */

class TournamentDesk extends Acting {
  /** @type {ModeratedTournament | null} */
  tournament = null;

  get path() {
    return `/v1/moderation/tournaments/${this.subject}`;
  }

  async read() {
    this.tournament = await get(this.path, {signal: this.leaving});
  }

  /** @param {FormData} data */
  close(data) {
    return this.act('act', t('The tournament is closed.'),
      () => send('POST', `${this.path}/closings`, {reason: textOf(data, 'reason')}));
  }

  closingView() {
    return html`<form class="desk-form" @submit=${submitted((data) => this.close(data))}>${reasonField('reason')}
        <button class="danger" aria-disabled=${String(this.isBusy)}>${t('Close the tournament')}</button></form>
      <p class="hint">${t('Its running games go on. It cannot be opened again.')}</p>`;
  }

  content() {
    const {tournament} = this;
    if (!tournament) return nothing;
    const isOver = tournament.status === 'ended' || tournament.status === 'cancelled';
    return html`<h1>${t('Tournament')}</h1>
      <p><a href="/tournaments/${tournament.id}">${tournament.name}</a></p>
      <p><a href="/desk/players/${tournament.owner}">${t('Owner of the tournament')}</a></p>
      ${this.outcome('act')}${isOver ? nothing : this.closingView()}
      <h2>${t('Acts')}</h2>
      ${tournament.acts.items.length ? actsView(tournament.acts.items) : html`<p class="muted">${t('None.')}</p>`}`;
  }
}

define('ludo-desk-tournament', TournamentDesk);
