// The page that the service worker shows while nothing can be reached: the own games as this browser saw them last.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import '../board/board.js';
import {define, LudoElement} from '../core/element.js';
import {ownCaches} from '../core/kept.js';
import {playerName, seatName} from '../core/seats.js';
import {formatMoment, t} from '../core/texts.js';

/** @typedef {import('./keep.js').KeptGame} KeptGame */

/** Days after which a game that was kept is not shown any more: the session may have ended elsewhere. */
const DAYS = 14;
const DAY = 86_400_000;

/** Return the games that are kept, the last one first, and delete old ones. @returns {Promise<KeptGame[]>} */
async function keptGames() {
  const found = [];
  for (const name of await ownCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      /** @type {KeptGame | undefined} */
      const kept = await (await cache.match(key))?.json();
      if (kept && Date.now() - Date.parse(kept.at) < DAYS * DAY) found.push(kept);
      else await cache.delete(key);
    }
  }
  return found.sort((one, other) => other.at.localeCompare(one.at));
}

class Offline extends LudoElement {
  /** @type {KeptGame[] | null} */
  games = null;
  /** The game whose board is shown. */
  shown = '';

  async connected() {
    window.addEventListener('online', () => location.reload(), {signal: this.leaving});
    this.games = await keptGames().catch(() => []);
    const wanted = location.pathname.split('/').at(-1);
    this.shown = this.games.find(({game}) => game.id === wanted)?.game.id ?? this.games[0]?.game.id ?? '';
    this.update();
  }

  view() {
    const {games} = this;
    return html`
      <p><button type="button" class="primary" @click=${() => location.reload()}>${t('Try again')}</button></p>
      ${games === null ? nothing : games.length ? this.#games(games)
        : html`<p class="muted">
          ${t('Games of yours that you open in this browser can be read here without connection.')}</p>`}`;
  }

  /** @param {KeptGame[]} games */
  #games(games) {
    const shown = games.find(({game}) => game.id === this.shown);
    return html`<h2>${t('Your games, as this browser saw them last')}</h2>
      <ul class="rows">${repeat(games, ({game}) => game.id, ({at, game, title}) => html`<li class="row">
        <button type="button" aria-pressed=${String(game.id === this.shown)} @click=${() => this.show(game.id)}>
          ${game.name ?? title ?? game.ruleset}</button>
        <span class="muted">${formatMoment(at)}</span></li>`)}</ul>
      ${shown ? repeat([shown], ({game}) => game.id, (one) => this.#game(one)) : nothing}`;
  }

  /** @param {string} game */
  show(game) {
    this.shown = game;
    this.update();
  }

  /** @param {KeptGame} kept */
  #game({at, game, title, view, texts, asked}) {
    return html`<section class="kept" aria-labelledby="kept-title">
      <h2 id="kept-title">${game.name ?? title ?? game.ruleset}</h2>
      <p class="notice">${t('The state of {moment}. It may have changed since.', {moment: formatMoment(at)})}</p>
      ${asked.length ? html`<ul class="plain">${asked.map(({seat, text}) => html`<li>
        ${seatName(seat, playerName(game.seats[seat], game.seats))}
        <span class="muted">${text}</span></li>`)}</ul>` : nothing}
      <ludo-board .game=${game} .view=${view} .animate=${false}></ludo-board>
      ${texts.length ? html`<h3>${t('What happened last')}</h3>
        <ol class="plain" reversed>${[...texts].reverse().map((text) => html`<li>${text}</li>`)}</ol>` : nothing}
    </section>`;
  }
}

define('ludo-offline', Offline);
