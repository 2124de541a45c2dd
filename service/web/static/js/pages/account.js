// One's own account: name, passkeys, devices, tokens, apps, erasing.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {FocusKeeper} from '../core/focus.js';
import {forgetKept} from '../core/kept.js';
import {Paged, problemView, skeleton} from '../core/paged.js';
import {forget, me} from '../core/session.js';
import {t} from '../core/texts.js';
import {
  awayView, devicesView, eraseView, exportView, nameView, notificationsView, passkeysView,
  reportsView, tokensView,
} from './account_parts.js';
import {Apps} from './apps.js';
import {BlockedPlayers} from './blocked_players.js';
import {CalendarLinks} from './calendar_links.js';
import {unsubscribe} from '../push/browser.js';
import {addPasskey} from './passkeys.js';
import {allowedBy} from './scopes.js';

/**
 * @typedef {import('../core/types.js').Me} Me
 * @typedef {import('../core/types.js').Token} Token
 * @typedef {import('../core/types.js').Passkey} Passkey
 */

export class Account extends LudoElement {
  /** @type {Me | null | undefined} undefined until it is known */
  person;
  /** @type {Passkey[] | null} */
  passkeys = null;
  /** @type {Paged<Token>} */
  tokens = new Paged(this, '/v1/me/tokens?limit=100');
  apps = new Apps(this);
  calendar = new CalendarLinks(this);
  blocked = new BlockedPlayers(this);
  /** @type {string | null} */
  awayUntil = null;
  /** The part in which an action failed. */
  failed = '';
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  /** Whether the session may change the account. */
  mayManage = true;
  /** @type {FocusKeeper | undefined} */
  focusKeeper;
  /** Whether the session has ended, and the page goes to the lobby. */
  isLeaving = false;

  async connected() {
    this.focusKeeper = new FocusKeeper(this, this.leaving);
    try {
      this.person = await me();
      if (this.person) await this.read();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
    this.update();
  }

  /** Read the lists of the account. A session that was started with less than the scope `account` sees none. */
  async read() {
    const {session} = await get('/v1/sessions/current', {signal: this.leaving});
    this.mayManage = allowedBy(session?.scopes ?? []).includes('account');
    if (!this.mayManage) return;
    const [found, profile] = await Promise.all([
      get('/v1/me/passkeys', {signal: this.leaving}), get('/v1/me', {signal: this.leaving}), this.tokens.reload(),
      this.apps.load(), this.calendar.load(), this.blocked.load(),
    ]);
    this.passkeys = found.items;
    this.awayUntil = profile.away_until;
  }

  /**
   * Do something in a part of the page, and read the lists again.
   * @param {string} part
   * @param {string} done What is announced afterwards
   * @param {() => Promise<unknown>} action
   */
  async act(part, done, action) {
    if (this.isBusy) return;
    [this.isBusy, this.failed, this.problem] = [true, '', null];
    this.update();
    try {
      await action();
      if (this.isLeaving) return;
      await this.read();
      announce(done);
    } catch (error) {
      [this.failed, this.problem] = [part, /** @type {Error} */ (error)];
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {FormData} data */
  setAway(data) {
    // the end of the day where the person is
    const until = new Date(`${String(data.get('away'))}T23:59:59`);
    return this.act('away', t('Saved.'), () => send('PUT', '/v1/me/away', {until: until.toISOString()}));
  }

  comeBack() {
    return this.act('away', t('Saved.'), () => send('PUT', '/v1/me/away', {until: null}));
  }

  addPasskey() {
    return this.act('passkeys', t('The passkey is ready.'), addPasskey);
  }

  /** @param {string} id */
  deletePasskey(id) {
    return this.act('passkeys', t('The passkey is deleted.'), () => send('DELETE', `/v1/me/passkeys/${id}`));
  }

  /** @param {Token} token */
  revoke(token) {
    const part = token.kind === 'session' ? 'devices' : 'tokens';
    return this.act(part, t('Revoked'), async () => {
      await send('DELETE', `/v1/me/tokens/${token.id}`);
      // the session may have ended with the token that started it
      forget();
      if (token.current || !await me()) await this.leave();
    });
  }

  /** @param {FormData} data */
  rename(data) {
    return this.act('name', t('Your name is changed.'), async () => {
      const name = String(data.get('name')).trim();
      await send('PUT', '/v1/me/name', {name});
      forget();
      this.person = await me();
    });
  }

  signOut() {
    return this.act('devices', t('Signed out'), async () => {
      // the next person at this browser must not see whose turn it is
      await unsubscribe();
      await send('DELETE', '/v1/sessions/current');
      await this.leave();
    });
  }

  /** @param {string} name The name of the account, typed to confirm */
  erase(name) {
    return this.act('erase', t('Your account is deleted.'), async () => {
      await send('DELETE', '/v1/me', {confirm: name});
      await this.leave();
    });
  }

  async leave() {
    this.isLeaving = true;
    forget();
    // the next person at this browser must not see these games
    await forgetKept(null).catch(() => {});
    location.assign('/');
  }

  /** @param {string} part */
  problemIn(part) {
    return this.problem && this.failed === part ? problemView(this.problem) : nothing;
  }

  rendered() {
    this.focusKeeper?.keep();
  }

  view() {
    if (this.problem && !this.failed) return problemView(this.problem, () => location.reload());
    if (this.person === undefined) return skeleton();
    if (this.person === null) {
      return html`<p>${t('You are not signed in.')}</p>
        <p><a class="button primary" href="/sign-in?next=/account">${t('Sign in')}</a></p>`;
    }
    if (!this.mayManage) {
      return html`<p class="notice">
          ${t('You are signed in with a token that may not change the account. Sign in with another token or passkey.')}
        </p>${this.problemIn('devices')}${notificationsView()}
        <p><button type="button" aria-disabled=${this.isBusy} @click=${() => this.signOut()}>
          ${t('Sign out')}</button></p>`;
    }
    const tokens = this.tokens.items ?? [];
    return html`
      ${nameView(this, this.person)}
      ${awayView(this)}
      ${notificationsView()}
      ${reportsView()}
      ${passkeysView(this)}
      ${devicesView(this, tokens.filter(({kind}) => kind === 'session'))}
      ${tokensView(this, tokens.filter(({kind}) => kind === 'token'))}
      ${this.tokens.problem ? problemView(this.tokens.problem, () => this.tokens.again()) : nothing}
      ${this.tokens.next && !this.tokens.problem
        ? html`<p><button type="button" @click=${() => this.tokens.more()}>${t('More')}</button></p>` : ''}
      ${this.apps.view()}
      ${this.calendar.view()}
      ${exportView()}
      ${this.blocked.view()}
      ${eraseView(this, this.person)}`;
  }
}

define('ludo-account', Account);
