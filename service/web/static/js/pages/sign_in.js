// Sign in with a passkey or a token, sign up, or play as a guest.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {define, LudoElement} from '../core/element.js';
import {problemView, skeleton} from '../core/paged.js';
import {becomeGuest, signIn} from '../core/people.js';
import {me, SIGNED_IN} from '../core/session.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {copyField} from './copy.js';
import {addPasskey, HAS_PASSKEYS, signInWithPasskey} from './passkeys.js';

/** @typedef {import('../core/types.js').Me} Me */

/** The page to go to afterwards: a path of this site, or else the lobby. */
function next() {
  const wanted = new URLSearchParams(location.search).get('next') ?? '/';
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : null;
  if (!url || !wanted.startsWith('/') || url.origin !== location.origin) return '/';
  // `/.//example.org` is a path of this site, but without its dot the address of another one
  if (url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + (url.hash || location.hash);
}

/**
 * Return the token of a link, as in `#token=…`, and take it out of the address and the history. It fills the form and
 * no more: a link of someone else must not sign a person in.
 */
function tokenOfLink() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const token = fields.get('token');
  if (token === null) return '';
  fields.delete('token');
  const rest = fields.toString();
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`));
  return token;
}

class SignIn extends LudoElement {
  /** @type {Me | null | undefined} undefined until it is known */
  person;
  /** @type {Error | null} */
  problem = null;
  /** @type {string | null} The first token of a new player */
  token = null;
  /** The titles whose first games are offered to a new player. @type {import('../core/types.js').Ruleset[]} */
  titles = [];
  linked = '';
  hasPasskey = false;
  isBusy = false;

  async connected() {
    this.linked = tokenOfLink();
    this.person = await me().catch(() => null);
    this.update();
  }

  /**
   * Do one of the ways, and go on.
   * @param {() => Promise<unknown>} way
   */
  async by(way) {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      if (await way() !== 'stay') location.assign(next());
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {FormData} data */
  async signUp(data) {
    const code = String(data.get('invitation') ?? '').trim();
    const session = await signIn({
      type: 'sign_up', name: String(data.get('name')).trim(), ...(code && {invitation: code}),
      ...(data.get('terms') && {terms: String(data.get('terms'))}),
    });
    this.token = session.token;
    void this.#nameThePage();
    // the page shows them when they are there
    if (next() === '/') this.#findFirstGames().catch(() => {});
    if (HAS_PASSKEYS) await this.addPasskey();
    return 'stay';
  }

  /** Name the new player in the head of the page, and instead of its heading and title. */
  async #nameThePage() {
    document.dispatchEvent(new Event(SIGNED_IN));
    const name = (await me().catch(() => null))?.name;
    const heading = this.previousElementSibling;
    if (!name || !heading) return;
    heading.textContent = name;
    document.title = `${name} · Ludolog`;
  }

  async #findFirstGames() {
    const [found] = await Promise.all([titles(), import('./first_game.js')]);
    this.titles = [...found.values()];
    this.update();
  }

  async addPasskey() {
    await addPasskey();
    this.hasPasskey = true;
    announce(t('The passkey is ready.'));
    return 'stay';
  }

  /** @param {(data: FormData) => Promise<unknown>} way */
  form(way) {
    return (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
      this.by(() => way(data));
    };
  }

  view() {
    if (this.token) return this.tokenView(this.token);
    if (this.person === undefined) return skeleton();
    // a guest with a link to one seat has no account, and may want one
    if (this.person && !this.linked && !this.person.id.startsWith('guest:')) {
      return html`<p>${t('You are signed in as {name}.', {name: this.person.name})}</p>
        <p class="actions"><a class="button primary" href=${next()}>${t('Continue')}</a>
          <a class="button" href="/account">${t('Account')}</a></p>`;
    }
    const problem = this.problem ? problemView(this.problem) : nothing;
    return html`${problem}<div class="ways">
      ${this.linked ? this.byToken() : nothing}
      <section class="panel" aria-labelledby="by-passkey"><h2 id="by-passkey">${t('With a passkey')}</h2>
        <p class="hint">${t('Your device asks for finger, face or PIN. There is no password.')}</p>
        <button type="button" class="primary" ?disabled=${!HAS_PASSKEYS} aria-disabled=${this.isBusy}
          @click=${() => this.by(signInWithPasskey)}>${t('Sign in with a passkey')}</button>
        ${HAS_PASSKEYS ? nothing : html`<p class="hint">${t('This browser has no passkeys.')}</p>`}</section>
      ${this.asNew()}
      ${this.linked ? nothing : this.byToken()}</div>`;
  }

  /** To sign up, as far as the operator lets people, and to play as a guest. */
  asNew() {
    const {signUps, terms} = /** @type {{signUps?: string, terms?: string}} */ (this.dataset);
    const heading = html`<h2 id="new-here">${t('New here')}</h2>`;
    if (signUps === 'closed') {
      return html`<section class="panel" aria-labelledby="new-here">${heading}
        <p>${t('Sign-up is closed at the moment.')}</p></section>`;
    }
    return html`<section class="panel" aria-labelledby="new-here">${heading}
        <form @submit=${this.form((data) => this.signUp(data))}>
          <div class="field"><label for="name">${t('Your name')}</label>
            <input id="name" name="name" required maxlength="40" autocomplete="username"
              aria-describedby="name-hint">
            <span class="hint" id="name-hint">${t('Other players see it. You can change it.')}</span></div>
          ${signUps === 'invitation' ? html`<div class="field">
            <label for="invitation">${t('Code of your invitation')}</label>
            <input id="invitation" name="invitation" required maxlength="80" autocomplete="off"></div>` : nothing}
          ${terms ? html`<p><label><input type="checkbox" name="terms" required value=${terms}>
            ${t('I have read the terms, and accept them.')}</label> <a href="/law/terms">${t('Terms of use')}</a></p>`
            : nothing}
          <button aria-disabled=${this.isBusy}>${HAS_PASSKEYS ? t('Sign up with a passkey') : t('Sign up')}</button>
        </form></section>
      ${signUps === 'invitation' || terms ? nothing : html`<section class="panel" aria-labelledby="guest">
        <h2 id="guest">${t('Without an account')}</h2>
        <p class="hint">${t('Play at once under the name of a guest. You can add a passkey later.')}</p>
        <button type="button" aria-disabled=${this.isBusy} @click=${() => this.by(becomeGuest)}>
          ${t('Play as a guest')}</button></section>`}`;
  }

  byToken() {
    return html`<section class="panel" aria-labelledby="recovery"><h2 id="recovery">${t('With a recovery token')}</h2>
      <form @submit=${this.form((data) => signIn({type: 'token', token: String(data.get('token')).trim()}))}>
        <div class="field"><label for="token">${t('Token')}</label>
          <input id="token" name="token" type="password" required maxlength="100" autocomplete="off"
            value=${this.linked}></div>
        <button class=${this.linked ? 'primary' : ''} aria-disabled=${this.isBusy}>
          ${t('Sign in with the token')}</button>
      </form></section>`;
  }

  /** @param {string} token */
  tokenView(token) {
    return html`<section class="form" aria-labelledby="keep"><h2 id="keep">${t('Keep your recovery token')}</h2>
      <p class="notice">${t('It is shown only now.')} ${t('With it you sign in if you lose your passkey.')}
        ${t('Anyone who has it can act as you.')}</p>${copyField(t('Recovery token'), token)}
      ${this.problem ? problemView(this.problem) : nothing}
      ${this.hasPasskey ? html`<p>${t('The passkey is ready.')}</p>`
        : HAS_PASSKEYS ? html`<p><button type="button" aria-disabled=${this.isBusy}
          @click=${() => this.by(() => this.addPasskey())}>${t('Add a passkey')}</button></p>` : nothing}
      <p><a class="button primary" href=${next()}>${t('I have kept it. Continue')}</a></p>
      ${this.titles.length ? html`<h2>${t('Learn in a first game')}</h2>
        <p class="hint">${t('At a real table against bots, with explanations step by step.')}</p>
        <div class="actions">${this.titles.map(({name, title}) => html`<ludo-first-game data-title=${name}
          data-name=${title} data-short></ludo-first-game>`)}</div>` : nothing}</section>`;
  }
}

define('ludo-sign-in', SignIn);
