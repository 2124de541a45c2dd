// The part of the account with the links to the own calendar.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, newKey, send} from '../core/api.js';
import {t} from '../core/texts.js';
import {used} from './account_parts.js';
import {copyField} from './copy.js';

/**
 * @typedef {import('./account.js').Account} Account
 * @typedef {import('../core/types.js').CalendarLink} CalendarLink
 */

const PATH = '/v1/me/calendar-links';

export class CalendarLinks {
  /** @type {CalendarLink[]} */
  items = [];
  /** @type {{label: string, url: string} | null} The link that was just created */
  made = null;

  /** @param {Account} page */
  constructor(page) {
    this.page = page;
  }

  async load() {
    this.items = (await get(PATH, {signal: this.page.leaving})).items;
  }

  /** @param {SubmitEvent} event */
  make(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const label = String(data.get('label')).trim();
    return this.page.act('calendar', t('The calendar link is ready.'), async () => {
      this.made = await send('POST', PATH, {label}, {key: newKey()});
    });
  }

  /** @param {CalendarLink} link */
  revoke({id}) {
    return this.page.act('calendar', t('Revoked'), async () => {
      await send('DELETE', `${PATH}/${id}`);
      this.made = null;
    });
  }

  view() {
    const {page, made} = this;
    return html`<section aria-labelledby="part-calendar"><h2 id="part-calendar">${t('Calendar')}</h2>
      <p class="hint">${t('A calendar program shows your deadlines and the rounds of your tournaments.')}
        ${t('It needs a secret address, which reads your calendar and nothing else.')}</p>
      ${page.problemIn('calendar')}
      ${made ? html`<p class="notice">
          ${t('The address is shown only now. Subscribe to it in your calendar program.')}</p>
        ${copyField(t('Calendar: {label}', {label: made.label}), made.url)}` : nothing}
      <ul class="rows">${repeat(this.items, ({id}) => id, (each) => html`<li class="row"><b>${each.label}</b>
        <span class="muted">${used(each)}</span>
        <button type="button" aria-disabled=${page.isBusy} @click=${() => this.revoke(each)}
          aria-label=${t('Revoke {label}', {label: each.label})}>${t('Revoke')}</button></li>`)}</ul>
      <form class="filters" @submit=${(/** @type {SubmitEvent} */ event) => this.make(event)}>
        <div class="field"><label for="calendar-label">${t('Name of the device or program')}</label>
          <input id="calendar-label" name="label" required maxlength="80" autocomplete="off"></div>
        <button aria-disabled=${page.isBusy}>${t('Create a calendar link')}</button></form></section>`;
  }
}
