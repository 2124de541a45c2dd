// A person allows or refuses what an app or a device asks for.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {me, signInAddress} from '../core/session.js';
import {t} from '../core/texts.js';
import {picks} from './form_fields.js';
import {allowedBy, meaningForApps} from './scopes.js';

/**
 * @typedef {import('../core/types.js').Me} Me
 * @typedef {import('../core/types.js').Consent} Consent
 */

const PATH = '/v1/me/consents';
const LOOPBACK = /^(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?$/;

export class ConsentPage extends LudoElement {
  /** @type {Me | null | undefined} undefined until it is known */
  person;
  /** @type {Consent | null} */
  asked = null;
  /** What the person has decided. @type {'allow' | 'deny' | null} */
  decided = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  isFound = false;
  duration = 'hour';
  /** The code that the device shows. */
  userCode = new URLSearchParams(location.search).get('user_code') ?? '';

  get isDevice() {
    return this.dataset['kind'] === 'device';
  }

  /** The request, as the API takes it. */
  get request() {
    return this.isDevice ? {type: 'device', user_code: this.userCode.trim()}
      : {type: 'app', query: location.search.slice(1)};
  }

  async connected() {
    try {
      this.person = await me();
      if (this.person && !this.isDevice) this.asked = await send('POST', PATH, this.request);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /** @param {() => Promise<void>} action */
  async act(action) {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      await action();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {SubmitEvent} event */
  find(event) {
    event.preventDefault();
    this.userCode = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get('user_code'));
    return this.act(async () => {
      this.asked = await send('POST', PATH, this.request);
      this.isFound = true;
    });
  }

  rendered() {
    // the form, which had the focus, is gone
    if (this.isFound && this.asked) this.querySelector('h2')?.focus();
    this.isFound = false;
  }

  /** @param {'allow' | 'deny'} decision */
  decide(decision) {
    return this.act(async () => {
      const {consent} = /** @type {Consent} */ (this.asked);
      const body = {...this.request, consent, decision, duration: this.duration};
      const {location: answer} = await send('POST', `${PATH}/decisions`, body);
      this.decided = decision;
      announce(this.outcome());
      if (answer) location.replace(answer);
    });
  }

  outcome() {
    if (this.isDevice) {
      return this.decided === 'allow' ? t('The device is let in. You can close this page.')
        : t('The device is not let in. You can close this page.');
    }
    return this.decided === 'allow' ? t('You go back to the app.') : t('The app is not let in. You go back to it.');
  }

  view() {
    const again = () => location.reload();
    if (this.person === undefined) return this.problem ? problemView(this.problem, again) : skeleton();
    if (this.person === null) {
      return html`<p>${this.isDevice ? t('A device asks for access to your account.')
          : t('An app asks for access to your account.')}
          ${t('Sign in to see what it asks for. Then you decide.')}</p>
        <p><a class="button primary" href=${signInAddress()}>${t('Sign in')}</a></p>`;
    }
    if (this.decided) return html`<p class="notice">${this.outcome()}</p>`;
    if (this.asked) return this.question(this.asked);
    return this.isDevice ? this.codeForm() : problemView(/** @type {Error} */ (this.problem), again);
  }

  codeForm() {
    return html`${this.problem ? problemView(this.problem) : nothing}
      <p>${t('A program on another device shows a code. Type it only if you have started that program yourself.')}</p>
      <form class="filters" @submit=${(/** @type {SubmitEvent} */ event) => this.find(event)}>
        <div class="field"><label for="user-code">${t('The code that the device shows')}</label>
          <input id="user-code" name="user_code" required maxlength="20" autocomplete="off" autocapitalize="characters"
            spellcheck="false" .value=${this.userCode}></div>
        <button class="primary" aria-disabled=${this.isBusy}>${t('Continue')}</button></form>`;
  }

  /** @param {Consent} asked */
  question(asked) {
    const isBeyond = asked.missing.length > 0;
    return html`${this.problem ? problemView(this.problem) : nothing}
      <section class="form consent" aria-labelledby="who">
        <h2 id="who" tabindex="-1">${asked.host ?? asked.client}</h2>
        <p>${asked.host === null ? t('A device that calls itself {client} asks for access.', {client: asked.client})
          : t('An app that calls itself {client} asks for access.', {client: asked.client})}
          ${this.whither(asked)}</p>
        <p>${t('It would act for you, {name}:', {name: asked.name})}</p>
        <ul>${allowedBy(asked.scopes).map((scope) => html`<li>${meaningForApps(scope)}</li>`)}</ul>
        ${asked.game ? html`<p>${t('Only in this game:')}
          <a href="/games/${asked.game}">${asked.game}</a></p>` : nothing}
        ${asked.tournament ? html`<p>${t('Only in this tournament and its games:')}
          <a href="/tournaments/${asked.tournament}">${asked.tournament}</a></p>` : nothing}
        ${isBeyond ? html`<p class="notice">
          ${t('You are signed in in a way that may not allow this: {scopes}.', {scopes: asked.missing.join(', ')})}
          ${t('Sign in with another token or passkey.')}</p>` : nothing}
        <fieldset><legend>${t('How long')}</legend>${picks('duration', this.duration, [
          {value: 'hour', name: t('an hour')}, {value: 'month', name: t('30 days')}, {value: 'year', name: t('a year')},
        ], (value) => {
          this.duration = value;
          this.update();
        }, 'narrow')}</fieldset>
        <p class="hint">
          ${t('Your account page lists the apps that you let in. There you end their access at any time.')}</p>
        <p class="actions"><button type="button" aria-disabled=${this.isBusy} @click=${() => this.decide('deny')}>
            ${t('Refuse')}</button>
          ${isBeyond ? nothing : html`<button type="button" class="primary" aria-disabled=${this.isBusy}
            @click=${() => this.decide('allow')}>${t('Allow')}</button>`}</p></section>`;
  }

  /**
   * Where the answer goes, and what to look at.
   * @param {Consent} asked
   */
  whither({host, redirect_uri: uri}) {
    if (host === null || uri === null) return t('Allow it only if you have started the program yourself.');
    if (LOOPBACK.test(host)) return t('It is a program on this device. Allow it only if you have started it yourself.');
    return uri.startsWith('https:')
      ? t('Anyone can choose the name of an app. Your answer goes to {host}: allow it only if you trust that address.',
        {host})
      : t('It is installed on this device. Allow it only if you have opened it yourself.');
  }
}

define('ludo-consent', ConsentPage);
