// What a choice would do, before it is sent.

import {html, nothing} from '../../vendor/lit-html/lit-html.js';
import {seatName} from '../core/seats.js';
import {formatNumber, t} from '../core/texts.js';
import {toYou} from './batches.js';
import {changes, heldOf, nameOrYou} from './names.js';

/** @typedef {import('../core/types.js').Preview} Preview */
/** @typedef {import('./state.js').TableState} TableState */

/**
 * @param {TableState} state
 * @param {Preview | null} preview
 * @param {import('../core/types.js').Choice} choice
 */
export function foreseen(state, preview, choice) {
  if (!preview) return html`<div class="foreseen"></div>`;
  const held = heldOf(state.words, choice);
  const texts = preview.events.flatMap((event) => toYou(event).text ?? []);
  // on a wide page it has a fixed height, and may be scrolled by keyboard
  return html`<div class="foreseen" role="group" aria-label=${t('What the choice does')} tabindex="0">
    ${texts.length ? html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
    ${held ? html`<p class="muted">${t('You hold: {unit} {number}.', {
      unit: held.unit, number: formatNumber(held.number),
    })}</p>` : nothing}
    ${preview.changes.map((one) => html`<p>${seatName(one.seat, nameOrYou(state, one.seat))}
      <span class="terms">${changes(state.words, one.changes).join(' · ')}</span></p>`)}
    ${then(preview)}
  </div>`;
}

/** @param {Preview} preview */
function then({stopped_by: by}) {
  if (by === 'decision') return nothing;
  const texts = {
    draw: t('Then chance decides.'),
    disclosure: t('What follows depends on what is hidden from you.'),
    end: t('Then the game is over.'),
  };
  return html`<p class="muted">${texts[by]}</p>`;
}
