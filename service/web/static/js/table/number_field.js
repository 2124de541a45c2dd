// The number of a choice: a field that refuses what is out of range, and whose preview follows what is typed.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {live} from '../../vendor/lit-html/directives/live.js';
import {announce} from '../core/announce.js';
import {numberOf} from '../core/numbers.js';
import {formatNumber, t} from '../core/texts.js';
import {heldOf} from './names.js';

/** @typedef {import('../core/types.js').Choice} Choice */
/** @typedef {import('../core/types.js').Words} Words */

export class NumberField {
  /** What a person types: a new rendering keeps it. @type {string | null} */
  #typed = null;
  /** @type {Choice | null} */
  #choice = null;

  /**
   * Return the field of the choice that is prepared.
   * @param {import('./answer.js').Answer} answer
   * @param {Words | null} words
   * @param {Choice} choice
   * @param {{min: number, max: number}} range
   */
  view(answer, words, choice, {min, max}) {
    if (choice !== this.#choice) this.#typed = null;
    this.#choice = choice;
    const {value} = answer;
    const held = heldOf(words, choice);
    const limits = t('from {min} to {max}', {min: formatNumber(min), max: formatNumber(max)});
    const step = (/** @type {number} */ by) => {
      // what is typed out of range is the start, too
      const from = value ?? Math.round(Number(this.#typed || min));
      this.#typed = null;
      answer.setValue(Math.min(max, Math.max(min, from + by)));
    };
    const typed = (/** @type {Event} */ event) => {
      const input = /** @type {HTMLInputElement} */ (event.target);
      const number = numberOf(input);
      this.#typed = input.value;
      // what is out of range is refused here, and never sent
      if (number === null && value !== null) announce(`${numberName(words, choice)}: ${limits}`);
      answer.setValue(number);
    };
    const entered = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      if (event.key === 'Escape') answer.undo();
      else if (value !== null && !answer.problem) void answer.confirm();
    };
    return html`<div class="range">
      <label for="choice-number">${numberName(words, choice)}</label>
      <span class="steps"><button aria-label=${t('Decrease')} aria-disabled=${value !== null && value <= min}
          @click=${() => step(-1)}>−</button>
        <input id="choice-number" type="number" inputmode="numeric" min=${min} max=${max} step="1" required
          aria-describedby="choice-limits" aria-invalid=${value === null ? 'true' : nothing}
          .value=${live(this.#typed ?? String(value ?? ''))} @input=${typed} @keydown=${entered}>
        <button aria-label=${t('Increase')} aria-disabled=${value !== null && value >= max}
          @click=${() => step(1)}>+</button></span>
      <span id="choice-limits" class=${value === null ? 'hint wrong' : 'hint'}>${limits}${held
        ? html` · ${t('you hold {number}', {number: formatNumber(held.number)})}` : nothing}</span></div>`;
  }
}

/**
 * Return the name of the number of a choice: what it counts, if the words of the title name it.
 * @param {Words | null} words
 * @param {Choice} choice
 */
function numberName(words, choice) {
  const field = choice.range?.field ?? '';
  return heldOf(words, choice)?.unit ?? words?.fields[field] ?? words?.pieces[field] ?? t('Number');
}
