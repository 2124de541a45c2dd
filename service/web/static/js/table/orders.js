// The standing orders of the own seat: what is decided in advance, what it did, and a form. Loaded when it is opened.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {get, send} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {formatMoment, t, tn} from '../core/texts.js';
import {describe, ENDED, presets} from './order_presets.js';

/** @typedef {import('../core/types.js').NewOrder} NewOrder */
/** @typedef {import('../core/types.js').Order} Order */
/** @typedef {import('./state.js').TableState} TableState */

class Orders extends LudoElement {
  /** @type {TableState} */ state = /** @type {any} */ (null);
  /** @type {Order[] | null} */ #orders = null;
  #preset = '';
  #refusal = '';
  #isBusy = false;

  connected() {
    const options = {signal: this.leaving};
    this.state.addEventListener('change', () => this.update(), options);
    this.state.addEventListener('order', () => this.#reload(), options);
    this.state.addEventListener('connected', () => this.#reload(), options);
  }

  open() {
    this.#refusal = '';
    this.#reload();
    this.draw();
    this.#dialog?.showModal();
  }

  /** @returns {HTMLDialogElement | null} */
  get #dialog() {
    return this.querySelector('dialog');
  }

  #reload() {
    void this.#try(async () => {
      this.#orders = (await get(`${this.state.path}/orders`, {signal: this.leaving})).items;
    });
  }

  view() {
    return html`<dialog class="orders" aria-labelledby="orders-title">
      <h2 id="orders-title">${t('Standing orders')}</h2>
      <p class="hint">${t('Decide in advance: the service answers for you some minutes after the question.')}
        ${t('Only you see your orders; those that were carried out are public after the end.')}</p>
      ${this.#list()}
      ${this.#refusal ? html`<p class="error" role="alert">${this.#refusal}</p>` : nothing}
      ${this.state.isOver ? nothing : this.#form()}
      <div class="buttons"><button type="button" @click=${() => this.#dialog?.close()}>${t('Close')}</button></div>
      </dialog>`;
  }

  #list() {
    const orders = this.#orders;
    if (!orders) return html`<p class="muted">${t('Loading…')}</p>`;
    if (!orders.length) return html`<p class="muted">${t('You have no orders in this game.')}</p>`;
    return html`<ul class="order-list" role="list" aria-live="polite">${
      repeat([...orders].reverse(), ({id}) => id, (order) => this.#item(order))}</ul>`;
  }

  /** @param {Order} order */
  #item(order) {
    const text = describe(this.state, order.terms);
    const done = order.acts.length;
    return html`<li>
      <span class=${order.end ? 'muted' : ''}>${text}</span>
      ${order.terms.lasts === 'round' ? html`<span class="badge">${t('this round')}</span>` : nothing}
      ${done ? html`<span class="badge accent">${
        tn('decided {number} time', 'decided {number} times', done)}</span>` : nothing}
      ${order.end ? html`<span class="muted">${ENDED[order.end.reason]?.()}, ${formatMoment(order.end.at)}</span>`
        : html`<button aria-label=${t('Cancel the order: {text}', {text})} aria-disabled=${String(this.#isBusy)}
          @click=${() => this.#change(() => send('DELETE', `${this.state.path}/orders/${order.id}`))}>${
            t('Cancel')}</button>`}</li>`;
  }

  #form() {
    const offered = presets(this.state);
    const preset = offered.find(({id}) => id === this.#preset) ?? offered[0];
    if (!preset) return nothing;
    return html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#set(preset, /** @type {HTMLFormElement} */ (event.target));
    }}>
      <h3>${t('New order')}</h3>
      <div class="field"><label for="order-kind">${t('Order')}</label>
        <select id="order-kind" @change=${(/** @type {Event} */ event) => {
          this.#preset = /** @type {HTMLSelectElement} */ (event.target).value;
          this.update();
        }}>${offered.map(({id, name}) => html`
          <option value=${id} ?selected=${id === preset.id}>${name}</option>`)}</select></div>
      ${preset.fields?.() ?? nothing}
      <div class="field"><label for="order-lasts">${t('It lasts')}</label>
        <select id="order-lasts" name="lasts">
          <option value="round">${t('until the round ends')}</option>
          <option value="game">${t('until I cancel it')}</option></select></div>
      ${this.#money === null ? nothing : html`<div class="field">
        <label for="order-money">${t('It ends when my money is below')}</label>
        <input id="order-money" name="money" type="number" min="0" step="1"></div>`}
      ${this.state.game?.ruleset === 'giganten' ? html`<label class="check">
        <input type="checkbox" name="bids"> ${t('It ends when another player bids')}</label>` : nothing}
      <div class="buttons"><button class="primary" aria-disabled=${String(this.#isBusy)}>${
        t('Set the order')}</button></div></form>`;
  }

  /** The own money; null in a title without any. @returns {number | null} */
  get #money() {
    const {live, seat} = this.state;
    const money = seat === null ? undefined : live?.['players']?.[seat]?.money;
    return typeof money === 'number' ? money : null;
  }

  /**
   * @param {import('./order_presets.js').Preset} preset
   * @param {HTMLFormElement} form
   */
  #set(preset, form) {
    /** @type {Record<string, string>} */
    const filled = {};
    for (const [field, value] of new FormData(form)) filled[field] = String(value);
    /** @type {NewOrder} */
    const order = {...preset.terms(filled), lasts: filled['lasts'] === 'game' ? 'game' : 'round'};
    if (filled['money']) {
      order.until = [{path: `/players/${this.state.seat}/money`, test: 'below', value: Number(filled['money'])}];
    }
    if (filled['bids']) order.until_events = [{type: 'giganten.bid_placed'}];
    this.#change(() => send('POST', `${this.state.path}/orders`, order));
  }

  /** @param {() => Promise<unknown>} action */
  #change(action) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    void this.#try(async () => {
      await action();
      this.#orders = (await get(`${this.state.path}/orders`, {signal: this.leaving})).items;
    }).finally(() => {
      this.#isBusy = false;
      this.update();
    });
  }

  /** @param {() => Promise<unknown>} action */
  async #try(action) {
    this.#refusal = '';
    try {
      await action();
    } catch (error) {
      if (!this.leaving.aborted) this.#refusal = error instanceof Error ? error.message : String(error);
    }
    this.update();
  }
}

define('ludo-orders', Orders);

/**
 * Open the panel over the table.
 * @param {TableState} state
 */
export function openOrders(state) {
  const main = document.querySelector('main');
  const element = main?.querySelector('ludo-orders') ?? document.createElement('ludo-orders');
  const panel = /** @type {Orders} */ (element);
  panel.state = state;
  if (!panel.isConnected) main?.append(panel);
  panel.open();
}
