// The queue of moderators: cases of reports, and appeals.

import {html} from '../../vendor/lit-html/lit-html.js';
import {define, LudoElement} from '../core/element.js';
import {Paged, pagedView, problemView} from '../core/paged.js';
import {me, signInAddress} from '../core/session.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {AppealView} from './desk_appeals.js';
import './desk_case.js';
import {kindName, stateName} from './words.js';

/**
 * @typedef {import('../core/types.js').ReportCase} ReportCase
 * @typedef {import('../core/types.js').Contested} Contested
 */

class ReportDesk extends LudoElement {
  status = 'waiting';
  /** @type {Paged<ReportCase>} */
  cases = this.#list();
  /** @type {Paged<Contested>} */
  appeals = new Paged(this, '/v1/moderation/appeals?limit=50');
  /** The case that is shown. @type {string | null} */
  shown = new URLSearchParams(location.search).get('case');
  appealView = new AppealView(this);
  isSignedIn = true;
  /** @type {Error | null} */
  problem = null;

  connected() {
    this.addEventListener('changed', () => this.reload(), {signal: this.leaving});
    me().then((person) => {
      this.isSignedIn = person !== null;
      if (person) this.reload();
      this.update();
    }, (error) => { this.problem = error; this.update(); });
  }

  #list() {
    return /** @type {Paged<ReportCase>} */ (new Paged(this, `/v1/moderation/reports?status=${this.status}&limit=50`));
  }

  reload() {
    void this.cases.reload();
    void this.appeals.reload();
  }

  view() {
    if (this.problem) return problemView(this.problem, () => location.reload());
    if (!this.isSignedIn) return html`<p><a class="button" href=${signInAddress()}>${t('Sign in')}</a></p>`;
    return html`
      <section aria-labelledby="part-cases"><h2 id="part-cases">${t('Reports')}</h2>
        <p class="filters"><label>${t('Show')} <select @change=${(/** @type {Event} */ event) => this.#filter(event)}>
          ${[['waiting', t('what waits')], ['closed', t('what is decided')]].map(([value, name]) => html`<option
            value=${value} .selected=${value === this.status}>${name}</option>`)}</select></label></p>
        ${pagedView(this.cases, (items) => html`<ul class="rows">${items.map((each) => this.#row(each))}</ul>`,
          t('No report waits.'))}</section>
      <section aria-labelledby="part-appeals"><h2 id="part-appeals">${t('Appeals')}</h2>
        ${pagedView(this.appeals, (items) => html`<ul class="rows">${items.map(
          (each) => this.appealView.row(each))}</ul>`, t('No appeal waits.'))}</section>`;
  }

  /** @param {Event} event */
  #filter(event) {
    this.status = /** @type {HTMLSelectElement} */ (event.target).value;
    this.cases = this.#list();
    void this.cases.load();
    this.update();
  }

  /** @param {ReportCase} each */
  #row(each) {
    const isShown = this.shown === each.id;
    return html`<li class="case"><h3><button type="button" aria-expanded=${isShown} @click=${() => this.#show(each)}>
        ${kindName(each.type)}: ${each.named ?? t('a deleted player')}</button>
        <span class="badge">${stateName(each.state)}${each.taken_by_name ? ` (${each.taken_by_name})` : ''}</span>
        <span class="badge accent">${tn('{number} report', '{number} reports', each.reports)}</span>
        <time class="muted small" datetime=${each.opened_at}>${formatMoment(each.opened_at)}</time></h3>
      ${isShown ? html`<ludo-report-case data-case=${each.id}></ludo-report-case>` : ''}</li>`;
  }

  /** @param {ReportCase} each */
  #show({id}) {
    this.shown = this.shown === id ? null : id;
    this.update();
  }
}

define('ludo-report-desk', ReportDesk);
