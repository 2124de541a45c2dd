// The players: name, mark, public facts, clock, and whose turn it is.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {serverNow} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {seatMark} from '../core/seats.js';
import {formatMoment, t} from '../core/texts.js';
import {duration} from './clock.js';
import {factsOf, HiddenFields, tableFacts} from './facts.js';
import {personName, resignedText} from './names.js';

/** @typedef {import('../core/types.js').Seat} Seat */
/** @typedef {import('./facts.js').Fact} Fact */
/** @typedef {import('./state.js').TableState} TableState */

class Players extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  #fields = new HiddenFields();

  connected() {
    this.state.addEventListener('change', () => {
      this.update();
      this.#fields.learn(this.state).then((isNew) => isNew && this.update(), () => {});
    }, {signal: this.leaving});
  }

  view() {
    const {state} = this;
    if (!state.game || !state.view) return null;
    const players = /** @type {Record<string, any>[]} */ (state.view['players'] ?? []);
    return html`<h2 class="visually-hidden">${t('Players')}</h2>
      <ul class="players" tabindex="0" aria-label=${t('Players')}>
        ${state.game.seats.map((seat) => this.#player(seat, players[seat.seat] ?? {}))}</ul>
      ${this.#table(state.view)}`;
  }

  /**
   * @param {Seat} seat
   * @param {Record<string, any>} player
   */
  #player(seat, player) {
    const {state} = this;
    const game = /** @type {import('../core/types.js').Game} */ (state.game);
    const isOwn = seat.seat === state.seat;
    const isAsked = !state.past && state.asked.some((one) => one.seat === seat.seat);
    const facts = factsOf(state.words, player, isOwn ? this.#fields.hidden : new Set());
    // the ranks of the result: the view has the ranks by the rules, which ignore resignations
    const ranked = state.view?.['places']?.length ? state.result?.places ?? state.view['places'] : [];
    const place = /** @type {any[]} */ (ranked).find((one) => one.seat === seat.seat);
    return html`<li class="player ${isAsked ? 'asked-seat' : ''} ${isOwn ? 'own-seat' : ''}">
      <div class="player-head">
        <span class="seat seat-${seat.seat}">${seatMark(seat.seat)}<span class="seat-number">${seat.seat}</span>
          ${profileLink(seat, game.seats)}</span>
        ${badges(seat, state, isOwn, isAsked)}
        ${place ? html`<span class="badge accent">${t('Rank {rank}', {rank: place.rank})}</span>` : nothing}
        ${this.#clock(seat.seat)}
        <dl class="main-facts">${facts.filter(({isMain}) => isMain).map(fact)}</dl>
      </div>
      <dl class="facts">${facts.filter(({isMain}) => !isMain).map(fact)}</dl></li>`;
  }

  /** @param {number} seat */
  #clock(seat) {
    const clock = this.state.game?.clocks?.find((one) => one.seat === seat);
    if (!clock || this.state.past) return nothing;
    return html`<span class="player-clock">${clock.due
      ? html`<ludo-clock .due=${clock.due}></ludo-clock>`
      : html`<span class="muted numbers" title=${t('Time in reserve')}>${duration(clock.bank)}</span>`}</span>`;
  }

  /** @param {Record<string, any>} view */
  #table(view) {
    const facts = tableFacts(this.state.words, view);
    return html`<details class="on-table"><summary>${t('On the table')}</summary>
      <dl class="facts">${facts.map(([label, text, field]) => html`<div data-explain="fact:${field}"><dt>${label}</dt>
        <dd>${text}</dd></div>`)}</dl>
    </details>`;
  }
}

/** @param {Fact} one */
function fact({field, label, text, isHidden}) {
  return html`<div data-explain="fact:${field}" class=${isHidden ? 'hidden-fact' : ''}><dt>${label}${isHidden
    ? html` <span class="badge">${t('only you see this')}</span>` : nothing}</dt><dd>${text}</dd></div>`;
}

/**
 * @param {Seat} seat
 * @param {readonly Seat[]} seats
 */
function profileLink(seat, seats) {
  const shown = personName(seat, seats);
  const id = seat.resigned_name ? seat.resigned_player : seat.name && seat.player;
  return id ? html`<a href="/players/${id}">${shown}</a>` : shown;
}

/**
 * @param {Seat} seat
 * @param {TableState} state
 * @param {boolean} isOwn
 * @param {boolean} isAsked
 */
function badges(seat, state, isOwn, isAsked) {
  const clock = state.game?.clocks?.find((one) => one.seat === seat.seat);
  const away = clock?.away_until ?? state.away.get(seat.player ?? '');
  const isAway = away && Date.parse(away) > serverNow();
  return [
    isAsked ? html`<span class="badge turn">${t('to act')}</span>` : nothing,
    isOwn ? html`<span class="badge">${t('you')}</span>` : nothing,
    seat.resigned ? html`<span class="badge">${resignedText(seat)}</span>` : nothing,
    isAway ? html`<span class="badge">${t('away until {moment}', {
      moment: formatMoment(away),
    })}</span>` : nothing,
  ];
}

define('ludo-players', Players);
