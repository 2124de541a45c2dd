// The parts of the page of one's own account.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {formatDay, formatMoment, t} from '../core/texts.js';
import {HAS_PASSKEYS} from './passkeys.js';
import {meaning} from './scopes.js';

/**
 * @typedef {import('./account.js').Account} Account
 * @typedef {import('../core/types.js').Me} Me
 * @typedef {import('../core/types.js').Token} Token
 */

/** @param {(data: FormData) => unknown} action */
function submit(action) {
  return (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    action(new FormData(/** @type {HTMLFormElement} */ (event.target)));
  };
}

/**
 * @param {Account} page
 * @param {Me} person
 */
export function nameView(page, person) {
  return html`<section aria-labelledby="part-name"><h2 id="part-name">${t('Name')}</h2>${page.problemIn('name')}
    <form class="filters" @submit=${submit((data) => page.rename(data))}>
      <div class="field"><label for="name">${t('Your name')}</label>
        <input id="name" name="name" required maxlength="40" autocomplete="username" .value=${person.name}></div>
      <button aria-disabled=${page.isBusy}>${t('Change the name')}</button>
      <a class="button" href="/players/${person.id}">${t('Profile')}</a></form></section>`;
}

/** @param {Account} page */
export function awayView(page) {
  const until = page.awayUntil;
  return html`<section aria-labelledby="part-away"><h2 id="part-away">${t('Away')}</h2>${page.problemIn('away')}
    <p>${until ? t('You are away until {moment}.', {moment: formatMoment(until)})
      : t('Your tables and your profile can show until when you are away. Clocks run on.')}</p>
    <form class="filters" @submit=${submit((data) => page.setAway(data))}>
      <div class="field"><label for="away">${t('Away until')}</label>
        <input id="away" name="away" type="date" required></div>
      <button aria-disabled=${page.isBusy}>${t('Save')}</button>
      ${until ? html`<button type="button" aria-disabled=${page.isBusy}
        @click=${() => page.comeBack()}>${t('I am back')}</button>` : nothing}</form></section>`;
}

export function notificationsView() {
  return html`<section aria-labelledby="part-notifications"><h2 id="part-notifications">${t('Notifications')}</h2>
    <p>${t('Messages when it is your turn, and webhooks for programs.')}</p>
    <p><a class="button" href="/account/notifications">${t('Set up notifications')}</a></p></section>`;
}

export function reportsView() {
  return html`<section aria-labelledby="part-own-reports"><h2 id="part-own-reports">${t('Reports and decisions')}</h2>
    <p>${t('What you have reported, and what moderators have decided about you.')}</p>
    <p><a class="button" href="/account/reports">${t('Show reports and decisions')}</a></p></section>`;
}

/** @param {Account} page */
export function passkeysView(page) {
  const passkeys = page.passkeys ?? [];
  return html`<section aria-labelledby="part-passkeys"><h2 id="part-passkeys">${t('Passkeys')}</h2>
    ${page.problemIn('passkeys')}
    ${passkeys.length ? nothing : html`<p class="notice">
      ${t('Add a passkey, or create a token and store it safely.')}
      ${t('Without one you lose this account when this browser deletes its cookies.')}</p>`}
    <ul class="rows">${repeat(passkeys, ({id}) => id, (each) => html`<li class="row"><b>${each.label}</b>
      <span class="muted">${used(each)}
        ${each.uncounted_at === null ? nothing
          : html`<span class="notice">${uncounted(each.uncounted_at)}</span>`}</span>
      <button type="button" aria-disabled=${page.isBusy}
        aria-label=${t('Delete the passkey {label}', {label: each.label})}
        @click=${() => page.deletePasskey(each.id)}>${t('Delete')}</button></li>`)}</ul>
    <p><button type="button" ?disabled=${!HAS_PASSKEYS} aria-disabled=${page.isBusy} @click=${() => page.addPasskey()}>
      ${t('Add a passkey')}</button></p></section>`;
}

/**
 * @param {Account} page
 * @param {Token[]} sessions
 */
export function devicesView(page, sessions) {
  return html`<section aria-labelledby="part-devices"><h2 id="part-devices">${t('Devices')}</h2>
    ${page.problemIn('devices')}
    <ul class="rows">${repeat(sessions, ({id}) => id, (each) => html`<li class="row">
      <span><b>${each.label}</b>
        ${each.current ? html`<span class="badge accent">${t('this device')}</span>` : ''}</span>
      <span class="muted">${used(each)}</span>
      ${each.current
        ? html`<button type="button" aria-disabled=${page.isBusy} @click=${() => page.signOut()}>
          ${t('Sign out')}</button>`
        : revokeButton(page, each)}</li>`)}</ul></section>`;
}

/**
 * @param {Account} page
 * @param {Token[]} tokens
 */
export function tokensView(page, tokens) {
  return html`<section aria-labelledby="part-tokens"><h2 id="part-tokens">${t('Tokens')}</h2>
    <p class="hint">${t('A token is for recovery, and for programs that use the API.')}
      ${t('When you revoke one, everything that was made with it ends, too: tokens, passkeys, devices, notifications.')}
      </p>${page.problemIn('tokens')}
    <ul class="rows">${repeat(tokens, ({id}) => id, (each) => html`<li class="row">
      <span><b>${each.label}</b>
        ${each.scopes.map((scope) => html`<span class="badge" title=${meaning(scope)}>${scope}</span> `)}
        ${each.expires_at === null ? nothing
          : html`<span class="muted">${t('until {moment}', {moment: formatMoment(each.expires_at)})}</span>`}</span>
      <span class="muted">${used(each)}</span>${revokeButton(page, each)}</li>`)}</ul>
    <p><a class="button" href="/account/tokens/new">${t('New token')}</a></p></section>`;
}

export function exportView() {
  return html`<section aria-labelledby="part-export"><h2 id="part-export">${t('Your data')}</h2>
    <p>${t('One file with everything that this site stores about you. With many games it takes minutes.')}
      ${t('Keep it to yourself: it shows your notes, and your secrets in running games.')}</p>
    <p><a class="button" href="/v1/me/export" download>${t('Download your data')}</a></p></section>`;
}

/**
 * @param {Account} page
 * @param {Me} person
 */
export function eraseView(page, person) {
  /** @param {FormData} data */
  const erase = (data) => {
    const typed = String(data.get('confirmation')).trim();
    const isSame = typed === person.name;
    const input = /** @type {HTMLInputElement | null} */ (page.querySelector('#confirmation'));
    input?.setCustomValidity(isSame ? '' : t('Type your name as it is shown above.'));
    if (isSame) page.erase(typed);
    else input?.reportValidity();
  };
  return html`<section aria-labelledby="part-erase"><h2 id="part-erase">${t('Delete the account')}</h2>
    ${page.problemIn('erase')}
    <details class="fold"><summary>${t('Delete permanently')}</summary>
      <p>${t('Your name and all tokens and passkeys are deleted. You resign from running games.')}
        ${t('A bot plays on, unless one player is left: then the game ends.')}
        ${t('Finished games remain, with an id in place of your name. This cannot be undone.')}</p>
      <form @submit=${submit(erase)}>
        <div class="field"><label for="confirmation">${t('Type {name} to confirm', {name: person.name})}</label>
          <input id="confirmation" name="confirmation" required autocomplete="off"
            @input=${(/** @type {InputEvent & {target: HTMLInputElement}} */ {target}) => target.setCustomValidity('')}>
        </div><button class="danger" aria-disabled=${page.isBusy}>${t('Delete the account')}</button></form></details>
    </section>`;
}

/**
 * @param {Account} page
 * @param {Token} token
 */
function revokeButton(page, token) {
  return html`<button type="button" aria-disabled=${page.isBusy} aria-label=${t('Revoke {label}', {label: token.label})}
    @click=${() => page.revoke(token)}>${t('Revoke')}</button>`;
}

/** @param {string} moment */
function uncounted(moment) {
  const day = formatDay(moment);
  const seen = t('On {day} its counter did not increase: another program keeps it, or another person has a copy.',
    {day});
  return html`${seen}
    ${t('If you did not move it to another program, delete it.')}`;
}

/** @param {{created_at: string, last_used_at: string | null}} thing */
export function used({created_at: created, last_used_at: last}) {
  return last === null ? t('since {day}, not used', {day: formatDay(created)})
    : t('since {day}, last used {moment}', {day: formatDay(created), moment: formatMoment(last)});
}
