// The page of one's own reports, and of what moderators have done about oneself.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView, problemView, skeleton} from '../core/paged.js';
import {me, signInAddress} from '../core/session.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {TOLD} from './told.js';
import {actionName, appealName, kindName, reasonName, stateName} from './words.js';

/**
 * @typedef {import('../core/types.js').Report} Report
 * @typedef {import('../core/types.js').ActAboutMe} ActAboutMe
 */

/** The characters of an appeal. */
const LONGEST = 1000;

class OwnReports extends LudoElement {
  /** @type {Paged<Report>} */
  reports = new Paged(this, '/v1/me/reports?limit=20');
  /** @type {ActAboutMe[] | null} */
  acts = null;
  unread = 0;
  isSignedIn = true;
  /** @type {Error | null} */
  problem = null;
  /** The act to which an appeal was refused, and why. @type {{act: number, text: string} | null} */
  refusal = null;

  async connected() {
    document.addEventListener(TOLD, () => this.#readAgain(), {signal: this.leaving});
    try {
      this.isSignedIn = (await me()) !== null;
      if (this.isSignedIn) await Promise.all([this.reports.load(), this.#readActs()]);
      this.#see();
    } catch (error) {
      if (!this.leaving.aborted) this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  async #readActs() {
    const found = await get('/v1/me/acts', {signal: this.leaving});
    this.acts = found.items;
    this.unread = found.unread;
  }

  /** Read what moderators have just decided, while the page is open. */
  async #readAgain() {
    await Promise.all([this.reports.reload(), this.#readActs()]).catch(() => {});
    this.#see();
    this.update();
  }

  /** Mark what is shown as read. */
  #see() {
    const times = [...(this.reports.items ?? []).map(({answered_at: at}) => at),
      ...(this.acts ?? []).flatMap(({at, appeal}) => [at, appeal?.answered_at])];
    const last = times.reduce((latest, at) => (at && at > (latest ?? '') ? at : latest), null);
    if (last) send('PUT', '/v1/me/reports/mark', {read_at: last}).catch(() => {});
  }

  view() {
    if (this.problem) return problemView(this.problem, () => location.reload());
    if (!this.isSignedIn) {
      return html`<p><a class="button" href=${signInAddress()}>${t('Sign in')}</a></p>`;
    }
    return html`
      <section aria-labelledby="part-acts"><h2 id="part-acts">${t('Decisions about you')}
        ${this.unread ? html`<span class="badge accent">${tn('{number} new', '{number} new', this.unread)}</span>`
          : nothing}</h2>
        ${this.acts ? this.#actsView(this.acts) : skeleton()}</section>
      <section aria-labelledby="part-reports"><h2 id="part-reports">${t('Your reports')}</h2>
        ${pagedView(this.reports, (items) => html`<ul class="rows">${items.map((each) => this.#report(each))}</ul>`,
          t('You have reported nothing. Messages, profiles and finished games have a button for it.'))}</section>`;
  }

  /** @param {ActAboutMe[]} acts */
  #actsView(acts) {
    if (!acts.length) return html`<p class="muted">${t('Moderators have decided nothing about you.')}</p>`;
    return html`<ul class="rows">${acts.map((act) => html`<li class="case">
      <h3>${actionName(act.action)} <time class="muted small" datetime=${act.at}>${formatMoment(act.at)}</time></h3>
      <p>${act.reason}</p>
      ${act.until ? html`<p class="muted">${t('until {moment}', {moment: formatMoment(act.until)})}</p>` : nothing}
      ${act.appeal ? this.#appeal(act.appeal) : this.#appealForm(act)}</li>`)}</ul>`;
  }

  /** @param {NonNullable<ActAboutMe['appeal']>} appeal */
  #appeal(appeal) {
    return html`<p><b>${t('Your appeal')}</b> <span class="badge">${appealName(appeal.state)}</span></p>
      <p class="said">${appeal.text}</p>
      ${appeal.answer ? html`<p><b>${t('Answer')}</b></p><p class="said">${appeal.answer}</p>` : nothing}`;
  }

  /** @param {ActAboutMe} act */
  #appealForm(act) {
    const id = `appeal-${act.number}`;
    return html`<details><summary>${t('Appeal')}</summary>
      <form @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event, act)}>
        <p class="field"><label for=${id}>${t('Why is it wrong? You may appeal once.')}</label>
          <textarea id=${id} name="text" rows="4" maxlength=${LONGEST} required></textarea></p>
        ${this.refusal?.act === act.number ? html`<p class="error" role="alert">${this.refusal.text}</p>` : nothing}
        <p><button>${t('Send the appeal')}</button></p></form></details>`;
  }

  /**
   * @param {SubmitEvent} event
   * @param {ActAboutMe} act
   */
  async #submit(event, act) {
    event.preventDefault();
    this.refusal = null;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    try {
      await send('POST', `/v1/me/acts/${act.number}/appeals`, {text: data.get('text')});
      announce(t('Sent'));
      await this.#readActs();
    } catch (error) {
      this.refusal = {act: act.number, text: error instanceof Error ? error.message : String(error)};
    }
    this.update();
  }

  /** @param {Report} report */
  #report(report) {
    return html`<li class="case"><h3>${kindName(report.type)}: ${reasonName(report.reason)}
        <span class="badge">${stateName(report.state)}</span>
        <time class="muted small" datetime=${report.at}>${formatMoment(report.at)}</time></h3>
      ${report.named ? html`<p>${report.named}${report.game
        ? html` · <a href="/games/${report.game}">${t('Game')}</a>` : nothing}${report.tournament
        ? html` · <a href="/tournaments/${report.tournament}">${t('Tournament')}</a>` : nothing}</p>` : nothing}
      ${report.reported ? html`<blockquote class="said">${report.reported}</blockquote>` : nothing}
      ${report.text ? html`<p class="said">${report.text}</p>` : nothing}
      ${report.answer ? html`<p><b>${t('Answer')}</b></p><p class="said">${report.answer}</p>` : nothing}</li>`;
  }
}

define('ludo-own-reports', OwnReports);
