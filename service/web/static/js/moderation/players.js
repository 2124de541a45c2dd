// The search for players at the desk, and the way to a game or tournament.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {define} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {formatDay, formatMoment, t, tn} from '../core/texts.js';
import {Acting} from './acting.js';

/** @typedef {import('../core/types.js').FoundPlayer} FoundPlayer */

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

class Players extends Acting {
  asked = new URLSearchParams(location.search);
  /** Whether what was entered is no address. */
  isRefused = false;
  /** @type {Paged<FoundPlayer>} */
  rows = new Paged(this, '');

  async read() {
    const wanted = new URLSearchParams();
    for (const name of ['q', 'state']) {
      const value = this.asked.get(name)?.trim();
      if (value) wanted.set(name, value);
    }
    this.rows.path = `/v1/moderation/players?${wanted}`;
    await this.rows.load();
  }

  /** @param {SubmitEvent} event */
  async search(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.asked = new URLSearchParams({q: String(data.get('q')), state: String(data.get('state'))});
    history.replaceState(history.state, '', `?${this.asked}`);
    await this.read();
    const number = this.rows.items?.length ?? 0;
    announce(this.rows.next ? t('More than {number} players', {number})
      : tn('{number} player', '{number} players', number));
  }

  /** @param {SubmitEvent} event */
  open(event) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('thing'));
    const id = UUID.exec(text)?.[0];
    const kind = text.includes('/tournaments/') ? 'tournaments' : 'games';
    this.isRefused = !id;
    if (id) location.assign(`/desk/${kind}/${id}`);
    this.update();
  }

  content() {
    /** @type {[string, string][]} */
    const states = [['', t('any state')], ['suspended', t('suspended')], ['warned', t('warned, not confirmed')],
      ['limited', t('with other limits')], ['moderators', t('operators and moderators')], ['deleted', t('deleted')]];
    return html`<h1>${t('Desk')}</h1>
      <form class="filters" role="search" @submit=${(/** @type {SubmitEvent} */ event) => this.search(event)}>
        <div class="field"><label for="q">${t('Name, former name or id')}</label>
          <input id="q" name="q" type="search" maxlength="100" autocomplete="off" spellcheck="false"
            .value=${this.asked.get('q') ?? ''}></div>
        <div class="field"><label for="state">${t('State')}</label><select id="state" name="state">
          ${states.map(([value, name]) => html`<option value=${value}
            ?selected=${value === (this.asked.get('state') ?? '')}>${name}</option>`)}</select></div>
        <button class="primary">${t('Search')}</button></form>
      ${pagedView(this.rows, playersView, t('No player was found.'))}
      <h2>${t('Game or tournament')}</h2>
      <form class="filters" @submit=${(/** @type {SubmitEvent} */ event) => this.open(event)}>
        <div class="field"><label for="thing">${t('Address of its page, or id of a game')}</label>
          <input id="thing" name="thing" required maxlength="300" autocomplete="off" spellcheck="false"
            aria-invalid=${this.isRefused ? 'true' : nothing} aria-describedby="thing-error">
          <p class="error" id="thing-error" role="alert">${this.isRefused
            ? t('This is no address of a game or tournament.') : nothing}</p></div>
        <button>${t('Open')}</button></form>`;
  }
}

/** @param {FoundPlayer[]} players */
function playersView(players) {
  return html`<ul class="rows">${repeat(players, ({id}) => id, (each) => html`<li class="row">
    <span><a href="/desk/players/${each.id}">${each.name || t('Deleted player')}</a> ${marksOf(each)}</span>
    <span class="muted">${t('since {date}', {date: formatDay(each.created_at)})}</span></li>`)}</ul>`;
}

/** @param {FoundPlayer} player */
export function marksOf({suspension, roles, erased_at: erased}) {
  return html`${suspension ? html`<span class="badge danger">${suspension.until
    ? t('suspended until {moment}', {moment: formatMoment(suspension.until)}) : t('suspended')}</span>` : nothing}
    ${roles.map((role) => html`<span class="badge accent">${role === 'operator' ? t('operator')
      : t('moderator')}</span> `)}
    ${erased ? html`<span class="badge">${t('deleted')}</span>` : nothing}`;
}

define('ludo-desk-players', Players);
