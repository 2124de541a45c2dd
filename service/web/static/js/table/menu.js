// The menu of a table: keys, sound, sending at once, vacation, return to the seat, resignation.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {Problem} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {t} from '../core/texts.js';
import {duration} from './clock.js';

/** @typedef {import('./alerts.js').Alerts} Alerts */
/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

const HOUR = 3_600;
/** The vacations that are offered, in hours, as far as they are left. */
const VACATIONS = [12, 24, 48, 72, 168, 336];

class Menu extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Answer} */ answer = /** @type {any} */ (null);
  /** @type {Alerts} */ alerts = /** @type {any} */ (null);

  connected() {
    this.state.addEventListener('change', () => this.update(), {signal: this.leaving});
  }

  view() {
    const {answer, alerts, state} = this;
    if (!state.game) return null;
    const isPlaying = state.seat !== null && state.game.status === 'running' && !state.game.foreign;
    return html`<details class="menu">
      <summary class="button">${t('Menu')}</summary>
      <div class="menu-items">
        <button @click=${() => this.#fire('help')}>${t('Keys')}</button>
        ${toggle(t('Sound on my turn'), alerts.hasSound, (isOn) => {
          alerts.hasSound = isOn;
          if (isOn) alerts.tone();
        })}
        ${isPlaying ? html`
          ${toggle(t('Send a choice as soon as it is pressed'), answer.isImmediate, (isOn) => {
            answer.isImmediate = isOn;
          })}
          ${this.#vacation()}
          <button class="danger" @click=${() => this.#dialog().showModal()}>${t('Resign…')}</button>` : nothing}
        ${this.#return()}
        ${state.isOwner && !state.isOver && !state.game.foreign
          ? html`<button @click=${() => this.#rule()}>${t('Manage the game…')}</button>` : nothing}
        ${state.game.visibility === 'public'
          ? html`<button @click=${() => this.#share()}>${t('Copy embed code')}</button>` : nothing}
        <a href="/v1/games/${state.id}/bundle" download>${t('Download the record')}</a>
        <a href="/rules/${state.game.ruleset}">${t('Rules')}</a>
      </div></details>
      <dialog class="resign" aria-labelledby="resign-title"><h2 id="resign-title">${t('Resign from the game?')}</h2>
        <p>${t('A bot plays your seat to the end, and you are ranked last. You cannot come back.')}</p>
        <form method="dialog" class="buttons"><button>${t('Keep playing')}</button>
          <button class="danger" @click=${() => this.#do('resignations')}>${t('Resign')}</button></form></dialog>`;
  }

  #vacation() {
    const clock = this.state.game?.clocks?.find(({seat}) => seat === this.state.seat);
    const offered = VACATIONS.filter((hours) => hours * HOUR <= (clock?.vacation ?? 0));
    if (!clock || !offered.length) return nothing;
    return html`<label>${t('Vacation')}<select @change=${(/** @type {Event} */ event) => {
      const select = /** @type {HTMLSelectElement} */ (event.target);
      if (select.value) this.#do(`seats/${clock.seat}/vacations`, {duration: `PT${select.value}H`});
      select.value = '';
    }}><option value="">${t('none')}</option>
      ${offered.map((hours) => html`<option value=${hours}>${duration(hours * HOUR)}</option>`)}</select></label>`;
  }

  #return() {
    const {game, person} = this.state;
    const seat = game?.seats.find((one) => one.may_return && person && one.resigned_player === person.id);
    if (!seat) return nothing;
    return html`<button class="primary" @click=${() => this.#do(`seats/${seat.seat}/return`)}>
      ${t('Return to my seat')}</button>`;
  }

  /**
   * @param {string} part
   * @param {unknown} [body]
   */
  async #do(part, body) {
    try {
      await this.state.change('POST', part, body);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#fire('refused', error);
    }
  }

  /** Copy the code with which other sites show the game, or the version that is shown. */
  async #share() {
    const {copyFrame} = await import('../core/share.js');
    await copyFrame(this.state.id, {at: this.state.past?.version});
  }

  async #rule() {
    (await import('./rulings.js')).openRulings(this.state);
  }

  #dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector('dialog.resign'));
  }

  /**
   * @param {string} type
   * @param {unknown} [detail]
   */
  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, {detail, bubbles: true}));
  }
}

/**
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set
 */
function toggle(text, isOn, set) {
  return html`<label><input type="checkbox" .checked=${isOn} @change=${(/** @type {Event} */ event) => {
    set(/** @type {HTMLInputElement} */ (event.target).checked);
  }}> ${text}</label>`;
}

define('ludo-menu', Menu);
