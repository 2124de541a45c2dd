// The dialog that sends a report: a reason, and one's own words.

import {html, nothing, render} from '../../vendor/lit-html/lit-html.js';
import {newKey, send} from '../core/api.js';
import {me, signInAddress} from '../core/session.js';
import {t} from '../core/texts.js';
import {reasonName, REASONS} from './words.js';

/**
 * @typedef {{type: 'message', game?: string, tournament?: string, message: string}
 *   | {type: 'name', game?: string, tournament?: string, player?: string}
 *   | {type: 'play', game: string, player: string}} Subject
 */

/** The characters of a report. */
const LONGEST = 1000;

/** @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * Open the dialog.
 * @param {Subject} about
 * @param {string} heading
 */
export async function openReport(about, heading) {
  dialog ??= document.body.appendChild(Object.assign(document.createElement('dialog'), {className: 'report-dialog'}));
  dialog.setAttribute('aria-labelledby', 'report-title');
  const opened = new Opened(dialog, about, heading);
  opened.draw();
  dialog.showModal();
  opened.isKnown = await me().then((person) => person !== null, () => true);
  opened.draw();
}

class Opened {
  isKnown = true;
  isSent = false;
  refusal = '';
  #key = newKey();
  #isSending = false;

  /**
   * @param {HTMLDialogElement} element
   * @param {Subject} about
   * @param {string} heading
   */
  constructor(element, about, heading) {
    this.element = element;
    this.about = about;
    this.heading = heading;
  }

  draw() {
    render(html`<h2 id="report-title">${this.heading}</h2>${this.#content()}`, this.element);
  }

  #content() {
    if (!this.isKnown) {
      return html`<p><a href=${signInAddress()}>${t('Sign in to report something.')}</a></p>${closing()}`;
    }
    if (this.isSent) {
      return html`<p role="status">${t('Thank you. A moderator will look at it.')}</p>
        <p><a href="/account/reports">${t('Your reports and the answers')}</a></p>${closing()}`;
    }
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event)}>
      <p class="field"><label for="report-reason">${t('What is wrong?')}</label>
        <select id="report-reason" name="reason" required>
          <option value="">${t('Choose')}</option>
          ${(REASONS[this.about.type] ?? []).map((each) => html`<option value=${each}>${reasonName(each)}</option>`)}
        </select></p>
      <p class="field"><label for="report-text">${t('In your own words')}</label>
        <textarea id="report-text" name="text" rows="4" maxlength=${LONGEST}></textarea></p>
      <p class="hint muted">${t('Moderators see your name. The reported player does not.')}</p>
      ${this.refusal ? html`<p class="error" role="alert">${this.refusal}</p>` : nothing}
      <p class="actions"><button class="primary">${t('Send the report')}</button>
        <button type="button" @click=${() => this.element.close()}>${t('Cancel')}</button></p></form>`;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    if (this.#isSending) return;
    this.#isSending = true;
    this.refusal = '';
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const body = {about: this.about, reason: data.get('reason'), text: data.get('text')};
    try {
      await send('POST', '/v1/reports', body, {key: this.#key});
      this.isSent = true;
    } catch (error) {
      // a corrected report is another request
      this.#key = newKey();
      this.refusal = error instanceof Error ? error.message : String(error);
    }
    this.#isSending = false;
    this.draw();
  }
}

function closing() {
  return html`<form method="dialog"><button class="primary">${t('Close')}</button></form>`;
}
