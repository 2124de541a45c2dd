// The live game of the lobby: a running game that every visitor may watch, on its board, as it is played.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, isPassing, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';
import '../embed/game.js';

/** @typedef {import('../core/types.js').GameRow} GameRow */

/** How many games are looked at, and milliseconds for which the end of one stays. */
const [MOST, ENDING] = [5, 15_000];
/** A clock that gives minutes: the game goes on while one watches. */
const FAST = /^PT(\d+S|[1-5]M)/;

export class Live extends LudoElement {
  /** The name of a game in the language of the page. @type {(game: GameRow) => string} */ name = () => '';
  /** @type {GameRow | null} The game that is shown. */ game = null;
  /** @type {GameRow[]} */ #games = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #isChoosing = false;
  /** The ids of games that are not for every visitor: they are looked at once. @type {Set<string>} */
  #refused = new Set();

  /** Take the running games. The game that is shown stays, and for a while after its end. @param {GameRow[]} games */
  set games(games) {
    this.#games = games;
    if (this.game && games.some(({id}) => id === this.game?.id)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#choose(), this.game ? ENDING : 0);
  }

  disconnected() {
    clearTimeout(this.#timer);
  }

  /** Show a game that every visitor may watch, rather one that is played fast; without one the last stays. */
  async #choose() {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    const isFast = (/** @type {GameRow} */ {clock}) => Number(!FAST.test(clock?.allowance ?? ''));
    const candidates = this.#games.filter(({id, visibility, paused_until: pause}) =>
      visibility === 'public' && !pause && !this.#refused.has(id))
      .sort((one, other) => isFast(one) - isFast(other)).slice(0, MOST);
    for (const each of candidates) {
      let game = null;
      try {
        game = await get(`/v1/games/${each.id}`, {signal: this.leaving});
      } catch (error) {
        // the others would not be read either
        if (!(error instanceof Problem) || isPassing(error) || error.status === 429) break;
      }
      if (game?.spectators === 'open' && game.status === 'running') {
        this.game = each;
        break;
      }
      this.#refused.add(each.id);
    }
    this.#isChoosing = false;
    this.update();
  }

  view() {
    const {game} = this;
    if (!game) return nothing;
    return html`<h3>${t('Live: {name}', {name: this.name(game)})}
        <a href="/games/${game.id}">${t('To the table')}</a></h3>
      ${repeat([game.id], (id) => id, (id) => html`<ludo-embed-game data-game=${id}></ludo-embed-game>`)}`;
  }
}

define('ludo-live', Live);
