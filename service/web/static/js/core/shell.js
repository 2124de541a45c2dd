// The parts of every page: who is signed in, language and theme.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {get} from './api.js';
import {define, LudoElement} from './element.js';
import {me, SIGNED_IN, signInAddress} from './session.js';
import {t} from './texts.js';

/** @typedef {import('./types.js').Me} Me */

/** The link to one's account, or to the page to sign in. */
class Session extends LudoElement {
  /** @type {Me | null} */
  person = null;
  hasRole = false;
  /** @type {typeof import('./waiting.js') | null} The games that wait; null: they are not known yet. */
  waiting = null;

  connected() {
    document.addEventListener(SIGNED_IN, () => this.#read(), {signal: this.leaving});
    document.addEventListener('waiting-games', async () => {
      this.waiting = await import('./waiting.js');
      this.update();
    }, {signal: this.leaving});
    return this.#read();
  }

  async #read() {
    let isKnown = true;
    this.person = await me().catch(() => {
      isKnown = false;
      return null;
    });
    this.update();
    // a session also ends elsewhere, or is that of another person now
    if (isKnown) forgetOthers(this.person?.id ?? null).catch(() => {});
    if (!this.person) return;
    const {id} = this.person;
    setTimeout(() => import('../offline/keep.js').then(({keepFor}) => keepFor(id)).catch(() => {}), LATER);
    await whenShown();
    if (this.leaving.aborted) return;
    // challenges are shown wherever the person is
    import('../meeting/following.js').then(({followPerson}) => followPerson(id)).catch(() => {});
    if ('terms' in this.dataset) import('../pages/new_terms.js').then(({tellOfTerms}) => tellOfTerms()).catch(() => {});
    /** @type {import('./types.js').Standing | null} */
    const standing = await get('/v1/me/standing').catch(() => null);
    if (!standing) return;
    this.hasRole = standing.roles.length > 0;
    if (this.hasRole) this.update();
    // few persons have something to read there
    const hasWarning = standing.warnings.some(({confirmed_at: confirmed}) => confirmed === null);
    if (!standing.suspension && !hasWarning) return;
    import('../moderation/standing.js').then(({showStanding}) => showStanding(standing)).catch(() => {});
  }

  view() {
    if (!this.person) return html`<a href=${signInAddress()}>${t('Sign in')}</a>`;
    return html`${this.#waitingView()}
      <a href="/players/${this.person.id}">${this.person.name}</a> <a href="/account">${t('Account')}</a>${
      this.hasRole ? html` <a href="/desk">${t('Desk')}</a>` : nothing}`;
  }

  /** The number of games that wait, which leads to the next one. */
  #waitingView() {
    const number = this.waiting?.waitingNumber();
    if (!this.waiting || !number) return nothing;
    const next = this.waiting.nextGame();
    const badge = html`<span class="badge accent" aria-hidden="true">${number}</span>`;
    const text = this.waiting.waitingText();
    return next ? html`<a class="next-game" href=${next} title=${text}><span>${t('Next game')}</span> ${badge}
        <span class="visually-hidden">${text}</span></a>`
      : html`<span class="next-game" title=${text}>${badge}<span class="visually-hidden">${text}</span></span>`;
  }
}

/** Delete what this browser has kept of other persons. Few have kept anything. @param {string | null} person */
async function forgetOthers(person) {
  const names = 'caches' in window ? await caches.keys() : [];
  if (!names.some((name) => name.startsWith('own-') && name !== `own-${person}`)) return;
  const {forgetKept} = await import('./kept.js');
  await forgetKept(person);
}

/** Wait at the page of a game until its table is there and has been looked at: no decision needs what comes then. */
async function whenShown() {
  const first = document.querySelector('.first');
  for (let waited = 0; first?.isConnected && waited < SETTLED; waited += SHOWN) await pause(SHOWN);
  if (first) await pause(SHOWN);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const SHOWN = 500;
/** Milliseconds after which what is needed without connection is kept: until then the page needs the connection. */
const LATER = 3_000;
/** Milliseconds after loading within which the content of a page comes. */
const SETTLED = 5_000;
const YEAR = 31_536_000;
const LANGUAGES = {en: 'English', de: 'Deutsch', it: 'Italiano'};

/** The choice of language and theme. Both are kept in cookies, since the server renders them. */
class Settings extends LudoElement {
  view() {
    const {lang, theme} = this.dataset;
    const themes = {auto: t('Automatic'), light: t('Light'), dark: t('Dark')};
    return html`
      <label>${t('Language')}
        <select @change=${(/** @type {Event} */ event) => this.choose('lang', event)}>
          ${options(LANGUAGES, lang)}
        </select></label>
      <label>${t('Theme')}
        <select @change=${(/** @type {Event} */ event) => this.choose('theme', event)}>
          ${options(themes, theme)}
        </select></label>`;
  }

  /**
   * @param {'lang' | 'theme'} name
   * @param {Event} event
   */
  choose(name, event) {
    const {value} = /** @type {HTMLSelectElement} */ (event.target);
    document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
    if (name === 'theme') {
      if (value === 'auto') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = value;
      return;
    }
    const url = new URL(location.href);
    url.searchParams.delete('lang');
    // a browser may set the cookie after it has asked for the page: reading waits until it is set
    const isKept = document.cookie.includes(`lang=${value}`);
    if (!isKept) url.searchParams.set('lang', value);
    history.replaceState(history.state, '', url);
    location.reload();
  }
}

/**
 * @param {Record<string, string>} names
 * @param {string | undefined} chosen
 */
function options(names, chosen) {
  return Object.entries(names).map(
    ([value, name]) => html`<option value=${value} ?selected=${value === chosen}>${name}</option>`,
  );
}

/** After back and reload, scroll to where the page was: the browser tries it before the content has come. */
function keepPlace() {
  const wanted = history.state?.scroll;
  window.addEventListener('scrollend', () => history.replaceState({...history.state, scroll: scrollY}, ''));
  if (!wanted) return;
  const sizes = new ResizeObserver(() => scrollTo(0, wanted));
  sizes.observe(document.body);
  for (const type of ['wheel', 'pointerdown', 'keydown', 'load']) {
    const isLoaded = type === 'load';
    window.addEventListener(type, () => setTimeout(() => sizes.disconnect(), isLoaded ? SETTLED : 0), {once: true});
  }
}

/** The content gets the focus without its fragment, which would replace an invitation in the address. */
function skip(/** @type {Event} */ event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** On a phone the head scrolls: the present page is in sight. @type {HTMLElement | null} */
const present = document.querySelector('.top nav [aria-current]');
present?.parentElement?.scrollTo(present.offsetLeft - 60, 0);

keepPlace();
document.querySelector('.skip')?.addEventListener('click', skip);
define('ludo-session', Session);
define('ludo-settings', Settings);
