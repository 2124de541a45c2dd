// The times whose games count for no rating.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {define} from '../core/element.js';
import {formatMoment, t} from '../core/texts.js';
import {Acting, reasonField, submitted, textOf} from './acting.js';

/**
 * @typedef {import('../core/types.js').VoidPeriod} VoidPeriod
 * @typedef {import('../core/types.js').Ruleset} Ruleset
 */

class Ratings extends Acting {
  /** @type {VoidPeriod[]} */
  periods = [];
  /** @type {Ruleset[]} */
  titles = [];
  isRecomputing = false;

  async read() {
    const [{items, is_recomputing: isRecomputing}, titles] = await Promise.all([
      get('/v1/moderation/periods', {signal: this.leaving}), get('/v1/rulesets', {signal: this.leaving})]);
    [this.periods, this.isRecomputing, this.titles] = [items, isRecomputing, titles.items ?? titles];
  }

  /** @param {FormData} data */
  void(data) {
    const [since, until] = ['since', 'until'].map((name) => new Date(textOf(data, name)).toISOString());
    const body = {since, until, ruleset: textOf(data, 'ruleset') || null, reason: textOf(data, 'reason')};
    return this.act('void', t('The period is void. The ratings are computed again.'),
      () => send('POST', '/v1/moderation/periods', body));
  }

  /** @param {FormData} data */
  restore(data) {
    const path = `/v1/moderation/periods/${textOf(data, 'period')}`;
    return this.act('restore', t('The games of the period count again.'),
      () => send('DELETE', path, {reason: textOf(data, 'reason')}));
  }

  content() {
    return html`<h1>${t('Ratings')}</h1>
      ${this.isRecomputing ? html`<p class="notice">${t('The ratings are being computed again.')}</p>` : nothing}
      <h2>${t('Void periods')}</h2>
      ${this.periods.length ? html`<ul class="rows">${repeat(this.periods, ({id}) => id, (each) =>
        html`<li class="row">${named(each, this.titles)}</li>`)}</ul>` : html`<p class="muted">${t('None.')}</p>`}
      ${this.isOperator ? this.formsView() : nothing}
      <p class="hint">${t('The result of a single game is voided on the page of the game at the desk.')}</p>`;
  }

  formsView() {
    return html`<h2>${t('Void a period')}</h2>${this.outcome('void')}
      <form class="desk-form" @submit=${submitted((data) => this.void(data))}>
        <div class="field"><label for="since">${t('Games that ended from')}</label>
          <input id="since" name="since" type="datetime-local" required></div>
        <div class="field"><label for="until">${t('Until before')}</label>
          <input id="until" name="until" type="datetime-local" required></div>
        <div class="field"><label for="ruleset">${t('Title')}</label><select id="ruleset" name="ruleset">
          <option value="">${t('all titles')}</option>
          ${this.titles.map(({name, title}) => html`<option value=${name}>${title}</option>`)}</select></div>
        ${reasonField('void-reason')}
        <button class="danger" aria-disabled=${String(this.isBusy)}>${t('Void the period')}</button></form>
      ${this.outcome('restore')}
      ${this.periods.length ? html`<h2>${t('Restore a period')}</h2>
        <form class="desk-form" @submit=${submitted((data) => this.restore(data))}>
          <div class="field"><label for="period">${t('Period')}</label><select id="period" name="period">
            ${this.periods.map((each) => html`<option value=${each.id}>${
              named(each, this.titles)}</option>`)}</select></div>
          ${reasonField('restore-reason')}
          <button aria-disabled=${String(this.isBusy)}>${t('Let its games count again')}</button></form>` : nothing}`;
  }
}

/**
 * @param {VoidPeriod} period
 * @param {Ruleset[]} titles
 */
function named({since, until, ruleset}, titles) {
  const [from, to] = [formatMoment(since), formatMoment(until)];
  const title = ruleset ? titles.find(({name}) => name === ruleset)?.title ?? ruleset : t('all titles');
  return t('{title}, {from} to {to}', {title, from, to});
}

define('ludo-desk-ratings', Ratings);
