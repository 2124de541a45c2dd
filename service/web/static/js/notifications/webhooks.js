// The part with the webhooks: signed requests to programs.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {t} from '../core/texts.js';
import {copyField} from '../pages/copy.js';
import {field} from '../pages/form_fields.js';
import {hostOf, receiverView} from './receivers.js';

/**
 * @typedef {import('./notifications.js').Notifications} Notifications
 * @typedef {import('../core/types.js').Webhook} Webhook
 */

/** @type {[string, () => string][]} */
const TYPES = [
  ['decision.opened', () => t('it is your turn')],
  ['deadline.near', () => t('a deadline is near')],
  ['game.started', () => t('a game has started')],
  ['game.ended', () => t('a game is over')],
  ['game.cancelled', () => t('a game is cancelled before its start')],
  ['result.published', () => t('a result is published')],
  ['seat.abandoned', () => t('a player has left a seat to a bot')],
  ['round.paired', () => t('the tables of a round are published')],
  ['round.ended', () => t('a round is finished')],
];

/** @type {[string, () => string][]} */
const GAMES = [
  ['own', () => t('games and tournaments that you play')],
  ['organised', () => t('games and tournaments that you organise')],
  ['', () => t('both, with public results and rounds of others')],
];

/**
 * @param {Notifications} page
 * @param {Webhook[]} webhooks
 */
export function webhooksView(page, webhooks) {
  return html`<section aria-labelledby="part-webhooks"><h2 id="part-webhooks">${t('Webhooks')}</h2>
    <p class="hint">${t('A webhook sends signed requests to a program, for example of a league or a bot.')}
      <a href="/docs">${t('How to verify them')}</a></p>
    ${page.made ? html`<p class="notice">${t('The secret is shown only now. Anyone who has it can forge requests.')}</p>
      ${copyField(t('Secret of {label}', {label: page.made.label}), page.made.secret)}
      ${copyField(t('Public key of {label}', {label: page.made.label}), page.made.key)}` : nothing}
    <ul class="rows">${repeat(webhooks, ({id}) => id,
      (each) => receiverView(page, 'webhooks', each, each.label, about(each), html`<button type="button"
        aria-disabled=${page.isBusy} @click=${() => page.rotate(each)}>${t('New secret')}</button>`))}</ul>
    <details class="fold"><summary>${t('New webhook')}</summary>${form(page)}</details></section>`;
}

/** @param {Webhook} webhook */
function about({url, types, waiting, dropped}) {
  const numbers = [
    ...(waiting ? [t('{number} waiting', {number: waiting})] : []),
    ...(dropped ? [t('{number} dropped', {number: dropped})] : []),
  ];
  return [hostOf(url), types.join(', '), ...numbers].join(' · ');
}

/** @param {Notifications} page */
function form(page) {
  const errors = page.failed === 'new-webhooks' ? page.errors : {};
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const target = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(target);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? '').trim();
    const first = /** @type {HTMLInputElement} */ (target.querySelector('input[name="types"]'));
    first.setCustomValidity(data.has('types') ? '' : t('Choose at least one event.'));
    if (!target.reportValidity()) return;
    const body = {label: text('label'), url: text('url'), types: data.getAll('types'), games: text('games') || null};
    page.make('webhooks', body, target);
  };
  const valid = (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    /** @type {HTMLInputElement} */ (target.querySelector('input')).setCustomValidity('');
  };
  return html`<form data-part="new-webhooks" @submit=${submit}>${page.problemIn('new-webhooks')}
    ${field(errors, '/label', html`<label for="hook-label">${t('What it is for')}</label>
      <input id="hook-label" name="label" required maxlength="80" autocomplete="off">`)}
    ${field(errors, '/url', html`<label for="hook-url">${t('URL')}</label>
      <input id="hook-url" name="url" type="url" required maxlength="2000" autocomplete="off">`)}
    <fieldset @change=${valid}><legend>${t('Events')}</legend><div class="picks">${TYPES.map(([key, name]) => html`
      <label class="pick"><input type="checkbox" name="types" value=${key}>
        <span>${name()}<span class="hint">${key}</span></span></label>`)}</div></fieldset>
    <fieldset><legend>${t('Of which games')}</legend><div class="picks">${GAMES.map(([key, name], place) => html`
      <label class="pick"><input type="radio" name="games" value=${key} ?checked=${place === 0}>
        <span>${name()}</span></label>`)}</div></fieldset>
    <button aria-disabled=${page.isBusy}>${t('Create the webhook')}</button></form>`;
}
