// The challenges of the person who is signed in, above any page: answer them, take back one's own, go to the game.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {announce} from '../core/announce.js';
import {send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {enter} from './enter.js';
import {CHANGED, readOpen} from './following.js';
import {others, outcome, played, reasons} from './words.js';

/** @typedef {import('./words.js').Challenge} Challenge */

export class Meetings extends LudoElement {
  /** The id of the person. */
  own = '';
  /** @type {Map<string, import('./words.js').Ruleset>} */
  titles = new Map();
  /** The challenges that are shown, by id. @type {Map<string, Challenge>} */
  shown = new Map();
  /** @type {Error | null} */
  problem = null;
  /** The challenge that is being answered. */
  busy = '';
  /** The challenge whose reasons to decline are open. */
  declining = '';

  /**
   * Take the challenges that are open, in place of those that were.
   * @param {Challenge[]} challenges
   */
  take(challenges) {
    const open = new Set(challenges.map(({id}) => id));
    for (const [id, each] of this.shown) if (each.state === 'open' && !open.has(id)) this.shown.delete(id);
    for (const each of challenges) this.changed(each);
    this.update();
  }

  /** @param {Challenge} challenge */
  changed(challenge) {
    const {id, state, by} = challenge;
    const before = this.shown.get(id);
    if (before?.state === state && before.players.length === challenge.players.length) return;
    // what was never shown, or was ended by the person, needs no farewell
    const isNews = state === 'open' || state === 'started' || (before && challenge.declined_by !== this.own);
    if (isNews && !(state === 'cancelled' && by === this.own)) this.shown.set(id, challenge);
    else this.shown.delete(id);
    if (challenge.game === this.playing) this.shown.delete(id);
    else if (state === 'open' && !this.hasAgreed(challenge)) announce(this.sentence(challenge));
    else if (state === 'started') announce(t('The game has begun.'));
    titles().then((found) => {
      this.titles = found;
      this.update();
    }, () => {});
    this.update();
  }

  /** The game of this page. */
  get playing() {
    return /^\/games\/([\w-]+)/.exec(location.pathname)?.[1] ?? '';
  }

  /** @param {Challenge} challenge */
  hasAgreed({players}) {
    return players.some(({player, has_agreed: has}) => player === this.own && has);
  }

  /**
   * Answer a challenge. When the game begins, go to it.
   * @param {Challenge} challenge
   * @param {'POST' | 'DELETE'} method
   * @param {string} path below the challenge
   * @param {unknown} [body]
   */
  async answer(challenge, method, path, body) {
    if (this.busy) return;
    [this.busy, this.problem] = [challenge.id, null];
    this.update();
    try {
      const found = await send(method, `/v1/challenges/${challenge.id}${path}`, body);
      this.declining = '';
      if (found?.game) {
        enter(found.game);
        return;
      }
      if (path === '/acceptances') document.dispatchEvent(new CustomEvent(CHANGED, {detail: found}));
      else this.shown.delete(challenge.id);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
      await readOpen();
    }
    this.busy = '';
    this.update();
  }

  /** @param {string} id */
  dismiss(id) {
    this.shown.delete(id);
    this.update();
  }

  /** @param {Challenge} challenge */
  sentence(challenge) {
    const names = others(challenge, this.own);
    const game = played(challenge, this.titles);
    const name = challenge.players.find(({player}) => player === challenge.by)?.name ?? t('Deleted player');
    if (this.hasAgreed(challenge)) return t('You wait for {names}: {game}.', {names, game});
    if (challenge.kind === 'rematch') return t('{name} asks for a rematch: {game}.', {name, game});
    return t('{name} challenges you: {game}.', {name, game});
  }

  view() {
    if (!this.shown.size && !this.problem) return nothing;
    return html`<section class="meetings" aria-label=${t('Challenges')}>
      ${repeat(this.shown.values(), ({id}) => id, (challenge) => html`<div class="notice">${
        challenge.state === 'open' || challenge.state === 'accepted' ? this.openView(challenge)
          : this.endView(challenge)}</div>`)}
      ${this.problem ? problemView(this.problem) : nothing}</section>`;
  }

  /** @param {Challenge} challenge */
  openView(challenge) {
    const isBusy = this.busy !== '';
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, classes = '') => html`<button
      type="button" class=${classes} aria-disabled=${isBusy} @click=${act}>${text}</button>`;
    const take = () => this.answer(challenge, 'DELETE', '');
    const accept = () => this.answer(challenge, 'POST', '/acceptances');
    const decline = () => {
      this.declining = this.declining === challenge.id ? '' : challenge.id;
      this.update();
    };
    const rest = challenge.by === this.own ? button(t('Take back'), take) : html`
      ${this.hasAgreed(challenge) ? nothing : button(t('Accept'), accept, 'primary')}
      <button type="button" aria-expanded=${this.declining === challenge.id} @click=${decline}>
        ${t('Decline')}</button>`;
    return html`<p>${this.sentence(challenge)}</p><p class="answers">${rest}</p>
      ${this.declining === challenge.id ? html`<p class="answers" role="group" aria-label=${t('Why not?')}>${
        reasons().map(
        ([reason, text]) => button(text, () => this.answer(challenge, 'POST', '/refusals', {reason})))}</p>`
        : nothing}`;
  }

  /** @param {Challenge} challenge */
  endView(challenge) {
    const names = others(challenge, this.own);
    const hide = html`<button type="button" @click=${() => this.dismiss(challenge.id)}>${t('Hide')}</button>`;
    return challenge.game
      ? html`<p>${names ? t('Your game with {names} has begun.', {names}) : t('The game has begun.')}</p>
          <p class="answers"><a class="button primary" href="/games/${challenge.game}">${t('To the game')}</a>
            ${hide}</p>`
      : html`<p>${outcome(challenge)}</p><p class="answers">${hide}</p>`;
  }
}

define('ludo-meetings', Meetings);

/** @type {Meetings | null} */
let shown = null;

/**
 * Return the challenges of a person above the page.
 * @param {string} own The id of the person.
 */
export function meetingsOf(own) {
  if (!shown) {
    shown = new Meetings();
    document.getElementById('main')?.before(shown);
  }
  shown.own = own;
  return shown;
}
