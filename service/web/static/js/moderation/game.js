// The page of a game at the desk: close, remove from public view, void.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {t} from '../core/texts.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';
import {actsView} from './acts.js';

/** @typedef {import('../core/types.js').ModeratedGame} ModeratedGame */

class GameDesk extends Acting {
  /** @type {ModeratedGame | null} */
  game = null;

  get path() {
    return `/v1/moderation/games/${this.subject}`;
  }

  async read() {
    this.game = await get(this.path, {signal: this.leaving});
  }

  /** @returns {[string, string][]} */
  get kinds() {
    const {game} = this;
    if (!game) return [];
    /** @type {[string, string][]} */
    const close = game.status === 'open' ? [['close', t('Close the game')]] : [];
    if (!this.isOperator) return close;
    const isOver = game.status === 'ended';
    return [...close,
      game.withheld ? ['show', t('Show it to all again')] : ['withhold', t('Remove it from public view')],
      ...(isOver ? [/** @type {[string, string]} */ (game.voided
        ? ['restore_result', t('Let the result count again')] : ['void_result', t('Void the result')])] : [])];
  }

  /** @param {FormData} data */
  do(data) {
    const body = {type: textOf(data, 'kind'), reason: textOf(data, 'reason')};
    return this.act('act', t('Done. It is in the log of moderation.'), () => send('POST', `${this.path}/acts`, body));
  }

  content() {
    const {game, kinds} = this;
    if (!game) return nothing;
    return html`<h1>${t('Game')} ${game.withheld ? html`<span class="badge danger">
        ${t('removed from public view')}</span>` : nothing}
        ${game.voided ? html`<span class="badge danger">${t('result void')}</span>` : nothing}</h1>
      <p><a href="/games/${game.id}">${game.id}</a></p>
      <p><a href="/desk/players/${game.owner}">${t('Owner of the game')}</a></p>
      ${this.outcome('act')}
      ${kinds.length ? html`<form class="desk-form" @submit=${submitted((data) => this.do(data))}>
        <div class="field"><label for="kind">${t('What')}</label><select id="kind" name="kind">
          ${kinds.map(([kind, name]) => html`<option value=${kind}>${name}</option>`)}</select></div>
        ${reasonField('reason')}
        <button class="primary" aria-disabled=${String(this.isBusy)}>${t('Do it')}</button></form>`
        : html`<p class="muted">${t('There is nothing that you can do about this game.')}</p>`}
      <p class="hint">${
        t('After a result was voided, the ratings are computed again. That takes seconds to minutes.')}</p>
      <h2>${t('Acts')}</h2>
      ${game.acts.items.length ? actsView(game.acts.items) : html`<p class="muted">${t('None.')}</p>`}`;
  }
}

define('ludo-desk-game', GameDesk);
