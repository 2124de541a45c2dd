// The page that creates a token of one's own. A link of an app may fill its form in.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {me} from '../core/session.js';
import {formatMoment, t} from '../core/texts.js';
import {copyField} from './copy.js';
import {resolve, scopePicks} from './scopes.js';

/** @typedef {import('../core/types.js').Me} Me */

const HOUR = 3_600_000;

/** The lifetimes that can be chosen, ISO 8601 durations, in milliseconds; 0: without an end. */
const LIFETIMES = new Map([
  ['PT1H', HOUR], ['P1D', 24 * HOUR], ['P30D', 720 * HOUR], ['P1Y', 8760 * HOUR], ['never', 0],
]);

export class NewToken extends LudoElement {
  /** @type {Me | null | undefined} undefined until it is known */
  person;
  /** @type {{label: string, token: string, expires_at: string | null} | null} */
  made = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;

  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    const names = asked.getAll('scopes').flatMap((each) => each.split(/[\s,+]+/)).filter(Boolean);
    const {scopes, unknown} = resolve(names);
    this.scopes = new Set(names.length ? scopes : ['games:read', 'profile:read']);
    this.unknown = unknown;
    this.description = (asked.get('description') ?? '').slice(0, 80);
    const expires = asked.get('expires') ?? '';
    this.expires = LIFETIMES.has(expires) ? expires : 'P30D';
    if (expires && !LIFETIMES.has(expires)) this.unknown.push(expires);
    this.isPrefilled = names.length > 0;
  }

  async connected() {
    try {
      this.person = await me();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /** @param {SubmitEvent} event */
  async make(event) {
    event.preventDefault();
    if (this.isBusy) return;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const scopes = data.getAll('scope').map(String);
    this.scopes = new Set(scopes);
    this.expires = String(data.get('expires'));
    this.description = String(data.get('label')).trim();
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      const lifetime = LIFETIMES.get(this.expires) ?? 0;
      const end = lifetime ? {expires_at: new Date(Date.now() + lifetime).toISOString()} : {};
      this.made = await send('POST', '/v1/me/tokens', {label: this.description, scopes, ...end});
      announce(t('The token is ready.'));
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.isBusy = false;
    this.update();
  }

  view() {
    if (this.problem && this.person === undefined) return problemView(this.problem, () => location.reload());
    if (this.person === undefined) return skeleton();
    if (this.person === null) {
      const next = encodeURIComponent(location.pathname + location.search);
      return html`<p>${t('You are not signed in.')}</p>
        <p><a class="button primary" href=${`/sign-in?next=${next}`}>${t('Sign in')}</a></p>`;
    }
    return this.made ? this.shown(this.made) : this.form(this.person);
  }

  /** @param {{label: string, token: string, expires_at: string | null}} made */
  shown(made) {
    return html`<p class="notice">${t('The token is shown only now. Anyone who has it can act as you.')}</p>
      ${copyField(made.label, made.token)}
      ${made.expires_at === null ? nothing
        : html`<p>${t('It is valid until {moment}.', {moment: formatMoment(made.expires_at)})}</p>`}
      <p><a class="button" href="/account">${t('Account')}</a></p>`;
  }

  /** @param {Me} person */
  form(person) {
    /** @type {Record<string, string>} */
    const lifetimes = {
      PT1H: t('an hour'), P1D: t('a day'), P30D: t('30 days'), P1Y: t('a year'), never: t('until you revoke it'),
    };
    return html`${this.problem ? problemView(this.problem) : nothing}
      ${this.isPrefilled ? html`<p class="notice">
        ${t('A link has filled this form in. Give a token only to a program that you trust.')}</p>` : nothing}
      ${this.unknown.length ? html`<p class="notice">
        ${t('The link asks for something that this site does not know: {names}', {names: this.unknown.join(', ')})}</p>`
        : nothing}
      <p class="hint">${t('The token acts for {name}.', {name: person.name})}</p>
      <form @submit=${(/** @type {SubmitEvent} */ event) => this.make(event)}>
        <div class="field"><label for="label">${t('What it is for')}</label>
          <input id="label" name="label" required maxlength="80" autocomplete="off" .value=${this.description}></div>
        ${scopePicks(this.scopes)}
        <div class="field"><label for="expires">${t('How long it is valid')}</label>
          <select id="expires" name="expires">${[...LIFETIMES.keys()].map((each) => html`
            <option value=${each} ?selected=${each === this.expires}>${lifetimes[each]}</option>`)}</select></div>
        <button class="primary" aria-disabled=${this.isBusy}>${t('Create the token')}</button>
        <a class="button" href="/account">${t('Cancel')}</a></form>`;
  }
}

define('ludo-new-token', NewToken);
