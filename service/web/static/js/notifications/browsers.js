// The part with the browsers that show notifications.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {formatDay, t} from '../core/texts.js';
import {CAN_PUSH, IS_IOS, isDenied} from '../push/browser.js';
import {wishesFields, wishesIn} from './pings.js';

/**
 * @typedef {import('./notifications.js').Notifications} Notifications
 * @typedef {import('../core/types.js').Push} Push
 */

/**
 * Return whether the test of this browser was sent.
 * @param {{state: string}} delivery
 */
export function testText(delivery) {
  return delivery.state === 'delivered' ? t('The test is on its way to this browser.') : t('The test has failed.');
}

/**
 * @param {Notifications} page
 * @param {Push[]} browsers
 */
export function browsersView(page, browsers) {
  const own = browsers.find(({endpoint}) => endpoint === page.endpoint);
  return html`<section aria-labelledby="part-browsers"><h2 id="part-browsers">${t('Browsers')}</h2>
    <p class="hint">${t('A browser shows a notification when it is your turn, even if the page is closed.')}</p>
    ${page.problemIn('browsers')}
    ${page.tested && page.tested.id === own?.id ? html`<p class="notice">
      ${testText(page.tested.delivery)}</p>` : nothing}
    ${stateView(page, own)}
    <ul class="rows">${repeat(browsers, ({id}) => id, (each) => html`<li class="row">
      <span><b>${each.label}</b>
        ${each === own ? html`<span class="badge accent">${t('this browser')}</span>` : ''}</span>
      <span class="muted">${t('since {day}', {day: formatDay(each.created_at)})}</span>
      ${each === own ? html`<span></span>` : html`<button type="button" class="danger" aria-disabled=${page.isBusy}
        aria-label=${t('Delete {label}', {label: each.label})}
        @click=${() => page.forgetBrowser(each)}>${t('Delete')}</button>`}</li>`)}</ul></section>`;
}

/**
 * @param {Notifications} page
 * @param {Push} [own]
 */
function stateView(page, own) {
  if (!CAN_PUSH) {
    return html`<p class="notice">${IS_IOS
      ? t('On an iPhone or iPad, first add this site to the home screen (Share, Add to Home Screen). Open it there.')
      : t('This browser cannot show notifications.')}</p>`;
  }
  if (isDenied()) {
    return html`<p class="notice">
      ${t('This browser refuses notifications of this site.')}
      ${t('Allow them in the settings of the site, next to its address, and load this page again.')}</p>`;
  }
  if (own) {
    return html`<p class="buttons"><span class="badge accent">${t('enabled')}</span>
      <button type="button" aria-disabled=${page.isBusy} @click=${() => page.testBrowser(own)}>${t('Test')}</button>
      <button type="button" aria-disabled=${page.isBusy} @click=${() => page.disableBrowser(own)}>
        ${t('Disable for this browser')}</button></p>`;
  }
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    page.enableBrowser(wishesIn(new FormData(/** @type {HTMLFormElement} */ (event.target))));
  };
  return html`<form data-part="new-browser" @submit=${submit}>${wishesFields('push')}
    <p><button class="primary" aria-disabled=${page.isBusy}>${t('Enable for this browser')}</button></p></form>`;
}
