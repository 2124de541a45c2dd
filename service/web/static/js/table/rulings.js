// What the owner of a game may do with it: pause, extend, replace, adjudicate, cancel. Loaded when it is opened.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {Problem, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatDuration} from '../core/durations.js';
import {playerName, seatName} from '../core/seats.js';
import {t} from '../core/texts.js';
import {anyoneIn, UnknownPlayerError} from '../pages/player_field.js';

/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {import('../core/types.js').Game} Game */
/**
 * A ruling: its name, what it does, and its fields. The table announces the event.
 * @typedef {{type: string, name: string, hint: string, fields: () => unknown, isFinal?: boolean}} Kind
 */

const PAUSES = ['PT1H', 'PT6H', 'PT12H', 'P1D', 'P2D', 'P7D', 'P14D', 'P30D'];
const EXTENSIONS = ['PT15M', 'PT1H', 'PT6H', 'PT12H', 'P1D', 'P2D', 'P7D'];

class Rulings extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  type = '';
  /** @type {Problem | UnknownPlayerError | null} */ problem = null;
  isBusy = false;

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
  }

  /** The rulings that make sense now. Whether one is permitted, the API decides. @returns {Kind[]} */
  get kinds() {
    const {game} = this.state;
    const isSeated = game?.seats.some(({player}) => player === game.owner);
    return [
      game?.paused_until ? {
        type: 'resume', name: t('Resume the game'), hint: t('The clocks run again.'), fields: () => nothing,
      } : {
        type: 'pause', name: t('Pause'), hint: t('All clocks stop, and no decision is accepted.'),
        fields: () => durations(t('For at most'), PAUSES, 'P1D'),
      },
      ...(game?.clock ? [{
        type: 'extend_clock', name: t('Give more time'), hint: t('The time is added to the reserve of a seat.'),
        fields: () => [this.#seats(), durations(t('More time'), EXTENSIONS, 'PT1H')],
      }] : []),
      {
        type: 'give_up_seat', name: t('Give a seat to a bot'), isFinal: true,
        hint: t('For a player who does not come back. A bot plays on, unless one player is left: then the game ends.'),
        fields: () => this.#seats(),
      },
      ...(isSeated ? [] : [{
        type: 'replace_player', name: t('Replace a player'),
        hint: t('Offers the seat to a player who has never had one in this game. It changes when the player takes it.'),
        fields: () => [this.#seats(), this.#substitute()],
      }, {
        type: 'adjudicate', name: t('End the game'), isFinal: true,
        hint: t('The game ends now with the ranks that you give. Equal seats share a rank: 1, 2, 2, 4.'),
        fields: () => this.#ranks(),
      }]),
    ];
  }

  open() {
    this.problem = null;
    this.draw();
    this.#dialog?.showModal();
  }

  /** @returns {HTMLDialogElement | null} */
  get #dialog() {
    return this.querySelector('dialog');
  }

  view() {
    const {game} = this.state;
    if (!game) return null;
    return html`<dialog class="rulings" aria-labelledby="rulings-title">
      <h2 id="rulings-title">${t('Manage the game')}</h2>
      ${game.status === 'open' ? this.#cancelling() : this.#form()}</dialog>`;
  }

  #cancelling() {
    return html`<p>${t('Cancel the game before its start? It stays in the lists as cancelled.')}</p>
      ${this.#refusal()}
      <div class="buttons"><button class="danger" @click=${() => this.#cancel()}>${t('Cancel the game')}</button>
        <button @click=${() => this.#dialog?.close()}>${t('Close')}</button></div>`;
  }

  #form() {
    const kind = this.kinds.find(({type}) => type === this.type) ?? this.kinds[0];
    if (!kind) return nothing;
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.#rule(kind, /** @type {HTMLFormElement} */ (event.target));
    }}>
      <div class="field"><label for="ruling-type">${t('Ruling')}</label>
        <select id="ruling-type" .value=${kind.type} @change=${(/** @type {Event} */ event) => {
          this.type = /** @type {HTMLSelectElement} */ (event.target).value;
          this.problem = null;
          this.update();
        }}>${this.kinds.map(({type, name}) => html`
          <option value=${type} ?selected=${type === kind.type}>${name}</option>`)}
        </select><p class="hint">${kind.hint}</p></div>
      ${kind.fields()}
      <div class="field"><label for="ruling-reason">${t('Reason')}</label>
        <textarea id="ruling-reason" name="reason" required maxlength="500" rows="2"></textarea>
        <p class="hint">${t('All viewers can read it, and the record keeps it. Do not name persons.')}</p></div>
      ${this.#refusal()}
      <div class="buttons"><button class=${kind.isFinal ? 'danger' : 'primary'}
          aria-disabled=${this.isBusy}>${kind.name}</button>
        <button type="button" @click=${() => this.#dialog?.close()}>${t('Close')}</button></div></form>`;
  }

  #seats() {
    return html`<div class="field"><label for="ruling-seat">${t('Seat')}</label>
      <select id="ruling-seat" name="seat">${(this.state.game?.seats ?? []).map((one) => html`
        <option value=${one.seat}>${one.seat} · ${playerName(one)}</option>`)}</select></div>`;
  }

  #substitute() {
    return html`<ludo-player-field class="field" id="ruling-player" .label=${t('New player')}></ludo-player-field>`;
  }

  #ranks() {
    const seats = this.state.game?.seats ?? [];
    return html`<fieldset class="ranks"><legend>${t('Ranks')}</legend>${seats.map((one) => html`<label>
      ${seatName(one.seat, playerName(one))}<select name="rank" required>
        <option value="">–</option>
        ${seats.map((_, rank) => html`<option value=${rank + 1}>${rank + 1}</option>`)}</select></label>`)}</fieldset>`;
  }

  #refusal() {
    const {problem} = this;
    if (!problem) return nothing;
    const [title = '', number = ''] = String(problem instanceof Problem ? problem.body['rule'] ?? '' : '').split('/');
    return html`<div class="problem" role="alert"><p>${problem.message}</p>
      ${number ? html`<p><a href="/rules/${title}#${number}">${t('Rule {number}', {number})}</a></p>` : nothing}</div>`;
  }

  /**
   * @param {Kind} kind
   * @param {HTMLFormElement} form
   */
  async #rule(kind, form) {
    const data = new FormData(form);
    const [seat, duration] = [data.get('seat'), data.get('duration')];
    const body = {
      type: kind.type, reason: data.get('reason'),
      ...(seat === null ? {} : {seat: Number(seat)}), ...(duration === null ? {} : {duration}),
      ...(kind.type === 'adjudicate' ? {ranks: data.getAll('rank').map(Number)} : {}),
    };
    await this.#do(async () => {
      const named = kind.type === 'replace_player' ? {player: await anyoneIn(form)} : {};
      await this.state.change('POST', 'rulings', {...body, ...named});
    });
  }

  async #cancel() {
    await this.#do(async () => {
      await send('DELETE', this.state.path);
    });
  }

  /**
   * Do something once, and close the dialog unless it is refused.
   * @param {() => Promise<unknown>} act
   */
  async #do(act) {
    if (this.isBusy) return;
    [this.isBusy, this.problem] = [true, null];
    this.update();
    try {
      await act();
      this.querySelector('form')?.reset();
      this.type = '';
      this.#dialog?.close();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof UnknownPlayerError)) throw error;
      this.problem = error;
    } finally {
      this.isBusy = false;
      this.update();
    }
  }
}

/**
 * @param {string} label
 * @param {string[]} offered
 * @param {string} usual
 */
function durations(label, offered, usual) {
  return html`<div class="field"><label for="ruling-duration">${label}</label>
    <select id="ruling-duration" name="duration">${offered.map((each) => html`
      <option value=${each} ?selected=${each === usual}>${formatDuration(each)}</option>`)}</select></div>`;
}

/**
 * Open the dialog of a table.
 * @param {TableState} state
 */
export function openRulings(state) {
  const main = document.querySelector('main');
  const element = main?.querySelector('ludo-rulings') ?? document.createElement('ludo-rulings');
  const rulings = /** @type {Rulings} */ (element);
  rulings.state = state;
  if (!rulings.isConnected) main?.append(rulings);
  rulings.open();
}

define('ludo-rulings', Rulings);
