// The page of a player at the desk: who it is, what can be done, texts, and what was done.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {formatDay, formatMoment, t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {copyField} from '../pages/copy.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';
import {actsView} from './acts.js';
import {bodyOf, fieldsOf, kindsFor} from './player_acts.js';
import {marksOf} from './players.js';

/**
 * @typedef {import('../core/types.js').ModeratedPlayer} ModeratedPlayer
 * @typedef {import('../core/types.js').WrittenText} WrittenText
 * @typedef {import('../core/types.js').GameRow} GameRow
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 */

/** Games of which the page has links. */
const LAST = 10;

class Player extends Acting {
  /** @type {ModeratedPlayer | null} */
  player = null;
  /** @type {WrittenText[]} */
  texts = [];
  /** The last games that all may see. @type {GameRow[]} */
  games = [];
  /** The titles by name. @type {Map<string, Ruleset>} */
  titles = new Map();
  kind = 'warn';
  /** The link that was made last. */
  link = '';

  get path() {
    return `/v1/moderation/players/${this.subject}`;
  }

  async read() {
    const [player, {items}, named] = await Promise.all([
      get(this.path, {signal: this.leaving}), get(`${this.path}/messages`, {signal: this.leaving}), titles()]);
    [this.player, this.texts, this.titles] = [player, items, named];
    // a deleted player has no list of games
    this.games = player.erased_at ? []
      : (await get(`/v1/players/${this.subject}/games?limit=${LAST}`, {signal: this.leaving})).items;
    document.title = `${player.name || t('Deleted player')} · Ludolog`;
  }

  /** @param {FormData} data */
  do(data) {
    this.link = '';
    return this.act('act', t('Done. It is in the log of moderation.'), async () => {
      const {recovery} = await send('POST', `${this.path}/acts`, bodyOf(this.kind, data));
      if (recovery) this.link = location.origin + recovery.path;
    });
  }

  /** @param {FormData} data */
  removeTexts(data) {
    const ids = data.getAll('text').map(String);
    return this.act('texts', t('The chosen texts are removed.'), async () => {
      const body = {reason: textOf(data, 'reason')};
      for (const id of ids) await send('POST', `/v1/moderation/messages/${id}/removals`, body);
    });
  }

  content() {
    const {player} = this;
    if (!player) return nothing;
    return html`<h1>${player.name || t('Deleted player')} ${marksOf(player)}</h1>
      ${factsView(player)}
      ${player.suspension ? html`<p class="notice">${player.suspension.kind === 'locked_out'
        ? t('Locked out: {reason}', {reason: player.suspension.reason})
        : t('May only read: {reason}', {reason: player.suspension.reason})}</p>` : nothing}
      ${player.erased_at ? nothing : this.actView()}
      ${this.texts.length ? this.textsView() : this.outcome('texts')}
      ${this.games.length ? html`<h2>${t('Last public games')}</h2>
        <ul class="rows">${this.games.map((game) => gameView(game, this.titles))}</ul>` : nothing}
      ${player.warnings.length ? html`<h2>${t('Warnings')}</h2><ul class="rows">${player.warnings.map((each) =>
        html`<li class="row"><span>${each.reason}</span><span class="muted">${formatMoment(each.at)},
          ${each.confirmed_at ? t('confirmed') : t('not confirmed yet')}</span></li>`)}</ul>` : nothing}
      <h2>${t('Acts')}</h2>
      ${player.acts.items.length ? actsView(player.acts.items) : html`<p class="muted">${t('None.')}</p>`}`;
  }

  actView() {
    const kinds = kindsFor(this.isOperator, this.player?.suspension !== null);
    const chosen = kinds.some(([kind]) => kind === this.kind) ? this.kind : 'warn';
    return html`<h2>${t('Act')}</h2>${this.outcome('act')}
      ${this.link ? html`<p>${
        t('Send this link to the person. It works once, within a day, and is not shown again.')}</p>
        ${copyField(t('Recovery link'), this.link)}` : nothing}
      <form class="desk-form" @submit=${submitted((data) => this.do(data))}>
        <div class="field"><label for="kind">${t('What')}</label><select id="kind"
          @change=${(/** @type {Event} */ event) => {
            this.kind = /** @type {HTMLSelectElement} */ (event.target).value;
            this.update();
          }}>${kinds.map(([kind, name]) => html`<option value=${kind} ?selected=${kind === chosen}>${name}</option>`)}
          </select></div>
        ${fieldsOf(chosen, this.player)}
        ${['warn', 'suspend'].includes(chosen)
          ? reasonField('reason', t('The player reads it, and it stays in the log: quote no names and no texts.'))
          : reasonField('reason')}
        <button class="primary" aria-disabled=${String(this.isBusy)}>${t('Do it')}</button></form>`;
  }

  textsView() {
    return html`<h2>${t('Texts')}</h2>${this.outcome('texts')}
      <form class="desk-form" @submit=${submitted((data) => this.removeTexts(data))}>
        ${repeat(this.texts, ({id}) => id, (each) => html`<div class="text-row">
          <label class="check"><input type="checkbox" name="text" value=${each.id}> ${each.text}</label>
          <p class="muted small">${formatMoment(each.at)} ·
            <a href="/${each.topic}">${each.topic.startsWith('games/') ? t('game') : t('tournament')}</a></p></div>`)}
        ${reasonField('text-reason')}
        <button aria-disabled=${String(this.isBusy)}>${t('Remove the chosen texts')}</button></form>`;
  }
}

/**
 * A game with the way to what can be done about it.
 * @param {GameRow} game
 * @param {Map<string, Ruleset>} named
 */
function gameView({id, ruleset, names, opened_at: openedAt, ended_at: endedAt}, named) {
  return html`<li class="row">
    <span><a href="/desk/games/${id}">${named.get(ruleset)?.title ?? ruleset}: ${
      names.filter(Boolean).join(', ')}</a></span>
    <span class="muted">${endedAt ? t('ended on {date}', {date: formatDay(endedAt)})
      : t('opened on {date}', {date: formatDay(openedAt)})}</span></li>`;
}

/** @param {ModeratedPlayer} player */
function factsView(player) {
  /** @type {[string, unknown][]} */
  const facts = [
    [t('Id'), html`<code>${player.id}</code>`],
    [t('Since'), formatDay(player.created_at)],
    [t('Tokens, sessions, passkeys, apps'),
      [player.tokens, player.sessions, player.passkeys, player.apps].join(' · ')],
    [t('Requests a minute'), player.limits.requests ?? t('as for all')],
    [t('Messages a minute'), player.limits.messages ?? t('as for all')],
  ];
  const former = player.former_names.map(({name, until, by_operator: byOperator}) => html`<li>${name}
    <span class="muted">${t('until {moment}', {moment: formatDay(until)})}
      ${byOperator ? t('(replaced by a moderator)') : nothing}</span></li>`);
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <p><a href="/players/${player.id}">${t('Profile')}</a></p>
    ${former.length ? html`<h2>${t('Former names')}</h2><ul class="plain">${former}</ul>` : nothing}`;
}

define('ludo-desk-player', Player);
