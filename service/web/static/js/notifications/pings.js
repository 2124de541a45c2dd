// The part with the pings: messages to a channel of one's own when it is one's turn.

import {html} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {t} from '../core/texts.js';
import {field} from '../pages/form_fields.js';
import {hostOf, receiverView} from './receivers.js';

/**
 * @typedef {import('./notifications.js').Notifications} Notifications
 * @typedef {import('../core/types.js').Ping} Ping
 */

/** @type {[string, () => string][]} The delays by their ISO 8601 form. */
const DELAYS = [
  ['PT0S', () => t('at once')], ['PT3M', () => t('after 3 minutes')], ['PT15M', () => t('after 15 minutes')],
  ['PT1H', () => t('after an hour')], ['PT8H', () => t('after 8 hours')],
];

/** @type {[string, string, () => string][]} The formats, their names, and where their URLs come from. */
const FORMATS = [
  ['discord', 'Discord', () => t('Channel settings, Integrations, Webhooks: copy the URL of a new one.')],
  ['slack', 'Slack', () => t('The URL of an “incoming webhook”. Google Chat has the same form.')],
  ['text', 'ntfy', () => t('Plain text, for example https://ntfy.sh/ with a topic that is hard to guess.')],
  ['json', 'JSON', () => t('For a program of yours.')],
];

/**
 * @param {Notifications} page
 * @param {Ping[]} pings
 */
export function pingsView(page, pings) {
  return html`<section aria-labelledby="part-pings"><h2 id="part-pings">${t('Pings')}</h2>
    <p class="hint">${t('A ping is a message to a channel of yours when it is your turn.')}
      ${t('It is sent only if the decision is still open, and once for each game until you answer.')}</p>
    <ul class="rows">${repeat(pings, ({id}) => id,
      (each) => receiverView(page, 'pings', each, hostOf(each.url), aboutPing(each)))}</ul>
    <details class="fold"><summary>${t('New ping')}</summary>${form(page)}</details></section>`;
}

/** @param {Ping} ping */
function aboutPing({format, delay, mention, messages, challenges, orders}) {
  const name = FORMATS.find(([key]) => key === format)?.[1] ?? format;
  const when = DELAYS.find(([key]) => key === delay)?.[1]() ?? delay;
  const more = [messages ? t('with messages') : '', challenges ? t('with challenges') : '',
    orders ? t('with standing orders') : ''];
  return [name, when, ...more, mention].filter(Boolean).join(' · ');
}

/** @param {Notifications} page */
function form(page) {
  const errors = page.failed === 'new-pings' ? page.errors : {};
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const target = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(target);
    const body = Object.fromEntries([...data].map(([name, value]) => [name, String(value).trim()]));
    page.make('pings', {...body, ...wishesIn(data)}, target);
  };
  return html`<form data-part="new-pings" @submit=${submit}>${page.problemIn('new-pings')}
    <fieldset><legend>${t('Where to')}</legend><div class="picks">${FORMATS.map(([key, name, hint], place) => html`
      <label class="pick"><input type="radio" name="format" value=${key} ?checked=${place === 0}>
        <span>${name}<span class="hint">${hint()}</span></span></label>`)}</div></fieldset>
    ${field(errors, '/url', html`<label for="ping-url">${t('URL')}</label>
      <input id="ping-url" name="url" type="url" required maxlength="2000" autocomplete="off">`)}
    ${field(errors, '/mention', html`<label for="mention">${t('Mention')}</label>
      <input id="mention" name="mention" maxlength="60" autocomplete="off" aria-describedby="mention-hint">
      <span class="hint" id="mention-hint">
        ${t('What the text begins with, such as <@123> on Discord. Optional.')}</span>`)}
    ${field(errors, '/delay', html`<label for="delay">${t('When')}</label>
      <select id="delay" name="delay">${DELAYS.map(([key, name]) => html`
        <option value=${key} ?selected=${key === 'PT3M'}>${name()}</option>`)}</select>`)}
    ${wishesFields('ping')}
    <button aria-disabled=${page.isBusy}>${t('Create the ping')}</button></form>`;
}

/**
 * Return the fields that ask for more than turns.
 * @param {string} prefix The beginning of their ids
 */
export function wishesFields(prefix) {
  return html`${messagesField(`${prefix}-messages`, true)}
    <div class="field"><label for="${prefix}-challenges"><input type="checkbox" id="${prefix}-challenges"
      name="challenges" .checked=${true}> ${t('Also about challenges, rematches and pools')}</label></div>
    <div class="field"><label for="${prefix}-orders"><input type="checkbox" id="${prefix}-orders"
      name="orders" .checked=${true}> ${t('Also if a standing order has decided or ended')}</label></div>`;
}

/**
 * Return which of these fields are checked.
 * @param {FormData} data
 */
export function wishesIn(data) {
  return {messages: data.has('messages'), challenges: data.has('challenges'), orders: data.has('orders')};
}

/**
 * Return the field that asks for messages, too.
 * @param {string} id
 * @param {boolean} isChecked
 */
export function messagesField(id, isChecked) {
  return html`<div class="field"><label for=${id}><input type="checkbox" id=${id} name="messages"
    .checked=${isChecked}> ${t('Also if something was written that I have not read')}</label>
    <span class="hint">${t('What was written is not sent.')}</span></div>`;
}
