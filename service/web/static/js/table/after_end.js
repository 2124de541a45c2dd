// What a player does after the end: play again, go to the next game, look back, show it to others.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, newKey, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {takeSeat} from '../core/people.js';
import {t} from '../core/texts.js';
import {differences} from '../core/titles.js';
import {tournamentIn} from '../core/tournament_tag.js';
import {replayAddress} from './addresses.js';

/** @typedef {import('../replay/replay.js').Replay} Replay */
/** @typedef {import('./state.js').TableState} TableState */

/**
 * Whether a player is a guest with a link to one seat, and has no account.
 * @param {string | null | undefined} id
 */
function isGuest(id) {
  return Boolean(id?.startsWith('guest:'));
}

class AfterEnd extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Error | null} */ problem = null;
  isBusy = false;
  /** @type {typeof import('../core/waiting.js') | null} The games that wait; null: they are not known. */
  waiting = null;
  #key = newKey();

  connected() {
    const options = {signal: this.leaving};
    document.addEventListener('waiting-games', () => this.#count(), options);
    // a browser may keep the page that was left, and show it again as it was
    window.addEventListener('pageshow', ({persisted}) => {
      if (!persisted) return;
      [this.isBusy, this.#key] = [false, newKey()];
      this.update();
    }, options);
    // with what is known before this element is here
    if (this.state.person) void this.#count();
  }

  async #count() {
    this.waiting = await import('../core/waiting.js').catch(() => null);
    this.update();
  }

  /** The seat that the person has played; -1: none. */
  get #seat() {
    const id = this.state.person?.id;
    const seats = this.state.game?.seats ?? [];
    return seats.findIndex(({player, resigned_player: resigned}) => id && (player === id || resigned === id));
  }

  /** Whether a rematch is the same: the player is alone with bots, and has an account. */
  get #hasRematch() {
    const {game, person} = this.state;
    const isAlone = game?.seats.every(({player, resigned_player: resigned}) => {
      return resigned ? resigned === person?.id : player?.startsWith('bot:') || player === person?.id;
    });
    return Boolean(isAlone && person?.id.startsWith('player:'));
  }

  /** Whether the person can open the same game with bots. */
  get #mayPlayBots() {
    return this.#seat >= 0 && !this.#hasRematch && !isGuest(this.state.person?.id);
  }

  /** What a game with guests has instead of a rematch, for those who have played: a guest has no account. */
  get #withGuests() {
    const {game, person} = this.state;
    const ids = game?.seats.flatMap(({player, resigned_player: resigned}) => [player, resigned]) ?? [];
    if (game?.status !== 'ended' || game.foreign || this.#seat < 0 || !ids.some(isGuest)) return nothing;
    return isGuest(person?.id)
      ? html`<p>${t('You have played as a guest. With an account you play rematches and games of your own.')}
          <a class="button primary" href=${`/sign-in?next=${encodeURIComponent('/')}`}>${t('Sign up')}</a></p>`
      : html`<p>${t('A game with guests has no rematch: open a new game, and seat them again.')}
          <a class="button" href="/new?title=${game.ruleset}">${t('New game')}</a></p>`;
  }

  /** Open the same game with bots in the other seats, and go to its table. Everyone moves to the seat before. */
  async #again() {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      const game = await this.#opened();
      await takeSeat(game.id, game.seat);
      await send('POST', `/v1/games/${game.id}/start`);
      location.assign(`/games/${game.id}`);
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
      this.isBusy = false;
      this.update();
    }
  }

  /** @returns {Promise<{id: string, seat: number}>} The game and the own seat. A second attempt gets the same game. */
  async #opened() {
    const game = /** @type {import('../core/types.js').Game} */ (this.state.game);
    const ruleset = await get(`/v1/rulesets/${game.ruleset}`);
    const {length} = game.seats;
    const before = (/** @type {number} */ seat) => (seat + length - 1) % length;
    const others = game.seats.filter(({seat}) => seat !== this.#seat);
    const bots = Object.fromEntries(others.map(({seat, player, resigned}) => {
      const bot = !resigned && player?.startsWith('bot:') ? player.slice(4) : ruleset.bots[0];
      return [String(before(seat)), bot];
    }));
    const options = Object.fromEntries(differences(ruleset, /** @type {any} */ (game)).map(
      ({name, value}) => [name, value]));
    const request = {
      ruleset: game.ruleset, seats: length, bots, data_set: game.data_set, visibility: game.visibility, clock: null,
      hints: game.hints, take_back: game.take_back,
      ...(game.profile ? {profile: game.profile} : {options}),
    };
    const {id} = await send('POST', '/v1/games', request, {key: this.#key});
    return {id, seat: before(this.#seat)};
  }

  /** Open the analysis over the end of the game. */
  async #analyse() {
    /** @type {Replay | null} */
    const replay = document.querySelector('ludo-replay');
    await replay?.goTo(this.state.version);
    await replay?.openDetails();
  }

  /** Give the picture to another program, or save it. */
  async #share() {
    try {
      await (await import('./share_picture.js')).sharePicture();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      this.update();
    }
  }

  view() {
    const {state, isBusy, waiting} = this;
    const {game} = state;
    if (!game) return nothing;
    const tournament = game.tags.map(tournamentIn).find(Boolean);
    const next = waiting?.nextGame();
    const hasEnded = game.status === 'ended';
    return html`${this.#withGuests}<p class="answers">
      ${tournament ? html`<a class="button" href="/tournaments/${tournament}">${t('Back to the tournament')}</a>`
        : nothing}
      ${hasEnded && !game.foreign && this.#mayPlayBots ? html`<button type="button"
        aria-disabled=${isBusy} @click=${() => this.#again()}>${t('Again with bots')}</button>` : nothing}
      ${next ? html`<a class="button" href=${next} title=${waiting?.waitingText() ?? ''}>${t('Next game')}
        <span class="badge accent">${waiting?.waitingNumber()}</span></a>` : nothing}
      ${hasEnded ? html`<a class="button" href=${replayAddress(1)}>${t('Replay from the beginning')}</a>
        <button type="button" @click=${() => this.#analyse()}>${t('Analysis')}</button>` : nothing}
      ${hasEnded && game.visibility === 'public' ? html`<button type="button" @click=${() => this.#share()}>
        ${t('Share a picture')}</button>` : nothing}</p>
      ${this.problem ? problemView(this.problem) : nothing}`;
  }
}

define('ludo-after-end', AfterEnd);
