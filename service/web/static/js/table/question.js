// The panel of the question: whose turn it is and until when, the choices, the preview, and the button that sends.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {define, LudoElement} from '../core/element.js';
import {playerName, seatName} from '../core/seats.js';
import {formatMoment, t, tn} from '../core/texts.js';
import './clock.js';
import {allButton, choiceList} from './choices.js';
import {fieldName, name, terms} from './names.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {import('./state.js').Asked} Asked */

class Question extends LudoElement {
  /** @type {TableState} */
  state = /** @type {any} */ (null);
  /** @type {Answer} */
  answer = /** @type {any} */ (null);
  search = '';
  /** Whether a narrow page shows all choices. */
  isOpen = false;
  /** @type {string | undefined} */
  #asked;
  /** @type {unknown} */
  #choice = null;
  /** What a person types into the field of a number: a new rendering keeps it. @type {string | null} */
  #typed = null;
  /** What shows a refusal and a preview: loaded with the first one. */
  /** @type {typeof import('./refusal.js').refusal | null} */ #shownRefusal = null;
  /** @type {typeof import('./preview.js').foreseen | null} */ #shownPreview = null;
  /** The board on whose grid the last choice was made. @type {import('../board/board.js').Board | null} */
  #from = null;

  connected() {
    const options = {signal: this.leaving};
    this.state.addEventListener('change', () => this.#renew(), options);
    this.answer.addEventListener('change', () => this.update(), options);
  }

  #renew() {
    if (this.state.own?.id !== this.#asked) {
      this.#asked = this.state.own?.id;
      this.search = '';
      this.isOpen = false;
    }
    this.update();
  }

  view() {
    const {state} = this;
    this.ariaBusy = String(state.isSending);
    this.classList.toggle('open', this.isOpen);
    this.classList.toggle('mine', Boolean(state.own && !state.past));
    this.classList.toggle('chosen', this.answer.choice !== null && !this.answer.dice);
    if (!state.game || !state.words) return null;
    if (state.game.paused_until) return paused(state.game.paused_until);
    return state.own ? this.#own(state.own) : this.#others();
  }

  /** Render. If the control with the focus is gone, the focus goes back to the board, or to the new question. */
  draw() {
    const focused = document.activeElement;
    const isWithin = this.contains(focused);
    super.draw();
    if (!isWithin || focused?.isConnected) return;
    if (this.#from) this.#from.focusGrid();
    else /** @type {HTMLElement | null} */ (this.querySelector('h2'))?.focus({preventScroll: true});
  }

  /** After a choice by keyboard, the next Enter confirms it. */
  rendered() {
    const {choice, dice} = this.answer;
    /** @type {HTMLElement | null} */
    const button = this.querySelector('.confirm');
    const isNew = choice && choice !== this.#choice && !dice;
    if (isNew) {
      const from = document.querySelector(':is(.choice, input, [role=gridcell]):focus-visible');
      this.#from = from?.closest('ludo-board') ?? null;
      if (from) button?.focus();
    }
    this.#choice = choice;
  }

  #others() {
    const {state} = this;
    const {seats} = /** @type {import('../core/types.js').Game} */ (state.game);
    return html`<div class="heading"><h2 tabindex="-1">${t('Waiting for')}</h2></div>
      <ul class="waiting">${state.asked.map((one) => html`<li>
        ${seatName(one.seat, playerName(seats[one.seat], seats))}
        <ludo-clock .due=${one.due}></ludo-clock>
        <span class="muted small">${one.text}</span>
      </li>`)}</ul>
      ${this.#refusal()} ${this.#takeBack()}`;
  }

  #refusal() {
    if (!this.answer.problem) return nothing;
    /** @param {typeof import('./refusal.js').refusal} shown */
    const show = (shown) => {
      this.#shownRefusal = shown;
      this.update();
    };
    /** @type {typeof import('./refusal.js').refusal} */
    const plain = (_, {problem}) => html`<p class="problem" role="alert">${problem?.message}</p>`;
    if (!this.#shownRefusal) void import('./refusal.js').then(({refusal}) => show(refusal), () => show(plain));
    return this.#shownRefusal?.(this.state, this.answer) ?? nothing;
  }

  #foreseen() {
    const {preview} = this.answer;
    /** @param {typeof import('./preview.js')} module */
    const show = ({foreseen}) => {
      this.#shownPreview = foreseen;
      this.update();
    };
    // without it the choice can be sent all the same
    if (preview && !this.#shownPreview) void import('./preview.js').then(show, () => {});
    return preview && this.#shownPreview?.(this.state, preview) || html`<div class="foreseen"></div>`;
  }

  /** @param {Asked} asked */
  #own(asked) {
    const {answer, state} = this;
    const {dice} = answer;
    const {seats} = /** @type {import('../core/types.js').Game} */ (state.game);
    return html`
      <div class="heading">
        <h2 tabindex="-1">${seatName(asked.seat, t('Your turn'))}</h2>
        <ludo-clock .due=${asked.due}></ludo-clock>
        ${others(state, seats)} ${dice ? nothing : allButton(this)}
      </div>
      <p class="asked">${asked.text} ${ruleLink(asked.rule)}</p>
      ${this.#takeBack()}
      ${this.#refusal()}
      ${dice ? this.#dice(dice) : nothing}
      ${repeat(answer.choice || state.isSending ? [asked.id] : [], (id) => id, () => this.#chosen())}
      ${dice ? nothing : choiceList(this)}`;
  }

  /** @param {import('./dice.js').Dice} dice */
  #dice(dice) {
    const {answer, state} = this;
    return html`<div class="dice" role="group" aria-label=${t('Dice: press one to keep or to release it')}>
      ${dice.locked.map((symbol) => html`<span class="die locked">${name(state.words, symbol)}
        <small>${t('stays')}</small></span>`)}
      ${dice.dice.map((symbol, at) => html`<button class="die" aria-pressed=${String(!answer.released.has(at))}
        aria-disabled=${state.isSending} @click=${() => answer.toggle(at)}>${name(state.words, symbol)}
        <small>${answer.released.has(at) ? t('rolls') : t('kept')}</small></button>`)}
    </div>`;
  }

  #chosen() {
    const {answer, state} = this;
    const {choice, dice} = answer;
    if (choice !== this.#choice) this.#typed = null;
    const sending = state.lost ? t('Waiting for the connection…') : t('Sending…');
    if (!choice) return html`<p role="status">${sending}</p>`;
    const again = answer.released.size;
    const text = dice && again
      ? tn('Roll {number} die again', 'Roll {number} dice again', again) : choice.text;
    const note = terms(state.words, choice);
    const isOff = state.isSending || Boolean(answer.problem);
    return html`<div class="chosen-choice">
      ${dice ? nothing : html`<p class="chosen-text">${text}
        ${note ? html`<span class="terms">${note}</span>` : nothing}</p>`}
      ${choice.range ? this.#range(choice.range) : nothing}
      ${this.#foreseen()}
      <div class="buttons">
        <button class="primary confirm" aria-disabled=${isOff} @click=${() => isOff || answer.send()}>
          ${state.isSending ? sending : dice ? text : t('Confirm')}</button>
        ${dice && !again ? nothing : html`<button aria-disabled=${state.isSending}
          @click=${() => answer.undo()}>${t('Cancel')}</button>`}
      </div></div>`;
  }

  /** @param {{field: string, min: number, max: number}} range */
  #range({field, min, max}) {
    const {answer, state} = this;
    const set = (/** @type {number} */ value) => {
      const within = Math.min(max, Math.max(min, value));
      this.#typed = null;
      if (Number.isInteger(value) && within !== answer.value) answer.setValue(within);
      // the field shows the number that is sent, also if it stays the same
      this.update();
    };
    const value = answer.value ?? min;
    return html`<div class="range">
      <button aria-label=${t('Decrease')} aria-disabled=${value <= min} @click=${() => set(value - 1)}>−</button>
      <label>${fieldName(state.words, field)}
        <input type="number" min=${min} max=${max} step="1" .value=${live(this.#typed ?? String(value))}
          @input=${(/** @type {Event} */ event) => this.#typed = /** @type {HTMLInputElement} */ (event.target).value}
          @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).valueAsNumber)}>
      </label>
      <button aria-label=${t('Increase')} aria-disabled=${value >= max} @click=${() => set(value + 1)}>+</button>
      <span class="hint">${t('from {min} to {max}', {min, max})}</span></div>`;
  }

  #takeBack() {
    const {state} = this;
    if (!state.takeBack) return nothing;
    return html`<button class="take-back" aria-disabled=${state.isSending} @click=${async () => {
      if (state.isSending) return;
      try {
        await state.change('POST', 'take-backs', {decision: state.takeBack});
      } catch (error) {
        this.dispatchEvent(new CustomEvent('refused', {detail: error, bubbles: true}));
      }
    }}>${t('Take back my last decision')}</button>`;
  }
}

/**
 * The other seats that must act at the same time.
 * @param {TableState} state
 * @param {import('../core/types.js').Seat[]} seats
 */
function others(state, seats) {
  const found = state.asked.filter(({seat}) => seat !== state.seat);
  if (!found.length) return nothing;
  return html`<span class="muted small">${t('also:')} ${found.map(
    ({seat}) => seatName(seat, playerName(seats[seat], seats)),
  )}</span>`;
}

/** @param {string | undefined} rule */
function ruleLink(rule) {
  if (!rule) return nothing;
  const [title = '', number = ''] = rule.split('/');
  return html`<a class="rule" href="/rules/${title}#${number}">${t('Rule {number}', {number})}</a>`;
}

/** @param {string} until */
function paused(until) {
  return html`<p class="notice">${t('The game is paused until {moment}.', {moment: formatMoment(until)})}</p>`;
}

define('ludo-question', Question);
