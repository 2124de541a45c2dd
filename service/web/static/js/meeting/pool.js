// The pools of the lobby: wait for any player of a title and a clock; after a minute bots are offered.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {get, Problem, send, serverNow} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {botName} from '../core/seats.js';
import {me} from '../core/session.js';
import {t, tn} from '../core/texts.js';
import {mapOf} from '../core/thumbnail.js';
import {titles} from '../core/titles.js';
import {asGuest} from '../pages/guest.js';
import {presetName} from '../pages/profiles.js';
import {enter} from './enter.js';
import {CHANGED} from './following.js';

/**
 * @typedef {import('../core/types.js').Pool} Pool
 * @typedef {import('../core/types.js').Waiting} Waiting
 */

/** Milliseconds between two signs of life, and between two looks at the numbers of those who wait. */
const [STAY, LOOK] = [5_000, 20_000];

class Pools extends LudoElement {
  /** @type {Pool[]} */
  pools = [];
  /** @type {Map<string, import('../core/types.js').Ruleset>} */
  titles = new Map();
  /** @type {Waiting | null} */
  place = null;
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  /** @type {ReturnType<typeof setInterval>[]} */
  timers = [];

  async connected() {
    this.timers = [setInterval(() => this.stay(), STAY), setInterval(() => this.look(), LOOK),
      setInterval(() => this.place && this.update(), 1_000)];
    document.addEventListener('visibilitychange', () => document.hidden || this.stay(), {signal: this.leaving});
    // the stream is faster than the next sign of life
    document.addEventListener(CHANGED, () => this.stay(), {signal: this.leaving});
    titles().then((found) => {
      this.titles = found;
      this.update();
    }, () => {});
    await this.look();
    if (await me().catch(() => null)) await this.resume();
  }

  disconnected() {
    this.timers.forEach((timer) => clearInterval(timer));
  }

  async look() {
    if (document.hidden) return;
    const found = await get('/v1/pools', {signal: this.leaving}).catch(() => null);
    if (found) this.pools = found.items;
    this.dataset['known'] = '';
    this.update();
  }

  /** A page that is loaded again goes on waiting. The reply is 200 in any case: a refused request is in the console. */
  async resume() {
    const found = await get('/v1/me/pools', {signal: this.leaving}).catch(() => null);
    if (found?.place?.state !== 'waiting') return;
    this.place = found.place;
    await this.stay();
  }

  /** Show that the player is there. A lost connection is tried again by the next one. */
  async stay() {
    if (!this.place || this.isBusy) return;
    try {
      const found = await send('PUT', '/v1/me/pools');
      if (this.place) this.show(found);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) {
        this.place = null;
        this.problem = new Error(t('You were away for too long: wait again.'));
      }
    }
    this.update();
  }

  /** @param {Waiting} found */
  show(found) {
    if (found.bots.length && !this.place?.bots.length) announce(t('Nobody has come yet. Play against bots meanwhile?'));
    this.place = found;
    if (!found.challenge?.game) return;
    announce(t('The game has begun.'));
    enter(found.challenge.game);
  }

  /**
   * Do what the player asks for, once.
   * @param {() => Promise<void>} act
   */
  async act(act) {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      await act();
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
    }
    this.isBusy = false;
    this.update();
  }

  /** @param {Pool} pool */
  join({ruleset, clock}) {
    return this.act(async () => {
      await asGuest();
      this.show(await send('POST', '/v1/me/pools', {ruleset, clock}));
      announce(t('You are waiting for other players.'));
      await this.look();
    });
  }

  cancel() {
    return this.act(async () => {
      try {
        await send('DELETE', '/v1/me/pools');
        this.place = null;
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 409) throw error;
        // the game has begun in the meantime
        this.show(await send('PUT', '/v1/me/pools'));
      }
      await this.look();
    });
  }

  /** @param {string} bot */
  playBots(bot) {
    return this.act(async () => {
      const {game} = await send('POST', '/v1/me/pools/bots', {bot});
      enter(game);
    });
  }

  /** @param {string} ruleset */
  titleOf(ruleset) {
    return this.titles.get(ruleset)?.title ?? ruleset;
  }

  view() {
    if (!this.pools.length && !this.place) return nothing;
    return html`<section class="pools" aria-labelledby="pools"><h2 id="pools">${t('Play with anyone')}</h2>
      ${this.place ? this.waitingView(this.place) : this.poolsView()}
      ${this.problem ? problemView(this.problem) : nothing}</section>`;
  }

  poolsView() {
    const rulesets = [...new Set(this.pools.map(({ruleset}) => ruleset))];
    return html`<p class="muted">${t('You are paired with players of about your rating. The game begins at once.')}</p>
      <div class="cards boards">${rulesets.map((ruleset) => html`<div class="card" role="group"
        aria-label=${this.titleOf(ruleset)}>
        <span class="row-name">${mapOf(ruleset)}<span>${this.titleOf(ruleset)}</span></span>
        <div class="pool">${this.pools.filter((pool) => pool.ruleset === ruleset).map((pool) => this.button(pool))}
        </div></div>`)}</div>`;
  }

  /** @param {Pool} pool */
  button(pool) {
    const clock = presetName(pool.clock);
    const name = t('Wait for players: {title}, {clock}', {title: this.titleOf(pool.ruleset), clock});
    const number = pool.waiting ? tn('{count} waits', '{count} wait', pool.waiting) : '';
    return html`<button type="button" aria-label=${number ? `${name} (${number})` : name} aria-disabled=${this.isBusy}
      @click=${() => this.join(pool)}>${clock}${number ? html` <span class="badge">${pool.waiting}</span>` : nothing}
      </button>`;
  }

  /** @param {Waiting} place */
  waitingView(place) {
    const passed = Math.max(0, Math.round((serverNow() - Date.parse(place.since)) / 1000));
    const what = {title: this.titleOf(place.ruleset), clock: presetName(place.clock)};
    return html`<div class="notice"><p>${t('You are waiting for other players: {title}, {clock}.', what)}
        <span class="muted" aria-hidden="true">${`${Math.floor(passed / 60)}:${String(passed % 60).padStart(2, '0')}`}
        </span></p>
      <p class="muted">${t('Stay on this page: the game begins here.')}</p>
      <p class="answers"><button type="button" aria-disabled=${this.isBusy} @click=${() => this.cancel()}>
        ${t('Cancel')}</button></p>
      <ul class="meanwhile" aria-label=${t('Meanwhile')}>
        <li><a href="/rules/${place.ruleset}" target="_blank">${t('Read the rules of {title}', what)}</a></li>
        <li><a href="/results?ruleset=${place.ruleset}" target="_blank">${t('Look at finished games')}</a></li>
        <li><a href="#running-games">${t('Watch a running game')}</a></li></ul>
      ${place.bots.length ? html`<p>${t('Nobody has come yet. Play against bots meanwhile?')}</p>
        <p class="answers">${place.bots.filter((bot) => !bot.includes('-')).map((bot) => html`<button type="button"
          aria-disabled=${this.isBusy} @click=${() => this.playBots(bot)}>${botName(`bot:${bot}`)}</button>`)}</p>`
        : nothing}</div>`;
  }
}

define('ludo-pools', Pools);
