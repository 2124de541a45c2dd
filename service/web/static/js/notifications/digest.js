// The part with the daily e-mail.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {formatMoment, t} from '../core/texts.js';
import {field} from '../pages/form_fields.js';
import {messagesField} from './pings.js';

/**
 * @typedef {import('./notifications.js').Notifications} Notifications
 * @typedef {import('../core/types.js').Digest} Digest
 */

/**
 * @param {Notifications} page
 * @param {Digest} digest
 */
export function digestView(page, digest) {
  if (!digest.available && digest.state === 'off') return nothing;
  return html`<section aria-labelledby="part-digest"><h2 id="part-digest">${t('Daily e-mail')}</h2>
    <p class="hint">${t('One e-mail a day at most, only if decisions are open or a round opens soon.')}</p>
    ${page.problemIn('digest')}${stateView(page, digest)}${digest.available ? form(page, digest) : nothing}</section>`;
}

/**
 * @param {Notifications} page
 * @param {Digest} digest
 */
function stateView(page, {available, state, address, next_at: next, failed_at: failed}) {
  if (state === 'off') return nothing;
  const due = state === 'unconfirmed'
    ? t('An e-mail was sent to {address}. Use its link within a day.', {address: address ?? ''})
    : t('The next e-mail is due {moment}.', {moment: formatMoment(next ?? '')});
  return html`<p class="notice">${available ? due : t('This server sends no e-mails now. It still has your address.')}
      ${available && failed ? t('The last attempt has failed.') : ''}</p>
    <p><button type="button" aria-disabled=${page.isBusy} @click=${() => page.endDigest()}>
      ${t('End the daily e-mail')}</button></p>`;
}

/**
 * @param {Notifications} page
 * @param {Digest} digest
 */
function form(page, {state, address, hour, time_zone: zone, messages}) {
  const errors = page.failed === 'digest' ? page.errors : {};
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    page.askDigest({
      address: String(data.get('address')).trim(), hour: Number(data.get('hour')), time_zone: String(data.get('zone')),
      messages: data.has('messages'),
    });
  };
  const zones = [...new Set([zone ?? here, here])];
  return html`<form data-part="digest" @submit=${submit}>
    ${field(errors, '/address', html`<label for="address">${t('E-mail address')}</label>
      <input id="address" name="address" type="email" required maxlength="254" autocomplete="email"
        .value=${address ?? ''}>`)}
    ${field(errors, '/hour', html`<label for="hour">${t('At which hour')}</label>
      <select id="hour" name="hour">${Array.from({length: 24}, (_, each) => html`
        <option value=${each} ?selected=${each === (hour ?? 8)}>${String(each).padStart(2, '0')}:00</option>`)}
      </select>`)}
    ${field(errors, '/time_zone', html`<label for="zone">${t('Time zone')}</label>
      <select id="zone" name="zone">${zones.map((each) => html`<option value=${each}>${each}</option>`)}</select>`)}
    ${messagesField('digest-messages', state === 'off' || messages)}
    <button aria-disabled=${page.isBusy}>${state === 'off' ? t('Ask for the daily e-mail') : t('Change')}</button>
    </form>`;
}
