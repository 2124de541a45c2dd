// A ping or webhook in a list: its state, its buttons, its deliveries.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {skeleton} from '../core/paged.js';
import {formatMoment, t} from '../core/texts.js';

/**
 * @typedef {import('./notifications.js').Notifications} Notifications
 * @typedef {import('./notifications.js').Part} Part
 * @typedef {import('../core/types.js').Ping} Ping
 * @typedef {import('../core/types.js').Webhook} Webhook
 * @typedef {import('../core/types.js').Delivery} Delivery
 */

/** Deliveries that are shown. */
const MOST = 20;

/**
 * @param {Notifications} page
 * @param {Part} part
 * @param {Ping | Webhook} one
 * @param {string} name
 * @param {unknown} about
 * @param {unknown} more Further buttons
 */
export function receiverView(page, part, one, name, about, more = nothing) {
  const deliveries = page.deliveries.get(one.id);
  return html`<li class="receiver" aria-label=${name}>
    <p class="receiver-name"><b>${name}</b> ${stateOf(one)}</p>
    <p class="muted">${about}</p>
    ${page.problemIn(one.id)}
    ${page.tested?.id === one.id ? html`<p class="notice">${outcomeOf(page.tested.delivery)}</p>` : nothing}
    <p class="buttons">
      <button type="button" ?disabled=${!one.enabled} aria-disabled=${page.isBusy} @click=${() => page.test(part, one)}>
        ${t('Test')}</button>
      <button type="button" aria-expanded=${String(deliveries !== undefined)} @click=${() => page.show(one)}>
        ${t('Deliveries')}</button>
      <button type="button" aria-disabled=${page.isBusy} @click=${() => page.toggle(part, one)}>
        ${one.enabled ? t('Disable') : t('Enable')}</button>
      ${more}
      <button type="button" class="danger" aria-disabled=${page.isBusy} @click=${() => page.delete(part, one)}>
        ${t('Delete')}</button></p>
    ${deliveries === undefined ? nothing : deliveriesView(page, one, deliveries?.slice(0, MOST) ?? null)}</li>`;
}

/** @param {string} url */
export function hostOf(url) {
  return new URL(url).host;
}

/** @param {Ping | Webhook} one */
function stateOf(one) {
  const {disabled, failing_since: failing} = one;
  if (!disabled) {
    return failing
      ? html`<span class="badge danger">${t('failing since {moment}', {moment: formatMoment(failing)})}</span>`
      : html`<span class="badge accent">${t('enabled')}</span>`;
  }
  /** @type {Record<string, string>} */
  const reasons = {
    owner: t('disabled'),
    gone: t('disabled: the receiver answered 410'),
    failing: t('disabled: everything failed for five days'),
  };
  return html`<span class="badge ${disabled.because === 'owner' ? '' : 'danger'}">${reasons[disabled.because]}</span>`;
}

/**
 * @param {Notifications} page
 * @param {Ping | Webhook} one
 * @param {Delivery[] | null} deliveries
 */
function deliveriesView(page, one, deliveries) {
  if (!deliveries) return skeleton();
  const webhook = 'types' in one ? one : null;
  if (!deliveries.length) return html`<p class="muted">${t('Nothing was sent yet.')}</p>`;
  const hasFailed = webhook?.enabled && deliveries.some(({state}) => state === 'failed');
  return html`<ul class="rows deliveries">${repeat(deliveries, ({id}) => id, (each) => html`<li class="row">
      <span><b>${each.type}</b> <span class="muted">${formatMoment(each.attempted_at ?? each.created_at)}</span></span>
      <span>${outcomeOf(each)}</span>
      ${webhook?.enabled && each.state !== 'waiting' ? html`<button type="button" aria-disabled=${page.isBusy}
        @click=${() => page.again(webhook, each.id)}>${t('Send again')}</button>` : nothing}</li>`)}</ul>
    ${hasFailed ? html`<p><button type="button" aria-disabled=${page.isBusy} @click=${() => page.again(webhook)}>
      ${t('Send all failed ones again')}</button></p>` : nothing}`;
}

/** @param {Delivery} delivery */
function outcomeOf({state, status, error, next_at: next}) {
  const what = error ?? (status === null ? '' : t('status {status}', {status}));
  if (state === 'delivered') return t('Delivered: {what}', {what});
  if (state === 'failed') return t('Failed: {what}', {what});
  if (!next || !what) return t('Waiting');
  return t('{what}; the next attempt follows {moment}', {what, moment: formatMoment(next)});
}
