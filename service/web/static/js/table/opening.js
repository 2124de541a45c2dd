// The seats of a game that has not started: join, leave, seat a bot, invite, start.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {invitation, offline, Problem, serverNow} from '../core/api.js';
import {copyFrom} from '../core/copy.js';
import {define, LudoElement} from '../core/element.js';
import {entryMarks} from '../core/entry_marks.js';
import {FocusKeeper} from '../core/focus.js';
import {entropyFor, warned} from '../core/people.js';
import {playerName, seatName} from '../core/seats.js';
import {signInAddress} from '../core/session.js';
import {formatMoment, t} from '../core/texts.js';

/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('./state.js').TableState} TableState */

/** Milliseconds by which `serverNow` may be late, because the header `Date` has whole seconds. */
const LATE = 1000;
/** The refusals after which another seat may be free. */
const TAKEN = new Set(['seat-taken', 'seat-reserved']);

class Opening extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {string} The link of the last invitation. */ link = '';
  /** @type {Problem | null} */ problem = null;
  /** @type {FocusKeeper | undefined} */ focusKeeper;
  /** Whether a visitor is becoming a guest: a second press would make a second one. */ isEntering = false;

  connected() {
    this.focusKeeper = new FocusKeeper(this, this.leaving);
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
  }

  view() {
    const {state} = this;
    const {game} = state;
    if (!game) return null;
    const free = game.seats.filter(({player}) => !player).length;
    return html`<h2>${t('The game has not started')}</h2>
      <p class="muted">${free ? t('It can start when all seats are taken.') : t('All seats are taken.')}
        ${game.starts_at ? t('It starts at {moment}.', {moment: formatMoment(game.starts_at)}) : nothing}
        ${entryMarks(game).filter(Boolean).map((mark) => html`<span class="badge">${mark}</span> `)}</p>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem.message}</p>` : nothing}
      <ul class="free-seats">${game.seats.map((seat) => html`<li>
        ${seatName(seat.seat, playerName(seat))}<span class="buttons">${this.#actions(seat)}</span></li>`)}</ul>
      ${state.isOwner && !free
        ? html`<p>${this.#button(t('Start the game'), () => this.#do('POST', 'start'), 'primary')}</p>` : nothing}
      ${state.person ? nothing : this.#enter(game.seats)}
      ${this.#invite()}`;
  }

  rendered() {
    this.focusKeeper?.keep();
  }

  /**
   * The ways of a visitor to a seat: as a guest at once, or with a name.
   * @param {Seat[]} seats
   */
  #enter(seats) {
    const invited = seats.filter(({reserved}) => invitation() !== null && reserved === 'invitation');
    const open = [...invited, ...seats.filter(({reserved}) => !reserved)].filter(({player}) => !player);
    const signIn = html`<a class=${open.length ? 'button' : 'button primary'} href=${signInAddress()}>${
      t('Sign in to take a seat')}</a>`;
    if (!open.length) return html`<p>${signIn}</p>`;
    return html`<p class="buttons">${this.#button(t('Play as a guest'), () => this.#joinAsGuest(open), 'primary')}
      ${signIn}</p>`;
  }

  /**
   * Take the first seat that the invitation of the visitor, if any, opens.
   * @param {Seat[]} open
   */
  async #joinAsGuest(open) {
    if (this.isEntering) return;
    this.isEntering = true;
    this.update();
    const person = await this.#tried(async () => {
      const {asGuest} = await import('../pages/guest.js').catch(offline);
      return asGuest();
    });
    // while the seat is taken, nothing else reads who the person is
    if (person) this.state.person = person;
    for (const {seat} of person ? open : []) {
      // another visitor may have been faster
      if (await this.#join(seat) || !TAKEN.has(this.problem?.code ?? '')) break;
    }
    this.isEntering = false;
    this.update();
  }

  /** @param {Seat} seat */
  #actions(seat) {
    const {state} = this;
    if (!state.person) return nothing;
    const path = `seats/${seat.seat}`;
    if (seat.player) {
      const mayLeave = seat.player === state.person.id || (state.isOwner && seat.player.startsWith('bot:'));
      return mayLeave ? this.#button(t('Leave'), () => this.#do('DELETE', path)) : nothing;
    }
    const isMine = !seat.reserved || seat.reserved === state.person.id
      || (seat.reserved === 'invitation' && invitation() !== null) || this.#isReleased();
    return html`${state.seat === null && isMine
      ? this.#button(t('Take this seat'), () => this.#join(seat.seat)) : nothing}
      ${state.isOwner && !seat.reserved && !state.game?.rated ? this.#bots(path, seat.seat) : nothing}
      ${seat.reserved ? html`<span class="badge">${t('reserved')}</span>` : nothing}`;
  }

  /** Whether the start time has come, at which the service releases reserved seats to this substitute. */
  #isReleased() {
    const {person, game} = this.state;
    return Boolean(person && game?.starts_at && game.substitutes.includes(person.id)
      && Date.parse(game.starts_at) <= serverNow() + LATE);
  }

  /**
   * @param {string} path
   * @param {number} seat
   */
  #bots(path, seat) {
    const bots = this.state.ruleset?.bots ?? [];
    return html`<select aria-label=${t('Bot for seat {seat}', {seat})}>
        ${bots.map((bot) => html`<option value=${bot}>${bot}</option>`)}</select>
      ${this.#button(t('Add the bot'), (event) => {
        const select = /** @type {HTMLElement} */ (event.target).parentElement?.querySelector('select');
        void this.#do('PUT', path, {bot: select?.value});
      })}`;
  }

  /**
   * @param {string} text
   * @param {(event: Event) => unknown} act
   * @param {'' | 'primary'} look
   */
  #button(text, act, look = '') {
    const isOff = this.state.isSending || this.isEntering;
    // a disabled button would lose the focus
    return html`<button class=${look} aria-disabled=${String(isOff)}
      @click=${(/** @type {Event} */ event) => isOff || act(event)}>${text}</button>`;
  }

  #invite() {
    const {state} = this;
    if (!state.isOwner || state.game?.visibility !== 'private') return nothing;
    return html`<h3>${t('Invite')}</h3>
      <p class="muted">${t('The game is private. Anyone with the link can see it and take a free seat.')}</p>
      ${this.link ? html`<p class="field"><input readonly .value=${this.link} aria-label=${t('Invitation link')}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
        <button @click=${(/** @type {Event} */ event) => copyFrom(event, this.link)}>${t('Copy')}</button></p>`
      : this.#button(t('Create a link'), () => this.#makeLink())}`;
  }

  async #makeLink() {
    const made = await this.#do('POST', 'invitations', {label: 'link'});
    if (!made) return;
    this.link = `${location.origin}/games/${this.state.id}#invitation=${made.invitation}`;
    this.update();
  }

  /**
   * Take a seat. Returns whether it is taken.
   * @param {number} seat
   */
  async #join(seat) {
    const entropy = await this.#tried(() => entropyFor(this.state.id, seat));
    if (!entropy) return false;
    const take = (/** @type {unknown} */ body) => this.state.change('PUT', `seats/${seat}`, body);
    if (!await this.#tried(() => warned(take, {entropy}))) return false;
    // the invitation is no longer needed, and an address is easily passed on
    history.replaceState(history.state, '', location.pathname + location.search);
    return true;
  }

  /**
   * @param {'POST' | 'PUT' | 'DELETE'} method
   * @param {string} part
   * @param {unknown} [body]
   */
  #do(method, part, body) {
    return this.#tried(() => this.state.change(method, part, body));
  }

  /**
   * Return the result of an action; show its problem, and return null, if it fails.
   * @template Result
   * @param {() => Promise<Result>} action
   */
  async #tried(action) {
    this.problem = null;
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.update();
      return null;
    }
  }
}

define('ludo-opening', Opening);
