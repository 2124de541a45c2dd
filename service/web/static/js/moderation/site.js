// The settings of the site: who may sign up, codes to sign up with, a notice to all, maintenance.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send, serverNow} from '../core/api.js';
import {define} from '../core/element.js';
import {Paged, pagedView} from '../core/paged.js';
import {formatDay, formatMoment, t, tn} from '../core/texts.js';
import {copyField} from '../pages/copy.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';

/**
 * @typedef {import('../core/types.js').SiteState} SiteState
 * @typedef {import('../core/types.js').SignUpCode} SignUpCode
 */

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Hours for which a notice is shown. */
const HOURS = [1, 6, 24, 72, 168, 720];
/** Hours that a maintenance may take; 0: it is not known. */
const TAKES = [0, 1, 2, 4, 8, 24];
/** Days for which a code is valid. */
const DAYS = [1, 7, 14, 30, 90, 365];
/** Characters of a text in a notice, of a reason, and of the label of a code, as the API has them. */
const [LONGEST_NOTICE, LONGEST_REASON, LONGEST_LABEL] = [500, 200, 80];

class Site extends Acting {
  /** @type {SiteState | null} */
  site = null;
  /** @type {Paged<SignUpCode>} */
  codes = new Paged(this, '/v1/site/codes?limit=20');
  /** The code that was made last, which is shown only now. */
  made = '';

  async read() {
    if (!this.isOperator) return;
    [this.site] = await Promise.all([get('/v1/site', {signal: this.leaving}), this.codes.load()]);
  }

  /**
   * Switch something. The pages of all visitors show it from their next loading on.
   * @param {string} part
   * @param {string} done
   * @param {FormData} data
   * @param {Record<string, unknown>} change
   */
  change(part, done, data, change) {
    return this.act(part, done, () => send('PUT', '/v1/site', {reason: textOf(data, 'reason'), ...change}));
  }

  /** @param {FormData} data */
  setNotice(data) {
    const texts = Object.fromEntries(['de', 'it'].flatMap((tag) => {
      const text = textOf(data, `text-${tag}`);
      return text ? [[tag, text]] : [];
    }));
    return this.change('notice', t('Every page shows the notice.'), data, {
      notice: {text: textOf(data, 'text'), until: later(Number(data.get('hours')) * HOUR), texts},
    });
  }

  /** @param {FormData} data */
  beginMaintenance(data) {
    const hours = Number(data.get('hours'));
    const maintenance = {reason: textOf(data, 'shown'), until: hours ? later(hours * HOUR) : null};
    return this.change('maintenance', t('Maintenance has begun: nothing can be changed.'), data, {maintenance});
  }

  /** @param {FormData} data */
  makeCode(data) {
    this.made = '';
    return this.act('codes', t('The code is made.'), async () => {
      const body = {label: textOf(data, 'label'), days: Number(data.get('days'))};
      this.made = (await send('POST', '/v1/site/codes', body)).code;
    });
  }

  /** @param {SignUpCode} code */
  withdraw(code) {
    return this.act('codes', t('The code is withdrawn.'), () => send('DELETE', `/v1/site/codes/${code.id}`));
  }

  content() {
    const {site} = this;
    if (!this.isOperator) return html`<h1>${t('Site')}</h1><p>${t('Only operators switch the site.')}</p>`;
    if (!site) return nothing;
    return html`<h1>${t('Site')}</h1>
      <p class="hint">${t('What you switch holds at once. It is in the log of moderation.')}</p>
      ${this.signUpView(site)}${this.codesView()}${this.noticeView(site)}${this.maintenanceView(site)}`;
  }

  /** @param {SiteState} site */
  signUpView({sign_ups: mode}) {
    /** @type {[SiteState['sign_ups'], string][]} */
    const modes = [['open', t('Everyone')], ['invitation', t('Only with a code')], ['closed', t('No one')]];
    return html`<h2>${t('Sign-up')}</h2>${this.outcome('sign-up')}
      <form class="desk-form" @submit=${kept((data) => this.change('sign-up',
        t('Done. It is in the log of moderation.'), data, {sign_ups: textOf(data, 'mode')}))}>
        <div class="field"><label for="mode">${t('Who may sign up')}</label><select id="mode" name="mode">
          ${modes.map(([value, name]) => html`<option value=${value} ?selected=${value === mode}>${name}</option>`)}
          </select></div>
        ${whyField('mode-reason')}
        <button class="primary" aria-disabled=${String(this.isBusy)}>${t('Switch')}</button></form>`;
  }

  codesView() {
    return html`<h2>${t('Codes to sign up with')}</h2>${this.outcome('codes')}
      ${this.made ? html`<p>${t('One person signs up with it. It is not shown again.')}</p>
        ${copyField(t('Code'), this.made)}` : nothing}
      <form class="desk-form" @submit=${submitted((data) => this.makeCode(data))}>
        <div class="field"><label for="label">${t('For whom or what')}</label>
          <input id="label" name="label" maxlength=${LONGEST_LABEL} autocomplete="off" aria-describedby="label-hint">
          <span class="hint" id="label-hint">${t('Only operators see it.')}</span></div>
        <div class="field"><label for="days">${t('Valid for')}</label><select id="days" name="days">
          ${DAYS.map((days) => html`<option value=${days} ?selected=${days === 14}>${daysNamed(days)}</option>`)}
          </select></div>
        <button aria-disabled=${String(this.isBusy)}>${t('Make a code')}</button></form>
      ${pagedView(this.codes, (codes) => html`<ul class="rows">${repeat(codes, ({id}) => id,
        (each) => this.codeView(each))}</ul>`, t('No code yet.'))}`;
  }

  /** @param {SignUpCode} code */
  codeView(code) {
    const {label, used_at: usedAt, expires_at: expiresAt, player} = code;
    const name = label || formatMoment(code.created_at);
    return html`<li class="row"><span>${name} ${usedAt
      ? html`<span class="badge">${t('used on {date}', {date: formatDay(usedAt)})}</span>
        ${player ? html`<a href="/desk/players/${player}">${t('Player')}</a>` : nothing}`
      : html`<span class="muted">${t('until {moment}', {moment: formatMoment(expiresAt)})}</span>`}</span>
      ${usedAt ? nothing : html`<button type="button" aria-label=${t('Withdraw the code {name}', {name})}
        aria-disabled=${String(this.isBusy)} @click=${() => this.withdraw(code)}>
        ${t('Withdraw the code')}</button>`}</li>`;
  }

  /** @param {SiteState} site */
  noticeView({notice}) {
    return html`<h2>${t('Notice to all')}</h2>${this.outcome('notice')}
      ${notice ? html`<p class="notice">${notice.text}
          <span class="muted">${t('until {moment}', {moment: formatMoment(notice.until)})}</span></p>
        <form class="desk-form" @submit=${submitted((data) => this.change('notice', t('No page shows a notice.'), data,
          {notice: null}))}>${whyField('notice-end-reason')}
          <button aria-disabled=${String(this.isBusy)}>${t('End the notice')}</button></form>` : nothing}
      <form class="desk-form" @submit=${submitted((data) => this.setNotice(data))}>
        <div class="field"><label for="text">${t('Text')}</label>
          <textarea id="text" name="text" rows="2" required maxlength=${LONGEST_NOTICE}></textarea></div>
        <div class="field"><label for="text-de">${t('In German, if it differs')}</label>
          <textarea id="text-de" name="text-de" rows="2" maxlength=${LONGEST_NOTICE}></textarea></div>
        <div class="field"><label for="text-it">${t('In Italian, if it differs')}</label>
          <textarea id="text-it" name="text-it" rows="2" maxlength=${LONGEST_NOTICE}></textarea></div>
        <div class="field"><label for="notice-hours">${t('Shown for')}</label>
          <select id="notice-hours" name="hours">${HOURS.map((hours) => html`<option value=${hours}
            ?selected=${hours === 24}>${hoursNamed(hours)}</option>`)}</select></div>
        ${whyField('notice-reason')}
        <button class="primary" aria-disabled=${String(this.isBusy)}>${notice ? t('Show this notice instead')
          : t('Show the notice')}</button></form>`;
  }

  /** @param {SiteState} site */
  maintenanceView({maintenance}) {
    return html`<h2>${t('Maintenance')}</h2>${this.outcome('maintenance')}
      ${maintenance ? html`<p class="notice">${maintenance.reason}
          <span class="muted">${t('since {date}', {date: formatMoment(maintenance.since)})}${maintenance.until
            ? html`, ${t('until {moment}', {moment: formatMoment(maintenance.until)})}` : nothing}</span></p>
        <form class="desk-form" @submit=${submitted((data) => this.change('maintenance', t('Maintenance is over.'),
          data, {maintenance: null}))}>${whyField('maintenance-end-reason')}
          <button class="primary" aria-disabled=${String(this.isBusy)}>${t('End maintenance')}</button></form>`
        : html`<p class="hint">${
          t('Everything can be read. Changes are refused, and no clock runs out. You can end it here.')}</p>
        <form class="desk-form" @submit=${submitted((data) => this.beginMaintenance(data))}>
          <div class="field"><label for="shown">${t('Text for all')}</label>
            <input id="shown" name="shown" required maxlength=${LONGEST_REASON} autocomplete="off"></div>
          <div class="field"><label for="takes">${t('It probably takes')}</label><select id="takes" name="hours">
            ${TAKES.map((hours) => html`<option value=${hours}>${hours ? hoursNamed(hours) : t('not known')}</option>`)}
            </select></div>
          ${whyField('maintenance-reason')}
          <button class="danger" aria-disabled=${String(this.isBusy)}>${t('Begin maintenance')}</button></form>`}`;
  }
}

/** A field for the line in the log: the reasons of switches are shorter than those of acts. @param {string} id */
function whyField(id) {
  return reasonField(id, t('A line for the log of moderation.'), LONGEST_REASON);
}

/**
 * Return a listener that gives the data of a form, and leaves what is chosen, since it is the state of the site.
 * @param {(data: FormData) => Promise<boolean>} action
 */
function kept(action) {
  return async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const reason = /** @type {HTMLInputElement} */ (form.elements.namedItem('reason'));
    if (await action(new FormData(form))) reason.value = '';
  };
}

/** Return the time that is so many milliseconds from now. @param {number} milliseconds */
function later(milliseconds) {
  return new Date(serverNow() + milliseconds).toISOString();
}

/** @param {number} hours */
function hoursNamed(hours) {
  return hours % 24 ? tn('{number} hour', '{number} hours', hours) : daysNamed(hours * HOUR / DAY);
}

/** @param {number} days */
function daysNamed(days) {
  return days === 1 ? t('1 day') : t('{number} days', {number: days});
}

define('ludo-desk-site', Site);
