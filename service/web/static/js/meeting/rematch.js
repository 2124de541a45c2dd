// The rematch of a game that has ended: the first player asks, the others join.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {me} from '../core/session.js';
import {t} from '../core/texts.js';
import {enter} from './enter.js';
import {CHANGED, LISTED} from './following.js';
import {outcome} from './words.js';

/** @typedef {import('./words.js').Challenge} Challenge */

class Rematch extends LudoElement {
  own = '';
  /** @type {import('../core/types.js').Rematch | null} */
  found = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  /** Whether the person has asked or joined on this page, and goes to the game when it begins. */
  isWaiting = false;
  /** How often the rematch was read: an answer that comes after that of a later request is old. */
  #reads = 0;

  get path() {
    return `/v1/games/${this.dataset['game']}/rematches`;
  }

  async connected() {
    document.addEventListener(CHANGED, (event) => this.changed(/** @type {CustomEvent<Challenge>} */ (event).detail),
      {signal: this.leaving});
    document.addEventListener(LISTED, (event) => this.listed(/** @type {CustomEvent<Challenge[]>} */ (event).detail),
      {signal: this.leaving});
    this.own = (await me().catch(() => null))?.id ?? '';
    if (this.own) await this.read();
  }

  async read() {
    const own = ++this.#reads;
    const found = await get(this.path, {signal: this.leaving}).catch(() => null);
    if (own !== this.#reads) return;
    this.found = found;
    this.update();
  }

  /**
   * Read again if the open challenges show that another one was missed: their stream begins after this element.
   * @param {Challenge[]} challenges
   */
  listed(challenges) {
    const known = this.found?.challenge;
    const open = challenges.find(({before}) => before === this.dataset['game']);
    if (open?.id !== (known?.state === 'open' ? known.id : undefined)) this.read();
  }

  /** @param {Challenge} challenge */
  changed(challenge) {
    if (challenge.before !== this.dataset['game']) return;
    if (challenge.game && this.isWaiting) {
      announce(t('The game has begun.'));
      enter(challenge.game);
      return;
    }
    this.read();
  }

  /**
   * @param {'POST' | 'DELETE'} method
   */
  async ask(method) {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      const challenge = await send(method, this.path);
      this.isWaiting = method === 'POST';
      if (challenge?.game) enter(challenge.game);
      await this.read();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
      await this.read();
    }
    this.isBusy = false;
    this.update();
  }

  view() {
    const {found, isBusy} = this;
    if (!found?.seats.length) return nothing;
    const {challenge} = found;
    const button = (/** @type {string} */ text, /** @type {'POST' | 'DELETE'} */ method, classes = '') => html`<button
      type="button" class=${classes} aria-disabled=${isBusy} @click=${() => this.ask(method)}>${text}</button>`;
    const problem = this.problem ? problemView(this.problem) : nothing;
    if (challenge?.state === 'started') {
      return html`<p><a class="button primary" href="/games/${challenge.game}">${t('To the rematch')}</a></p>`;
    }
    if (challenge?.state === 'open') {
      const has = challenge.players.some(({player, has_agreed: agreed}) => player === this.own && agreed);
      const names = challenge.players.filter(({has_agreed: agreed}) => !agreed).map(({name}) => name).join(', ');
      return has ? html`<p role="status">${t('You want a rematch. {names} has not answered yet.', {names})}</p>
          <p class="answers">${button(t('Take back'), 'DELETE')}</p>${problem}`
        : html`<p class="answers">${button(t('Accept the rematch'), 'POST', 'primary')}
            ${button(t('Decline'), 'DELETE')}</p>${problem}`;
    }
    const hasEnded = challenge && challenge.state !== 'accepted';
    return html`${hasEnded ? html`<p class="muted">${outcome(challenge)}</p>` : nothing}
      ${found.may_ask ? html`<p class="answers">${button(t('Rematch'), 'POST', 'primary')}</p>` : nothing}${problem}`;
  }
}

define('ludo-rematch', Rematch);
