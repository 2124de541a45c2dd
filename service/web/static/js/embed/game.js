// An embedded game: the board and the line of scores, live or at a version, as every visitor may see it.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import '../board/board.js';
import {formatAmount} from '../core/amounts.js';
import {get, getText, Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {problemView} from '../core/paged.js';
import {botName, seatMark} from '../core/seats.js';
import {follow} from '../core/stream.js';
import {t} from '../core/texts.js';
import './size.js';

/** @typedef {import('../core/types.d.ts').Game} Game */
/** @typedef {Game['seats'][number]} Seat */

/** Milliseconds between two requests while events come in quick succession. */
const PAUSE = 400;

class EmbedGame extends LudoElement {
  /** @type {Game | null} */ game = null;
  /** The view of the version that is shown. @type {any} */ shown = null;
  /** @type {(number | null)[]} */ scores = [];
  /** The result of a game that has ended. @type {{places: {seat: number, rank: number}[]} | null} */ result = null;
  /** The symbol of the scores. */ unit = '';
  /** @type {Date | null} */ lost = null;
  /** @type {Problem | null} */ problem = null;
  /** The version that is shown; null: the last one. @type {number | null} */ at = null;
  isAnimated = true;
  /** Whether the module of the controls is there: an element would lose what is set before. */
  hasControls = false;
  /** Whether the game was read once, and is followed as far as it should be. */
  #isBegun = false;
  #isStale = false;
  /** @type {Promise<void> | null} */ #reading = null;

  get path() {
    return `/v1/games/${this.dataset['game']}`;
  }

  connected() {
    return this.#begin();
  }

  async #begin() {
    await this.refresh();
    const {game, dataset} = this;
    if (!game || this.problem || this.#isBegun) return;
    this.#isBegun = true;
    const {score} = await get(`/v1/rulesets/${game.ruleset}`).catch(() => ({score: {symbol: ''}}));
    this.unit = score.symbol;
    this.update();
    const isOver = game.status === 'ended' || game.status === 'abandoned';
    if (this.shown && (isOver || dataset['at'])) void this.#control();
    if (isOver || dataset['at'] || /^(0|false|no)$/.test(dataset['follow'] ?? '')) return;
    const ended = new AbortController();
    const changed = () => void this.refresh();
    follow(`${this.path}/stream?cursor=${game.version}&as=public`, {
      events: {
        message: changed,
        statement: () => {
          ended.abort();
          changed();
        },
      },
      connection: (since) => {
        this.lost = since;
        this.update();
      },
    }, AbortSignal.any([this.leaving, ended.signal]));
  }

  async #control() {
    await import('./controls.js');
    this.hasControls = true;
    this.update();
  }

  /** Read the game and its view. A call during a request leads to one more request. */
  refresh() {
    this.#isStale = true;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
      this.update();
    });
    return this.#reading;
  }

  async #read() {
    const {at, as = 'public'} = this.dataset;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const game = /** @type {Game} */ (await get(this.path));
        if (game.status === 'running' || game.status === 'ended') {
          const version = at ?? String(game.version);
          const query = new URLSearchParams({pieces: 'true', from: version, to: version, as});
          const lines = await getText(`${this.path}/views?${query}`, {accept: 'application/x-ndjson'});
          const line = JSON.parse(lines);
          [this.shown, this.scores] = [line.view, line.scores ?? []];
          // an imported game has no result
          if (game.status === 'ended' && !game.foreign) this.result ??= await get(`${this.path}/result`);
        }
        this.game = game;
        this.problem = null;
        this.update();
        if (this.#isStale) await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.problem = error;
      this.game ??= await get(this.path).catch(() => null);
    }
  }

  /** The version that is shown. */
  get version() {
    return this.at ?? Number(this.dataset['at'] ?? this.game?.version);
  }

  /** The ranks of the shown version: those of the view are by the rules, which ignore resignations and rulings. */
  get places() {
    const places = /** @type {{seat: number, rank: number}[]} */ (this.shown?.places ?? []);
    return this.result && (places.length || this.version === this.game?.version) ? this.result.places : places;
  }

  view() {
    const {game, shown, version} = this;
    const past = game && version < game.version ? {version, last: game.version} : null;
    return html`
      ${game ? html`
        <ludo-board .game=${game} .view=${shown} .past=${past} .animate=${this.isAnimated}></ludo-board>
        ${this.hasControls ? html`<ludo-embed-controls .path=${this.path} .as=${this.dataset['as'] ?? 'public'}
          .last=${game.version} .at=${version} @version=${(/** @type {CustomEvent} */ {detail}) => {
            [this.at, this.shown, this.scores] = [detail.version, detail.view, detail.scores];
            this.isAnimated = detail.animate;
            this.update();
          }}></ludo-embed-controls>` : nothing}
        <ol class="scores" aria-label=${t('Players')}>${game.seats.map((seat) => this.#seat(seat))}</ol>` : nothing}
      ${this.problem ? problemView(this.problem, () => (this.#isBegun ? this.refresh() : this.#begin())) : nothing}
      ${this.lost ? html`<p class="hint" role="status">
        ${t('Not connected, not up to date. Trying again.')}</p>` : nothing}`;
  }

  /** @param {Seat} seat */
  #seat(seat) {
    const score = this.scores[seat.seat];
    const asked = /** @type {number[]} */ (this.shown?.awaiting ?? this.game?.awaiting ?? []);
    const isAsked = this.game?.status === 'running' && asked.includes(seat.seat);
    const place = this.places.find((one) => one.seat === seat.seat);
    return html`<li class=${isAsked ? 'turn' : ''}>
      <span class="seat seat-${seat.seat}">${seatMark(seat.seat)}<span class="seat-number">${seat.seat}</span>
        <span class="who">${nameOf(seat)}</span></span>
      ${typeof score === 'number' ? html`<span class="score">${formatAmount(score, this.unit)}</span>` : nothing}
      ${isAsked ? html`<span class="badge accent">${t('to act')}</span>` : nothing}
      ${seat.resigned ? html`<span class="badge">${t('resigned')}</span>` : nothing}
      ${place ? html`<span class="badge">${t('Rank {rank}', {rank: place.rank})}</span>` : nothing}</li>`;
  }
}

/**
 * Return the name of the person of a seat, also after a resignation, when a bot plays on.
 * @param {Seat} seat
 */
function nameOf({seat, player, name, resigned_name: resigned}) {
  return resigned ?? name ?? botName(player) ?? (player ? t('Seat {seat}', {seat}) : t('Free seat'));
}

define('ludo-embed-game', EmbedGame);
