// The button that starts a game against bots, without a form.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {announce} from '../core/announce.js';
import {newKey, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {takeSeat} from '../core/people.js';
import {t} from '../core/texts.js';
import {titles} from '../core/titles.js';
import {asGuest} from './guest.js';

export class AgainstBots extends LudoElement {
  /** @type {Error | null} */
  problem = null;
  isBusy = false;
  key = newKey();

  connected() {
    // a browser may keep the page that was left, and show it again as it was
    window.addEventListener('pageshow', ({persisted}) => {
      if (!persisted) return;
      [this.isBusy, this.key] = [false, newKey()];
      this.update();
    }, {signal: this.leaving});
  }

  /** Open a game with a bot in each other seat, start it, and go to the table. A visitor becomes a guest first. */
  async start() {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      await asGuest();
      const game = await this.opened();
      await takeSeat(game, 0);
      await send('POST', `/v1/games/${game}/start`);
      location.assign(this.address(game));
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
      announce(this.problem.message);
      this.isBusy = false;
      this.update();
    }
  }

  /** @returns {Promise<string>} The id of the game. A second attempt gets the same game. */
  async opened() {
    const name = this.dataset['title'] ?? '';
    const ruleset = (await titles()).get(name);
    const seats = ruleset?.seats[0] ?? 2;
    // bots do not wait: a clock would only hurry the player
    const request = {ruleset: name, seats, bots: botsOf(ruleset, seats), clock: null, hints: true};
    return (await send('POST', '/v1/games', request, {key: this.key})).id;
  }

  /** @param {string} game */
  address(game) {
    return `/games/${game}`;
  }

  /** What the button says, in short and by itself. */
  label() {
    return {short: t('Play against bots'), long: t('Play against bots: {title}', {title: this.dataset['name'] ?? ''})};
  }

  view() {
    const {short, long} = this.label();
    return html`<button type="button" aria-disabled=${this.isBusy} @click=${() => this.start()}
      aria-label=${long}>
      ${'short' in this.dataset ? this.dataset['name'] : short}</button>
      ${this.problem ? problemView(this.problem) : nothing}`;
  }
}

/**
 * Return the bots of a game: one in each seat but the first.
 * @param {import('../core/types.js').Ruleset | undefined} ruleset
 * @param {number} seats
 */
export function botsOf(ruleset, seats) {
  const bot = ruleset?.bots[0] ?? 'random';
  return Object.fromEntries(Array.from({length: seats - 1}, (_, index) => [String(index + 1), bot]));
}

define('ludo-against-bots', AgainstBots);
