// One case at the desk of moderators: the evidence, the reports, earlier cases, take it and answer it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {formatMoment, t} from '../core/texts.js';
import {answerFields, bodyOf} from './desk_fields.js';
import {kindName, reasonName, stateName} from './words.js';

/**
 * @typedef {import('../core/types.js').WholeCase} WholeCase
 * @typedef {import('../core/types.js').ReportCase} ReportCase
 */

class ReportCaseView extends LudoElement {
  /** @type {WholeCase | null} */
  whole = null;
  refusal = '';
  own = '';

  get path() {
    return `/v1/moderation/reports/${this.dataset['case']}`;
  }

  connected() {
    void this.#try(async () => {
      this.own = (await me())?.id ?? '';
      this.whole = await get(this.path, {signal: this.leaving});
    });
  }

  view() {
    const {whole} = this;
    if (!whole) return this.refusal ? html`<p class="error" role="alert">${this.refusal}</p>` : skeleton();
    const {case: each} = whole;
    return html`
      ${each.evidence ? html`<p><b>${t('Reported')}</b></p><blockquote class="said">${each.evidence}</blockquote>`
        : nothing}
      <p>${this.#links(each)}</p>
      <h4>${t('Reports')}</h4>
      <ul>${whole.reports.map((report) => html`<li><b>${reasonName(report.reason)}</b>
        <span class="muted">${report.name ?? t('a deleted player')}, ${formatMoment(report.at)}</span>
        ${report.text ? html`<p class="said">${report.text}</p>` : nothing}</li>`)}</ul>
      ${whole.earlier.length ? html`<h4>${t('Other cases about this player')}</h4>
        <ul>${whole.earlier.map((other) => html`<li>${kindName(other.type)}: ${other.evidence ?? ''}
          <span class="badge">${stateName(other.state)}</span>
          <span class="muted">${formatMoment(other.opened_at)}</span></li>`)}</ul>` : nothing}
      ${whole.acts.length ? html`<p>${t('Acts that followed: {numbers}', {numbers: whole.acts.join(', ')})}</p>`
        : nothing}
      ${this.refusal ? html`<p class="error" role="alert">${this.refusal}</p>` : nothing}
      ${this.#decision(each)}`;
  }

  /** @param {ReportCase} each */
  #links(each) {
    const at = each.version === null ? '' : `?at=${each.version}`;
    return html`
      ${each.account ? html`<a href="/desk/players/${each.account}">${each.name ?? each.named}</a> ` : nothing}
      ${each.game ? html`<a href="/games/${each.game}${at}">${t('Game')}</a> ` : nothing}
      ${each.tournament ? html`<a href="/tournaments/${each.tournament}">${t('Tournament')}</a>` : nothing}`;
  }

  /** @param {ReportCase} each */
  #decision(each) {
    if (each.state === 'answered' || each.state === 'dismissed') {
      return html`<p><b>${stateName(each.state)}</b> ${each.is_erased ? t('The account was deleted.') : nothing}</p>
        ${each.answer ? html`<p class="said">${each.answer}</p>` : nothing}`;
    }
    if (each.taken_by !== this.own) {
      return html`<p><button type="button" @click=${() => this.#take(each)}>${each.taken_by
        ? t('Take it over') : t('Take this case')}</button></p>`;
    }
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event)}>
      <fieldset><legend>${t('Decision')}</legend>
        <label><input type="radio" name="state" value="answered" required> ${t('The reports are right')}</label>
        <label><input type="radio" name="state" value="dismissed"> ${t('Nothing follows')}</label></fieldset>
      ${answerFields(`case-${each.id}`, t('Answer to who reported it'))}
      <p class="actions"><button class="primary">${t('Answer and close')}</button>
        <button type="button" @click=${() => this.#release()}>${t('Put it back')}</button></p></form>`;
  }

  /** @param {ReportCase} each */
  #take(each) {
    return this.#change(() => send('PUT', `${this.path}/taker`, {takes_over: each.taken_by !== null}), t('Taken'));
  }

  #release() {
    return this.#change(() => send('DELETE', `${this.path}/taker`), t('Put back'));
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const body = {state: data.get('state'), ...bodyOf(data)};
    return this.#change(() => send('POST', `${this.path}/answers`, body), t('Answered'));
  }

  /**
   * @param {() => Promise<WholeCase>} action
   * @param {string} done
   */
  #change(action, done) {
    return this.#try(async () => {
      this.whole = await action();
      announce(done);
      this.dispatchEvent(new CustomEvent('changed', {bubbles: true}));
    });
  }

  /** @param {() => Promise<unknown>} action */
  async #try(action) {
    this.refusal = '';
    try {
      await action();
    } catch (error) {
      if (this.leaving.aborted) return;
      this.refusal = error instanceof Error ? error.message : String(error);
    }
    this.update();
  }
}

define('ludo-report-case', ReportCaseView);
