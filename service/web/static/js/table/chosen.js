// What is chosen: its text, its number, its preview, and the button that sends it; or why it was refused.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t, tn} from '../core/texts.js';
import {terms} from './names.js';
import {NumberField} from './number_field.js';
import {handLeft} from './placing.js';
import {foreseen} from './preview.js';
import {refusal} from './refusal.js';
import {switchList} from './switch_list.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

/** After how many confirmations it is offered to leave them out, and how often: then only the menu has it. */
const OFFERED_AFTER = 3;
const OFFERED = 3;

export class Chosen {
  #field = new NumberField();
  refusal = refusal;

  /**
   * @param {Answer} answer
   * @param {TableState} state
   */
  view(answer, state) {
    const {choice, dice, isWaiting} = answer;
    const sending = whileSending(answer, state);
    if (answer.prepared.length) return this.prepared(answer, state);
    if (!choice) return html`<p role="status">${sending}</p>`;
    const again = answer.released.size;
    const text = dice && again
      ? tn('Roll {number} die again', 'Roll {number} dice again', again) : choice.text;
    const note = terms(state.words, choice);
    const isOff = state.isSending || isWaiting || Boolean(answer.problem) || !answer.command;
    return html`<div class="chosen-choice">
      ${dice || answer.switches ? nothing : html`<p class="chosen-text">${text}
        ${note ? html`<span class="terms">${note}</span>` : nothing}</p>`}
      ${choice.range ? this.#field.view(answer, state.words, choice, choice.range) : nothing}
      ${foreseen(state, answer.preview, choice)}
      <div class="buttons">
        <button class="primary confirm" aria-disabled=${isOff} @click=${() => isOff || answer.confirm()}>
          ${state.isSending || isWaiting ? sending : dice ? text : t('Confirm')}</button>
        ${(dice && !again) || answer.switches ? nothing : html`<button aria-disabled=${state.isSending}
          @click=${() => answer.undo()}>${t('Cancel')}</button>`}
        ${isOff ? nothing : offer(answer, state)}
      </div></div>`;
  }

  /**
   * @param {Answer} answer
   * @param {TableState} state
   */
  switches(answer, state) {
    return answer.switches ? switchList(answer, state, answer.switches) : nothing;
  }

  /**
   * @param {Answer} answer
   * @param {TableState} state
   */
  prepared(answer, state) {
    const {prepared} = answer;
    const number = handLeft(prepared, /** @type {any} */ (state.live), state.seat);
    const isOff = state.isSending || answer.isWaiting;
    return html`<div class="chosen-choice">
      <ul class="prepared">${prepared.map((choice, at) => html`<li><span>${choice.text}</span>
        <button aria-disabled=${String(isOff)} aria-label=${t('Take back: {text}', {text: choice.text ?? ''})}
          @click=${() => isOff || answer.drop(at)}>✕</button></li>`)}</ul>
      ${number > 0 ? html`<p class="muted">${tn('{number} token is left in your hand.',
        '{number} tokens are left in your hand.', number)}</p>` : nothing}
      <div class="buttons">
        <button class="primary confirm" aria-disabled=${String(isOff)} @click=${() => isOff || answer.place()}>${
          isOff ? whileSending(answer, state) : tn('Place {number} token', 'Place {number} tokens', prepared.length)}
        </button></div></div>`;
  }
}

/**
 * What the button says while an answer is on its way.
 * @param {Answer} answer
 * @param {TableState} state
 */
function whileSending({isWaiting}, {lost}) {
  return lost || isWaiting ? t('Waiting for the connection…') : t('Sending…');
}

/**
 * Offer to leave the confirmation out, once the person has confirmed some times in a game in which it is needless.
 * Dice and switches are never sent at once.
 * @param {Answer} answer
 * @param {TableState} state
 */
function offer(answer, state) {
  const {confirmed, dice, isImmediate, switches} = answer;
  const isTime = confirmed >= OFFERED_AFTER && confirmed < OFFERED_AFTER + OFFERED;
  if (isImmediate || !isTime || !state.canTakeBack || dice || switches) return nothing;
  return html`<button class="direct" @click=${() => {
    answer.isImmediate = true;
    answer.confirm();
  }}>${t('Confirm, and from now on send what I can take back at once')}</button>`;
}
