// The switches of a question: the two sides of each tile, and one press that turns all of them at random.

import {html} from '../../vendor/lit-html/lit-html.js';
import {t} from '../core/texts.js';
import {anchorName} from './names.js';

/** @typedef {import('./answer.js').Answer} Answer */
/** @typedef {import('./state.js').TableState} TableState */

/**
 * @param {Answer} answer
 * @param {TableState} state
 * @param {import('./switches.js').Switches} switches
 */
export function switchList(answer, state, switches) {
  /** @type {HTMLElement & {nameOf?: (id: string) => string | null} | null} Without methods until it is loaded. */
  const board = document.querySelector('ludo-board');
  const shown = new Set(answer.choice?.anchors);
  // the board has what is printed on a side, too: its prices
  const nameOf = (/** @type {string} */ id) => board?.nameOf?.(id) ?? anchorName(state.words, id);
  return html`<ul class="switches">${switches.pairs.map((pair) => html`<li><div role="group"
      aria-label=${pair.map((id) => anchorName(state.words, id)).join(' / ')}>
      ${pair.map((id) => html`<button class="choice" aria-pressed=${String(shown.has(id))}
        aria-disabled=${String(state.isSending)} @click=${() => shown.has(id) || answer.press(id)}>${nameOf(id)}
        </button>`)}</div></li>`)}</ul>
    <button class="random" aria-disabled=${String(state.isSending)} @click=${() => {
      const choice = switches.choices[Math.floor(Math.random() * switches.choices.length)];
      if (choice) answer.show(choice);
    }}>${t('Turn them at random')}</button>`;
}
