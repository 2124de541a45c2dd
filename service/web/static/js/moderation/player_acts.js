// The acts about a player: their names, their fields, and the bodies of their requests.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {serverNow} from '../core/api.js';
import {t} from '../core/texts.js';
import {textOf} from './acting.js';

/** @typedef {import('../core/types.js').ModeratedPlayer} ModeratedPlayer */

const DAY = 86_400_000;
/** Days for which a player can be suspended; 0: without an end. */
const DAYS = [1, 3, 7, 30, 365, 0];

/**
 * @param {boolean} isOperator
 * @param {boolean} isSuspended
 * @returns {[string, string][]} kind and name
 */
export function kindsFor(isOperator, isSuspended) {
  return [
    ['warn', t('Warn')],
    ['suspend', isSuspended ? t('Suspend differently') : t('Suspend')],
    ...(isSuspended ? [/** @type {[string, string]} */ (['lift_suspension', t('Lift the suspension')])] : []),
    ['rename', t('Give another name')],
    ...(isOperator ? /** @type {[string, string][]} */ ([
      ['sign_out_everywhere', t('End all tokens, sessions, passkeys and apps (account taken)')],
      ['make_recovery', t('Make a recovery link')],
      ['set_limits', t('Set limits')],
    ]) : []),
  ];
}

/**
 * @param {string} kind
 * @param {ModeratedPlayer | null} player
 */
export function fieldsOf(kind, player) {
  if (kind === 'suspend') {
    return html`<div class="field"><label for="suspension">${t('How')}</label><select id="suspension" name="suspension">
        <option value="read_only">${t('May only read')}</option>
        <option value="locked_out">${t('Locked out: may not even read')}</option></select></div>
      <div class="field"><label for="days">${t('For')}</label><select id="days" name="days">
        ${DAYS.map((days) => html`<option value=${days}>${daysNamed(days)}</option>`)}</select></div>`;
  }
  if (kind === 'rename') {
    return html`<div class="field"><label for="new-name">${t('New name')}</label>
      <input id="new-name" name="name" required maxlength="40" autocomplete="off" spellcheck="false">
      <span class="hint">${t('The former name stays reserved for ever, and no profile shows it.')}</span></div>`;
  }
  if (kind === 'make_recovery') {
    return html`<p class="hint">${
      t('Check first who asks. Who has the link gets the account. It needs your session of a passkey.')}</p>`;
  }
  if (kind === 'set_limits') {
    return html`<div class="field"><label for="requests">${t('Requests a minute')}</label>
        <input id="requests" name="requests" type="number" min="1" max="1000000"
          .value=${String(player?.limits.requests ?? '')}></div>
      <div class="field"><label for="messages">${t('Messages a minute')}</label>
        <input id="messages" name="messages" type="number" min="0" max="10000"
          .value=${String(player?.limits.messages ?? '')}>
        <span class="hint">${t('0: may only read talk. An empty field: as for all.')}</span></div>`;
  }
  return nothing;
}

/** @param {number} days */
function daysNamed(days) {
  if (!days) return t('no end');
  return days === 1 ? t('1 day') : t('{number} days', {number: days});
}

/**
 * @param {string} type
 * @param {FormData} data
 */
export function bodyOf(type, data) {
  const body = {type, reason: textOf(data, 'reason')};
  if (type === 'suspend') {
    const days = Number(data.get('days'));
    const until = days ? new Date(serverNow() + days * DAY).toISOString() : null;
    return {...body, kind: textOf(data, 'suspension'), until};
  }
  if (type === 'rename') return {...body, name: textOf(data, 'name')};
  if (type !== 'set_limits') return body;
  return {...body, requests: numberIn(data, 'requests'), messages: numberIn(data, 'messages')};
}

/**
 * @param {FormData} data
 * @param {string} name
 */
function numberIn(data, name) {
  const text = textOf(data, name);
  return text ? Number(text) : null;
}
