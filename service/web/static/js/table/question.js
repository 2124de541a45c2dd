// The panel of the question: whose turn it is and until when, the choices, the preview, and the button that sends.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {repeat} from '../../vendor/lit-html/directives/repeat.js';
import {offline} from '../core/api.js';
import {define, LudoElement} from '../core/element.js';
import {playerName, seatName} from '../core/seats.js';
import {formatMoment, formatNumber, t, tn} from '../core/texts.js';
import {toYou} from './batches.js';
import './clock.js';
import {allButton, choiceList} from './choices.js';
import {heldOf, name} from './names.js';
import {handLeft} from './placing.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */
/** @typedef {import('./state.js').Asked} Asked */

/** Milliseconds after which an own decision loads what shows a choice: the decision itself comes first. */
const AHEAD = 1000;

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
  /** How many tokens were prepared before the last change. */
  #prepared = 0;
  #hasHints = false;
  /** What is shown of a choice, loaded when it is needed first; null: it is being loaded.
   * @type {import('./chosen.js').Chosen | null | undefined} */
  #chosen;
  /** The module that shows a choice; null: the table could not load it. @type {typeof import('./chosen.js') | null} */
  parts = null;
  /** The icons of what words name; null: they are not loaded. @type {typeof import('./symbols.js') | null} */
  symbols = null;
  /** The board on whose grid the last choice was made. @type {import('../board/board.js').Board | null} */
  #from = null;

  connected() {
    const options = {signal: this.leaving};
    this.state.addEventListener('change', () => this.#renew(), options);
    this.answer.addEventListener('change', () => {
      this.#tellPrepared();
      this.update();
    }, options);
    window.addEventListener('resize', () => this.#makeRoom(), options);
    // the board is loaded after the question, and has the names of the switches
    document.addEventListener('ready', () => this.answer.switches && this.update(), options);
    import('./symbols.js').then((symbols) => {
      this.symbols = symbols;
      this.update();
    }, () => {});
    // before the click of the first choice, and before its Enter
    for (const type of ['pointerdown', 'keydown']) {
      document.addEventListener(type, () => this.#load(), {...options, once: true});
    }
    this.#renew();
  }

  #renew() {
    if (this.state.own?.id !== this.#asked) {
      this.#asked = this.state.own?.id;
      this.search = '';
      this.isOpen = false;
      // before a lost connection keeps it from being loaded
      if (this.state.own) setTimeout(() => this.#load(), AHEAD);
    }
    this.update();
  }

  /** Tell a screen reader that a token is prepared, and end the search that found it: it finds nothing more. */
  #tellPrepared() {
    const {prepared} = this.answer;
    const last = prepared.at(-1);
    if (last && prepared.length > this.#prepared) {
      this.search = '';
      const number = handLeft(prepared, /** @type {any} */ (this.state.live), this.state.seat);
      const left = tn('{number} token is left in your hand.', '{number} tokens are left in your hand.', number);
      this.state.dispatchEvent(new CustomEvent('told', {detail: `${last.text}. ${left}`}));
    }
    this.#prepared = prepared.length;
  }

  view() {
    const {state} = this;
    this.ariaBusy = String(state.isSending);
    this.classList.toggle('open', this.isOpen);
    this.classList.toggle('mine', Boolean(state.own && !state.past));
    this.classList.toggle('seated', state.seat !== null);
    // while tokens are being prepared, the list shows the others
    const isChosen = this.answer.choice !== null;
    this.classList.toggle('chosen', isChosen && !this.answer.dice && !this.answer.switches);
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
    if (this.#from) return this.#from.focusGrid();
    // once all tokens are prepared, the next Enter sends them
    const isReady = this.answer.prepared.length > 0 && !this.answer.choices.length;
    const next = (isReady && this.querySelector('.confirm')) || this.querySelector('h2');
    /** @type {HTMLElement | null} */ (next)?.focus({preventScroll: true});
  }

  /** After a choice from the list or by keyboard, the next Enter confirms it, and digits are those of its number. */
  rendered() {
    const {choice, dice, switches} = this.answer;
    // what is chosen from the beginning takes no focus
    const isSteady = Boolean(dice ?? switches);
    const isNew = choice && choice !== this.#choice && !isSteady && this.#chosen;
    if (isNew || !choice || isSteady) this.#choice = choice;
    // with the layout of the next frame
    requestAnimationFrame(() => this.#makeRoom());
    if (!isNew) return;
    const from = document.querySelector('.choice:focus, .hinted:focus, :is(input, [role=gridcell]):focus-visible');
    this.#from = from?.closest('ludo-board') ?? null;
    if (!from) return;
    /** @type {HTMLInputElement | null} */
    const number = matchMedia('(pointer: fine)').matches ? this.querySelector('.range input') : null;
    number?.select();
    /** @type {HTMLElement | null} */ (number ?? this.querySelector('.confirm'))?.focus();
  }

  /** Fold players, history and card if the question needs their room: about half of the height. */
  #makeRoom() {
    const side = this.closest('.side');
    const needed = [...this.children].reduce((sum, part) => sum + part.scrollHeight, 0);
    const isTight = side?.classList.contains('tight');
    if (side?.classList.toggle('tight', needed > side.clientHeight * 0.48) !== isTight) {
      this.dispatchEvent(new Event('room', {bubbles: true}));
    }
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

  /** @param {Asked} asked */
  #own(asked) {
    const {answer, state} = this;
    const {dice, switches} = answer;
    const isPrepared = answer.choice !== null || answer.prepared.length > 0 || state.isSending;
    const {seats} = /** @type {import('../core/types.js').Game} */ (state.game);
    return html`<div class="question">
      <div class="heading">
        <h2 tabindex="-1">${seatName(asked.seat, t('Your turn'))}</h2>
        <ludo-clock .due=${asked.due}></ludo-clock>
        ${others(state, seats)} ${dice || switches ? nothing : allButton(this)}
      </div>
      <p class="asked">${toYou(asked).text} ${this.#held()} ${ruleLink(asked.rule)}</p>
      <div class="helps">${this.#takeBack()} ${state.game?.hints ? this.#hint() : nothing}</div>
      ${this.#refusal()}
      ${dice ? this.#dice(dice) : switches ? this.#load()?.switches(answer, state) : choiceList(this)}</div>
      ${repeat(isPrepared ? [asked.id] : [], (id) => id, () => this.#load()?.view(answer, state))}`;
  }

  /** What the seat has of what the numbers of the choices count. */
  #held() {
    const {answer, state} = this;
    const [held] = answer.choices.flatMap((choice) => heldOf(state.words, choice) ?? []);
    if (!held) return nothing;
    return html`<span class="held">${t('You hold: {unit} {number}.', {
      unit: held.unit, number: formatNumber(held.number),
    })}</span>`;
  }

  /** @param {import('./dice.js').Dice} dice */
  #dice(dice) {
    const {answer, state} = this;
    const shown = (/** @type {string} */ symbol) => html`<span class="die-symbol">${this.symbols?.glyph(symbol)}</span>
      ${name(state.words, symbol)}`;
    return html`<p class="dice-hint muted small">${t('Press a die to roll it again, or to keep it.')}</p>
      <div class="dice" role="group" aria-label=${t('Dice: press one to keep or to release it')}>
      ${dice.locked.map((symbol) => html`<span class="die locked" data-explain="die:${symbol}">${shown(symbol)}
        <small>${t('stays')}</small></span>`)}
      ${dice.dice.map((symbol, at) => html`<button class="die" data-explain="die:${symbol}"
        aria-pressed=${String(!answer.released.has(at))} aria-disabled=${state.isSending}
        @click=${() => answer.toggle(at)}>${shown(symbol)}
        <small>${answer.released.has(at) ? t('rolls') : t('kept')}</small></button>`)}
    </div>`;
  }

  /** The hint of the engine: few games have hints, so the part is loaded for them only. */
  #hint() {
    if (!this.#hasHints) {
      import('../hints/hint.js').then(() => {
        this.#hasHints = true;
        this.update();
      }, () => {});
    }
    return html`<div class="hint-place">${this.#hasHints
      ? html`<ludo-hint .state=${this.state} .answer=${this.answer}></ludo-hint>` : nothing}</div>`;
  }

  #refusal() {
    return this.answer.problem ? this.#load()?.refusal(this.state, this.answer) : nothing;
  }

  /** Return what shows a choice and its refusal, or null while it is being loaded. */
  #load() {
    if (this.#chosen !== undefined) return this.#chosen;
    if (this.parts) return (this.#chosen = new this.parts.Chosen());
    this.#chosen = null;
    import('./chosen.js').catch(offline).then(({Chosen}) => {
      this.#chosen = new Chosen();
      this.update();
    }, (error) => {
      this.#chosen = undefined;
      this.dispatchEvent(new CustomEvent('refused', {detail: error, bubbles: true}));
    });
    return this.#chosen;
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
