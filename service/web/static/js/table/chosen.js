// What is chosen: its text, its number, its preview, and the button that sends it; or why it was refused.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {t, tn} from '../core/texts.js';
import {terms} from './names.js';
import {NumberField} from './number_field.js';
import {foreseen} from './preview.js';
import {refusal} from './refusal.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

export class Chosen {
  #field = new NumberField();
  refusal = refusal;

  /**
   * @param {Answer} answer
   * @param {TableState} state
   */
  view(answer, state) {
    const {choice, dice, isWaiting} = answer;
    const sending = state.lost || isWaiting ? t('Waiting for the connection…') : t('Sending…');
    if (!choice) return html`<p role="status">${sending}</p>`;
    const again = answer.released.size;
    const text = dice && again
      ? tn('Roll {number} die again', 'Roll {number} dice again', again) : choice.text;
    const note = terms(state.words, choice);
    const isOff = state.isSending || isWaiting || Boolean(answer.problem) || !answer.command;
    return html`<div class="chosen-choice">
      ${dice ? nothing : html`<p class="chosen-text">${text}
        ${note ? html`<span class="terms">${note}</span>` : nothing}</p>`}
      ${choice.range ? this.#field.view(answer, state.words, choice, choice.range) : nothing}
      ${foreseen(state, answer.preview, choice)}
      <div class="buttons">
        <button class="primary confirm" aria-disabled=${isOff} @click=${() => isOff || answer.send()}>
          ${state.isSending || isWaiting ? sending : dice ? text : t('Confirm')}</button>
        ${dice && !again ? nothing : html`<button aria-disabled=${state.isSending}
          @click=${() => answer.undo()}>${t('Cancel')}</button>`}
      </div></div>`;
  }
}
